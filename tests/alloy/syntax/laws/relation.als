-- util/relation and util/ternary against other ways to say the same.
open util/relation
open util/ternary as three

sig A { r: set A, t: A -> A }

check maps {
  total[r, A] and functional[r, A] iff function[r, A]
  surjective[r, A] and injective[r, A] iff bijective[r, A]
  bijection[r, A, A] iff (r in A one -> one A)
  function[r, A] iff (r in A -> one A)
  dom[r] = ~r[A] and ran[r] = r[A]
} for 3 expect 0

check orders {
  reflexive[r, A] iff A <: iden in r
  irreflexive[r] iff no a: A | a in a.r
  symmetric[r] iff r = ~r
  antisymmetric[r] iff all disj a, b: A | a -> b in r implies b -> a not in r
  transitive[r] iff r = ^r
  acyclic[r, A] iff no ^r & iden
  equivalence[r, A] iff r = *(r + ~r) & A -> A
  preorder[r, A] iff r = *r & A -> A
  partialOrder[r, A] iff preorder[r, A] and antisymmetric[r]
  complete[r, A] iff all disj a, b: A | a -> b in r + ~r
  totalOrder[r, A] iff partialOrder[r, A] and complete[r, A]
} for 3 expect 0

check columns {
  three/dom[t] = t.A.A and three/mid[t] = A.(t.A) and three/ran[t] = A.(A.t)
  all a, b, c: A {
    a -> b in select12[t] iff some a.t & b -> A
    a -> c in select13[t] iff some a.t.c
    b -> c in select23[t] iff some x: A | x -> b -> c in t
    b -> a -> c in flip12[t] iff a -> b -> c in t
    c -> b -> a in flip13[t] iff a -> b -> c in t
    a -> c -> b in flip23[t] iff a -> b -> c in t
  }
} for 2 expect 0
