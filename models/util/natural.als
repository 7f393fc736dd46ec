module util/natural

-- The numbers 0, 1, 2, … as ordered atoms, as many as the scope of Natural. A result that would be larger than the
-- largest of them does not exist: the function returns the empty set.

private open util/ordering[Natural] as ord
private open util/integer as integer

sig Natural {}
one sig Zero in Natural {}
lone sig One in Natural {}

fact {
  ord/first in Zero
  ord/next[ord/first] in One
}

fun inc [n: Natural]: lone Natural { ord/next[n] }
fun dec [n: Natural]: lone Natural { ord/prev[n] }

-- A number is the number of smaller numbers.
fun add [a, b: Natural]: lone Natural { { n: Natural | #ord/prevs[n] = plus[#ord/prevs[a], #ord/prevs[b]] } }
fun sub [a, b: Natural]: lone Natural { { n: Natural | #ord/prevs[a] = plus[#ord/prevs[b], #ord/prevs[n]] } }

-- A product is the size of a rectangle; only exact quotients exist.
fun mul [a, b: Natural]: lone Natural { { n: Natural | #ord/prevs[n] = #(ord/prevs[a] -> ord/prevs[b]) } }
fun div [a, b: Natural]: lone Natural { { n: Natural | #ord/prevs[a] = #(ord/prevs[b] -> ord/prevs[n]) } }

pred gt [a, b: Natural] { ord/gt[a, b] }
pred lt [a, b: Natural] { ord/lt[a, b] }
pred gte [a, b: Natural] { ord/gte[a, b] }
pred lte [a, b: Natural] { ord/lte[a, b] }

fun max [ns: set Natural]: lone Natural { ord/max[ns] }
fun min [ns: set Natural]: lone Natural { ord/min[ns] }
