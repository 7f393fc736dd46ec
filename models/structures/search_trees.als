-- Binary search trees whose keys are integers.
sig Node { left, right: lone Node, key: one Int }
one sig Tree { root: lone Node }

pred searchTree {
  Node = Tree.root.*(left + right)
  all n: Node {
    n not in n.^(left + right)
    lone n.~(left + right)
    no n.left & n.right
    all l: n.left.*(left + right) | l.key < n.key
    all r: n.right.*(left + right) | r.key > n.key
  }
}
-- At most three nodes, keys 1 to 3: 15 trees.
run small { searchTree and Node.key in 1 + 2 + 3 } for 3 but 3 int
-- Nine nodes, keys 0 to 8.
run nine { searchTree and Node.key in { i: Int | i >= 0 and i < 9 } } for exactly 9 Node, 5 int
