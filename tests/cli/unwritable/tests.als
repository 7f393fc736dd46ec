pred one_node { some disj N0: Node { Node = N0  link = N0->N0  not acyclic } }
run one_node for 2 expect 1
