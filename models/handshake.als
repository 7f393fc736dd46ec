module handshake

-- Halmos's puzzle. A couple gives a party for other couples. Some shake hands, nobody with himself or his own spouse. The
-- host asks everybody else how many hands they shook and gets a different answer from each. How many did his spouse shake?

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

-- Half of the other guests; and so did the host.
check two { puzzle => #Hostess.shook = 2 and #Host.shook = 2 } for exactly 6 Person, 4 int expect 0
check three { puzzle => #Hostess.shook = 3 } for exactly 8 Person, 5 int expect 0
check four { puzzle => #Hostess.shook = 4 } for exactly 8 Person, 5 int expect 1

-- With an odd number of people, somebody would have no spouse.
run odd {} for exactly 5 Person, 4 int expect 0
