-- Lists that end in a node which links to itself, with sorted elements: an exercise, solved.
sig List { header: set Node }
sig Node { link: set Node, elem: set Int }

fact Cardinalities {
  all l: List | lone l.header
  all n: Node | lone n.link
  all n: Node | one n.elem
}

-- No header, or one comes to a node that links to itself.
pred Loop[l: List] { no l.header or one n: l.header.*link | n in n.link }

-- No element is greater than the one that follows it.
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
