-- Two tests of mailing.als, in the short form.

-- A list of one person, and a person who is in no list.
valuation flat for 3 {
  Address = Person0 + Person1 + List0
  Person = Person0 + Person1
  List = List0
  members = List0->Person0
}
satisfies acyclic

-- Two lists that contain each other.
valuation mutual for 3 {
  Address = List0 + List1
  List = List0 + List1
  members = List0->List1 + List1->List0
}
violates acyclic
