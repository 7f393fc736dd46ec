module handshake

-- Halmos's handshake puzzle: couples meet at a party, and some people shake hands, but not with themselves or their spouse.
-- The host asks all other people how often they shook hands; all answers differ. How often did the host's spouse?

sig Person {
  spouse: Person,
  shook: set Person
}
one sig Host, Hostess extends Person {}

fact Couples {
  spouse = ~spouse
  no spouse & iden
  Host.spouse = Hostess
}

fact Handshakes {
  shook = ~shook
  no shook & (spouse + iden)
}

pred puzzle { all disj p, q: Person - Host | #p.shook != #q.shook }

run puzzle for exactly 4 Person, 4 int expect 1
run puzzle for exactly 6 Person, 4 int expect 1
run puzzle for exactly 8 Person, 5 int expect 1

-- Half of the other guests; and the host did the same.
check two { puzzle => #Hostess.shook = 2 and #Host.shook = 2 } for exactly 6 Person, 4 int expect 0
check three { puzzle => #Hostess.shook = 3 } for exactly 8 Person, 5 int expect 0
check four { puzzle => #Hostess.shook = 4 } for exactly 8 Person, 5 int expect 1

-- With an odd number of people, one person would have no spouse.
run odd {} for exactly 5 Person, 4 int expect 0
