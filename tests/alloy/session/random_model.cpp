// SPDX-License-Identifier: MIT
//
// Formulas are trees of our own, written as text for Fretsaw and evaluated here as they stand: a `let` and an
// argument is an expression that is evaluated wherever its name is used, a quantified variable is a value.
//
// A class is counted by its smallest member: the valuation that no renaming of atoms makes smaller. A
// behavior is counted by its shortest lasso.
#include "alloy/session/random_model.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <map>
#include <numeric>
#include <utility>

#include "alloy/session/internals.hpp"
#include "support/random.hpp"

namespace fretsaw {

namespace oracle {

using Set = std::uint32_t;  // of atoms, as bits
constexpr int kMaxTopAtoms = 3;
constexpr int kFirstInteger = 2 * kMaxTopAtoms;
constexpr int kMaxAtoms = kFirstInteger + 4;
constexpr int kInt = -1;  // instead of a sig
using Pairs = std::array<Set, kMaxAtoms>;

struct Sig {
  std::string name;
  std::vector<int> parents{};  // none: top-level
  bool is_subset = false;
  bool is_abstract = false;
  bool varies = false;
  std::string mult{};
};

struct Field {
  std::string name;
  int owner = 0;
  int target = 0;
  std::string mult{};
  bool varies = false;
};

enum class Op : std::uint8_t {
  // Sets.
  Sig,
  Variable,
  None,
  Plus,
  And,
  Minus,
  Image,     // of a set under a field
  Preimage,  // likewise
  Prime,
  Apply,  // the function
  // Formulas.
  Some,
  No,
  Lone,
  One,
  In,
  Equal,
  Count,  // of a set, compared with a number
  Not,
  Both,
  Either,
  Implies,
  All,
  Exists,
  Let,
  Call,  // the predicate
  Always,
  Eventually,
  After,
  Until,
  Releases,
};

struct Node {
  Op op;
  int index = 0;   // of a sig, field or variable
  int number = 0;  // to compare with
  std::vector<Node> parts{};
};

// A name for a value, or for an expression and what its own names stand for.
struct Scope {
  const Scope* around = nullptr;
  int variable = 0;
  Set value = 0;
  const Node* expression = nullptr;  // null: the value
};

// The values of all sigs and fields in a state.
struct World {
  std::vector<Set> sigs;
  std::vector<Pairs> fields;
  friend bool operator==(const World&, const World&) = default;
};

struct Trace {
  std::vector<World> states;
  std::size_t loop = 0;
  std::size_t after(std::size_t state) const { return state + 1 < states.size() ? state + 1 : loop; }
};

struct Parts {
  std::vector<Sig> sigs;
  std::vector<Field> fields;
  std::optional<Node> predicate, function;  // bodies; the parameter is variable 0
  std::vector<Node> formulas;               // the fact's, the command's
  int width = 4;
  int steps = 1;
  bool is_temporal = false;
};

class Writer {
 public:
  Writer(const std::vector<Sig>& sigs, const std::vector<Field>& fields) : sigs_(sigs), fields_(fields) {}

  std::string operator()(const Node& node) const {
    const auto part = [&](std::size_t i) { return (*this)(node.parts[i]); };
    const auto binary = [&](const char* op) { return fmt::format("({} {} {})", part(0), op, part(1)); };
    const auto unary = [&](const char* op) { return fmt::format("({} {})", op, part(0)); };
    const auto quantified = [&](const char* quantifier) {
      return fmt::format("({} x{}: {} | {})", quantifier, node.index, part(0), part(1));
    };
    switch (node.op) {
      case Op::Sig:
        return sigs_[static_cast<std::size_t>(node.index)].name;
      case Op::Variable:
        return fmt::format("x{}", node.index);
      case Op::None:
        return "none";
      case Op::Plus:
        return binary("+");
      case Op::And:
        return binary("&");
      case Op::Minus:
        return binary("-");
      case Op::Image:
        return fmt::format("({}.{})", part(0), fields_[static_cast<std::size_t>(node.index)].name);
      case Op::Preimage:
        return fmt::format("({}.{})", fields_[static_cast<std::size_t>(node.index)].name, part(0));
      case Op::Prime:
        return fmt::format("({})'", part(0));
      case Op::Apply:
        return fmt::format("(g[{}])", part(0));
      case Op::Some:
        return unary("some");
      case Op::No:
        return unary("no");
      case Op::Lone:
        return unary("lone");
      case Op::One:
        return unary("one");
      case Op::In:
        return binary("in");
      case Op::Equal:
        return binary("=");
      case Op::Count:
        return fmt::format("(#{} {} {})", part(0), node.index == 0 ? "=" : "<", node.number);
      case Op::Not:
        return unary("not");
      case Op::Both:
        return binary("and");
      case Op::Either:
        return binary("or");
      case Op::Implies:
        return binary("implies");
      case Op::All:
        return quantified("all");
      case Op::Exists:
        return quantified("some");
      case Op::Let:
        return fmt::format("(let x{} = {} | {})", node.index, part(0), part(1));
      case Op::Call:
        return fmt::format("p[{}]", part(0));
      case Op::Always:
        return unary("always");
      case Op::Eventually:
        return unary("eventually");
      case Op::After:
        return unary("after");
      case Op::Until:
        return binary("until");
      case Op::Releases:
        return binary("releases");
    }
    return {};
  }

 private:
  const std::vector<Sig>& sigs_;
  const std::vector<Field>& fields_;
};

class Maker {
 public:
  Maker(std::uint64_t seed, RandomKind kind, Parts& out);
  std::string run();

 private:
  void make_sigs();
  void make_fields();
  std::string declarations() const;
  std::string scope();
  Node set(int depth);
  Node formula(int depth);
  Node below_operator(int depth);
  Node bind(Op op, int depth);
  std::string multiplicity(std::vector<std::string> which) { return which[random_.below(which.size())]; }

  support::Random random_;
  RandomKind kind_;
  std::vector<Sig>& sigs_;
  std::vector<Field>& fields_;
  Parts* out_;
  std::vector<int> variables_;  // in scope
  int next_variable_ = 1;
  bool may_call_ = false;
};

Maker::Maker(std::uint64_t seed, RandomKind kind, Parts& out)
    : random_(seed * 3 + static_cast<std::uint64_t>(kind)),
      kind_(kind),
      sigs_(out.sigs),
      fields_(out.fields),
      out_(&out) {}

void Maker::make_sigs() {
  const bool is_temporal = kind_ == RandomKind::Traces;
  const int tops = is_temporal ? 1 : random_.between(1, 2);
  for (int i = 0; i < tops; ++i) sigs_.push_back({.name = std::string(1, static_cast<char>('A' + i))});
  const int children = is_temporal ? random_.between(0, 1) : random_.between(0, 3);
  for (int i = 0; i < children; ++i) {
    const int parent = random_.percent(80) ? random_.between(0, tops - 1)
                                           : random_.between(0, static_cast<int>(sigs_.size()) - 1);
    sigs_.push_back({.name = fmt::format("X{}", i), .parents = {parent}});
    if (random_.percent(40)) sigs_.back().mult = multiplicity({"lone", "one", "some", "lone", "one"});
    sigs_[static_cast<std::size_t>(parent)].is_abstract = random_.percent(45);
  }
  const int whole = static_cast<int>(sigs_.size());
  const int subsets = is_temporal ? random_.between(1, 2) : random_.between(0, 2);
  for (int i = 0; i < subsets; ++i) {
    Sig sig{.name = fmt::format("S{}", i), .parents = {random_.between(0, whole - 1)}, .is_subset = true};
    if (random_.percent(15) && tops == 2) sig.parents = {0, 1};
    if (random_.percent(20)) sig.mult = multiplicity({"lone", "one", "some"});
    sig.varies = is_temporal && (i == 0 || random_.percent(50));
    sigs_.push_back(sig);
  }
}

void Maker::make_fields() {
  const bool is_temporal = kind_ == RandomKind::Traces;
  const int count = is_temporal ? random_.between(0, 1) : random_.between(0, 2);
  for (int i = 0; i < count; ++i) {
    Field field{.name = fmt::format("f{}", i)};
    field.owner = random_.between(0, static_cast<int>(sigs_.size()) - 1);
    // What varies owns fields that vary.
    while (sigs_[static_cast<std::size_t>(field.owner)].varies) --field.owner;
    const bool to_integers = kind_ == RandomKind::Integers && out_->width <= 2 && random_.percent(40);
    field.target = to_integers ? kInt : random_.between(0, static_cast<int>(sigs_.size()) - 1);
    if (field.target != kInt) {
      while (sigs_[static_cast<std::size_t>(field.target)].varies) --field.target;
    }
    field.mult = multiplicity({"set", "lone", "one", "some"});
    field.varies = is_temporal && random_.percent(70);
    fields_.push_back(field);
  }
}

std::string Maker::declarations() const {
  std::string text;
  for (std::size_t s = 0; s < sigs_.size(); ++s) {
    const Sig& sig = sigs_[s];
    std::vector<std::string> fields, parents;
    for (const Field& field : fields_) {
      if (field.owner != static_cast<int>(s)) continue;
      fields.push_back(
          fmt::format("{}{}: {} {}", field.varies ? "var " : "", field.name, field.mult,
                      field.target == kInt ? "Int" : sigs_[static_cast<std::size_t>(field.target)].name));
    }
    for (const int parent : sig.parents) parents.push_back(sigs_[static_cast<std::size_t>(parent)].name);
    text += fmt::format("{}{}{}{}sig {}{}{} {{ {} }}\n", sig.varies ? "var " : "",
                        sig.is_abstract ? "abstract " : "", sig.mult, sig.mult.empty() ? "" : " ", sig.name,
                        parents.empty() ? ""
                        : sig.is_subset ? " in "
                                        : " extends ",
                        fmt::join(parents, " + "), fmt::join(fields, ", "));
  }
  return text;
}

std::string Maker::scope() {
  const int overall = random_.between(1, kind_ == RandomKind::Traces ? 2 : kMaxTopAtoms);
  std::vector<std::string> but;
  for (const Sig& sig : sigs_) {
    if (sig.is_subset || !sig.mult.empty() || !random_.percent(sig.parents.empty() ? 40 : 60)) continue;
    but.push_back(fmt::format("{}{} {}", random_.percent(35) ? "exactly " : "",
                              random_.between(sig.parents.empty() ? 1 : 0, overall), sig.name));
  }
  but.push_back(fmt::format("{} int", out_->width));
  if (out_->is_temporal) but.push_back(fmt::format("{} steps", out_->steps));
  return fmt::format("for {} but {}", overall, fmt::join(but, ", "));
}

Node Maker::set(int depth) {
  const bool is_temporal = kind_ == RandomKind::Traces;
  const auto again = [&] { return set(depth - 1); };
  if (depth <= 0 || random_.percent(25)) {
    if (!variables_.empty() && random_.percent(60))
      return {.op = Op::Variable, .index = variables_[random_.below(variables_.size())]};
    if (random_.percent(5)) return {.op = Op::None};
    return {.op = Op::Sig, .index = random_.between(0, static_cast<int>(sigs_.size()) - 1)};
  }
  switch (random_.below(7)) {
    case 0:
      return {.op = Op::Plus, .parts = {again(), again()}};
    case 1:
      return {.op = Op::And, .parts = {again(), again()}};
    case 2:
      return {.op = Op::Minus, .parts = {again(), again()}};
    case 3:
      if (is_temporal) return {.op = Op::Prime, .parts = {again()}};
      [[fallthrough]];
    case 4:
      if (may_call_) return {.op = Op::Apply, .parts = {again()}};
      [[fallthrough]];
    default:
      if (fields_.empty()) return again();
      return {.op = random_.percent(70) ? Op::Image : Op::Preimage,
              .index = random_.between(0, static_cast<int>(fields_.size()) - 1),
              .parts = {again()}};
  }
}

Node Maker::bind(Op op, int depth) {
  Node domain = set(1);
  const int variable = next_variable_++;
  variables_.push_back(variable);
  Node body = formula(depth - 1);
  variables_.pop_back();
  return {.op = op, .index = variable, .parts = {std::move(domain), std::move(body)}};
}

Node Maker::below_operator(int depth) {
  switch (random_.below(6)) {
    case 0:
    case 1:
      return {.op = Op::Eventually, .parts = {formula(depth - 1)}};
    case 2:
      return {.op = Op::Always, .parts = {formula(depth - 1)}};
    case 3:
      return {.op = Op::After, .parts = {formula(depth - 1)}};
    case 4:
      return {.op = Op::Until, .parts = {formula(depth - 1), formula(depth - 1)}};
    default:
      return {.op = Op::Releases, .parts = {formula(depth - 1), formula(depth - 1)}};
  }
}

Node Maker::formula(int depth) {
  if (depth <= 0 || random_.percent(10)) {
    if (kind_ == RandomKind::Integers && random_.percent(50)) {
      const int end = 1 << (out_->width - 1);
      return {.op = Op::Count,
              .index = random_.between(0, 1),
              .number = random_.between(-end, end - 1),
              .parts = {set(1)}};
    }
    static constexpr Op kOfOne[] = {Op::Some, Op::No, Op::Lone, Op::One};
    if (random_.percent(50)) return {.op = kOfOne[random_.below(4)], .parts = {set(2)}};
    return {.op = random_.percent(60) ? Op::In : Op::Equal, .parts = {set(2), set(1)}};
  }
  if (kind_ == RandomKind::Traces && random_.percent(35)) return below_operator(depth);
  switch (random_.below(10)) {
    case 0:
      return {.op = Op::Not, .parts = {formula(depth - 1)}};
    case 1:
      return {.op = Op::Both, .parts = {formula(depth - 1), formula(depth - 1)}};
    case 2:
      return {.op = Op::Either, .parts = {formula(depth - 1), formula(depth - 1)}};
    case 3:
      return {.op = Op::Implies, .parts = {formula(depth - 1), formula(depth - 1)}};
    case 4:
      return bind(Op::All, depth);
    case 5:
      return bind(Op::Exists, depth);
    case 6:
    case 7:
      return bind(Op::Let, depth);
    default:
      if (!may_call_) return formula(depth - 1);
      return {.op = Op::Call, .parts = {set(2)}};
  }
}

std::string Maker::run() {
  out_->is_temporal = kind_ == RandomKind::Traces;
  out_->width = random_.percent(60) ? random_.between(1, 2) : random_.between(3, 4);
  out_->steps = random_.between(2, 3);
  make_sigs();
  make_fields();
  variables_ = {0};
  out_->predicate = formula(2);
  out_->function = set(2);
  variables_.clear();
  may_call_ = true;
  if (random_.percent(60)) out_->formulas.push_back(formula(2));
  const bool has_fact = !out_->formulas.empty();
  const bool has_goal = out_->is_temporal || random_.percent(70);
  if (has_goal) out_->formulas.push_back(formula(3));
  const Writer write(sigs_, fields_);
  std::string text = declarations();
  text += fmt::format("pred p[x0: set univ] {{ {} }}\n", write(*out_->predicate));
  text += fmt::format("fun g[x0: set univ]: set univ {{ {} }}\n", write(*out_->function));
  if (has_fact) text += fmt::format("fact {{ {} }}\n", write(out_->formulas.front()));
  return text + fmt::format("run {{ {} }} {}\n", has_goal ? write(out_->formulas.back()) : "", scope());
}

// The oracle.
class Oracle {
 public:
  Oracle(const Parts& state, const Command& command) : state_(state) {
    const auto& chosen = internals(command);
    for (const Sig& sig : state.sigs) {
      for (const model::Sig& known : chosen.model().sigs) {
        if (known.name != sig.name) continue;
        const model::SigScope* const scope = sig.is_subset ? nullptr : &chosen.command.scopes.of(known.id);
        sizes_.push_back(scope != nullptr ? scope->size : 0);
        exact_.push_back(scope != nullptr && scope->exact);
      }
    }
    for (std::size_t s = 0; s < state.sigs.size(); ++s) {
      if (!state.sigs[s].parents.empty()) continue;
      tops_.push_back(s);
      is_too_large_ = is_too_large_ || sizes_[s] > kMaxTopAtoms;
    }
    for (std::size_t s = 0; s < state.sigs.size(); ++s) {
      for (const int parent : state.sigs[s].parents) {
        if (!state.sigs[s].is_subset) children_[parent].push_back(s);
      }
    }
  }

  std::optional<std::uint64_t> classes() {
    if (is_too_large_) return std::nullopt;
    make_renamings();
    World world{std::vector<Set>(state_.sigs.size(), 0), std::vector<Pairs>(state_.fields.size(), Pairs{})};
    // What does not vary first, and for each such valuation all others.
    fill(world, false, 0, 0, [&](const World& fixed) {
      std::vector<World> all;
      World varying = fixed;
      fill(varying, true, 0, 0, [&](const World& complete) {
        if (++tried_ > kMaxTried) is_too_large_ = true;
        all.push_back(complete);
      });
      if (!is_too_large_) try_traces(all);
    });
    return is_too_large_ ? std::nullopt : std::optional(count_);
  }

 private:
  static constexpr std::uint64_t kMaxTried = 6'000;

  Set atoms_of(std::size_t top) const {
    const int first = top == 0 ? 0 : kMaxTopAtoms;
    return ((Set{1} << sizes_[top]) - 1) << first;
  }

  static bool fits(const std::string& mult, Set value) {
    const int size = std::popcount(value);
    return mult == "one" ? size == 1 : mult == "lone" ? size <= 1 : mult == "some" ? size > 0 : true;
  }

  bool may_be(const World& world, std::size_t s, Set value) const {
    const Sig& sig = state_.sigs[s];
    if (!fits(sig.mult, value)) return false;
    if (!sig.is_subset) {
      const int size = std::popcount(value);
      if (exact_[s] ? size != sizes_[s] : size > sizes_[s]) return false;
    }
    if (sig.parents.empty()) return true;
    Set whole = 0;
    for (const int parent : sig.parents) whole |= world.sigs[static_cast<std::size_t>(parent)];
    if ((value & ~whole) != 0) return false;
    if (sig.is_subset) return true;
    for (const std::size_t sibling : children_.at(sig.parents[0])) {
      if (sibling < s && (world.sigs[sibling] & value) != 0) return false;
    }
    return true;
  }

  bool abstract_sigs_are_full(const World& world) const {
    for (const auto& [parent, children] : children_) {
      if (!state_.sigs[static_cast<std::size_t>(parent)].is_abstract) continue;
      Set sum = 0;
      for (const std::size_t child : children) sum |= world.sigs[child];
      if (sum != world.sigs[static_cast<std::size_t>(parent)]) return false;
    }
    return true;
  }

  // Calls use(world) for all values of the sigs and fields that vary, or of those that do not.
  void fill(World& world, bool varying, std::size_t sig, std::size_t field,
            const std::function<void(const World&)>& use) {
    if (is_too_large_) return;
    if (sig < state_.sigs.size()) {
      if (state_.sigs[sig].varies != varying) return fill(world, varying, sig + 1, field, use);
      const bool is_top = state_.sigs[sig].parents.empty();
      Set whole = is_top ? atoms_of(sig) : 0;
      for (const int parent : state_.sigs[sig].parents) whole |= world.sigs[static_cast<std::size_t>(parent)];
      for (Set value = whole;; value = (value - 1) & whole) {
        if (may_be(world, sig, value)) {
          world.sigs[sig] = value;
          fill(world, varying, sig + 1, field, use);
        }
        if (value == 0) break;
      }
      world.sigs[sig] = 0;
      return;
    }
    if (field == 0 && !varying && !abstract_sigs_are_full(world)) return;
    if (field == state_.fields.size()) return use(world);
    if (state_.fields[field].varies != varying) return fill(world, varying, sig, field + 1, use);
    fill_rows(world, varying, field, 0, use);
  }

  void fill_rows(World& world, bool varying, std::size_t field, int atom,
                 const std::function<void(const World&)>& use) {
    if (atom == kMaxAtoms) return fill(world, varying, state_.sigs.size(), field + 1, use);
    const Field& about = state_.fields[field];
    if ((world.sigs[static_cast<std::size_t>(about.owner)] >> atom & 1) == 0)
      return fill_rows(world, varying, field, atom + 1, use);
    const Set whole = about.target == kInt ? ((Set{1} << (1 << state_.width)) - 1) << kFirstInteger
                                           : world.sigs[static_cast<std::size_t>(about.target)];
    Set& row = world.fields[field][static_cast<std::size_t>(atom)];
    for (Set value = whole;; value = (value - 1) & whole) {
      if (fits(about.mult, value)) {
        row = value;
        fill_rows(world, varying, field, atom + 1, use);
      }
      if (value == 0 || is_too_large_) break;
    }
    row = 0;
  }

  void try_traces(const std::vector<World>& all) {
    const std::size_t most = state_.is_temporal ? static_cast<std::size_t>(state_.steps) : 1;
    Trace trace;
    const std::function<void()> extend = [&] {
      if (!trace.states.empty()) {
        for (trace.loop = 0; trace.loop < trace.states.size(); ++trace.loop) {
          if (++tried_ > kMaxTried * 4) is_too_large_ = true;
          if (is_shortest(trace) && holds(trace) && is_smallest(trace)) ++count_;
        }
      }
      if (trace.states.size() == most || is_too_large_) return;
      for (const World& next : all) {
        trace.states.push_back(next);
        extend();
        trace.states.pop_back();
      }
    };
    extend();
  }

  // No shorter lasso is the same behavior.
  static bool is_shortest(const Trace& trace) {
    const std::size_t size = trace.states.size();
    if (trace.loop > 0 && trace.states[size - 1] == trace.states[trace.loop - 1]) return false;
    const std::size_t length = size - trace.loop;
    for (std::size_t period = 1; period < length; ++period) {
      if (length % period != 0) continue;
      bool repeats = true;
      for (std::size_t i = trace.loop; i + period < size; ++i)
        repeats = repeats && trace.states[i] == trace.states[i + period];
      if (repeats) return false;
    }
    return true;
  }

  bool holds(const Trace& trace) const {
    return std::ranges::all_of(state_.formulas,
                               [&](const Node& formula) { return truth(formula, trace, 0, nullptr); });
  }

  Set value(const Node& node, const Trace& trace, std::size_t now, const Scope* scope) const {
    const World& world = trace.states[now];
    const auto part = [&](std::size_t i) { return value(node.parts[i], trace, now, scope); };
    switch (node.op) {
      case Op::Sig:
        return world.sigs[static_cast<std::size_t>(node.index)];
      case Op::Variable: {
        while (scope->variable != node.index) scope = scope->around;
        return scope->expression == nullptr ? scope->value
                                            : value(*scope->expression, trace, now, scope->around);
      }
      case Op::None:
        return 0;
      case Op::Plus:
        return part(0) | part(1);
      case Op::And:
        return part(0) & part(1);
      case Op::Minus:
        return part(0) & ~part(1);
      case Op::Image:
      case Op::Preimage: {
        const Set set = part(0);
        const Pairs& pairs = world.fields[static_cast<std::size_t>(node.index)];
        Set result = 0;
        for (std::size_t a = 0; a < kMaxAtoms; ++a) {
          if (node.op == Op::Image && (set >> a & 1) != 0) result |= pairs[a];
          if (node.op == Op::Preimage && (pairs[a] & set) != 0) result |= Set{1} << a;
        }
        return result;
      }
      case Op::Prime:
        return value(node.parts[0], trace, trace.after(now), scope);
      case Op::Apply: {
        const Passed passed(node.parts[0], scope);
        return value(*state_.function, trace, now, &passed.parameter);
      }
      default:
        return 0;
    }
  }

  // The scope of a predicate's or a function's body: the parameter, whose expression has the caller's.
  struct Passed {
    Passed(const Node& argument, const Scope* caller) : parameter{caller, 0, 0, &argument} {}
    Scope parameter;
  };

  bool truth(const Node& node, const Trace& trace, std::size_t now, const Scope* scope) const {
    const auto set = [&](std::size_t i) { return value(node.parts[i], trace, now, scope); };
    const auto part = [&](std::size_t i) { return truth(node.parts[i], trace, now, scope); };
    switch (node.op) {
      case Op::Some:
        return set(0) != 0;
      case Op::No:
        return set(0) == 0;
      case Op::Lone:
        return std::popcount(set(0)) <= 1;
      case Op::One:
        return std::popcount(set(0)) == 1;
      case Op::In:
        return (set(0) & ~set(1)) == 0;
      case Op::Equal:
        return set(0) == set(1);
      case Op::Count: {
        const int range = 1 << state_.width;
        int size = std::popcount(set(0)) % range;
        if (size >= range / 2) size -= range;
        return node.index == 0 ? size == node.number : size < node.number;
      }
      case Op::Not:
        return !part(0);
      case Op::Both:
        return part(0) && part(1);
      case Op::Either:
        return part(0) || part(1);
      case Op::Implies:
        return !part(0) || part(1);
      case Op::All:
      case Op::Exists: {
        const Set domain = set(0);
        for (std::size_t a = 0; a < kMaxAtoms; ++a) {
          if ((domain >> a & 1) == 0) continue;
          const Scope inner{scope, node.index, Set{1} << a, nullptr};
          if (truth(node.parts[1], trace, now, &inner) == (node.op == Op::Exists))
            return node.op == Op::Exists;
        }
        return node.op == Op::All;
      }
      case Op::Let: {
        const Scope inner{scope, node.index, 0, &node.parts[0]};
        return truth(node.parts[1], trace, now, &inner);
      }
      case Op::Call: {
        const Passed passed(node.parts[0], scope);
        return truth(*state_.predicate, trace, now, &passed.parameter);
      }
      case Op::After:
        return truth(node.parts[0], trace, trace.after(now), scope);
      case Op::Always:
      case Op::Eventually:
      case Op::Until:
      case Op::Releases:
        return sometime(node, trace, now, scope);
      default:
        return false;
    }
  }

  // Every state that comes is among the next ones, as many as there are.
  bool sometime(const Node& node, const Trace& trace, std::size_t now, const Scope* scope) const {
    const bool is_dual = node.op == Op::Always || node.op == Op::Releases;
    const bool is_binary = node.op == Op::Until || node.op == Op::Releases;
    for (std::size_t i = 0; i < 2 * trace.states.size(); ++i, now = trace.after(now)) {
      const Node& goal = node.parts[is_binary ? 1 : 0];
      if (truth(goal, trace, now, scope) != is_dual) return !is_dual;
      if (is_binary && truth(node.parts[0], trace, now, scope) == is_dual) return is_dual;
    }
    return is_dual;
  }

  void make_renamings() {
    renamings_.assign(1, {});
    std::iota(renamings_[0].begin(), renamings_[0].end(), 0);
    for (const std::size_t top : tops_) {
      const int first = top == 0 ? 0 : kMaxTopAtoms;
      std::vector<int> images(static_cast<std::size_t>(sizes_[top]));
      std::iota(images.begin(), images.end(), first);
      std::vector<std::array<int, kMaxAtoms>> more;
      do {
        for (auto renaming : renamings_) {
          std::ranges::copy(images, renaming.begin() + first);
          more.push_back(renaming);
        }
      } while (std::ranges::next_permutation(images).found);
      renamings_ = std::move(more);
    }
  }

  bool is_smallest(const Trace& trace) const {
    const std::vector<Set> own = written(trace, renamings_.front());
    return std::ranges::none_of(renamings_,
                                [&](const auto& renaming) { return written(trace, renaming) < own; });
  }

  static std::vector<Set> written(const Trace& trace, const std::array<int, kMaxAtoms>& renaming) {
    const auto renamed = [&](Set set) {
      Set result = 0;
      for (std::size_t a = 0; a < kMaxAtoms; ++a) {
        if ((set >> a & 1) != 0) result |= Set{1} << renaming[a];
      }
      return result;
    };
    std::vector<Set> out;
    for (const World& world : trace.states) {
      for (const Set set : world.sigs) out.push_back(renamed(set));
      for (const Pairs& pairs : world.fields) {
        Pairs image{};
        for (std::size_t a = 0; a < kMaxAtoms; ++a)
          image[static_cast<std::size_t>(renaming[a])] = renamed(pairs[a]);
        out.insert(out.end(), image.begin(), image.end());
      }
    }
    return out;
  }

  const Parts& state_;
  std::vector<int> sizes_;  // by sig
  std::vector<bool> exact_;
  std::vector<std::size_t> tops_;
  std::map<int, std::vector<std::size_t>> children_;
  std::vector<std::array<int, kMaxAtoms>> renamings_;  // the first changes nothing
  std::uint64_t tried_ = 0;
  std::uint64_t count_ = 0;
  bool is_too_large_ = false;
};

}  // namespace oracle

RandomModel::RandomModel(std::uint64_t seed, RandomKind kind) : parts_(std::make_unique<oracle::Parts>()) {
  text_ = oracle::Maker(seed, kind, *parts_).run();
}

RandomModel::~RandomModel() = default;

std::optional<std::uint64_t> RandomModel::classes(const Command& command) const {
  return oracle::Oracle(*parts_, command).classes();
}

}  // namespace fretsaw
