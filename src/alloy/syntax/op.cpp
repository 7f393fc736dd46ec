// SPDX-License-Identifier: MIT
#include "alloy/syntax/op.hpp"

#include <array>
#include <cstddef>

namespace fretsaw::alloy {

namespace {

using S = OpShape;
using L = Level;

constexpr std::array<OpInfo, kOpCount> kOps = {{
    {Op::Name, "", "name", S::Leaf, L::Base},
    {Op::AtName, "@", "name", S::Leaf, L::Base},
    {Op::This, "this", "this", S::Leaf, L::Base},
    {Op::Univ, "univ", "universal set", S::Leaf, L::Base},
    {Op::None, "none", "empty set", S::Leaf, L::Base},
    {Op::Iden, "iden", "identity", S::Leaf, L::Base},
    {Op::IntSig, "Int", "integers", S::Leaf, L::Base},
    {Op::SeqInt, "seq/Int", "sequence indices", S::Leaf, L::Base},
    {Op::StringSig, "String", "strings", S::Leaf, L::Base},
    {Op::StepsSig, "steps", "steps", S::Leaf, L::Base},
    {Op::Number, "", "number", S::Leaf, L::Base},
    {Op::Text, "", "string", S::Leaf, L::Base},
    {Op::IntMin, "fun/min", "smallest integer", S::Leaf, L::Base},
    {Op::IntMax, "fun/max", "largest integer", S::Leaf, L::Base},
    {Op::IntNext, "fun/next", "successor of integers", S::Leaf, L::Base},

    {Op::Not, "not", "negation", S::Prefix, L::Not},
    {Op::Always, "always", "always", S::Prefix, L::Not},
    {Op::Eventually, "eventually", "eventually", S::Prefix, L::Not},
    {Op::After, "after", "after", S::Prefix, L::Not},
    {Op::Before, "before", "before", S::Prefix, L::Not},
    {Op::Historically, "historically", "historically", S::Prefix, L::Not},
    {Op::Once, "once", "once", S::Prefix, L::Not},
    {Op::No, "no", "no", S::Prefix, L::Compare},
    {Op::Some, "some", "some", S::Prefix, L::Compare},
    {Op::Lone, "lone", "lone", S::Prefix, L::Compare},
    {Op::One, "one", "one", S::Prefix, L::Compare},
    {Op::SomeOf, "some", "multiplicity some", S::Prefix, L::Compare},
    {Op::LoneOf, "lone", "multiplicity lone", S::Prefix, L::Compare},
    {Op::OneOf, "one", "multiplicity one", S::Prefix, L::Compare},
    {Op::SetOf, "set", "multiplicity set", S::Prefix, L::Compare},
    {Op::SeqOf, "seq", "sequence", S::Prefix, L::Compare},
    {Op::Cardinality, "#", "cardinality", S::Prefix, L::Count},
    {Op::IntValue, "int", "integer value", S::List, L::Postfix},
    {Op::Transpose, "~", "transpose", S::Prefix, L::Closure},
    {Op::Closure, "^", "transitive closure", S::Prefix, L::Closure},
    {Op::ReflexiveClosure, "*", "reflexive transitive closure", S::Prefix, L::Closure},
    {Op::Prime, "'", "prime", S::Postfix, L::Prime},

    {Op::Sequence, ";", "sequential composition", S::BinaryRight, L::Sequence},
    {Op::Or, "or", "disjunction", S::BinaryLeft, L::Or},
    {Op::Iff, "iff", "equivalence", S::BinaryLeft, L::Iff},
    {Op::Implies, "implies", "implication", S::BinaryRight, L::Implies},
    {Op::And, "and", "conjunction", S::BinaryLeft, L::And},
    {Op::Until, "until", "until", S::BinaryLeft, L::Temporal},
    {Op::Releases, "releases", "releases", S::BinaryLeft, L::Temporal},
    {Op::Since, "since", "since", S::BinaryLeft, L::Temporal},
    {Op::Triggered, "triggered", "triggered", S::BinaryLeft, L::Temporal},
    {Op::In, "in", "subset", S::BinaryLeft, L::Compare},
    {Op::NotIn, "not in", "not a subset", S::BinaryLeft, L::Compare},
    {Op::Equal, "=", "equality", S::BinaryLeft, L::Compare},
    {Op::NotEqual, "!=", "inequality", S::BinaryLeft, L::Compare},
    {Op::Less, "<", "less than", S::BinaryLeft, L::Compare},
    {Op::NotLess, "!<", "not less than", S::BinaryLeft, L::Compare},
    {Op::AtMost, "<=", "at most", S::BinaryLeft, L::Compare},
    {Op::NotAtMost, "!<=", "not at most", S::BinaryLeft, L::Compare},
    {Op::Greater, ">", "greater than", S::BinaryLeft, L::Compare},
    {Op::NotGreater, "!>", "not greater than", S::BinaryLeft, L::Compare},
    {Op::AtLeast, ">=", "at least", S::BinaryLeft, L::Compare},
    {Op::NotAtLeast, "!>=", "not at least", S::BinaryLeft, L::Compare},
    {Op::ShiftLeft, "<<", "left shift", S::BinaryLeft, L::Shift},
    {Op::ShiftRight, ">>", "right shift", S::BinaryLeft, L::Shift},
    {Op::ShiftRightUnsigned, ">>>", "unsigned right shift", S::BinaryLeft, L::Shift},
    {Op::Union, "+", "union", S::BinaryLeft, L::Add},
    {Op::Difference, "-", "difference", S::BinaryLeft, L::Add},
    {Op::IntAdd, "fun/add", "addition", S::BinaryLeft, L::Add},
    {Op::IntSub, "fun/sub", "subtraction", S::BinaryLeft, L::Add},
    {Op::IntMul, "fun/mul", "multiplication", S::BinaryLeft, L::Multiply},
    {Op::IntDiv, "fun/div", "division", S::BinaryLeft, L::Multiply},
    {Op::IntRem, "fun/rem", "remainder", S::BinaryLeft, L::Multiply},
    {Op::Override, "++", "override", S::BinaryLeft, L::Override},
    {Op::Intersection, "&", "intersection", S::BinaryLeft, L::Intersect},
    {Op::Arrow, "->", "product", S::BinaryRight, L::Arrow},
    {Op::DomainRestriction, "<:", "domain restriction", S::BinaryLeft, L::Domain},
    {Op::RangeRestriction, ":>", "range restriction", S::BinaryLeft, L::Range},
    {Op::Join, ".", "join", S::BinaryLeft, L::Postfix},

    {Op::IfElse, "implies", "if-else", S::List, L::Implies},
    {Op::Box, "[]", "box join", S::List, L::Postfix},
    {Op::Disjoint, "disj", "disjointness", S::List, L::Postfix},
    {Op::TotalOrder, "pred/totalOrder", "total order", S::List, L::Postfix},
    {Op::Block, "{}", "block", S::List, L::Base},

    {Op::All, "all", "universal quantifier", S::Binder, L::Bind},
    {Op::SomeQ, "some", "existential quantifier", S::Binder, L::Bind},
    {Op::NoQ, "no", "quantifier no", S::Binder, L::Bind},
    {Op::LoneQ, "lone", "quantifier lone", S::Binder, L::Bind},
    {Op::OneQ, "one", "quantifier one", S::Binder, L::Bind},
    {Op::SumQ, "sum", "sum", S::Binder, L::Bind},
    {Op::Comprehension, "{}", "comprehension", S::Binder, L::Base},
    {Op::Let, "let", "let", S::Binder, L::Bind},
}};

constexpr bool is_in_order_of_the_enum() {
  for (int i = 0; i < kOpCount; ++i) {
    if (static_cast<int>(kOps[i].op) != i) return false;
  }
  return true;
}
static_assert(is_in_order_of_the_enum());

}  // namespace

const OpInfo& info(Op op) { return kOps[static_cast<std::size_t>(op)]; }

bool is_temporal(Op op) {
  switch (op) {
    case Op::Always:
    case Op::Eventually:
    case Op::After:
    case Op::Before:
    case Op::Historically:
    case Op::Once:
    case Op::Prime:
    case Op::Sequence:
    case Op::Until:
    case Op::Releases:
    case Op::Since:
    case Op::Triggered:
      return true;
    default:
      return false;
  }
}

}  // namespace fretsaw::alloy
