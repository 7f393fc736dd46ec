-- Full binary trees: each node has two children or none.
sig Node { left, right: lone Node }

fact TwoSides { no left & right }

pred Tree {
  all n: Node {
    n not in n.^(left + right)
    lone n.~(left + right)
  }
}

pred Full { all n: Node | some n.left iff some n.right }

pred FullTree {
  Tree
  Full
}

run FullTree for 3
