-- Graphs of several kinds over nodes without properties.
sig Node { edge: set Node }

run relation {} for exactly 3 Node
run undirected { edge = ~edge and no edge & iden } for exactly 4 Node
run partialOrder { Node <: iden in edge and edge & ~edge in iden and edge.edge in edge } for exactly 4 Node
run function { all n: Node | one n.edge } for exactly 4 Node
