-- What util/ordering promises.
open util/ordering[A] as ord

sig A {}

check places {
  first.*(ord/next) = A
  no first.(ord/prev) and no last.(ord/next)
  ord/next = ~(ord/prev)
  one first and one last
} for 5 expect 0

check comparisons {
  all a, b: A {
    lt[a, b] iff b in nexts[a]
    gt[a, b] iff b in prevs[a]
    lte[a, b] iff a = b or lt[a, b]
    gte[a, b] iff a = b or gt[a, b]
    larger[a, b] = max[a + b]
    smaller[a, b] = min[a + b]
    int2elem[elem2int[a, ord/next], ord/next, A] = a
  }
  max[A] = last and min[A] = first
  elem2int[first, ord/next] = 0
} for 4 expect 0

run all_of_them {} for 5 expect 1
check { #A = 5 } for 5 expect 0
