module util/relation

-- Properties of binary relations over any atoms. Those with a set s as parameter depend only on its elements.

fun dom [r: univ -> univ]: set (r.univ) { r.univ }
fun ran [r: univ -> univ]: set (univ.r) { univ.r }

-- The number of images of each element of s: at least one, at most one, exactly one.
pred total [r: univ -> univ, s: set univ] { all x: s | some x.r }
pred functional [r: univ -> univ, s: set univ] { all x: s | lone x.r }
pred function [r: univ -> univ, s: set univ] { all x: s | one x.r }

-- The number of preimages of each element of s.
pred surjective [r: univ -> univ, s: set univ] { all y: s | some r.y }
pred injective [r: univ -> univ, s: set univ] { all y: s | lone r.y }
pred bijective [r: univ -> univ, s: set univ] { all y: s | one r.y }

-- One to one between d and c.
pred bijection [r: univ -> univ, d, c: set univ] {
  function[r, d]
  bijective[r, c]
}

pred reflexive [r: univ -> univ, s: set univ] { (s <: iden) in r }
pred irreflexive [r: univ -> univ] { no r & iden }
pred symmetric [r: univ -> univ] { ~r in r }
pred antisymmetric [r: univ -> univ] { (r & ~r) in iden }
pred transitive [r: univ -> univ] { r.r in r }

-- No element of s is reachable from itself.
pred acyclic [r: univ -> univ, s: set univ] { all x: s | x not in x.^r }

-- Of two different elements of s, one is related to the other.
pred complete [r: univ -> univ, s: univ] { all x, y: s | x = y or x -> y in r + ~r }

pred preorder [r: univ -> univ, s: set univ] {
  reflexive[r, s]
  transitive[r]
}

pred equivalence [r: univ -> univ, s: set univ] {
  preorder[r, s]
  symmetric[r]
}

pred partialOrder [r: univ -> univ, s: set univ] {
  preorder[r, s]
  antisymmetric[r]
}

pred totalOrder [r: univ -> univ, s: set univ] {
  partialOrder[r, s]
  complete[r, s]
}
