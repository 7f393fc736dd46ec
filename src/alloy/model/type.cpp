// SPDX-License-Identifier: MIT
// The algebra of types: each operation on relations, done on products of sigs instead of tuples of atoms,
// such that whatever tuple the result may hold lies in one of its products. Products that others contain
// are dropped as they come, so that types stay short. Two sigs of the hierarchy contain one another or are
// disjoint, so their intersection is one of them, or none. The closure is a fixed point: paths can get
// longer, but there are finitely many pairs of sigs.
#include "alloy/model/type.hpp"

#include <algorithm>
#include <mutex>
#include <unordered_set>

namespace fretsaw::model {

Hierarchy::Hierarchy() : parents_(kBuiltinSigs, kUniv) { parents_[index(kSeqInt)] = kInt; }

void Hierarchy::add(SigId sig, SigId parent) {
  parents_.resize(std::max(parents_.size(), index(sig) + 1), kUniv);
  parents_[index(sig)] = parent;
}

bool Hierarchy::within(SigId a, SigId b) const {
  if (a == kNone || a == b || b == kUniv) return true;
  if (a == kUniv || b == kNone) return false;
  while (a != kUniv && a != b) a = parent(a);
  return a == b;
}

SigId Hierarchy::intersect(SigId a, SigId b) const {
  if (within(a, b)) return a;
  return within(b, a) ? b : kNone;
}

bool Type::has_tuple() const {
  return std::ranges::any_of(products, [](const Product& p) { return !is_empty(p); });
}

bool Type::has_arity(int arity) const {
  return std::ranges::any_of(products, [&](const Product& p) { return static_cast<int>(p.size()) == arity; });
}

int Type::arity() const {
  if (products.empty()) return 0;
  const int first = static_cast<int>(products.front().size());
  const bool same =
      std::ranges::all_of(products, [&](const Product& p) { return static_cast<int>(p.size()) == first; });
  return same ? first : -1;
}

bool Type::has_int_column() const {
  return std::ranges::any_of(products, [](const Product& p) { return p.size() == 1 && p.front() == kInt; });
}

bool Type::shares_arity(const Type& other) const {
  return std::ranges::any_of(products,
                             [&](const Product& p) { return other.has_arity(static_cast<int>(p.size())); });
}

namespace {

struct TypeHash {
  std::size_t operator()(const Type& type) const {
    std::size_t hash = (type.formula ? 1 : 0) + (type.integer ? 2 : 0);
    const auto add = [&](std::size_t value) { hash = (hash ^ value) * 0x9e3779b97f4a7c15U; };
    for (const Product& product : type.products) {
      add(product.size());
      for (const SigId sig : product) add(index(sig));
    }
    return hash;
  }
};

}  // namespace

SharedType::SharedType() {
  static const SharedType kErrorType{Type()};
  *this = kErrorType;
}

SharedType::SharedType(const Type& type) {
  static std::mutex mutex;
  static auto* const types = new std::unordered_set<Type, TypeHash>;  // outlives whatever refers to it
  const std::lock_guard lock(mutex);
  type_ = &*types->insert(type).first;
}

// Products.

bool TypeAlgebra::within(const Product& a, const Product& b) const {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!hierarchy_->within(a[i], b[i])) return false;
  }
  return true;
}

Product TypeAlgebra::intersect(const Product& a, const Product& b) const {
  Product out(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    out[i] = hierarchy_->intersect(a[i], b[i]);
    if (out[i] == kNone) return Product(a.size(), kNone);
  }
  return out;
}

Product TypeAlgebra::product(const Product& a, const Product& b) const {
  if (is_empty(a) || is_empty(b)) return Product(a.size() + b.size(), kNone);
  Product out = a;
  out.insert(out.end(), b.begin(), b.end());
  return out;
}

Product TypeAlgebra::join(const Product& a, const Product& b) const {
  if (a.size() + b.size() <= 2) return {};
  if (!hierarchy_->overlap(a.back(), b.front())) return Product(a.size() + b.size() - 2, kNone);
  Product out(a.begin(), a.end() - 1);
  out.insert(out.end(), b.begin() + 1, b.end());
  return out;
}

Product TypeAlgebra::restrict_column(const Product& a, SigId sig, std::size_t column) const {
  if (is_empty(a)) return a;
  const SigId restricted = hierarchy_->intersect(a[column], sig);
  if (restricted == kNone) return Product(a.size(), kNone);
  Product out = a;
  out[column] = restricted;
  return out;
}

// Types.

void TypeAlgebra::add(std::vector<Product>& products, Product product) const {
  if (product.empty()) return;
  for (const Product& old : products) {
    if (within(product, old)) return;
  }
  std::erase_if(products, [&](const Product& old) { return within(old, product); });
  products.push_back(std::move(product));
}

Type TypeAlgebra::unite(const Type& a, const Type& b) const {
  if (a.formula == b.formula) {
    if (a.products.empty()) return b;
    if (b.products.empty()) return a;
  }
  Type out{a.products, a.formula || b.formula, false};
  for (const Product& p : b.products) add(out.products, p);
  return out;
}

Type TypeAlgebra::unite_common_arity(const Type& a, const Type& b) const {
  Type out;
  for (const Product& p : a.products) {
    if (b.has_arity(static_cast<int>(p.size()))) add(out.products, p);
  }
  for (const Product& p : b.products) {
    if (a.has_arity(static_cast<int>(p.size()))) add(out.products, p);
  }
  return out;
}

Type TypeAlgebra::pick_common_arity(const Type& a, const Type& b) const {
  Type out;
  for (const Product& p : a.products) {
    if (b.has_arity(static_cast<int>(p.size()))) out.products.push_back(p);
  }
  return out;
}

Type TypeAlgebra::of_arity(const Type& a, int arity) const {
  Type out;
  for (const Product& p : a.products) {
    if (static_cast<int>(p.size()) == arity) out.products.push_back(p);
  }
  return out;
}

Type TypeAlgebra::relation(const Type& a) const { return {a.products, false, false}; }

Type TypeAlgebra::intersect(const Type& a, const Type& b) const {
  Type out;
  for (const Product& p : a.products) {
    for (const Product& q : b.products) {
      if (p.size() == q.size()) add(out.products, intersect(p, q));
    }
  }
  return out;
}

bool TypeAlgebra::intersects(const Type& a, const Type& b) const {
  for (const Product& p : a.products) {
    for (const Product& q : b.products) {
      if (p.size() == q.size() && !is_empty(p) && !is_empty(q) && !is_empty(intersect(p, q))) return true;
    }
  }
  return false;
}

bool TypeAlgebra::first_columns_overlap(const Type& a, const Type& b) const {
  for (const Product& p : a.products) {
    for (const Product& q : b.products) {
      if (hierarchy_->overlap(p.front(), q.front())) return true;
    }
  }
  return false;
}

bool TypeAlgebra::can_override(const Type& a, const Type& b) const {
  for (const Product& p : a.products) {
    for (const Product& q : b.products) {
      if (p.size() == q.size() && hierarchy_->overlap(p.front(), q.front())) return true;
    }
  }
  return false;
}

Type TypeAlgebra::product(const Type& a, const Type& b) const {
  Type out;
  for (const Product& p : a.products) {
    for (const Product& q : b.products) add(out.products, product(p, q));
  }
  return out;
}

Type TypeAlgebra::join(const Type& a, const Type& b) const {
  Type out;
  for (const Product& p : a.products) {
    for (const Product& q : b.products) add(out.products, join(p, q));
  }
  return out;
}

Type TypeAlgebra::transpose(const Type& a) const {
  Type out;
  for (const Product& p : a.products) {
    if (p.size() == 2) add(out.products, {p[1], p[0]});
  }
  return out;
}

Type TypeAlgebra::closure(const Type& a) const {
  const Type step = of_arity(a, 2);
  Type out = step;
  for (Type paths = step;;) {
    paths = join(paths, step);
    Type more = unite_common_arity(out, paths);
    if (more == out) return out;
    out = std::move(more);
  }
}

Type TypeAlgebra::restrict_domain(const Type& set, const Type& a) const {
  Type out;
  for (const Product& s : set.products) {
    if (s.size() != 1) continue;
    for (const Product& p : a.products) add(out.products, restrict_column(p, s.front(), 0));
  }
  return out;
}

Type TypeAlgebra::restrict_range(const Type& a, const Type& set) const {
  Type out;
  for (const Product& s : set.products) {
    if (s.size() != 1) continue;
    for (const Product& p : a.products) add(out.products, restrict_column(p, s.front(), p.size() - 1));
  }
  return out;
}

}  // namespace fretsaw::model
