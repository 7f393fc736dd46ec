// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <map>

#include "cpp/call/emitted_support.hpp"

namespace fretsaw::call {

// In the emitted file this stands in a namespace of its own. Valid since C++17.
const char* const kRelationsPrelude =
    R"(// Relations of objects, integers, booleans and enumerators: the operands of relational clauses.
using Whole = __int128;
template <class T> inline int kind_of = 0;
struct Atom {
  const void* kind;  // null: an integer
  Whole value;
  bool operator==(const Atom& b) const { return kind == b.kind && value == b.value; }
  bool operator<(const Atom& b) const { return kind != b.kind ? kind < b.kind : value < b.value; }
};
using Tuple = std::vector<Atom>;
using Set = std::set<Tuple>;

template <class T> Atom atom(const T& value) {
  if constexpr (std::is_same_v<T, bool> || std::is_enum_v<T>) return {&kind_of<T>, static_cast<Whole>(value)};
  else return {nullptr, static_cast<Whole>(value)};
}
inline Set number(Whole value) { return {{Atom{nullptr, value}}}; }
inline Tuple glued(Tuple a, const Tuple& b) { a.insert(a.end(), b.begin(), b.end()); return a; }
inline Set plus(Set a, const Set& b) { a.insert(b.begin(), b.end()); return a; }
inline Set meet(const Set& a, const Set& b) { Set out; for (auto& t : a) if (b.count(t)) out.insert(t); return out; }
inline Set minus(const Set& a, const Set& b) { Set out; for (auto& t : a) if (!b.count(t)) out.insert(t); return out; }
inline Set product(const Set& a, const Set& b) { Set out; for (auto& s : a) for (auto& t : b) out.insert(glued(s, t)); return out; }
inline Set join(const Set& a, const Set& b) {
  Set out;
  for (auto& s : a) for (auto& t : b) if (s.back() == t.front()) out.insert(glued(Tuple(s.begin(), s.end() - 1), Tuple(t.begin() + 1, t.end())));
  return out;
}
inline Set domain(const Set& s, const Set& a) { Set out; for (auto& t : a) if (s.count({t.front()})) out.insert(t); return out; }
inline Set range(const Set& a, const Set& s) { Set out; for (auto& t : a) if (s.count({t.back()})) out.insert(t); return out; }
inline Set overridden(const Set& a, const Set& b) {
  Set firsts, out = b;
  for (auto& t : b) firsts.insert({t.front()});
  for (auto& t : a) if (!firsts.count({t.front()})) out.insert(t);
  return out;
}
inline Set transposed(const Set& a) { Set out; for (auto& t : a) out.insert({t[1], t[0]}); return out; }
inline Set closure(Set a) { for (Set more = plus(a, join(a, a)); more != a; more = plus(a, join(a, a))) a = more; return a; }
inline Set identity(const Set& a) { Set out; for (auto& t : a) out.insert({t[0], t[0]}); return out; }
inline bool in(const Set& a, const Set& b) { return std::includes(b.begin(), b.end(), a.begin(), a.end()); }
inline Whole sum(const Set& a) { Whole out = 0; for (auto& t : a) if (!t[0].kind) out += t[0].value; return out; }
inline Set when(bool holds) { return holds ? Set{{}} : Set{}; }
template <class F> bool all(const Set& over, F f) { for (auto& t : over) if (!f(Set{t})) return false; return true; }
template <class F> bool some(const Set& over, F f) { return !all(over, [&](const Set& t) { return !f(t); }); }
template <class F> Set those(const Set& over, F f) { Set out; for (auto& t : over) out = plus(out, product({t}, f(Set{t}))); return out; }
template <class F> Whole total(const Set& over, F f) { Whole out = 0; for (auto& t : over) out += f(Set{t}); return out; }

// Which operations a type supports.
struct Heap;
#define FRETSAW_DETECT(name, what) \
  template <class T, class = void> struct name : std::false_type {}; \
  template <class T> struct name<T, std::void_t<decltype(what)>> : std::true_type {}
FRETSAW_DETECT(Locks, std::declval<T&>().lock());
FRETSAW_DETECT(Owns, (std::declval<T&>().get(), std::declval<T&>().operator->()));
FRETSAW_DETECT(MayHave, (std::declval<T&>().has_value(), *std::declval<T&>()));
FRETSAW_DETECT(IsRow, (std::size(std::declval<T&>()), std::declval<T&>()[0]));
FRETSAW_DETECT(IsVisitable, visit_object(std::declval<Heap&>(), std::declval<const T*>()));
FRETSAW_DETECT(IsRange, (std::begin(std::declval<T&>()), std::end(std::declval<T&>())));
FRETSAW_DETECT(IsPair, (std::declval<T&>().first, std::declval<T&>().second));
#undef FRETSAW_DETECT

// The reachable objects, read field by field.
struct Heap {
  std::map<std::string, Set> relations;
  std::set<std::pair<const void*, const void*>> seen;
  std::vector<std::function<void()>> invariants;

  const Set& operator[](const std::string& name) { return relations[name]; }
  template <class T> bool mark_seen(const T* object) { return seen.emplace(&kind_of<T>, object).second; }
  template <class T> static Atom name(const T* object) { return {&kind_of<T>, reinterpret_cast<std::intptr_t>(object)}; }
  Set univ() const {
    Set out;
    for (auto& [name, rows] : relations) for (auto& row : rows) for (auto& atom : row) out.insert({atom});
    return out;
  }
  // All tuples that begin with the object.
  std::map<std::string, Set> of(const Atom& object) const {
    std::map<std::string, Set> out;
    for (auto& [name, rows] : relations) for (auto& row : rows) if (row.size() > 1 && row.front() == object) out[name].insert(row);
    return out;
  }
  // An array behind a pointer.
  template <class T> void put_row(const std::string& name, const Tuple& row, const T* values, std::int64_t length) {
    if (values == nullptr || length < 0) length = 0;
    relations[name + ".length0"].insert(glued(row, {atom(length)}));
    for (std::int64_t i = 0; i < length; ++i) put(name, glued(row, {atom(i)}), values[i], 1);
  }
  template <class T> void put(const std::string& name, Tuple row, const T& value, int level = 0) {
    if constexpr (std::is_floating_point_v<T>) {
    } else if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
      row.push_back(atom(value));
      relations[name].insert(row);
    } else if constexpr (std::is_pointer_v<T>) {
      if constexpr (IsVisitable<std::remove_pointer_t<T>>::value) if (value) { row.push_back(visit_object(*this, value)); relations[name].insert(row); }
    } else if constexpr (Locks<const T>::value) {
      put(name, row, value.lock().get(), level);
    } else if constexpr (Owns<const T>::value) {
      put(name, row, value.get(), level);
    } else if constexpr (MayHave<const T>::value) {
      if (value.has_value()) put(name, row, *value, level);
    } else if constexpr (IsRow<const T>::value) {
      relations[name + ".length" + std::to_string(level)].insert(glued(row, {atom(std::size(value))}));
      for (std::size_t i = 0; i < std::size(value); ++i) {
        const auto& element = value[i];
        put(name, glued(row, {atom(i)}), element, level + 1);
      }
    } else if constexpr (IsVisitable<T>::value) {
      row.push_back(visit_object(*this, &value));
      relations[name].insert(row);
    } else {
      find_objects(value);
    }
  }
  // The objects in a value that is not a relation, such as a std::list or a std::map.
  template <class T> void find_objects(const T& value) {
    if constexpr (std::is_pointer_v<T>) {
      if constexpr (IsVisitable<std::remove_pointer_t<T>>::value) if (value) visit_object(*this, value);
    } else if constexpr (IsVisitable<T>::value) {
      visit_object(*this, &value);
    } else if constexpr (Locks<const T>::value) {
      find_objects(value.lock().get());
    } else if constexpr (Owns<const T>::value) {
      find_objects(value.get());
    } else if constexpr (MayHave<const T>::value) {
      if (value.has_value()) find_objects(*value);
    } else if constexpr (IsPair<const T>::value) {
      find_objects(value.first);
      find_objects(value.second);
    } else if constexpr (IsRange<const T>::value) {
      for (const auto& each : value) find_objects(each);
    }
  }
};
)";

namespace {

class TermWriter {
 public:
  explicit TermWriter(const std::function<std::string(const Leaf*)>& relation) : relation_(relation) {}

  std::string write(const Node& node) {
    const auto child = [&](std::size_t i) { return write(*node.children[i]); };
    const auto call = [&](const char* function) {
      return node.children.size() == 1 ? fmt::format("{}({})", function, child(0))
                                       : fmt::format("{}({}, {})", function, child(0), child(1));
    };
    const auto infix = [&](const char* sign) { return fmt::format("({} {} {})", child(0), sign, child(1)); };
    switch (node.op) {
      case Op::Relation:
        return relation_(node.leaf.get());
      case Op::Variable:
        return variables_[node.leaf.get()];
      case Op::None:
        return "Set()";
      case Op::Univ:
      case Op::Ints:
        return "univ";
      case Op::Iden:
        return "identity(univ)";
      case Op::Union:
        return call("plus");
      case Op::Intersection:
        return call("meet");
      case Op::Difference:
        return call("minus");
      case Op::Override:
        return call("overridden");
      case Op::Product:
        return call("product");
      case Op::Join:
        return call("join");
      case Op::DomainRestriction:
        return call("domain");
      case Op::RangeRestriction:
        return call("range");
      case Op::Transpose:
        return call("transposed");
      case Op::Closure:
        return call("closure");
      case Op::ReflexiveClosure:
        return fmt::format("plus(identity(univ), closure({}))", child(0));
      case Op::Comprehension:
        return binder("those", "when", node, 0);
      case Op::IfExpr:
      case Op::IfInt:
      case Op::IfFormula:
        return fmt::format("({} ? {} : {})", child(0), child(1), child(2));
      case Op::IntToExpr:
        return call("number");
      case Op::True:
        return "true";
      case Op::False:
        return "false";
      case Op::In:
        return call("in");
      case Op::Equal:
      case Op::IntEqual:
      case Op::Iff:
        return infix("==");
      case Op::Some:
        return fmt::format("!{}.empty()", child(0));
      case Op::One:
        return fmt::format("({}.size() == 1)", child(0));
      case Op::Lone:
        return fmt::format("({}.size() <= 1)", child(0));
      case Op::No:
        return fmt::format("{}.empty()", child(0));
      case Op::All:
        return binder("all", "", node, 0);
      case Op::Exists:
        return binder("some", "", node, 0);
      case Op::And:
        return joined(node, "&&", "true");
      case Op::Or:
        return joined(node, "||", "false");
      case Op::Not:
        return fmt::format("!({})", child(0));
      case Op::Implies:
        return fmt::format("(!({}) || {})", child(0), child(1));
      case Op::IntLess:
        return infix("<");
      case Op::IntLessEqual:
        return infix("<=");
      case Op::Constant:
        return fmt::format("Whole({})", node.constant);
      case Op::Count:
        return fmt::format("Whole({}.size())", child(0));
      case Op::Sum:
        return call("sum");
      case Op::SumOver:
        return binder("total", "", node, 0);
      case Op::Plus:
        return infix("+");
      case Op::Minus:
        return infix("-");
      case Op::Times:
        return infix("*");
      case Op::Divide:
        return infix("/");
      case Op::Remainder:
        return infix("%");
      case Op::ShiftLeft:
        return infix("<<");
      case Op::ShiftRight:
      case Op::ShiftRightZero:
        return infix(">>");
      case Op::Negate:
        return fmt::format("(-{})", child(0));
      case Op::Prime:
      case Op::Temporal:
        is_complete_ = false;  // contracts have two states, and the backtick for the first
        break;
    }
    return "";
  }

  bool is_complete() const { return is_complete_; }

 private:
  std::string joined(const Node& node, const char* sign, const char* nothing) {
    std::string out;
    for (const NodePtr& each : node.children)
      out += out.empty() ? write(*each) : fmt::format(" {} {}", sign, write(*each));
    return out.empty() ? nothing : fmt::format("({})", out);
  }

  // all(domain, [&](const Set& n1) { return …; }), one for each variable.
  std::string binder(const char* function, const char* inner, const Node& node, std::size_t decl) {
    if (decl == node.decls.size()) return fmt::format("{}({})", inner, write(*node.children[0]));
    const Decl& each = node.decls[decl];
    is_complete_ = is_complete_ && each.multiplicity == Multiplicity::One;
    const std::string over = write(each.domain.node());
    const std::string name = fmt::format("v{}", ++count_);
    variables_[each.variable.leaf()] = name;
    return fmt::format("{}({}, [&]([[maybe_unused]] const Set& {}) {{ return {}; }})", function, over, name,
                       binder(function, inner, node, decl + 1));
  }

  const std::function<std::string(const Leaf*)>& relation_;
  std::map<const Leaf*, std::string> variables_;
  int count_ = 0;
  bool is_complete_ = true;
};

}  // namespace

std::optional<std::string> cpp_of(const Node& term, const std::function<std::string(const Leaf*)>& relation) {
  TermWriter writer(relation);
  std::string text = writer.write(term);
  if (!writer.is_complete()) return std::nullopt;
  return text;
}

}  // namespace fretsaw::call
