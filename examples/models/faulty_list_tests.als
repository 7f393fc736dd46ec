-- Tests of faulty_list.als, as a fragment that continues it. The second test fails and reveals the fault.

-- An empty list.
pred empty {
  some disj List0: List {
    List = List0
    no head
    no Node
    no link
    Acyclic
  }
}
run empty for 3 expect 1

-- A list of one node, which is acyclic.
pred one_node {
  some disj List0: List | some disj Node0: Node {
    List = List0
    head = List0->Node0
    Node = Node0
    no link
    Acyclic
  }
}
run one_node for 3 expect 1

-- A node linked to itself.
pred self_loop {
  some disj List0: List | some disj Node0: Node {
    List = List0
    head = List0->Node0
    Node = Node0
    link = Node0->Node0
    not Acyclic
  }
}
run self_loop for 3 expect 1
