-- Handshake puzzle: couples meet, and some people shake hands.
sig Person { spouse: one Person, greeted: set Person }
one sig Host, Guest extends Person {}

fact Couples {
  spouse = ~spouse
  all p: Person | p.spouse != p
}

fact Greetings {
  greeted = ~greeted
  all p: Person | no (p + p.spouse) & p.greeted
}

-- The guest is the host's partner, and all people but the host greeted different numbers of people.
pred Puzzle {
  Guest = Host.spouse
  all disj p, q: Person - Host | #p.greeted != #q.greeted
}

run Puzzle for exactly 4 Person
