// SPDX-License-Identifier: MIT
// The types of Alloy expressions: what an expression can be, as far as its declarations tell.
//
// A type is a set of products of sigs, read as a union (A->B + C->D), and two flags: the expression may be a
// formula, and it is an integer value (as opposed to a set of integer atoms). A type without products and
// flags is the type of what is ill-typed. Products name only sigs that are not subset sigs; a product has
// `none` in one column if and only if it has it in all. No product of a type is subsumed by another one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace fretsaw::model {

enum class SigId : std::uint32_t {};
constexpr std::size_t index(SigId id) { return static_cast<std::size_t>(id); }

// The sigs that every model has, in this order.
inline constexpr SigId kUniv{0};
inline constexpr SigId kNone{1};
inline constexpr SigId kInt{2};
inline constexpr SigId kSeqInt{3};
inline constexpr SigId kString{4};
inline constexpr std::size_t kBuiltinSigs = 5;

// The inheritance hierarchy, without subset sigs.
class Hierarchy {
 public:
  Hierarchy();
  // Requires that the sig is the next one: ids are given in order.
  void add(SigId sig, SigId parent);

  SigId parent(SigId sig) const { return parents_[index(sig)]; }
  // Is every a a b, as far as the declarations tell?
  bool within(SigId a, SigId b) const;
  SigId intersect(SigId a, SigId b) const;
  bool overlap(SigId a, SigId b) const { return intersect(a, b) != kNone; }

 private:
  std::vector<SigId> parents_;
};

using Product = std::vector<SigId>;

inline bool is_empty(const Product& product) { return product.empty() || product.front() == kNone; }

struct Type {
  std::vector<Product> products;
  bool formula = false;
  bool integer = false;  // then products is {Int}

  static Type of_formula() { return {{}, true, false}; }
  static Type of_integer() { return {{{kInt}}, false, true}; }
  static Type of(SigId sig) { return {{{sig}}, false, false}; }
  static Type of(Product product) { return {{std::move(product)}, false, false}; }

  // Nothing at all: the type of an expression that is wrong.
  bool is_error() const { return products.empty() && !formula; }
  bool has_tuple() const;  // can it hold a tuple?
  bool has_arity(int arity) const;
  int arity() const;            // 0 if there are no products, -1 if their arities differ
  bool has_int_column() const;  // may it be a set of integers?
  bool shares_arity(const Type& other) const;

  friend bool operator==(const Type&, const Type&) = default;
};

// A type of which all who have it share one object, which lives as long as the process.
class SharedType {
 public:
  SharedType();
  SharedType(const Type& type);

  const Type& operator*() const { return *type_; }
  const Type* operator->() const { return type_; }
  operator const Type&() const { return *type_; }

 private:
  const Type* type_;
};

// The operations. Results are never formulas or integer values, except for `unite`.
class TypeAlgebra {
 public:
  explicit TypeAlgebra(const Hierarchy& hierarchy) : hierarchy_(&hierarchy) {}

  const Hierarchy& hierarchy() const { return *hierarchy_; }

  void add(std::vector<Product>& products,
           Product product) const;  // keeps only products that say something new
  Type unite(const Type& a, const Type& b) const;
  Type unite_common_arity(const Type& a, const Type& b) const;
  Type pick_common_arity(const Type& a, const Type& b) const;  // the part of a whose arity b has
  Type of_arity(const Type& a, int arity) const;
  Type relation(const Type& a) const;  // without the flags
  Type intersect(const Type& a, const Type& b) const;
  bool intersects(const Type& a, const Type& b) const;
  bool first_columns_overlap(const Type& a, const Type& b) const;
  bool can_override(const Type& a, const Type& b) const;
  Type product(const Type& a, const Type& b) const;
  Type join(const Type& a, const Type& b) const;
  Type transpose(const Type& a) const;
  Type closure(const Type& a) const;
  Type restrict_domain(const Type& set, const Type& a) const;
  Type restrict_range(const Type& a, const Type& set) const;

  Product intersect(const Product& a, const Product& b) const;
  Product product(const Product& a, const Product& b) const;
  Product join(const Product& a, const Product& b) const;  // empty if both are unary
  Product restrict_column(const Product& a, SigId sig, std::size_t column) const;
  bool within(const Product& a, const Product& b) const;

 private:
  const Hierarchy* hierarchy_;
};

}  // namespace fretsaw::model
