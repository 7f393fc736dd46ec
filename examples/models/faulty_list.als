-- A list that should be null-terminated. The fault is intended: ^ should be *, so that lists of one node are excluded.
one sig List { head: lone Node }
sig Node { link: lone Node }
pred Acyclic { some List.head => some n: List.head.^link | no n.link }
run Acyclic
