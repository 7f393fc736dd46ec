-- util/graph against other ways to say the same.
open util/graph[N]

sig N { e: set N }

check shapes {
  undirected[e] iff e = ~e
  noSelfLoops[e] iff no n: N | n in n.e
  stronglyConnected[e] iff all n: N | rootedAt[e, n]
  weaklyConnected[e] iff stronglyConnected[e + ~e]
  dag[e] iff no n: N | n in n.^e
  forest[e] iff dag[e] and (e in N lone -> N)
  tree[e] iff forest[e] and lone roots[e]
  ring[e] iff (e in N one -> one N) and stronglyConnected[e]
  all n: N | treeRootedAt[e, n] iff tree[e] and n in roots[e]
} for 4 expect 0

check nodes {
  roots[e] = { n: N | no e.n }
  leaves[e] = { n: N | no n.e }
  innerNodes[e] = e.N
} for 4 expect 0
