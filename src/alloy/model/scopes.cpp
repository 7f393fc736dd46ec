// SPDX-License-Identifier: MIT
// Alloy's rules, in its order: the scopes of the command; `one` and `lone`; then repeatedly until nothing
// changes: abstract sigs are the sum of their children or leave one child the rest, top-level sigs get the
// overall scope, other sigs get their parent's. Last, sigs too small for what their children must have are
// raised, from the leaves up.
#include "alloy/model/scopes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <span>

#include "alloy/model/calls.hpp"
#include "alloy/model/model.hpp"
#include "alloy/model/names.hpp"
#include "alloy/syntax/parser.hpp"

namespace fretsaw::model {

namespace {

constexpr int kUnknown = -1;

class ScopeComputer {
 public:
  ScopeComputer(const Model& model, const alloy::Command& command, const Span& pos)
      : model_(model),
        command_(command),
        pos_(pos),
        size_(model.sigs.size(), kUnknown),
        exact_(model.sigs.size(), false) {
    // There is nothing that they could stand for, and Alloy has a fact that says so.
    for (const Sig& sig : declared()) {
      if (sig.is_meta && sig.is_abstract && sig.children.empty()) size_[index(sig.id)] = 0;
    }
  }

  Result<Scopes> run() {
    auto scopes = deciding_scopes(command_);
    if (!scopes) return scopes.error();
    for (const alloy::Scope& scope : *scopes) {
      if (auto set = apply(scope); !set) return set.error();
    }
    if (auto set = apply_multiplicities(); !set) return set.error();
    if (auto derived = derive(); !derived) return derived.error();
    if (auto set = set_integers(); !set) return set.error();
    if (auto raised = raise_parents(); !raised) return raised.error();
    return std::move(out_);
  }

 private:
  Diagnostic refuse(std::string message, std::string hint = {}) const {
    return error_at(pos_, ErrorClass::Syntax, std::move(message), std::move(hint));
  }

  // What the command says.
  Status apply(const alloy::Scope& scope) {
    switch (scope.target) {
      case alloy::ScopeTarget::Int:
        return set_once(bitwidth_, scope, "the bit width");
      case alloy::ScopeTarget::Seq:
        return set_once(max_seq_, scope, "the length of sequences");
      case alloy::ScopeTarget::Steps:
        return apply_to_steps(scope);
      case alloy::ScopeTarget::String:
        return apply_to_strings(scope);
      case alloy::ScopeTarget::Sig:
        break;
    }
    const std::vector<Symbol> found = model_.names->find_sigs(0, scope.sig.text);
    if (found.empty()) return refuse(fmt::format("unknown sig '{}'", scope.sig.text));
    return apply_to_sig(model_.sig(model_.names->sig_id(found.front())), scope);
  }

  Status set_once(std::optional<int>& value, const alloy::Scope& scope, const char* what) {
    if (value) return error_at(scope.span, ErrorClass::Syntax, fmt::format("duplicate scope: {}", what));
    value = scope.from;
    return Success{};
  }

  // The parser has seen to it that they can be.
  Status apply_to_steps(const alloy::Scope& scope) {
    const bool at_most = !scope.unbounded && !is_exact(scope) && !scope.to;
    out_.min_steps = at_most ? 1 : scope.from;
    out_.max_steps = scope.unbounded ? std::nullopt : std::optional(scope.to.value_or(scope.from));
    return Success{};
  }

  Status apply_to_strings(const alloy::Scope& scope) {
    if (out_.strings) return refuse("duplicate scope of 'String'");
    if (!is_exact(scope)) {
      return refuse("the scope of 'String' must be exact",
                    fmt::format("write 'exactly {} String'", scope.from));
    }
    out_.strings = scope.from;
    return Success{};
  }

  static bool is_exact(const alloy::Scope& scope) {
    return scope.exactly || (scope.to && *scope.to == scope.from);
  }

  Status apply_to_sig(const Sig& sig, const alloy::Scope& scope) {
    const int n = scope.from;
    if (sig.id == kSeqInt)
      return refuse("'seq/Int' cannot have a scope", "write '3 seq' for the length of sequences");
    if (sig.is_enum)
      return refuse(fmt::format("the enum '{}' cannot have a scope: its members are fixed", sig.name));
    if (sig.is_variable && !sig.is_top_level() && !sig.is_subset()) {
      return refuse(fmt::format("sig '{}' is 'var' and extends another, so it cannot have a scope", sig.name),
                    fmt::format("set the scope of '{}' instead", model_.sig(sig.parent).name));
    }
    if (sig.is_variable && is_exact(scope))
      return refuse(fmt::format("sig '{}' is 'var', so its scope cannot be exact", sig.name));
    if (sig.mult == SigMult::One && (sig.is_variable ? n < 1 : n != 1)) {
      return refuse(fmt::format("sig '{}' is 'one', so its scope cannot be {}", sig.name, n));
    }
    if (sig.mult == SigMult::Lone && n > 1 && !sig.is_variable) {
      return refuse(fmt::format("sig '{}' is 'lone', so its scope cannot be {}", sig.name, n));
    }
    if (sig.mult == SigMult::Some && n < 1) {
      return refuse(fmt::format("sig '{}' is 'some', so its scope cannot be {}", sig.name, n));
    }
    if (sig.builtin) return refuse(fmt::format("the built-in '{}' cannot have a scope", sig.name));
    if (sig.is_subset()) {
      return refuse(fmt::format("the subset sig '{}' cannot have a scope", sig.name),
                    fmt::format("set the scope of '{}', or add a formula such as #{} <= {}",
                                model_.sig(sig.subset_of.front()).name, sig.name, n));
    }
    if (n < 0) return refuse(fmt::format("the scope of sig '{}' is negative", sig.name));
    if (auto set = set_size(sig, n); !set) return set;
    if (is_exact(scope)) exact_[index(sig.id)] = true;
    return Success{};
  }

  Status set_size(const Sig& sig, int n) {
    int& size = size_[index(sig.id)];
    if (size != kUnknown && size != n) {
      return refuse(fmt::format("conflicting scopes of sig '{}': {} and {}", sig.name, size, n));
    }
    size = n;
    return Success{};
  }

  Status apply_multiplicities() {
    for (const Sig& sig : declared()) {
      if (sig.is_subset() || sig.is_variable) continue;  // of a `var` sig, it may be another atom later
      if (sig.mult == SigMult::One) {
        exact_[index(sig.id)] = true;
        if (auto set = set_size(sig, 1); !set) return set;
      } else if (sig.mult == SigMult::Lone && size_[index(sig.id)] != 0) {
        if (auto set = set_size(sig, 1); !set) return set;
      }
    }
    return Success{};
  }

  std::span<const Sig> declared() const { return std::span(model_.sigs).subspan(kBuiltinSigs); }

  // What follows from it.
  Status derive() {
    for (;;) {
      auto changed = derive_abstract();
      if (changed && !*changed) changed = derive_overall();
      if (changed && !*changed) changed = derive_from_parents();
      if (!changed) return changed.error();
      if (!*changed) return Success{};
    }
  }

  Result<bool> derive_abstract() {
    bool changed = false;
    for (const Sig& sig : declared()) {
      if (!sig.is_abstract || sig.is_subset() || sig.children.empty()) continue;
      std::int64_t sum = 0;
      int missing = 0;
      SigId last_missing{};
      for (const SigId child : sig.children) {
        const int size = size_[index(child)];
        if (size == kUnknown) {
          ++missing;
          last_missing = child;
        } else {
          sum += size;
        }
      }
      if (sum > std::numeric_limits<int>::max()) return refuse("the scopes have too many atoms in total");
      int& own = size_[index(sig.id)];
      if (own == kUnknown && missing == 0) {
        own = static_cast<int>(sum);
        changed = true;
      } else if (own != kUnknown && missing == 1) {
        size_[index(last_missing)] = own < sum ? 0 : own - static_cast<int>(sum);
        changed = true;
      }
    }
    return changed;
  }

  Result<bool> derive_overall() {
    const bool nothing_said =
        !command_.overall && std::ranges::none_of(command_.scopes, [](const alloy::Scope& s) {
          return s.target == alloy::ScopeTarget::Sig || s.target == alloy::ScopeTarget::String;
        });
    bool changed = false;
    for (const Sig& sig : declared()) {
      int& size = size_[index(sig.id)];
      if (!sig.is_top_level() || size != kUnknown) continue;
      if (!command_.overall && !nothing_said) {
        return refuse(fmt::format("no scope for sig '{}'", sig.name),
                      fmt::format("write 'for 3 but …', or add '3 {}'", sig.name));
      }
      size = command_.overall.value_or(3);
      if (size < 0) return refuse("the scope is negative");
      changed = true;
    }
    return changed;
  }

  Result<bool> derive_from_parents() {
    bool changed = false;
    for (const Sig& sig : declared()) {
      int& size = size_[index(sig.id)];
      if (sig.is_subset() || sig.is_top_level() || size != kUnknown) continue;
      size = size_[index(sig.parent)];
      changed = changed || size != kUnknown;
    }
    return changed;
  }

  Status set_integers() {
    const int width = bitwidth_.value_or(4);
    if (width < 0) return refuse("the bit width of integers cannot be negative");
    if (width > 30)
      return refuse(fmt::format("the bit width of integers cannot be {}: the maximum is 30", width));
    const int largest = width == 0 ? 0 : (1 << (width - 1)) - 1;
    out_.bitwidth = width;
    const int length = max_seq_ ? *max_seq_ : std::min(command_.overall.value_or(4), largest);
    if (length > largest) {
      return refuse(fmt::format("sequences cannot have length {}: with {}-bit integers, the maximum is {}",
                                length, width, largest),
                    "use a larger bit width, as in '6 int'");
    }
    out_.max_seq = std::max(length, 0);
    return Success{};
  }

  // Children before parents; and the atoms that each sig brings into the universe.
  Status raise_parents() {
    out_.sigs.assign(model_.sigs.size(), {});
    std::vector<SigId> order;
    for (const Sig& sig : declared()) {
      if (sig.is_top_level()) order.push_back(sig.id);
    }
    for (std::size_t i = 0; i < order.size(); ++i) {
      const auto& children = model_.sig(order[i]).children;
      order.insert(order.end(), children.begin(), children.end());
    }
    std::int64_t total = 0;
    for (std::size_t i = order.size(); i-- > 0;) {
      const Sig& sig = model_.sig(order[i]);
      SigScope& scope = out_.sigs[index(sig.id)];
      std::int64_t lower = 0;
      for (const SigId child : sig.children) lower += out_.sigs[index(child)].lower;
      if (lower > std::numeric_limits<int>::max()) return refuse("the scopes have too many atoms in total");
      scope.size = std::max(size_[index(sig.id)], static_cast<int>(lower));
      scope.exact =
          exact_[index(sig.id)] || std::ranges::find(model_.exact_sigs, sig.id) != model_.exact_sigs.end();
      if (scope.exact || sig.is_top_level()) scope.own = scope.size - static_cast<int>(lower);
      scope.lower = static_cast<int>(lower) + scope.own;
      if (sig.is_top_level()) total += scope.lower;
      if (total > std::numeric_limits<int>::max()) return refuse("the scopes have too many atoms in total");
    }
    return Success{};
  }

  const Model& model_;
  const alloy::Command& command_;
  Span pos_;
  std::vector<int> size_;
  std::vector<bool> exact_;
  std::optional<int> bitwidth_;
  std::optional<int> max_seq_;
  Scopes out_;
};

}  // namespace

Result<Scopes> compute_scopes(const Model& model, const alloy::Command& command, const Span& pos) {
  return ScopeComputer(model, command, pos).run();
}

Status check_scope_names(const Model& model, const alloy::Command& command) {
  for (const alloy::Scope& scope : command.scopes) {
    if (scope.target != alloy::ScopeTarget::Sig) continue;
    const std::vector<Symbol> found = model.names->find_sigs(0, scope.sig.text);
    if (found.size() == 1) continue;
    if (found.empty()) {
      return error_at(
          scope.span, ErrorClass::Syntax,
          fmt::format("unknown sig '{}'{}", scope.sig.text, model.names->suggest_sig(0, scope.sig.text)));
    }
    return model.names->ambiguous(scope.span, ErrorClass::Syntax, scope.sig.text, found);
  }
  return Success{};
}

Result<Command> with_scope(const Model& model, const Command& command, const SourcePtr& text) {
  auto parsed = alloy::parse_scopes(text, model.primes);
  if (!parsed) return parsed.error();
  parsed->is_check = command.is_check;
  if (auto names = check_scope_names(model, *parsed); !names) return names.error();
  const Span whole{text.get(), 0, static_cast<std::uint32_t>(text->text().size())};
  auto scopes = compute_scopes(model, *parsed, whole);
  if (!scopes) return scopes.error();
  Command changed = command;
  changed.syntax.overall = parsed->overall;
  changed.syntax.scopes = parsed->scopes;
  changed.scopes = std::move(scopes).value();
  if (auto steps = check_steps(changed, whole); !steps) return steps.error();
  changed.error = changed.goal_error;
  return changed;
}

}  // namespace fretsaw::model
