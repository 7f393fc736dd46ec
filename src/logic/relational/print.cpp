// SPDX-License-Identifier: MIT
//
// Terms as text in Alloy's notation, with no more parentheses than Alloy's grammar needs to read the same
// term back.
//
// Every term is written at a level: the binding strength that its surroundings ask for. A term that binds
// less strongly gets parentheses. Terms are DAGs of any size and depth, so writing stops when the text is
// long enough, and what is nested too deeply to be worth reading is shown as an ellipsis.
#include <fmt/format.h>

#include "fretsaw/relational.hpp"
#include "logic/relational/timed.hpp"

namespace fretsaw {

namespace {

constexpr int kMaxShownDepth = 100;
constexpr const char* kEllipsis = "…";

// clang-format off
// Binding strengths, weakest first, in the order of Alloy's grammar.
enum Level { kOpen, kBinder, kOr, kIff, kImplies, kAnd, kNot, kCompare, kTest, kShift, kAdd, kCount, kOverride,
             kIntersect, kArrow, kDomain, kRange, kJoin, kUnary, kAtom };

struct Notation {
  Level level;
  const char* text;  // of an infix operator, with its spaces; otherwise the prefix or the function's name
};

Notation notation(Op op) {
  switch (op) {
    case Op::None: return {kAtom, "none"};
    case Op::Univ: return {kAtom, "univ"};
    case Op::Iden: return {kAtom, "iden"};
    case Op::Ints: return {kAtom, "Int"};
    case Op::True: return {kAtom, "true"};
    case Op::False: return {kAtom, "false"};
    case Op::Relation: case Op::Variable: case Op::Constant: case Op::Comprehension: return {kAtom, ""};
    case Op::Union: return {kAdd, " + "};
    case Op::Difference: return {kAdd, " - "};
    case Op::Override: return {kOverride, " ++ "};
    case Op::Intersection: return {kIntersect, " & "};
    case Op::Product: return {kArrow, " -> "};
    case Op::DomainRestriction: return {kDomain, " <: "};
    case Op::RangeRestriction: return {kRange, " :> "};
    case Op::Join: return {kJoin, "."};
    case Op::Transpose: return {kUnary, "~"};
    case Op::Closure: return {kUnary, "^"};
    case Op::ReflexiveClosure: return {kUnary, "*"};
    case Op::IfExpr: case Op::IfFormula: case Op::IfInt: return {kImplies, " => "};
    case Op::Prime: return {kUnary, "'"};
    case Op::Temporal: return {kNot, ""};
    case Op::IntToExpr: return {kAtom, "Int"};
    case Op::In: return {kCompare, "in"};
    case Op::Equal: case Op::IntEqual: return {kCompare, "="};
    case Op::IntLess: return {kCompare, "<"};
    case Op::IntLessEqual: return {kCompare, "=<"};
    case Op::Some: return {kTest, "some "};
    case Op::One: return {kTest, "one "};
    case Op::Lone: return {kTest, "lone "};
    case Op::No: return {kTest, "no "};
    case Op::All: return {kBinder, "all "};
    case Op::Exists: return {kBinder, "some "};
    case Op::SumOver: return {kBinder, "sum "};
    case Op::And: return {kAnd, " && "};
    case Op::Or: return {kOr, " || "};
    case Op::Not: return {kNot, "!"};
    case Op::Implies: return {kImplies, " => "};
    case Op::Iff: return {kIff, " <=> "};
    case Op::Count: return {kCount, "#"};
    case Op::Sum: return {kAtom, "sum"};
    case Op::Plus: return {kAtom, "plus"};
    case Op::Minus: return {kAtom, "minus"};
    case Op::Times: return {kAtom, "mul"};
    case Op::Divide: return {kAtom, "div"};
    case Op::Remainder: return {kAtom, "rem"};
    case Op::Negate: return {kAtom, "negate"};
    case Op::ShiftLeft: return {kShift, " << "};
    case Op::ShiftRight: return {kShift, " >> "};
    case Op::ShiftRightZero: return {kShift, " >>> "};
  }
  return {kAtom, "?"};
}

// clang-format on

const char* word(Multiplicity multiplicity) {
  switch (multiplicity) {
    case Multiplicity::One:
      return "";
    case Multiplicity::Lone:
      return "lone ";
    case Multiplicity::Some:
      return "some ";
    case Multiplicity::Set:
      return "set ";
  }
  return "";
}

Level stronger(Level level) { return static_cast<Level>(level + 1); }

class Printer {
 public:
  explicit Printer(std::size_t max_length) : max_length_(max_length) {}

  void write(const Node* node, Level asked) {
    if (text_.size() > max_length_) return;
    if (node == nullptr || (depth_ >= kMaxShownDepth && !node->children.empty())) {
      text_ += kEllipsis;
      return;
    }
    ++depth_;
    const bool negated = node->op == Op::Not && is_comparison(node->children.front());
    const bool nothing = node->op == Op::None && node->arity > 1;
    const Level level = negated ? kCompare : nothing ? kArrow : notation(node->op).level;
    if (level < asked) text_ += "(";
    if (negated) {
      comparison(*node->children.front(), "!");
    } else {
      bare(*node);
    }
    if (level < asked) text_ += ")";
    --depth_;
  }

  std::string finish() && {
    if (text_.size() <= max_length_) return std::move(text_);
    std::size_t end = max_length_;
    while (end > 0 && (static_cast<unsigned char>(text_[end]) & 0xC0) == 0x80) --end;
    return text_.substr(0, end) + kEllipsis;
  }

 private:
  static bool is_comparison(const NodePtr& node) {
    return node != nullptr && notation(node->op).level == kCompare;
  }

  void bare(const Node& node) {
    switch (node.op) {
      case Op::Relation:
      case Op::Variable:
        text_ += node.leaf->name;
        return;
      case Op::Constant:
        text_ += std::to_string(node.constant);
        return;
      case Op::None:
        none(node.arity);
        return;
      case Op::In:
      case Op::Equal:
      case Op::IntEqual:
      case Op::IntLess:
      case Op::IntLessEqual:
        comparison(node, "");
        return;
      case Op::Prime:
        write(node.children[0].get(), kUnary);
        text_ += "'";
        return;
      case Op::Temporal:
        temporal(node);
        return;
      case Op::And:
      case Op::Or:
        chain(node);
        return;
      case Op::All:
      case Op::Exists:
      case Op::SumOver:
        binder(node);
        return;
      case Op::Comprehension:
        text_ += "{";
        binder(node);
        text_ += "}";
        return;
      case Op::IfExpr:
      case Op::IfFormula:
      case Op::IfInt:
        if_else(node);
        return;
      case Op::Sum:
      case Op::IntToExpr:
      case Op::Plus:
      case Op::Minus:
      case Op::Times:
      case Op::Divide:
      case Op::Remainder:
      case Op::Negate:
        call(node);
        return;
      default:
        operation(node);
    }
  }

  void none(int arity) {
    text_ += "none";
    for (int i = 1; i < arity && text_.size() <= max_length_; ++i) text_ += " -> none";
  }

  void comparison(const Node& node, const char* negation) {
    write(node.children[0].get(), kTest);
    text_ += fmt::format(" {}{} ", negation, notation(node.op).text);
    write(node.children[1].get(), kTest);
  }

  // A conjunction or disjunction: any number of operands.
  void chain(const Node& node) {
    const Notation how = notation(node.op);
    if (node.children.empty()) text_ += node.op == Op::And ? "true" : "false";
    for (std::size_t i = 0; i < node.children.size() && text_.size() <= max_length_; ++i) {
      if (i > 0) text_ += how.text;
      write(node.children[i].get(), stronger(how.level));
    }
  }

  void temporal(const Node& node) {
    if (node.children.size() == 2) write(node.children[0].get(), kCompare);
    text_ += fmt::format("{}{} ", node.children.size() == 2 ? " " : "", to_string(tense(node)));
    write(node.children.back().get(), kCompare);
  }

  void binder(const Node& node) {
    if (node.op != Op::Comprehension) text_ += notation(node.op).text;
    for (std::size_t i = 0; i < node.decls.size() && text_.size() <= max_length_; ++i) {
      const Decl& decl = node.decls[i];
      text_ += fmt::format("{}{}: {}", i > 0 ? ", " : "", decl.variable.name(), word(decl.multiplicity));
      write(decl.domain.pointer().get(), kShift);
    }
    text_ += " | ";
    write(node.children[0].get(), kOpen);
  }

  void if_else(const Node& node) {
    write(node.children[0].get(), kAnd);
    text_ += " => ";
    write(node.children[1].get(), kAnd);
    text_ += " else ";
    write(node.children[2].get(), kAnd);
  }

  void call(const Node& node) {
    text_ += notation(node.op).text;
    for (std::size_t i = 0; i < node.children.size(); ++i) {
      text_ += i > 0 ? ", " : "[";
      write(node.children[i].get(), kOpen);
    }
    text_ += "]";
  }

  // Prefix operators, and infix ones that group to the left; only implication groups to the right.
  void operation(const Node& node) {
    const Notation how = notation(node.op);
    if (node.children.empty()) {
      text_ += how.text;
    } else if (node.children.size() == 1) {
      text_ += how.text;
      write(node.children[0].get(),
            node.op == Op::Not || how.level == kUnary ? how.level : stronger(how.level));
    } else {
      const bool rightwards = node.op == Op::Implies;
      const bool again = rightwards && node.children[1] != nullptr && node.children[1]->op == Op::Implies;
      write(node.children[0].get(), rightwards ? stronger(how.level) : how.level);
      text_ += how.text;
      write(node.children[1].get(), again ? how.level : stronger(how.level));
    }
  }

  std::string text_;
  std::size_t max_length_;
  int depth_ = 0;
};

}  // namespace

std::string to_string(const Node& node, std::size_t max_length) {
  Printer printer(max_length);
  printer.write(&node, kOpen);
  return std::move(printer).finish();
}

}  // namespace fretsaw
