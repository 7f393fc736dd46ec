-- What util/integer promises, at four bits.
check arithmetic {
  all a, b: Int {
    add[a, b] = plus[a, b]
    sub[a, b] = minus[a, b]
    a.plus[b] = b.plus[a]
    negate[a] = minus[0, a]
    b != 0 implies plus[mul[div[a, b], b], rem[a, b]] = a
  }
} for 4 int expect 0

check order {
  all a, b: Int {
    lt[a, b] iff a in prevs[b]
    gt[a, b] iff a in nexts[b]
    lte[a, b] iff not gt[a, b]
    gte[a, b] iff not lt[a, b]
    eq[a, b] iff a = b
    larger[a, b] = max[a + b]
    smaller[a, b] = min[a + b]
  }
  next = ~prev
  no max.next and no min.prev
  all a: Int - max | a.next = plus[a, 1]
  max = 7 and min = -8
} for 4 int expect 0

check signs {
  all a: Int {
    zero[a] iff a = 0
    pos[a] iff signum[a] = 1
    neg[a] iff signum[a] = -1
    nonpos[a] iff not pos[a]
    nonneg[a] iff not neg[a]
  }
  signum[0] = 0
} for 4 int expect 0

check sets {
  all a, b, c: Int | let s = a + b + c {
    one max[s] and one min[s]
    max[s] in s and min[s] in s
    no x: s | x > max[s] or x < min[s]
  }
  no max[Int - Int] and no min[Int - Int]
} for 3 int expect 0
