-- A singly linked list: every node is reachable from the head.
sig Node { next: lone Node }
one sig List { head: lone Node }
fact { Node = List.head.*next }

run cyclic { some n: Node | n in n.^next } for 3
check { all n: Node | n not in n.^next } for 3
