-- Graphs of nodes with two pointers each, seen from a root.
sig Node { left, right: lone Node }
one sig Root { start: lone Node }

run allReachable { Node = Root.start.*(left + right) and some Root.start } for exactly 3 Node
-- With --root Root: what is reachable from the root, whatever else there is.
run anything {} for exactly 3 Node
