-- A list that should be null-terminated. It is faulty on purpose: ^ should be *, so that a list of one node is ruled out.
one sig List { head: lone Node }
sig Node { link: lone Node }
pred Acyclic { some List.head => some n: List.head.^link | no n.link }
run Acyclic
