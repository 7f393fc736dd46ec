-- Red-black trees; the nodes are ordered by their keys, the numbers 1 to n.
enum Color { Red, Black }
sig Node { left, right, parent: lone Node, key: one Int, color: one Color }
one sig Tree { root: one Node }

fun down: Node -> Node { left + right }
fun blacksAbove[n: Node]: Int { #(n.*parent & color.Black) }

pred redBlack {
  Node = Tree.root.*down
  parent = ~down
  no Tree.root.parent
  all n: Node {
    lone n.parent
    no n.left & n.right
    n not in n.^down
    all l: n.left.*down | l.key < n.key
    all r: n.right.*down | r.key > n.key
    n.color = Red implies Red not in n.down.color
  }
  all m, n: Node | (#m.down < 2 and #n.down < 2) implies blacksAbove[m] = blacksAbove[n]
  Node.key = { i: Int | i >= 1 and i <= #Node }
}
run redBlack for exactly 4 Node, 5 int
run { redBlack and Tree.root.color = Black } for exactly 4 Node, 5 int
