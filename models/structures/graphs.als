-- Graphs of several kinds over unlabeled nodes.
sig Node { edge: set Node }

pred symmetric { edge = ~edge }
pred loopless { no edge & iden }
pred reflexive { Node <: iden in edge }
pred transitive { edge.edge in edge }
pred functional { all n: Node | one n.edge }
pred forest { all a: Node, b: a.edge | b not in a.^(edge - a->b - b->a) }
pred connected { all disj a, b: Node | b in a.^edge }

run relation {} for exactly 3 Node
run undirected { symmetric and loopless } for exactly 4 Node
run partialOrder { reflexive and edge & ~edge in iden and transitive } for exactly 4 Node
run function { functional } for exactly 4 Node
run oriented { no edge & ~edge } for exactly 4 Node
run tournament { no edge & ~edge and all disj a, b: Node | a->b in edge + ~edge } for exactly 4 Node
run connectedGraph { symmetric and loopless and connected } for exactly 4 Node
run tree { symmetric and loopless and connected and forest } for exactly 4 Node
run forestGraph { symmetric and loopless and forest } for exactly 4 Node
run rootedTree { all n: Node | lone n.edge and n not in n.^edge  one n: Node | no n.edge } for exactly 4 Node
run preorder { reflexive and transitive } for exactly 4 Node
run totalPreorder { reflexive and transitive and Node->Node in edge + ~edge } for exactly 4 Node
run equivalence { reflexive and transitive and symmetric } for exactly 4 Node
run lattice {
  reflexive and transitive and edge & ~edge in iden
  all a, b: Node {
    some m: a.edge & b.edge | a.edge & b.edge in m.edge
    some m: edge.a & edge.b | edge.a & edge.b in edge.m
  }
} for exactly 4 Node
run partialFunction { all n: Node | lone n.edge } for exactly 4 Node
run permutation { functional and Node.edge = Node } for exactly 4 Node
run involution { edge.edge = Node <: iden and functional } for exactly 4 Node
