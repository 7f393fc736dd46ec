// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "alloy/lowering/bounds.hpp"

namespace fretsaw::lowering {

namespace {

using model::Sig;
using model::SigId;

class Layout {
 public:
  Layout(LoweringContext& context, const std::vector<std::string>& strings)
      : context_(context), model_(*context.model), strings_(strings) {
    context_.sig_lower.assign(model_.sigs.size(), TupleSet(1));
    context_.sig_upper.assign(model_.sigs.size(), TupleSet(1));
  }

  void run() {
    for (const Sig& sig : model_.sigs) {
      if (!sig.builtin && sig.is_top_level()) claim_atoms(sig, sig);
    }
    for (const Sig& sig : model_.sigs) {
      if (!sig.builtin && sig.is_top_level()) offer_atoms(sig);
    }
    add_integers();
    add_strings();
    reserve_loop_atom();
    if (names_.empty()) names_.emplace_back("<empty>");
    context_.problem.universe = Universe(std::move(names_));
    context_.problem.integers.bitwidth = bitwidth();
  }

 private:
  // Bottom up: which atoms a sig must have; an inexact top-level sig has more that it may have.
  void claim_atoms(const Sig& sig, const Sig& top) {
    TupleSet lower(1);
    for (const SigId child : sig.children) {
      claim_atoms(model_.sig(child), top);
      lower = unite(lower, context_.lower(child));
    }
    TupleSet upper = lower;
    const model::SigScope& scope = context_.scopes.of(sig.id);
    for (int i = 0; i < scope.own; ++i) {
      const Atom atom = new_atom(fmt::format("{}${}", top.name, next_of_top_++));
      upper.insert(std::array{atom});
      if (scope.exact) lower.insert(std::array{atom});
    }
    if (&sig == &top) next_of_top_ = 0;
    context_.sig_lower[index(sig.id)] = std::move(lower);
    context_.sig_upper[index(sig.id)] = std::move(upper);
  }

  // Top down: a sig that may have more atoms than it must may take any atom of its parent that no sibling
  // owns.
  void offer_atoms(const Sig& sig) {
    TupleSet free = context_.upper(sig.id);
    for (const SigId child : sig.children) free = subtract(free, context_.lower(child));
    for (const SigId child : sig.children) {
      const auto certain = static_cast<int>(context_.lower(child).size());
      if (context_.scopes.of(child).size > certain) {
        context_.sig_upper[index(child)] = unite(context_.upper(child), free);
      }
      offer_atoms(model_.sig(child));
    }
  }

  void add_integers() {
    const int width = context_.scopes.bitwidth;
    if (!context_.integers_are_atoms || width == 0) return;
    const std::int64_t end = std::int64_t{1} << (width - 1);
    std::vector<Atom> all, indices;
    for (std::int64_t i = -end; i < end; ++i) {
      const Atom atom = new_atom(std::to_string(i));
      context_.problem.integers.atoms.emplace_back(i, atom);
      all.push_back(atom);
      if (i >= 0 && i < context_.scopes.max_seq) indices.push_back(atom);
    }
    fix(model::kInt, TupleSet::unary(std::move(all)));
    fix(model::kSeqInt, TupleSet::unary(std::move(indices)));
  }

  void add_strings() {
    std::vector<std::string> literals = strings_;
    const auto wanted = static_cast<std::size_t>(context_.scopes.strings.value_or(0));
    for (int i = 0; literals.size() < wanted; ++i) {
      std::string fresh = fmt::format("String{}", i);
      if (std::ranges::find(literals, fresh) == literals.end()) literals.push_back(std::move(fresh));
    }
    std::vector<Atom> atoms;
    for (const std::string& literal : literals) {
      const std::string quoted = fmt::format("\"{}\"", literal);
      const Atom atom = new_atom(quoted);
      atoms.push_back(atom);
      context_.strings.emplace(literal, context_.add_constant(quoted, TupleSet::unary({atom})));
    }
    fix(model::kString, TupleSet::unary(std::move(atoms)));
  }

  // An integer will do.
  void reserve_loop_atom() {
    if (!context_.is_temporal) return;
    const auto& integers = context_.problem.integers.atoms;
    context_.loop_atom = integers.empty() ? new_atom("<loop>") : integers.front().second;
  }

  void fix(SigId sig, TupleSet value) {
    context_.sig_lower[index(sig)] = value;
    context_.sig_upper[index(sig)] = std::move(value);
  }

  Atom new_atom(std::string name) {
    names_.push_back(std::move(name));
    return static_cast<Atom>(names_.size() - 1);
  }

  // With `0 int` there are no integer atoms, but cardinalities can still be compared: as in Alloy, with as
  // many bits as the number of atoms suggests.
  int bitwidth() const {
    const int width = context_.scopes.bitwidth;
    if (width > 0) return width;
    const double atoms = context_.problem.universe.size();
    return static_cast<int>(std::ceil(std::log(atoms))) + 1;
  }

  LoweringContext& context_;
  const model::Model& model_;
  const std::vector<std::string>& strings_;
  std::vector<std::string> names_;
  int next_of_top_ = 0;
};

}  // namespace

void lay_out_universe(LoweringContext& context, const std::vector<std::string>& strings) {
  Layout(context, strings).run();
}

}  // namespace fretsaw::lowering
