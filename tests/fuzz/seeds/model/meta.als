sig A { f: set A, g: A -> A }
private sig B extends A {}
enum E { X, Y }
let linked[s, x] = { some p: s.fields | x in univ.(p.value) }
fact { all s: sig$ | some s.value or s.parent in sig$ - this/A$ }
fun names: set field$ { {p: A$.subfields | some p.value} }
check { all p: A$.fields, s: static$ & sig$ | p in var$ implies no s.value & A$f.value.univ }
run { #names > 1 and linked[A$, A] } for 2
