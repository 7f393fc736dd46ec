-- Graphs of nodes with two pointers each, and a root.
sig Node { left, right: lone Node }
one sig Root { start: lone Node }

run allReachable { Node = Root.start.*(left + right) and some Root.start } for exactly 3 Node
-- With --root Root: only the nodes reachable from the root are compared.
run anything {} for exactly 3 Node
