-- Binary trees. The nodes are not numbered: `fretsaw enumerate` gives one tree per isomorphism class.
sig Node { left, right: lone Node }
one sig Tree { root: lone Node }

pred tree {
  Node = Tree.root.*(left + right)
  all n: Node {
    n not in n.^(left + right)      -- no cycle
    lone n.~(left + right)          -- one parent
    no n.left & n.right
  }
}
run tree for exactly 4 Node
