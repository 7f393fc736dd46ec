module util/ordering[exactly elem]

-- A linear order over all atoms in the scope of elem; `exactly` makes elem contain all of them.
-- If these atoms are fixed, so is the order: it is the one in which they are numbered.
--
-- util/integer defines many of the names below, too, so they are qualified where the module itself uses them: elem
-- may be Int.

private one sig Ord {
  First: set elem,
  Next: elem -> elem
} { pred/totalOrder[elem, First, Next] }

-- The relations of the order.
fun next: elem -> elem { Ord.Next }
fun prev: elem -> elem { ~(Ord.Next) }

-- The first and the last element.
fun first: one elem { Ord.First }
fun last: one elem { elem - Ord.Next.elem }

-- All elements before or after an element.
fun prevs [e: elem]: set elem { ^(Ord.Next).e }
fun nexts [e: elem]: set elem { e.^(Ord.Next) }

-- Comparisons.
pred lt [a, b: elem] { a in this/prevs[b] }
pred gt [a, b: elem] { a in this/nexts[b] }
pred lte [a, b: elem] { a = b or this/lt[a, b] }
pred gte [a, b: elem] { a = b or this/gt[a, b] }

-- The greater and the smaller of two elements.
fun larger [a, b: elem]: elem { this/lt[a, b] implies b else a }
fun smaller [a, b: elem]: elem { this/lt[a, b] implies a else b }

-- The greatest and the least of a set; empty if the set is empty.
fun max [es: set elem]: lone elem { es - ^(Ord.Next).es }
fun min [es: set elem]: lone elem { es - es.^(Ord.Next) }

-- The definition of a linear order, without pred/totalOrder.
assert correct {
  let follows = Ord.Next, first = this/first, last = this/last {
    first.*follows = elem
    no follows.first
    no last.follows
    no ^follows & iden
    follows.~follows in iden
    ~follows.follows in iden
    all disj a, b: elem | this/lt[a, b] iff not this/lt[b, a]
    all a, b, c: elem | this/lt[a, b] and this/lt[b, c] implies this/lt[a, c]
  }
}

run {} for exactly 0 elem expect 0
run {} for exactly 1 elem expect 1
run {} for exactly 4 elem expect 1
check correct for exactly 1 elem
check correct for exactly 2 elem
check correct for exactly 5 elem
