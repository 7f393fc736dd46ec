-- Sets with one binary operation (magmas), as a ternary relation: a.times[b].
sig Element { times: Element -> one Element }

pred associative { all a, b, c: Element | a.times[b].times[c] = a.times[b.times[c]] }
pred unital { some u: Element | all a: Element | a.times[u] = a and u.times[a] = a }
pred divisible { all a, c: Element | (one b: Element | a.times[b] = c) and (one b: Element | b.times[a] = c) }

run magma {} for exactly 2 Element
run semigroup { associative } for exactly 3 Element
run monoid { associative and unital } for exactly 3 Element
run group { associative and unital and divisible } for exactly 4 Element
run quasigroup { divisible } for exactly 3 Element
run unitalQuasigroup { divisible and unital } for exactly 4 Element
