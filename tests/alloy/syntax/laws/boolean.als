-- The tables of util/boolean.
open util/boolean

check tables {
  all a, b: Bool {
    And[a, b].isTrue iff a.isTrue and b.isTrue
    Or[a, b].isTrue iff a.isTrue or b.isTrue
    Xor[a, b].isTrue iff a != b
    Nand[a, b] = Not[And[a, b]]
    Nor[a, b] = Not[Or[a, b]]
    isFalse[Not[a]] iff isTrue[a]
    one And[a, b] and one Or[a, b] and one Xor[a, b] and one Not[a]
  }
  #Bool = 2
} for 3 expect 0
