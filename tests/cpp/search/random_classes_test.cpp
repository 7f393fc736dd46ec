// SPDX-License-Identifier: MIT
// Class declarations made by chance: nesting, bases, templates, arrays, bit-fields, containers, unions left
// out. A predicate adds up what it reads, modulo a small number; how many objects have which sum is computed
// from the declaration alone, by convolution. That the layouts are right is checked by the compiler in the
// generated code.
#include <array>
#include <numeric>
#include <random>

#include "cpp/search/searching.hpp"

namespace fretsaw::testing {
namespace {

constexpr std::size_t kModulus = 5;
constexpr int kSize = 2;  // of --size: integers 0..2, lengths 0..2, letters a and b
using Sums = std::array<std::uint64_t, kModulus>;

Sums add(Sums a, const Sums& b) {
  for (std::size_t i = 0; i < kModulus; ++i) a[i] += b[i];
  return a;
}
Sums shift(const Sums& a, std::size_t by) {
  Sums out{};
  for (std::size_t i = 0; i < kModulus; ++i) out[(i + by) % kModulus] += a[i];
  return out;
}
Sums scale(const Sums& a, std::size_t by) {
  Sums out{};
  for (std::size_t i = 0; i < kModulus; ++i) out[i * by % kModulus] += a[i];
  return out;
}
Sums both(const Sums& a, const Sums& b) {
  Sums out{};
  for (std::size_t i = 0; i < kModulus; ++i)
    for (std::size_t k = 0; k < kModulus; ++k) out[(i + k) % kModulus] += a[i] * b[k];
  return out;
}
std::uint64_t total(const Sums& a) { return std::accumulate(a.begin(), a.end(), std::uint64_t{0}); }

Sums values(std::initializer_list<int> list) {
  Sums out{};
  for (const int value : list) ++out[static_cast<std::size_t>(value) % kModulus];
  return out;
}

// Up to kSize elements, each counting one more than its own sum.
Sums sequence(const Sums& element) {
  Sums out = values({0});
  Sums all = values({0});
  for (int length = 1; length <= kSize; ++length) {
    all = both(all, shift(element, 1));
    out = add(out, all);
  }
  return out;
}

// Up to kSize different keys of 0..keys-1, each counting one more than itself and what belongs to it.
Sums keyed(int keys, const Sums& value) {
  Sums out{};
  for (int set = 0; set < 1 << keys; ++set) {
    Sums all = values({0});
    int members = 0;
    for (int key = 0; key < keys; ++key) {
      if ((set >> key & 1) == 0) continue;
      ++members;
      all = both(all, shift(value, static_cast<std::size_t>(key + 1)));
    }
    if (members <= kSize) out = add(out, all);
  }
  return out;
}

constexpr const char* kPreamble = R"(#pragma once
#include <array>
#include <bitset>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>
enum class Hue { Red, Green = 3, Blue };
template <class T> struct Sum { static long of(const T& t) { return t.total(); } };
template <class T> long sum(const T& t) { return Sum<T>::of(t); }
template <class C> long sum_of_elements(const C& c, long each) {
  long s = 0;
  for (const auto& e : c) s += each + sum(e);
  return s;
}
template <class C> long sum_of_entries(const C& c) {
  long s = 0;
  for (const auto& e : c) s += 1 + sum(e.first) + sum(e.second);
  return s;
}
template <> struct Sum<bool> { static long of(bool b) { return b; } };
template <> struct Sum<int> { static long of(int n) { return n; } };
template <> struct Sum<char> { static long of(char c) { return c - 'a'; } };
template <> struct Sum<Hue> { static long of(Hue h) { return static_cast<long>(h); } };
template <> struct Sum<std::string> { static long of(const std::string& c) { return sum_of_elements(c, 1); } };
template <class T> struct Sum<std::vector<T>> { static long of(const std::vector<T>& c) { return sum_of_elements(c, 1); } };
template <class T> struct Sum<std::list<T>> { static long of(const std::list<T>& c) { return sum_of_elements(c, 1); } };
template <class T> struct Sum<std::deque<T>> { static long of(const std::deque<T>& c) { return sum_of_elements(c, 1); } };
template <class T> struct Sum<std::set<T>> { static long of(const std::set<T>& c) { return sum_of_elements(c, 1); } };
template <class K, class V> struct Sum<std::map<K, V>> { static long of(const std::map<K, V>& c) { return sum_of_entries(c); } };
template <class K, class V> struct Sum<std::unordered_map<K, V>> {
  static long of(const std::unordered_map<K, V>& c) { return sum_of_entries(c); }
};
template <class T> struct Sum<std::unique_ptr<T>> { static long of(const std::unique_ptr<T>& p) { return p ? 1 + sum(*p) : 0; } };
template <class T> struct Sum<std::optional<T>> { static long of(const std::optional<T>& p) { return p ? 1 + sum(*p) : 0; } };
template <std::size_t n> struct Sum<std::bitset<n>> { static long of(const std::bitset<n>& b) { return static_cast<long>(b.count()); } };
template <class A, class B> struct Sum<std::pair<A, B>> {
  static long of(const std::pair<A, B>& p) { return sum(p.first) + 2 * sum(p.second); }
};
template <class A, class B> struct Sum<std::tuple<A, B>> {
  static long of(const std::tuple<A, B>& t) { return sum(std::get<0>(t)) + 3 * sum(std::get<1>(t)); }
};
template <class T, std::size_t n> struct Sum<std::array<T, n>> { static long of(const std::array<T, n>& a) { return sum_of_elements(a, 0); } };
template <class T, std::size_t n> struct Sum<T[n]> { static long of(const T (&a)[n]) { return sum_of_elements(a, 0); } };
)";

struct RandomType {
  std::string name;
  Sums sums;
  std::vector<std::string> left{};  // bounds that leave a field alone
};

class ClassGenerator {
 public:
  explicit ClassGenerator(unsigned seed) : random_(seed) {}

  std::string text = kPreamble;
  std::vector<std::string> left;  // bounds that leave a field alone

  RandomType structure(int depth) {
    const int number = count_++;
    const std::string name = "S" + std::to_string(number);
    std::string head = "struct " + name;
    std::string body;
    std::string sum = "0";
    Sums sums = values({0});
    int bases = depth > 0 ? pick(3) : 0;
    for (int i = 0; i < bases; ++i) {
      const RandomType base = structure(depth - 1);
      const char* const access[] = {"", "private ", "protected "};
      head += (i == 0 ? " : " : ", ") + std::string(access[pick(3)]) + base.name;
      sum += " + " + base.name + "::total()";
      sums = both(sums, base.sums);
    }
    const bool is_gated = pick(4) == 0;
    if (is_gated) body += "  bool gate;\n";
    const int fields = 1 + pick(3);
    for (int i = 0; i < fields; ++i) field("f" + std::to_string(i), depth, body, sum, sums);
    if (pick(4) == 0) body += "  static int shared;\n";
    if (pick(4) == 0) {
      body += "  union { int i; float f; } either = {};\n";
      left.push_back(name + "::either=default");
    }
    if (pick(5) == 0) body += "  const int limit = 4;\n";
    if (pick(5) == 0) body += "  virtual ~" + name + "() = default;\n";
    body += "  long total() const { return " + (is_gated ? "!gate ? 0 : " : std::string()) + sum + "; }\n";
    text += head + " {\n" + body + "};\n";
    if (is_gated) sums = add(sums, scale_to_zero(sums));
    return {name, sums};
  }

 private:
  int pick(int below) { return static_cast<int>(random_() % static_cast<unsigned>(below)); }

  static Sums scale_to_zero(const Sums& sums) {
    Sums out{};
    out[0] = fretsaw::testing::total(sums);
    return out;
  }

  void field(const std::string& name, int depth, std::string& body, std::string& sum, Sums& sums) {
    const auto weight = static_cast<std::size_t>(1 + pick(4));
    const std::string term = " + " + std::to_string(weight) + " * ::sum(" + name + ")";
    if (pick(4) == 0) {  // a bit-field; what does not fit is not among its values
      const int bits = 1 + pick(2);
      const bool is_unsigned = pick(2) == 0;
      body += std::string("  ") + (is_unsigned ? "unsigned " : "int ") + name + " : " +
              std::to_string(is_unsigned ? bits : bits + 1) + ";\n";
      if (pick(3) == 0) body += "  int : 0;\n";
      sum += " + " + std::to_string(weight) + " * ::sum(static_cast<int>(" + name + "))";
      sums = both(sums, scale(bits == 1 ? values({0, 1}) : values({0, 1, 2}), weight));
      return;
    }
    const bool is_unnamed = pick(6) == 0;  // members of an unnamed struct have no constructors
    const RandomType made = is_unnamed ? scalar() : type(depth);
    if (!is_unnamed && pick(5) == 0) {
      body += "  " + made.name + " " + name + "[2];\n";
      sum += term;
      sums = both(sums, scale(both(made.sums, made.sums), weight));
      return;
    }
    body += is_unnamed ? "  struct { " + made.name + " " + name + "; char pad" + name + "[3]; };\n"
                       : "  " + made.name + " " + name + ";\n";
    sum += term;
    sums = both(sums, scale(made.sums, weight));
    if (is_unnamed) sums = times(sums, 2 * 2 * 2);  // three letters that are never read
  }

  static Sums times(Sums sums, std::uint64_t by) {
    for (std::uint64_t& count : sums) count *= by;
    return sums;
  }

  RandomType scalar() {
    switch (pick(4)) {
      case 0:
        return {"bool", values({0, 1})};
      case 1:
        return {"Hue", values({0, 3, 4})};
      case 2:
        return {"char", values({0, 1})};
      default:
        return {"int", values({0, 1, 2})};
    }
  }

  RandomType type(int depth) {
    if (depth == 0) return scalar();
    switch (pick(16)) {
      case 0:
        return structure(depth - 1);
      case 1:
        return box(depth - 1);
      case 2: {
        const RandomType t = type(depth - 1);
        return {"std::optional<" + t.name + ">", add(values({0}), shift(t.sums, 1))};
      }
      case 3:
      case 4:
      case 5: {
        const RandomType t = type(depth - 1);
        const char* const names[] = {"std::vector<", "std::list<", "std::deque<"};
        const bool is_bits = t.name == "bool";
        return {names[is_bits ? 1 : pick(3)] + t.name + ">", sequence(t.sums)};
      }
      case 6:
        return {"std::string", sequence(values({0, 1}))};
      case 7:
        return {"std::set<int>", keyed(3, values({0}))};
      case 8: {
        const RandomType t = type(depth - 1);
        return {"std::map<int, " + t.name + ">", keyed(3, t.sums)};
      }
      case 9: {
        const RandomType t = scalar();
        return {"std::unordered_map<bool, " + t.name + ">", keyed(2, t.sums)};
      }
      case 10: {
        const RandomType a = type(depth - 1);
        const RandomType b = scalar();
        return {"std::pair<" + a.name + ", " + b.name + ">", both(a.sums, scale(b.sums, 2))};
      }
      case 11: {
        const RandomType a = scalar();
        const RandomType b = type(depth - 1);
        return {"std::tuple<" + a.name + ", " + b.name + ">", both(a.sums, scale(b.sums, 3))};
      }
      case 12:
        return {"std::bitset<2>", values({0, 1, 1, 2})};
      case 13:
        return {"std::unique_ptr<int>", add(values({0}), shift(values({0, 1, 2}), 1))};
      case 14: {
        const RandomType t = type(depth - 1);
        return {"std::array<" + t.name + ", 2>", both(t.sums, t.sums)};
      }
      default:
        return scalar();
    }
  }

  // A specialization of a template whose base depends on its argument.
  RandomType box(int depth) {
    const std::string number = std::to_string(count_++);
    const RandomType t = type(depth);
    text += "template <class T> struct Inner" + number +
            " { T item; long total() const { return ::sum(item); } };\n";
    text += "template <class T, int n> struct Box" + number + " : Inner" + number +
            "<T> { bool more[n]; long total() const { return Inner" + number +
            "<T>::total() + ::sum(more); } };\n";
    return {"Box" + number + "<" + t.name + ", 2>", both(t.sums, both(values({0, 1}), values({0, 1})))};
  }

  std::mt19937 random_;
  int count_ = 0;
};

TEST(RandomClasses, AreSearchedByTheirDeclarations) {
  constexpr unsigned kSeed = 20261115;
  constexpr std::uint64_t kMaxObjects = 20'000;
  constexpr int kClasses = 14;
  SCOPED_TRACE("seed " + std::to_string(kSeed));
  ClassGenerator generator(kSeed);
  std::vector<RandomType> made;
  for (int attempts = 0; made.size() < kClasses && attempts < 4000; ++attempts) {
    const std::string before = generator.text;
    generator.left.clear();
    RandomType next = generator.structure(2);
    const std::uint64_t objects = total(next.sums);
    if (objects > 20 && objects <= kMaxObjects) {
      next.left = generator.left;
      made.push_back(std::move(next));
    } else {
      generator.text = before;
    }
  }
  ASSERT_EQ(made.size(), static_cast<std::size_t>(kClasses));
  std::string all = "struct All {\n  int which;\n  int wanted;\n";
  std::string cases;
  for (std::size_t i = 0; i < made.size(); ++i) {
    all += "  " + made[i].name + " m" + std::to_string(i) + ";\n";
    cases +=
        "    if (which == " + std::to_string(i) + ") return sum(m" + std::to_string(i) + ") % 5 == wanted;\n";
  }
  all += "  bool rep_ok() const {\n" + cases + "    return false;\n  }\n};\n";
  const auto scratch = code::ScratchDirectory::create();
  ASSERT_TRUE(scratch);
  const auto header = scratch->write("random.hpp", generator.text + all);
  ASSERT_TRUE(header);
  const Program program(*header, "All");
  for (std::size_t i = 0; i < made.size(); ++i) {
    const std::size_t wanted = i % kModulus;
    std::vector<std::string> words = {"size",   std::to_string(kSize),
                                      "values", "All::which=" + std::to_string(i),
                                      "values", "All::wanted=" + std::to_string(wanted)};
    for (std::size_t k = 0; k < made.size(); ++k) {
      if (k != i) words.insert(words.end(), {"values", "All::m" + std::to_string(k) + "=default"});
    }
    for (const std::string& bound : made[i].left) words.insert(words.end(), {"values", bound});
    const auto found = program.run(words, counting());
    ASSERT_TRUE(found) << render(found.error()) << generator.text;
    EXPECT_EQ(found->totals.structures, made[i].sums[wanted]) << made[i].name << "\n" << generator.text;
  }
}

}  // namespace
}  // namespace fretsaw::testing
