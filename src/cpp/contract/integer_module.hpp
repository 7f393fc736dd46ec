// SPDX-License-Identifier: MIT
// util/integer for integers that have no bit width: the same functions, without a smallest and a largest
// integer, and with the greatest of a set by comparison.
#pragma once

namespace fretsaw::contract {

inline constexpr const char* kIntegerModule = R"(module util/integer

fun plus [a, b: Int]: Int { a fun/add b }
fun minus [a, b: Int]: Int { a fun/sub b }
fun add [a, b: Int]: Int { this/plus[a, b] }
fun sub [a, b: Int]: Int { this/minus[a, b] }
fun negate [a: Int]: Int { 0 fun/sub a }
fun mul [a, b: Int]: Int { a fun/mul b }
fun div [a, b: Int]: Int { a fun/div b }
fun rem [a, b: Int]: Int { a fun/rem b }
fun signum [a: Int]: Int { a > 0 implies 1 else a < 0 implies -1 else 0 }

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

fun max [s: set Int]: lone Int { { e: s | no f: s | f > e } }
fun min [s: set Int]: lone Int { { e: s | no f: s | f < e } }
)";

}  // namespace fretsaw::contract
