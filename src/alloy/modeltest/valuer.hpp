// SPDX-License-Identifier: MIT
// Values of typed expressions in one instance, one after the other, with bindings for free variables. For
// looking closely at few instances; `Question` is for asking many the same.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "alloy/modeltest/stage.hpp"

namespace fretsaw::modeltest {

using Environment = std::map<const model::Variable*, TupleSet>;

class Valuer {
 public:
  Valuer(const Stage& stage, const Instance& instance) : stage_(stage), instance_(instance) {}

  // Nothing if it cannot be evaluated.
  std::optional<bool> truth(const model::Expr& formula, const Environment& environment) const;
  std::optional<TupleSet> tuples(const model::Expr& relation, const Environment& environment) const;
  std::optional<std::int64_t> number(const model::Expr& integer, const Environment& environment) const;

  // All bindings of declarations of single atoms, in order; nothing if some declaration is of another kind.
  std::optional<std::vector<Environment>> bindings(const std::vector<model::Decl>& decls,
                                                   const Environment& environment) const;

 private:
  const Stage& stage_;
  const Instance& instance_;
};

}  // namespace fretsaw::modeltest
