// SPDX-License-Identifier: MIT
// Edits of text keep the tree: read again, a mutant is the model with one node changed as its operator says.
// Random formulas, printed with as few parentheses as possible, are mutated; what must come out is made from
// the tree.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "alloy/mutation/mutating.hpp"
#include "alloy/mutation/random_formula.hpp"
#include "alloy/syntax/printer.hpp"

namespace fretsaw::mutation {
namespace {

// A tree as text in which conjunctions and disjunctions are flat lists and blocks of one formula are that
// formula. Where `target` is met, `replace` says what stands there.
using Replace =
    std::function<std::string(const model::Expr&, const std::function<std::string(const model::Expr&)>&)>;

class Shown {
 public:
  Shown(const model::Expr* target, Replace replace) : target_(target), replace_(std::move(replace)) {}

  std::string of(const model::Expr& expr) const {
    if (&expr == target_) return replace_(expr, [this](const model::Expr& e) { return plain(e); });
    return plain(expr);
  }

 private:
  std::string plain(const model::Expr& expr) const {
    if (is_list(expr)) {
      std::vector<std::string> parts;
      flatten(expr, is_and(expr), parts);
      return list(is_and(expr) ? "and" : "or", parts);
    }
    std::string out = fmt::format("({}", model::to_string(expr.op));
    if (expr.op == model::Op::Field) out += fmt::format(".{}", index(expr.field));
    if (expr.op == model::Op::Sig) out += fmt::format(".{}", index(expr.sig));
    if (expr.op == model::Op::Call) out += fmt::format(".{}", index(expr.function));
    if (expr.op == model::Op::Number) out += fmt::format(".{}", expr.number);
    if (expr.variable) out += ":" + expr.variable->name;
    for (const model::Decl& decl : expr.decls)
      out += fmt::format("[{}:{}]", decl.variables.front()->name, of(*decl.bound));
    for (const model::ExprPtr& child : expr.children) out += " " + of(*child);
    return out + ")";
  }

 public:
  static bool is_and(const model::Expr& expr) {
    return expr.kind == model::Kind::Formula && (expr.op == model::Op::And || expr.op == model::Op::Block);
  }
  static bool is_list(const model::Expr& expr) { return is_and(expr) || expr.op == model::Op::Or; }

  static std::string list(const std::string& word, const std::vector<std::string>& parts) {
    if (parts.size() == 1) return parts.front();
    std::string out = "{" + word;
    for (const std::string& part : parts) out += " " + part;
    return out + "}";
  }

  void flatten(const model::Expr& expr, bool conjunction, std::vector<std::string>& parts) const {
    for (const model::ExprPtr& child : expr.children) {
      const model::Expr* at = child.get();
      while (at != target_ && at->op == model::Op::Block && at->children.size() == 1) at = at->child(0).get();
      if (at != target_ && is_list(*at) && is_and(*at) == conjunction) {
        flatten(*at, conjunction, parts);
      } else {
        parts.push_back(of(*at));
      }
    }
  }

 private:
  const model::Expr* target_;
  Replace replace_;
};

std::string shown(const model::Expr& expr) { return Shown(nullptr, {}).of(expr); }

// All that the operators may make of the body, one change each.
class Expected {
 public:
  explicit Expected(const model::Model& model, const model::Expr& body) : model_(model), body_(body) {
    visit(body, nullptr);
  }

  std::multiset<std::string> all;

 private:
  using Of = std::function<std::string(const model::Expr&)>;

  void add(const model::Expr& target, Replace replace) {
    all.insert(normal(Shown(&target, std::move(replace)).of(body_)));
  }

  // Lists that came to stand in lists of their kind.
  static std::string normal(std::string text) { return text; }

  void renamed(const model::Expr& expr, std::initializer_list<model::Op> family) {
    if (std::ranges::find(family, expr.op) == family.end()) return;
    for (const model::Op op : family) {
      if (op == expr.op) continue;
      const std::string from = fmt::format("({}", model::to_string(expr.op)),
                        to = fmt::format("({}", model::to_string(op));
      add(expr, [from, to](const model::Expr& e, const Of& of) { return to + of(e).substr(from.size()); });
    }
  }

  static std::string binary(const model::Expr& e, const std::string& a, const std::string& b) {
    return fmt::format("({} {} {})", model::to_string(e.op), a, b);
  }

  void visit(const model::Expr& expr, const model::Expr* parent) {
    using model::Op;
    renamed(expr, {Op::All, Op::NoQ, Op::LoneQ, Op::OneQ, Op::SomeQ});
    renamed(expr, {Op::No, Op::Lone, Op::One, Op::Some});
    renamed(expr, {Op::Closure, Op::ReflexiveClosure});
    renamed(expr, {Op::Union, Op::Intersection, Op::Difference});
    renamed(expr, {Op::Equal, Op::NotEqual, Op::In, Op::NotIn});
    renamed(expr, {Op::Implies, Op::Iff});
    renamed(expr, {Op::Less, Op::AtMost, Op::Greater, Op::AtLeast, Op::NotLess, Op::NotAtMost, Op::NotGreater,
                   Op::NotAtLeast});
    const auto sub = [](const model::Expr& e) { return Shown(nullptr, {}).of(e); };
    const bool transpose = expr.op == Op::Transpose && is_homogeneous(model_, expr.type);
    if (expr.op == Op::Not || expr.op == Op::Closure || expr.op == Op::ReflexiveClosure || transpose)
      add(expr, [sub](const model::Expr& e, const Of&) { return sub(*e.child(0)); });
    if (expr.op == Op::Difference || expr.op == Op::In || expr.op == Op::NotIn || expr.op == Op::Implies)
      add(expr,
          [sub](const model::Expr& e, const Of&) { return binary(e, sub(*e.child(1)), sub(*e.child(0))); });
    if (expr.op == Op::IfElse)
      add(expr, [sub](const model::Expr& e, const Of&) {
        return fmt::format("({} {} {} {})", model::to_string(e.op), sub(*e.child(0)), sub(*e.child(2)),
                           sub(*e.child(1)));
      });
    const bool insertable =
        expr.op == Op::Field || expr.op == Op::Variable || (expr.op >= Op::Transpose && expr.op <= Op::Join);
    if (insertable && expr.kind == model::Kind::Relation && is_homogeneous(model_, expr.type)) {
      for (const Op op : {Op::Transpose, Op::ReflexiveClosure, Op::Closure}) {
        if (op != expr.op)
          add(expr, [op, sub](const model::Expr& e, const Of&) {
            return fmt::format("({} {})", model::to_string(op), sub(e));
          });
      }
    }
    const bool part = parent != nullptr && Shown::is_list(*parent) && Shown::is_list(expr) &&
                      Shown::is_and(*parent) == Shown::is_and(expr);
    if (Shown::is_list(expr) && !part) {
      std::vector<std::string> parts;
      Shown(nullptr, {}).flatten(expr, Shown::is_and(expr), parts);
      const std::string word = Shown::is_and(expr) ? "or" : "and";
      if (parts.size() > 1)
        add(expr, [parts, word](const model::Expr&, const Of&) { return Shown::list(word, parts); });
    }
    for (const model::Decl& decl : expr.decls) visit(*decl.bound, &expr);
    for (const model::ExprPtr& child : expr.children) visit(*child, &expr);
  }

  const model::Model& model_;
  const model::Expr& body_;
};

// Lists inside of lists of the same kind are one list, however they came to be there.
std::string merged(const std::string& text) {
  struct Item {
    std::string head;
    std::vector<Item> items;
  };
  std::size_t at = 0;
  const std::function<Item()> parse = [&]() -> Item {
    Item item;
    const char close = text[at] == '{' ? '}' : text[at] == '(' ? ')' : 0;
    if (close == 0) {
      while (at < text.size() && std::string_view(" (){}[]").find(text[at]) == std::string_view::npos)
        item.head += text[at++];
      return item;
    }
    item.head = text[at++];
    while (text[at] != close) {
      if (text[at] == ' ') {
        ++at;
      } else if (text[at] == '[') {
        Item bound{"[", {}};
        ++at;
        while (text[at] != ':') bound.head += text[at++];
        ++at;
        bound.items.push_back(parse());
        ++at;
        item.items.push_back(bound);
      } else {
        item.items.push_back(parse());
      }
    }
    ++at;
    return item;
  };
  const std::function<std::string(const Item&)> print = [&](const Item& item) -> std::string {
    if (item.items.empty()) return item.head;
    std::vector<std::string> parts;
    const std::function<void(const Item&, const std::string&)> take = [&](const Item& list,
                                                                          const std::string& word) {
      for (std::size_t i = 1; i < list.items.size(); ++i) {
        const Item& child = list.items[i];
        if (child.head == "{" && child.items.front().head == word) {
          take(child, word);
        } else {
          parts.push_back(print(child));
        }
      }
    };
    if (item.head == "{") {
      take(item, item.items.front().head);
      return Shown::list(item.items.front().head, parts);
    }
    std::string out = item.head;
    for (const Item& child : item.items) out += " " + print(child);
    return out + ")";
  };
  return print(parse());
}

TEST(Structure, AMutantIsTheModelWithOneNodeChanged) {
  const std::uint32_t first = std::random_device()() % 1'000'000;
  std::size_t compared = 0;
  for (std::uint32_t seed = first; seed < first + 60; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    RandomFormula random(seed);
    const std::string text =
        fmt::format("{}pred p {{ {} }}\nrun p", random.declarations(), alloy::print(*random.formula(3)));
    SCOPED_TRACE(text);
    const auto mutants = mutants_of(text, "QOR,UOR,BOR,LOR,UOI,UOD,BOE,IEOE", false);
    const auto predicate = [](const model::Model& model) {
      return std::ranges::find(model.functions, "p", &model::Function::name)->body;
    };
    std::multiset<std::string> expected;
    for (const std::string& one : Expected(mutants->model, *predicate(mutants->model)).all)
      expected.insert(merged(one));
    for (const Mutant& mutant : mutants->all) {
      if (mutants->units[mutant.unit].title != "pred p") continue;
      const auto found = expected.find(merged(shown(*predicate(*mutant.model))));
      ASSERT_NE(found, expected.end()) << describe(*mutants, mutant) << "\n" << mutant.source->text();
      expected.erase(found);
      ++compared;
    }
    EXPECT_TRUE(mutants->invalid.empty());
    EXPECT_TRUE(expected.empty()) << "not made: " << *expected.begin();
  }
  EXPECT_GT(compared, 400u);
}

}  // namespace
}  // namespace fretsaw::mutation
