-- Binary trees, or forests of them.
sig Node { left, right: lone Node }

-- Nobody is the left and the right child of the same node.
fact TwoSides { no left & right }

pred Tree {
  all n: Node {
    n not in n.^(left + right)
    lone n.~(left + right)
  }
}

run Tree for 3
