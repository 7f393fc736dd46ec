module util/boolean

-- Truth values as atoms, for fields that have one.

abstract sig Bool {}
one sig True, False extends Bool {}

pred isTrue [b: Bool] { b in True }
pred isFalse [b: Bool] { b in False }

fun Not [b: Bool]: Bool { Bool - b }

-- The set of the values of both operands determines the result.
fun And [a, b: Bool]: Bool { a + b in True implies True else False }
fun Or [a, b: Bool]: Bool { True in a + b implies True else False }
fun Xor [a, b: Bool]: Bool { Bool in a + b implies True else False }
fun Nand [a, b: Bool]: Bool { False in a + b implies True else False }
fun Nor [a, b: Bool]: Bool { a + b in False implies True else False }
