-- Terms of an expression language: constants, unary and binary operators.
abstract sig Term {}
sig Leaf extends Term {}
sig Unary extends Term { argument: Term }
sig Binary extends Term { left, right: Term }
one sig Whole { top: Term }

fun children: Term -> Term { argument + left + right }
fact {
  Term = Whole.top.*children
  no left & right
  all t: Term | t not in t.^children and lone children.t
  no children.(Whole.top)
}

run term {} for exactly 4 Term
