// SPDX-License-Identifier: MIT
// The inheritance of sigs. All sigs get their ids first, in the order of modules and declarations, since they
// may refer to each other in any order; then each is placed after its parents, depth first, which detects
// cycles. A sig that extends another one gets a place in the hierarchy and is its own type; the type of a
// subset sig is the union of its parents'. The order of placing is kept: fields are built in it, a parent's
// before its children's. Meta sigs (meta.hpp) come after all that they describe.
#include <fmt/format.h>

#include <algorithm>

#include "alloy/model/build.hpp"

namespace fretsaw::model {

namespace {

enum class State : std::uint8_t { New, Open, Done };

class SigBuilder {
 public:
  explicit SigBuilder(Build& build)
      : model_(build.model), names_(build.names), order_(build.order), warnings_(build.warnings) {}

  Status run() {
    add_builtins();
    for (std::size_t m = 0; m < names_.modules.size(); ++m) {
      for (const SigSyntax& syntax : names_.modules[m].sigs) add(syntax, m);
    }
    state_.assign(model_.sigs.size(), State::New);
    std::fill_n(state_.begin(), kBuiltinSigs, State::Done);
    parents_.resize(model_.sigs.size());
    for (std::size_t s = kBuiltinSigs; s < model_.sigs.size(); ++s) {
      if (model_.sigs[s].is_meta) continue;
      if (auto placed = place(static_cast<SigId>(s)); !placed) return placed;
    }
    if (names_.has_meta_sigs) settle_meta_sigs();
    return Success{};
  }

 private:
  void add_builtins() {
    for (const char* name : {"univ", "none", "Int", "seq/Int", "String"}) {
      Sig sig;
      sig.id = static_cast<SigId>(model_.sigs.size());
      sig.name = name;
      sig.builtin = true;
      sig.type = Type::of(sig.id);
      if (sig.id == kSeqInt) sig.parent = kInt;
      model_.sigs.push_back(std::move(sig));
    }
  }

  void add(const SigSyntax& syntax, std::size_t module) {
    Sig sig;
    sig.id = static_cast<SigId>(model_.sigs.size());
    sig.name = names_.modules[module].prefix() + syntax.name;
    sig.is_private = syntax.is_private;
    sig.module = module;
    sig.span = syntax.span;
    if (syntax.meta != Meta::None) {
      sig.is_meta = true;
      sig.is_abstract = syntax.meta == Meta::Sigs || syntax.meta == Meta::Fields;
      sig.mult = syntax.meta == Meta::OfSig || syntax.meta == Meta::OfField ? SigMult::One : SigMult::Any;
    } else if (syntax.owner) {
      sig.is_abstract = sig.is_enum = !syntax.is_member;
      sig.mult = syntax.is_member ? SigMult::One : SigMult::Any;
    } else if (syntax.sig) {
      sig.is_abstract = syntax.sig->abstract_sig.has_value();
      sig.is_variable = syntax.sig->var.has_value();
      sig.mult = syntax.sig->one    ? SigMult::One
                 : syntax.sig->lone ? SigMult::Lone
                 : syntax.sig->some ? SigMult::Some
                                    : SigMult::Any;
    }
    if (syntax.exactly) model_.exact_sigs.push_back(sig.id);
    model_.sigs.push_back(std::move(sig));
  }

  const SigSyntax& syntax(SigId id) const {
    const ModuleScope& scope = names_.modules[model_.sig(id).module];
    return scope.sigs[index(id) - scope.first_sig];
  }

  // Depth first and without recursion, since sigs may extend each other a thousand deep.
  Status place(SigId root) {
    std::vector<std::pair<SigId, std::size_t>> stack;
    const auto enter = [&](SigId id) -> Status {
      if (state_[index(id)] == State::Done) return Success{};
      if (state_[index(id)] == State::Open) return cycle(id, stack);
      state_[index(id)] = State::Open;
      stack.emplace_back(id, 0);
      return Success{};
    };
    if (auto entered = enter(root); !entered) return entered;
    while (!stack.empty()) {
      const SigId id = stack.back().first;
      const std::size_t next = stack.back().second++;
      if (next < written_parents(id).size()) {
        auto parent = find_parent(id, written_parents(id)[next]);
        if (!parent) return parent.error();
        parents_[index(id)].push_back(*parent);
        if (auto entered = enter(*parent); !entered) return entered;
        continue;
      }
      if (auto settled = settle(id); !settled) return settled;
      state_[index(id)] = State::Done;
      order_.push_back(id);
      stack.pop_back();
    }
    return Success{};
  }

  std::vector<alloy::Name> written_parents(SigId id) const {
    const SigSyntax& s = syntax(id);
    if (s.is_member) return {{"this/" + s.owner->name.text, s.owner->name.span}};
    return s.sig ? s.sig->parents : std::vector<alloy::Name>{};
  }

  Result<SigId> find_parent(SigId id, const alloy::Name& name) const {
    const std::size_t module = model_.sig(id).module;
    const std::vector<Symbol> found = names_.find_sigs(module, name.text);
    if (found.empty()) {
      return error_at(name.span, ErrorClass::Syntax,
                      fmt::format("unknown sig '{}'{}", name.text, names_.suggest_sig(module, name.text)));
    }
    if (found.size() > 1) {
      return names_.ambiguous(name.span, ErrorClass::Syntax, name.text, found);
    }
    return names_.sig_id(found.front());
  }

  Diagnostic cycle(SigId id, const std::vector<std::pair<SigId, std::size_t>>& stack) const {
    std::string circle;
    auto it = std::ranges::find(stack, id, [](const auto& entry) { return entry.first; });
    for (; it != stack.end(); ++it) circle += model_.sig(it->first).name + " → ";
    return error_at(model_.sig(id).span, ErrorClass::Type,
                    fmt::format("cyclic inheritance: {}{}", circle, model_.sig(id).name));
  }

  // All parents are known and done.
  Status settle(SigId id) {
    Sig& sig = model_.sigs[index(id)];
    const SigSyntax& s = syntax(id);
    const alloy::SigParent relation = s.sig ? s.sig->relation : alloy::SigParent::None;
    const bool subset = relation == alloy::SigParent::In || relation == alloy::SigParent::Equal;
    sig.equals_parents = relation == alloy::SigParent::Equal;
    if (subset) {
      if (auto placed = settle_subset(sig); !placed) return placed;
    } else if (!parents_[index(id)].empty()) {
      const Span& where = s.sig ? s.sig->parents.front().span : s.span;
      if (auto placed = settle_extension(sig, parents_[index(id)].front(), where); !placed) return placed;
    } else {
      sig.type = Type::of(id);
      model_.hierarchy.add(id, kUniv);
    }
    sig.this_variable = std::make_shared<const Variable>(Variable{"this", sig.type, sig.span});
    if (s.sig) warn_of_mixture(sig, *s.sig, subset);
    return Success{};
  }

  // Where only one of sig and parent may change.
  void warn_of_mixture(const Sig& sig, const alloy::Sig& syntax, bool subset) {
    for (const SigId id : parents_[index(sig.id)]) {
      const Sig& parent = model_.sig(id);
      if (parent.builtin || parent.is_variable == sig.is_variable || (subset && sig.is_variable)) continue;
      warnings_.push_back(warning_at(
          syntax.relation_pos,
          sig.is_variable
              ? fmt::format("sig '{}' is 'var', but its parent '{}' is not", sig.name, parent.name)
              : fmt::format("sig '{}' is not 'var', but its parent '{}' is", sig.name, parent.name)));
    }
  }

  // Their parents are known without names: sig$ and field$, which come first.
  void settle_meta_sigs() {
    SigId sigs{}, fields{};
    std::vector<SigId> fixed, varying;
    for (std::size_t s = kBuiltinSigs; s < model_.sigs.size(); ++s) {
      Sig& sig = model_.sigs[s];
      if (!sig.is_meta) continue;
      const SigSyntax& meta = syntax(sig.id);
      switch (meta.meta) {
        case Meta::Sigs:
          sigs = sig.id;
          break;
        case Meta::Fields:
          fields = sig.id;
          break;
        case Meta::OfSig:
        case Meta::OfField:
          sig.parent = meta.meta == Meta::OfSig ? sigs : fields;
          model_.sigs[index(sig.parent)].children.push_back(sig.id);
          (meta.subject_varies ? varying : fixed).push_back(sig.id);
          break;
        default:
          continue;
      }
      sig.type = Type::of(sig.id);
      model_.hierarchy.add(sig.id, sig.parent);
      sig.this_variable = std::make_shared<const Variable>(Variable{"this", sig.type, sig.span});
    }
    for (Sig& sig : model_.sigs) {
      if (!sig.is_meta || sig.this_variable) continue;
      settle_meta_subset(sig, syntax(sig.id).meta == Meta::Variable ? varying : fixed);
    }
  }

  // static$ and var$. One that has no atoms is of type univ, as in Alloy.
  void settle_meta_subset(Sig& sig, const std::vector<SigId>& parts) {
    model_.hierarchy.add(sig.id, kUniv);
    sig.equals_parents = true;
    sig.subset_of = parts.empty() ? std::vector{kNone} : parts;
    for (const SigId part : parts) sig.type.products.push_back({part});
    if (parts.empty()) sig.type = Type::of(kUniv);
    sig.this_variable = std::make_shared<const Variable>(Variable{"this", sig.type, sig.span});
  }

  Status settle_subset(Sig& sig) {
    const TypeAlgebra algebra(model_.hierarchy);
    model_.hierarchy.add(sig.id, kUniv);
    for (const SigId parent : parents_[index(sig.id)]) {
      if (parent == kUniv) {
        sig.subset_of = {kUniv};
        sig.type = Type::of(kUniv);
        return Success{};
      }
      if (parent == kNone || std::ranges::find(sig.subset_of, parent) != sig.subset_of.end()) continue;
      sig.subset_of.push_back(parent);
      const Type& type = model_.sig(parent).type;
      sig.type = sig.type.is_error() ? type : algebra.unite_common_arity(sig.type, type);
    }
    if (!sig.subset_of.empty()) return Success{};
    return error_at(sig.span, ErrorClass::Type,
                    fmt::format("sig '{}' is a subset of the empty set", sig.name));
  }

  Status settle_extension(Sig& sig, SigId parent_id, const Span& where) {
    Sig& parent = model_.sigs[index(parent_id)];
    const auto refuse = [](const Span& span, std::string message, std::string hint = {}) {
      return error_at(span, ErrorClass::Syntax, std::move(message), std::move(hint));
    };
    if (parent.is_subset()) {
      return refuse(where, fmt::format("sig '{}' cannot extend the subset sig '{}'", sig.name, parent.name),
                    fmt::format("write 'sig {} in {}' for a subset", sig.name, parent.name));
    }
    if (parent.builtin && parent_id != kUniv) {
      return refuse(sig.span, fmt::format("sig '{}' cannot extend the built-in '{}'", sig.name, parent.name),
                    fmt::format("write 'sig {} in {}' for a subset", sig.name, parent.name));
    }
    if (parent.is_enum && sig.mult != SigMult::One) {
      return refuse(sig.span, fmt::format("sig '{}' extends the enum '{}', so it must be 'one'", sig.name,
                                          parent.name));
    }
    if (parent_id != kUniv && parent.parent != kUniv && model_.sig(parent.parent).is_enum) {
      return refuse(sig.span, fmt::format("sig '{}' cannot extend '{}', which is a member of an enum",
                                          sig.name, parent.name));
    }
    sig.parent = parent_id;
    sig.type = parent.is_enum ? parent.type : Type::of(sig.id);
    if (parent_id != kUniv) parent.children.push_back(sig.id);
    model_.hierarchy.add(sig.id, parent_id);
    return Success{};
  }

  Model& model_;
  const Names& names_;
  std::vector<SigId>& order_;
  Warnings& warnings_;
  std::vector<State> state_;
  std::vector<std::vector<SigId>> parents_;
};

}  // namespace

Status build_sigs(Build& build) { return SigBuilder(build).run(); }

}  // namespace fretsaw::model
