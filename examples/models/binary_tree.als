-- Binary trees and forests.
sig Node { left, right: lone Node }

-- No node is both the left and the right child of another.
fact TwoSides { no left & right }

pred Tree {
  all n: Node {
    n not in n.^(left + right)
    lone n.~(left + right)
  }
}

run Tree for 3
