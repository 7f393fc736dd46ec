-- Sorted lists whose last node links to itself: an exercise with its solution.
sig List { header: set Node }
sig Node { link: set Node, elem: set Int }

fact Cardinalities {
  all l: List | lone l.header
  all n: Node | lone n.link
  all n: Node | one n.elem
}

-- The list has no header, or a node that links to itself is reachable from the header.
pred Loop[l: List] { no l.header or one n: l.header.*link | n in n.link }

-- No element is greater than its successor.
pred Sorted[l: List] { all n: l.header.*link | some n.link => n.elem <= n.link.elem }

pred RepOk[l: List] {
  Loop[l]
  Sorted[l]
}

pred Count[l: List, x: Int, result: Int] {
  RepOk[l]
  result = #{ n: l.header.*link | n.elem = x }
}

abstract sig Answer {}
one sig Yes, No extends Answer {}

pred Contains[l: List, x: Int, result: Answer] {
  RepOk[l]
  result = Yes iff some n: l.header.*link | n.elem = x
}

run RepOk for 3
