-- Mailing lists, whose members are people and other lists.

abstract sig Address {}
sig Person extends Address {}
sig List extends Address { members: set Address }

-- No list contains itself, directly or through other lists.
pred acyclic { no l: List | l in l.^members }

-- The people who receive a message to the list.
fun recipients[l: List]: set Person { Person & l.^members }

run delivered { acyclic and some l: List | some recipients[l] } for 3

-- Forwarding ends: some list has no list among its members.
check ends { acyclic and some List implies some l: List | no l.members & List } for 3
