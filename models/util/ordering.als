module util/ordering[exactly elem]

-- One linear order over all atoms that the scope gives to elem; `exactly` makes elem use all of them.
-- Where these atoms are fixed, so is the order: it is the one in which they are numbered.

private one sig Ord {
  First: set elem,
  Next: elem -> elem
} { pred/totalOrder[elem, First, Next] }

-- The relations of the order.
fun next: elem -> elem { Ord.Next }
fun prev: elem -> elem { ~next }

-- Its ends.
fun first: one elem { Ord.First }
fun last: one elem { elem - next.elem }

-- All that come before or after an element.
fun prevs [e: elem]: set elem { e.^prev }
fun nexts [e: elem]: set elem { e.^next }

-- Comparisons.
pred lt [a, b: elem] { b in nexts[a] }
pred gt [a, b: elem] { a in nexts[b] }
pred lte [a, b: elem] { a = b or lt[a, b] }
pred gte [a, b: elem] { a = b or gt[a, b] }

-- The greater and the smaller of two.
fun larger [a, b: elem]: elem { lt[a, b] implies b else a }
fun smaller [a, b: elem]: elem { lt[a, b] implies a else b }

-- The greatest and the least of a set; nothing if it is empty.
fun max [es: set elem]: lone elem { es - es.^prev }
fun min [es: set elem]: lone elem { es - es.^next }

-- What a linear order is, said without pred/totalOrder.
assert correct {
  first.*next = elem
  no first.prev
  no last.next
  no ^next & iden
  next.prev in iden
  prev.next in iden
  all disj a, b: elem | lt[a, b] iff not lt[b, a]
  all a, b, c: elem | lt[a, b] and lt[b, c] implies lt[a, c]
}

run {} for exactly 0 elem expect 0
run {} for exactly 1 elem expect 1
run {} for exactly 4 elem expect 1
check correct for exactly 1 elem
check correct for exactly 2 elem
check correct for exactly 5 elem
