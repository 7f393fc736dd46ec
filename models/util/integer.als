module util/integer

-- Arithmetic and comparison of integers. Every module opens this one implicitly. If a result does not fit into the bit
-- width, it wraps around, or the case is excluded: an option of the run.

-- Sums and differences have two names each, for models with an `add` of their own.
fun plus [a, b: Int]: Int { a fun/add b }
fun minus [a, b: Int]: Int { a fun/sub b }
fun add [a, b: Int]: Int { this/plus[a, b] }
fun sub [a, b: Int]: Int { this/minus[a, b] }
fun negate [a: Int]: Int { 0 fun/sub a }

fun mul [a, b: Int]: Int { a fun/mul b }

-- Division rounds towards zero, and a = b * div[a, b] + rem[a, b].
fun div [a, b: Int]: Int { a fun/div b }
fun rem [a, b: Int]: Int { a fun/rem b }

-- -1, 0 or 1
fun signum [a: Int]: Int { a < 0 implies (0 fun/sub 1) else a > 0 implies 1 else 0 }

pred eq [a, b: Int] { int[a] = int[b] }
pred lt [a, b: Int] { a < b }
pred lte [a, b: Int] { a <= b }
pred gt [a, b: Int] { a > b }
pred gte [a, b: Int] { a >= b }

pred zero [a: Int] { a = 0 }
pred pos [a: Int] { a > 0 }
pred neg [a: Int] { a < 0 }
pred nonpos [a: Int] { a <= 0 }
pred nonneg [a: Int] { a >= 0 }

fun larger [a, b: Int]: Int { let x = int[a], y = int[b] | x < y implies y else x }
fun smaller [a, b: Int]: Int { let x = int[a], y = int[b] | x < y implies x else y }

-- The integers as an ordered set.
fun min: one Int { fun/min }
fun max: one Int { fun/max }
fun next: Int -> Int { fun/next }
fun prev: Int -> Int { ~next }

fun nexts [a: Int]: set Int { a.^next }
fun prevs [a: Int]: set Int { a.^prev }

-- The greatest and the least of a set; empty if the set is empty.
fun max [s: set Int]: lone Int { s - s.^prev }
fun min [s: set Int]: lone Int { s - s.^next }

-- Positions in a linear order such as util/ordering's `next`, counted from 0: the element of s at a position, and the
-- position of an element.
fun int2elem [place: Int, next: univ -> univ, s: set univ]: lone s { { e: s | #(^next.e) = int[place] } }
fun elem2int [e: univ, next: univ -> univ]: lone Int { Int[#(^next.e)] }
