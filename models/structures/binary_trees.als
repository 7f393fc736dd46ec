-- Binary trees. Nothing here numbers the nodes: `fretsaw enumerate` gives each shape once by itself.
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
