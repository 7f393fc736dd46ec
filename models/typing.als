module typing

-- The simply typed lambda calculus: variables have types; the type of a term, if any, follows from those of its subterms.

abstract sig Type {}
sig Base extends Type {}
sig Arrow extends Type {
  domain: Type,
  range: Type
}

fact TypesAreTrees { no t: Type | t in t.^(domain + range) }
fact TypesAreUnique { all disj s, t: Arrow | s.domain != t.domain or s.range != t.range }

abstract sig Term { type: set Type }
sig Variable extends Term { annotation: Type }
sig Abstraction extends Term {
  parameter: Variable,
  body: Term
}
sig Application extends Term {
  callee: Term,
  argument: Term
}

fun parts: Term -> Term { parameter + body + callee + argument }
fact TermsAreTrees { no t: Term | t in t.^parts }

fact Rules {
  all v: Variable | v.type = v.annotation
  all l: Abstraction | l.type = { t: Arrow | t.domain = l.parameter.type and t.range in l.body.type }
  all a: Application | a.type = { t: Type | some f: a.callee.type & Arrow | f.domain in a.argument.type and f.range = t }
}

run applied { some a: Application | some a.type and a.callee in Abstraction } for 4 expect 1
run higherOrder { some a: Application | some a.type and some a.argument.type & Arrow } for 4 expect 1

assert TypesOfTermsAreUnique { all t: Term | lone t.type }
check TypesOfTermsAreUnique for 4 expect 0

-- No term can be applied to itself; therefore all well-typed terms terminate.
assert NoSelfApplication { all a: Application | a.callee = a.argument => no a.type }
check NoSelfApplication for 4 expect 0

assert PartsOfTypedTermsAreTyped { all t: Term | some t.type => all p: t.parts | some p.type }
check PartsOfTypedTermsAreTyped for 4 expect 0

assert EveryTermHasAType { all t: Term | some t.type }
check EveryTermHasAType for 3 expect 1
