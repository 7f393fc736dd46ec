// SPDX-License-Identifier: MIT
// Random syntax trees: any that a parser can produce, sensible or not.
#pragma once

#include <random>

#include "alloy/syntax/ast.hpp"

namespace fretsaw::alloy {

class RandomTree {
 public:
  explicit RandomTree(std::uint64_t seed) : random_(seed) {}

  ExprPtr expression(int depth);
  Module module();

 private:
  int below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(random_); }
  bool chance(int one_in) { return below(one_in) == 0; }

  std::string identifier();
  Name name();
  Name qualified();
  std::vector<Name> names();
  Keyword keyword(int one_in);
  ExprPtr leaf();
  ExprPtr of(Op op, std::vector<ExprPtr> children);
  ExprPtr block(int depth);
  std::vector<ExprPtr> list(int at_least, int depth);
  Decl decl(int depth, bool may_be_defined, bool is_field);
  std::vector<Decl> decls(int depth, bool may_be_defined);
  Mult multiplicity();
  Paragraph paragraph();
  Sig sig();
  Function function();
  Command command();
  Scope scope();

  std::mt19937_64 random_;
};

}  // namespace fretsaw::alloy
