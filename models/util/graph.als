module util/graph[node]

-- Shapes of directed graphs: the elements of node are the vertices, the relation r is the set of edges.

open util/relation as rel

pred undirected [r: node -> node] { symmetric[r] }
pred noSelfLoops [r: node -> node] { irreflexive[r] }

-- Every node is reachable from every other: along edges in either direction, or only forwards.
pred weaklyConnected [r: node -> node] { all a, b: node | b in a.*(r + ~r) }
pred stronglyConnected [r: node -> node] { all a, b: node | b in a.*r }

-- Every node is reachable from the root.
pred rootedAt [r: node -> node, root: node] { node in root.*r }

-- One cycle through all nodes.
pred ring [r: node -> node] {
  all n: node {
    one n.r
    rootedAt[r, n]
  }
}

pred dag [r: node -> node] { acyclic[r, node] }

-- No cycles and no node with two parents.
pred forest [r: node -> node] {
  dag[r]
  all n: node | lone r.n
}

pred tree [r: node -> node] {
  forest[r]
  lone n: node | no r.n
}

pred treeRootedAt [r: node -> node, root: node] {
  forest[r]
  rootedAt[r, root]
}

-- Nodes without incoming edges, nodes without outgoing edges, and nodes with outgoing edges.
fun roots [r: node -> node]: set node { node - node.^r }
fun leaves [r: node -> node]: set node { node - ^r.node }
fun innerNodes [r: node -> node]: set node { node - leaves[r] }
