// SPDX-License-Identifier: MIT
#include "cpp/path/gates.hpp"

#include <algorithm>

namespace fretsaw::path {

namespace {

std::uint64_t pair_key(Literal a, Literal b) {
  return static_cast<std::uint64_t>(static_cast<std::uint32_t>(a)) << 32 | static_cast<std::uint32_t>(b);
}

}  // namespace

Gates::Gates(Solver& solver) : solver_(solver), last_(solver.variables()), yes_(fresh()) { require(yes_); }

// The solver hears of it with its first clause: it has to decide every variable that it knows.
Literal Gates::fresh() { return ++last_; }

Literal Gates::known(Literal literal) const {
  if (solver_.always(literal)) return yes();
  return solver_.always(-literal) ? no() : literal;
}

Literal Gates::conjunction(Literal a, Literal b) {
  a = known(a);
  b = known(b);
  if (a == no() || b == no() || a == -b) return no();
  if (a == yes()) return b;
  if (b == yes() || a == b) return a;
  if (a > b) std::swap(a, b);
  const auto [found, is_new] = ands_.try_emplace(pair_key(a, b), 0);
  if (!is_new) return found->second;
  const Literal out = fresh();
  found->second = out;
  const Literal clauses[][3] = {{-out, a, 0}, {-out, b, 0}, {out, -a, -b}};
  require(std::span(clauses[0], 2));
  require(std::span(clauses[1], 2));
  require(std::span(clauses[2], 3));
  return out;
}

Literal Gates::exclusive(Literal a, Literal b) {
  a = known(a);
  b = known(b);
  if (a == no()) return b;
  if (b == no()) return a;
  if (a == yes()) return -b;
  if (b == yes()) return -a;
  if (a == b) return no();
  if (a == -b) return yes();
  bool flips = false;
  if (a < 0) a = -a, flips = !flips;
  if (b < 0) b = -b, flips = !flips;
  if (a > b) std::swap(a, b);
  const auto [found, is_new] = xors_.try_emplace(pair_key(a, b), 0);
  if (is_new) {
    const Literal out = fresh();
    found->second = out;
    const Literal clauses[][3] = {{-out, a, b}, {-out, -a, -b}, {out, -a, b}, {out, a, -b}};
    for (const auto& clause : clauses) require(clause);
  }
  return flips ? -found->second : found->second;
}

Literal Gates::choose(Literal condition, Literal then, Literal otherwise) {
  condition = known(condition);
  then = known(then);
  otherwise = known(otherwise);
  if (condition == yes() || then == otherwise) return then;
  if (condition == no()) return otherwise;
  if (then == yes() || then == condition) return disjunction(condition, otherwise);
  if (then == no() || then == -condition) return conjunction(-condition, otherwise);
  if (otherwise == yes() || otherwise == -condition) return disjunction(-condition, then);
  if (otherwise == no() || otherwise == condition) return conjunction(condition, then);
  if (then == -otherwise) return -exclusive(condition, then);
  if (condition < 0) return choose(-condition, otherwise, then);
  if (then < 0) return -choose(condition, -then, -otherwise);
  const auto [found, is_new] = choices_.try_emplace({condition, then, otherwise}, 0);
  if (!is_new) return found->second;
  const Literal out = fresh();
  found->second = out;
  // The last two follow from the others, but no single step shows it.
  const Literal clauses[][3] = {{-condition, -then, out},     {-condition, then, -out},
                                {condition, -otherwise, out}, {condition, otherwise, -out},
                                {-then, -otherwise, out},     {then, otherwise, -out}};
  for (const auto& clause : clauses) require(clause);
  return out;
}

Literal Gates::conjunction(std::span<const Literal> all) {
  Bits rest;
  for (const Literal one : all) {
    const Literal each = known(one);
    if (each == no()) return no();
    if (each != yes()) rest.push_back(each);
  }
  std::ranges::sort(rest);
  rest.erase(std::ranges::unique(rest).begin(), rest.end());
  for (const Literal each : rest) {
    if (std::ranges::binary_search(rest, -each)) return no();
  }
  if (rest.empty()) return yes();
  if (rest.size() == 1) return rest.front();
  if (rest.size() == 2) return conjunction(rest[0], rest[1]);
  if (const auto found = wide_ands_.find(rest); found != wide_ands_.end()) return found->second;
  const Literal out = fresh();
  Bits clause = {out};
  for (const Literal each : rest) {
    const Literal half[] = {-out, each};
    require(half);
    clause.push_back(-each);
  }
  require(clause);
  wide_ands_.emplace(std::move(rest), out);
  return out;
}

Literal Gates::disjunction(std::span<const Literal> any) {
  Bits none;
  for (const Literal each : any) none.push_back(-each);
  return -conjunction(std::span<const Literal>(none));
}

Bits Gates::constant(std::uint64_t value, unsigned width) const {
  Bits out;
  for (unsigned i = 0; i < width; ++i) out.push_back(i < 64 && (value >> i & 1) != 0 ? yes() : no());
  return out;
}

Bits Gates::fresh_number(unsigned width) {
  Bits out;
  for (unsigned i = 0; i < width; ++i) out.push_back(fresh());
  return out;
}

Bits Gates::sum(const Bits& a, const Bits& b, Literal carry) {
  Bits out;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Literal half = exclusive(a[i], b[i]);
    out.push_back(exclusive(half, carry));
    carry = choose(half, carry, a[i]);
  }
  return out;
}

Bits Gates::inverted(const Bits& a) const {
  Bits out;
  for (const Literal each : a) out.push_back(-each);
  return out;
}

Bits Gates::product(const Bits& a, const Bits& b) {
  const auto width = static_cast<unsigned>(a.size());
  Bits total = constant(0, width);
  for (unsigned i = 0; i < width; ++i) {
    if (b[i] == no()) continue;
    Bits row(i, no());
    for (unsigned k = 0; k + i < width; ++k) row.push_back(conjunction(a[k], b[i]));
    total = sum(total, row);
  }
  return total;
}

// q and r with q * b + r = a in twice the width, and r < b.
std::pair<Bits, Bits> Gates::quotient(const Bits& a, const Bits& b) {
  const std::size_t width = a.size();
  const Bits q = fresh_number(static_cast<unsigned>(width));
  const Bits r = fresh_number(static_cast<unsigned>(width));
  const Bits whole = sum(product(extended(q, 2 * width, false), extended(b, 2 * width, false)),
                         extended(r, 2 * width, false));
  const Literal is_zero = equal(b, 0);
  const Literal fits[] = {is_zero, equal(whole, extended(a, 2 * width, false))};
  const Literal small[] = {is_zero, less(r, b, false)};
  require(fits);
  require(small);
  return {q, r};
}

std::pair<Bits, Bits> Gates::signed_quotient(const Bits& a, const Bits& b) {
  const Literal is_negative_a = a.back();
  const Literal is_negative_b = b.back();
  const auto [q, r] = quotient(choose(is_negative_a, negated(a), a), choose(is_negative_b, negated(b), b));
  return {choose(exclusive(is_negative_a, is_negative_b), negated(q), q),
          choose(is_negative_a, negated(r), r)};
}

Bits Gates::shifted(const Bits& a, const Bits& by, Shift direction) {
  Bits out = a;
  const std::size_t width = a.size();
  const Literal fill = direction == Shift::RightSigned ? a.back() : no();
  for (std::size_t step = 0; (std::size_t{1} << step) < width; ++step) {
    const std::size_t distance = std::size_t{1} << step;
    Bits moved(width, fill);
    for (std::size_t i = 0; i < width; ++i) {
      if (direction == Shift::Left && i >= distance) moved[i] = out[i - distance];
      if (direction != Shift::Left && i + distance < width) moved[i] = out[i + distance];
    }
    out = choose(by[step], moved, out);
  }
  return out;
}

Bits Gates::choose(Literal condition, const Bits& then, const Bits& otherwise) {
  Bits out;
  for (std::size_t i = 0; i < then.size(); ++i) out.push_back(choose(condition, then[i], otherwise[i]));
  return out;
}

Bits Gates::bitwise(const Bits& a, const Bits& b, Literal (Gates::*gate)(Literal, Literal)) {
  Bits out;
  for (std::size_t i = 0; i < a.size(); ++i) out.push_back((this->*gate)(a[i], b[i]));
  return out;
}

Literal Gates::equal(const Bits& a, const Bits& b) {
  Bits same;
  for (std::size_t i = 0; i < a.size(); ++i) same.push_back(-exclusive(a[i], b[i]));
  return conjunction(std::span<const Literal>(same));
}

Literal Gates::equal(const Bits& a, std::uint64_t value) {
  Bits same;
  for (std::size_t i = 0; i < a.size(); ++i) same.push_back(i < 64 && (value >> i & 1) != 0 ? a[i] : -a[i]);
  return conjunction(std::span<const Literal>(same));
}

Literal Gates::less(const Bits& a, const Bits& b, bool is_signed) {
  // Numbers that are compared one way are often compared the other way, too: one circuit for both.
  if (b < a) return conjunction(-less(b, a, is_signed), -equal(a, b));
  Literal below = no();
  for (std::size_t i = 0; i < a.size(); ++i) {
    const bool is_sign = is_signed && i + 1 == a.size();
    below = choose(exclusive(a[i], b[i]), is_sign ? a[i] : b[i], below);
  }
  return below;
}

Bits Gates::extended(const Bits& a, std::size_t width, bool is_signed) const {
  Bits out = a;
  out.resize(width, is_signed && !a.empty() ? a.back() : no());
  return out;
}

}  // namespace fretsaw::path
