// SPDX-License-Identifier: MIT
//
// The words of the form are found with Alloy's lexer; what stands between them (a block of equations, a
// scope, a formula) is Alloy and is read by its parser, each from a copy of the text in which everything else
// is blank, so that places are right.
#include "modeltest/short_form.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "alloy/lexer.hpp"
#include "alloy/parser.hpp"
#include "alloy/printer.hpp"
#include "model/names.hpp"
#include "modeltest/text.hpp"

namespace fretsaw::modeltest {

namespace {

using alloy::Tok;
using alloy::Token;
using model::Sig;
using model::SigId;

// The same tree with its places in another text of the same layout.
alloy::ExprPtr moved(const alloy::ExprPtr& expr, const Source& to) {
  if (!expr) return expr;
  const auto move = [&](Span& span) {
    if (span.source) span.source = &to;
  };
  alloy::Expr copy = *expr;
  move(copy.span);
  move(copy.pos);
  for (alloy::ExprPtr& child : copy.children) child = moved(child, to);
  for (alloy::Decl& decl : copy.decls) {
    for (alloy::Name& name : decl.names) move(name.span);
    decl.bound = moved(decl.bound, to);
    move(decl.mult_pos);
    move(decl.span);
    if (decl.disjoint) move(*decl.disjoint);
  }
  return alloy::make_expr(std::move(copy));
}

bool is_builtin(const model::Model& model, const Sig& sig) { return model.modules[sig.module].builtin; }

// An order: its elements, and the fields that hold it.
struct Order {
  SigId elements{};
  SigId owner{};
  model::FieldId first{};
  model::FieldId next{};
  std::string path;
};

std::vector<Order> orders_of(const model::Model& model) {
  std::vector<Order> orders;
  for (const Sig& sig : model.sigs) {
    if (sig.builtin || model.modules[sig.module].name != "util/ordering" || sig.fields.size() != 2) continue;
    const model::Field& first = model.field(sig.fields[0]);
    if (first.type.products.empty() || first.type.products[0].size() != 2) continue;
    orders.push_back(
        {first.type.products[0][1], sig.id, sig.fields[0], sig.fields[1], model.modules[sig.module].path});
  }
  return orders;
}

// The order in which the atoms are listed.
std::vector<Row> listed_first(const std::vector<AtomId>& atoms, AtomId owner) {
  if (atoms.empty()) return {};
  return {{owner, atoms.front()}};
}

std::vector<Row> listed_next(const std::vector<AtomId>& atoms, AtomId owner) {
  std::vector<Row> rows;
  for (std::size_t i = 0; i + 1 < atoms.size(); ++i) rows.push_back({owner, atoms[i], atoms[i + 1]});
  std::ranges::sort(rows);
  return rows;
}

// From the equations of a block to a valuation.
class ValuationReader {
 public:
  explicit ValuationReader(const model::Model& model) : model_(model) {
    given_.resize(model.sigs.size());
    result_.sigs.resize(model.sigs.size());
    result_.fields.resize(model.fields.size());
  }

  Result<Valuation> read(const alloy::Expr& block) {
    for (const alloy::ExprPtr& line : block.children) {
      if (auto done = sort(line); !done) return done.error();
    }
    for (const auto& [sig, value] : sig_lines_) {
      if (auto done = list(sig, value); !done) return done.error();
    }
    for (const Sig& sig : model_.sigs) {
      if (!sig.builtin) add_unlisted(sig);
    }
    for (const Sig& sig : model_.sigs) {
      if (!sig.builtin) result_.sigs[index(sig.id)] = atoms_of(sig.id);
    }
    for (const auto& [field, value] : field_lines_) {
      if (auto done = fill(field, value); !done) return done.error();
    }
    for (const Order& order : orders_of(model_)) put_in_order(order);
    for (auto& atoms : result_.sigs) std::ranges::sort(atoms);
    return std::move(result_);
  }

 private:
  // Which line is about what?
  Status sort(const alloy::ExprPtr& line) {
    const bool equal = line->op == alloy::Op::Equal;
    if (!equal && line->op != alloy::Op::No) {
      return error_at(line->span, ErrorClass::Syntax, "a valuation is a list of 'name = atoms' and 'no name'",
                      "what should hold in it comes after the closing brace: 'satisfies …'");
    }
    const std::string name = alloy::print(*line->child(0));
    const alloy::ExprPtr value = equal ? line->child(1) : nullptr;
    for (const Sig& sig : model_.sigs) {
      if (sig.builtin || sig.name != name) continue;
      if (given_[index(sig.id)]) return twice(line, name);
      given_[index(sig.id)].emplace();
      sig_lines_.emplace_back(sig.id, value);
      return Done{};
    }
    for (const model::Field& field : model_.fields) {
      const Sig& owner = model_.sig(field.owner);
      const bool plain = !is_builtin(model_, owner) && field.name == name;
      if (!plain && fmt::format("{} <: {}", owner.name, field.name) != name) continue;
      if (!given_fields_.insert(field.id).second) return twice(line, name);
      field_lines_.emplace_back(field.id, value);
      return Done{};
    }
    for (const Order& order : orders_of(model_)) {
      for (const auto& [field, word] : {std::pair(order.first, "first"), std::pair(order.next, "next")}) {
        if (fmt::format("{}/{}", order.path, word) != name) continue;
        if (!given_fields_.insert(field).second) return twice(line, name);
        order_lines_.emplace(field, value);
        return Done{};
      }
    }
    std::vector<std::string> known;
    for (const Sig& sig : model_.sigs) known.push_back(sig.name);
    for (const model::Field& field : model_.fields) known.push_back(field.name);
    const std::string guess = model::closest(name, known);
    return error_at(line->child(0)->span, ErrorClass::Type,
                    fmt::format("the model has no sig or field '{}'", name),
                    guess.empty() ? "" : fmt::format("did you mean '{}'?", guess));
  }

  static Diagnostic twice(const alloy::ExprPtr& line, const std::string& name) {
    return error_at(line->span, ErrorClass::Syntax, fmt::format("'{}' has two values", name));
  }

  // The operands of a union.
  static void summands(const alloy::ExprPtr& expr, std::vector<alloy::ExprPtr>& out) {
    if (expr->op != alloy::Op::Union) {
      out.push_back(expr);
      return;
    }
    for (const alloy::ExprPtr& child : expr->children) summands(child, out);
  }

  Status list(SigId sig, const alloy::ExprPtr& value) {
    if (!value) return Done{};
    std::vector<alloy::ExprPtr> names;
    summands(value, names);
    for (const alloy::ExprPtr& name : names) {
      if (name->op != alloy::Op::Name)
        return error_at(name->span, ErrorClass::Syntax, "a sig has a list of atoms: 'Node0 + Node1'");
      const auto [known, fresh] = atoms_.emplace(name->name, static_cast<AtomId>(result_.atoms.size()));
      if (fresh) result_.atoms.push_back(name->name);
      given_[index(sig)]->push_back(known->second);
    }
    return Done{};
  }

  // A `one sig` that nobody lists has one atom, called after it.
  void add_unlisted(const Sig& sig) {
    if (sig.mult != model::SigMult::One || given_[index(sig.id)] || !sig.children.empty() || sig.is_subset())
      return;
    for (SigId up = sig.parent; up != model::kUniv; up = model_.sig(up).parent) {
      if (given_[index(up)] || !model_.sig(up).is_abstract) return;
    }
    std::string name = plain_name(sig.name) + "0";
    while (atoms_.contains(name)) name += "_";
    const auto id = static_cast<AtomId>(result_.atoms.size());
    atoms_.emplace(name, id);
    atoms_.emplace(sig.name, id);
    result_.atoms.push_back(name);
    given_[index(sig.id)] = std::vector{id};
  }

  std::vector<AtomId> atoms_of(SigId id) const {
    if (given_[index(id)]) return *given_[index(id)];
    const Sig& sig = model_.sig(id);
    std::vector<AtomId> atoms;
    if (sig.is_subset() && !sig.equals_parents) return atoms;
    for (const SigId part : sig.is_subset() ? sig.subset_of : sig.children) {
      for (const AtomId atom : atoms_of(part)) {
        if (std::ranges::find(atoms, atom) == atoms.end()) atoms.push_back(atom);
      }
    }
    return atoms;
  }

  Result<Cell> cell(const alloy::ExprPtr& expr) const {
    if (expr->op == alloy::Op::Number) return Cell(std::int64_t{expr->number});
    if (expr->op == alloy::Op::Text) return Cell(expr->name);
    if (expr->op == alloy::Op::Name) {
      const auto found = atoms_.find(expr->name);
      if (found != atoms_.end()) return Cell(found->second);
      std::vector<std::string> known;
      for (const auto& [name, id] : atoms_) known.push_back(name);
      const std::string guess = model::closest(expr->name, known);
      return error_at(
          expr->span, ErrorClass::Type, fmt::format("'{}' is in no sig of this valuation", expr->name),
          guess.empty() ? "list it first: 'Node = Node0 + Node1'" : fmt::format("did you mean '{}'?", guess));
    }
    return error_at(expr->span, ErrorClass::Syntax,
                    "a field has a list of tuples: 'Node0->Node1 + Node1->Node2'");
  }

  Result<Row> row(const alloy::ExprPtr& expr) const {
    if (expr->op != alloy::Op::Arrow) {
      auto only = cell(expr);
      if (!only) return only.error();
      return Row{*only};
    }
    auto left = row(expr->child(0));
    if (!left) return left;
    auto right = row(expr->child(1));
    if (!right) return right;
    left->insert(left->end(), right->begin(), right->end());
    return left;
  }

  Result<std::vector<Row>> rows(const alloy::ExprPtr& value, int arity) const {
    std::vector<Row> result;
    if (!value) return result;
    std::vector<alloy::ExprPtr> parts;
    summands(value, parts);
    for (const alloy::ExprPtr& part : parts) {
      auto tuple = row(part);
      if (!tuple) return tuple.error();
      if (static_cast<int>(tuple->size()) != arity) {
        return error_at(part->span, ErrorClass::Type,
                        fmt::format("this tuple has {} columns, not {}", tuple->size(), arity));
      }
      result.push_back(*std::move(tuple));
    }
    std::ranges::sort(result);
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
  }

  Status fill(model::FieldId field, const alloy::ExprPtr& value) {
    auto tuples = rows(value, model_.field(field).type.arity());
    if (!tuples) return tuples.error();
    result_.fields[index(field)] = *std::move(tuples);
    return Done{};
  }

  void put_in_order(const Order& order) {
    const auto owner = atoms_of(order.owner);
    if (owner.size() != 1) return;
    const std::vector<AtomId> atoms = atoms_of(order.elements);
    for (const model::FieldId field : {order.first, order.next}) {
      const auto line = order_lines_.find(field);
      if (line == order_lines_.end()) {
        result_.fields[index(field)] =
            field == order.first ? listed_first(atoms, owner[0]) : listed_next(atoms, owner[0]);
        continue;
      }
      auto tuples = rows(line->second, field == order.first ? 1 : 2);
      if (!tuples) continue;
      for (Row& tuple : *tuples) tuple.insert(tuple.begin(), owner[0]);
      result_.fields[index(field)] = *std::move(tuples);
    }
  }

  const model::Model& model_;
  Valuation result_;
  std::map<std::string, AtomId> atoms_;
  std::vector<std::optional<std::vector<AtomId>>> given_;  // by SigId, in the order of the list
  std::set<model::FieldId> given_fields_;
  std::vector<std::pair<SigId, alloy::ExprPtr>> sig_lines_;
  std::vector<std::pair<model::FieldId, alloy::ExprPtr>> field_lines_;
  std::map<model::FieldId, alloy::ExprPtr> order_lines_;
};

class Reader {
 public:
  Reader(const SourcePtr& source, const model::Model& model)
      : source_(source), model_(model), list_(alloy::tokenize(*source)) {}

  Result<std::vector<WrittenTest>> run() {
    while (!at_end()) {
      if (auto done = valuation(); !done) return done.error();
    }
    if (list_.error) return *list_.error;
    return std::move(tests_);
  }

 private:
  const Token& token(std::size_t ahead = 0) const {
    return list_.tokens[std::min(at_ + ahead, list_.tokens.size() - 1)];
  }
  bool at_end() const { return token().kind == Tok::End || token().kind == Tok::Bad; }
  Span span(const Token& t) const { return {source_.get(), t.begin, t.end}; }
  bool word(std::string_view text, std::size_t ahead = 0) const {
    return token(ahead).kind == Tok::Identifier && span(token(ahead)).text() == text;
  }

  Diagnostic expected(const std::string& what, const std::string& hint = {}) const {
    if (token().kind == Tok::Bad && list_.error) return *list_.error;
    return error_at(span(token()), ErrorClass::Syntax, fmt::format("{} is expected here", what), hint);
  }

  // The text from here to there, and blanks around it.
  SourcePtr cut(std::uint32_t begin, std::uint32_t end) const {
    std::string text(source_->text());
    for (std::uint32_t i = 0; i < text.size(); ++i) {
      if ((i < begin || i >= end) && text[i] != '\n') text[i] = ' ';
    }
    return std::make_shared<const Source>(source_->name(), std::move(text));
  }

  Diagnostic with_line(Diagnostic error) const {
    if (!error.location) return error;
    std::uint32_t line = 1, begin = 0;
    const std::string_view text = source_->text();
    for (std::uint32_t i = 0; i < text.size() && line < error.location->line; ++i) {
      if (text[i] != '\n') continue;
      ++line;
      begin = i + 1;
    }
    error.location->source_line = std::string(text.substr(begin, text.find('\n', begin) - begin));
    return error;
  }

  Result<alloy::ExprPtr> expression(std::uint32_t begin, std::uint32_t end) {
    auto parsed = alloy::parse_expression(cut(begin, end));
    if (!parsed) return with_line(parsed.error());
    return moved(*parsed, *source_);
  }

  Status valuation() {
    if (!word("valuation"))
      return expected("'valuation'", "a file in the short form is a list of valuations with their claims");
    ++at_;
    if (token().kind != Tok::Identifier) return expected("the valuation's name");
    WrittenTest base;
    base.name = std::string(span(token()).text());
    base.span = span(token());
    ++at_;
    if (token().kind == Tok::For) {
      const std::uint32_t begin = token().end;
      while (!at_end() && token().kind != Tok::LeftBrace) ++at_;
      auto scope = alloy::parse_scopes(cut(begin, token().begin));
      if (!scope) return with_line(scope.error());
      base.scope.overall = scope->overall;
      base.scope.scopes = scope->scopes;
      for (alloy::Scope& part : base.scope.scopes) part.span.source = part.sig.span.source = source_.get();
    }
    if (token().kind != Tok::LeftBrace)
      return expected("'{'", "the values of sigs and fields stand in braces");
    const std::uint32_t begin = token().begin;
    int depth = 0;
    do {
      depth += token().kind == Tok::LeftBrace ? 1 : token().kind == Tok::RightBrace ? -1 : 0;
      ++at_;
    } while (!at_end() && depth > 0);
    if (depth > 0) return expected("'}'");
    auto block = expression(begin, list_.tokens[at_ - 1].end);
    if (!block) return block.error();
    auto values = ValuationReader(model_).read(**block);
    if (!values) return values.error();
    base.valuation = *std::move(values);
    return claims(base);
  }

  bool at_claim(std::size_t ahead = 0) const {
    if (word("satisfies", ahead) || word("violates", ahead)) return true;
    return word("facts", ahead) && (word("hold", ahead + 1) || word("fail", ahead + 1));
  }

  bool at_labelled_claim() const {
    return token().kind == Tok::Identifier && token(1).kind == Tok::Colon && at_claim(2);
  }

  Status claims(const WrittenTest& base) {
    std::vector<WrittenTest> tests;
    std::vector<bool> labelled;
    while (at_claim() || at_labelled_claim()) {
      WrittenTest test = base;
      labelled.push_back(at_labelled_claim());
      if (labelled.back()) {
        test.name = std::string(span(token()).text());
        test.span = span(token());
        at_ += 2;
      }
      if (auto done = claim(test); !done) return done;
      tests.push_back(std::move(test));
    }
    if (tests.empty())
      return expected("a claim",
                      "'satisfies P[…]', 'violates P[…]', 'facts hold' or 'facts fail' after the valuation");
    for (std::size_t i = 0; i < tests.size(); ++i) {
      if (!labelled[i] && tests.size() > 1) tests[i].name = fmt::format("{}_{}", base.name, i + 1);
      tests_.push_back(std::move(tests[i]));
    }
    return Done{};
  }

  Status claim(WrittenTest& test) {
    test.expect = 1;
    if (word("facts")) {
      if (word("fail", 1)) test.expect = 0;
      at_ += 2;
    } else {
      const bool negated = word("violates");
      ++at_;
      const std::uint32_t begin = token().begin;
      std::uint32_t end = begin;
      while (!at_end() && !at_claim() && !at_labelled_claim() && !word("valuation") && !word("unlabelled") &&
             token().kind != Tok::Expect) {
        end = token().end;
        ++at_;
      }
      if (end == begin) return expected("a formula");
      auto formula = expression(begin, end);
      if (!formula) return formula.error();
      const alloy::ExprPtr meant = assertion(*formula);
      if (negated) {
        test.claims = {alloy::make_unary(alloy::Op::Not, meant)};
      } else if (meant == *formula && meant->op == alloy::Op::Block) {
        test.claims = meant->children;
      } else {
        test.claims = {meant};
      }
    }
    if (word("unlabelled")) {
      test.expect.reset();
      ++at_;
    } else if (token().kind == Tok::Expect) {
      ++at_;
      if (token().kind != Tok::Number) return expected("0 or 1");
      test.expect = token().number;
      ++at_;
    }
    return Done{};
  }

  // The body of the assertion of that name; else the formula itself.
  alloy::ExprPtr assertion(const alloy::ExprPtr& formula) const {
    if (formula->op != alloy::Op::Name) return formula;
    const model::ModuleScope& scope = model_.names->modules.front();
    const auto found = scope.assertion_by_name.find(formula->name);
    if (found == scope.assertion_by_name.end() || scope.functions_by_name.contains(formula->name))
      return formula;
    return scope.assertions[found->second]->body;
  }

  const SourcePtr& source_;
  const model::Model& model_;
  alloy::TokenList list_;
  std::size_t at_ = 0;
  std::vector<WrittenTest> tests_;
};

// The claims of a test as the short form says them.
std::string claim_text(const model::Model& model, const WrittenTest& test) {
  std::string text;
  int label = 1;
  if (test.claims.empty()) {
    label = test.expect == 0 ? 0 : 1;
    text = label == 0 ? "facts fail" : "facts hold";
  } else {
    alloy::ExprPtr formula = test.claims.front();
    const bool negated = test.claims.size() == 1 && formula->op == alloy::Op::Not;
    if (negated) formula = formula->child(0);
    std::string name;
    for (const alloy::Assert* assertion : model.names->modules.front().assertions) {
      if (test.claims.size() == 1 && alloy::same_tree(assertion->body, formula)) name = assertion->name.text;
    }
    if (name.empty() && (test.claims.size() > 1 || (!negated && formula->op == alloy::Op::Block))) {
      alloy::Expr block;
      block.op = alloy::Op::Block;
      block.children = test.claims;
      formula = alloy::make_expr(std::move(block));
    }
    text = fmt::format("{} {}", negated ? "violates" : "satisfies",
                       name.empty() ? alloy::print(*formula) : name);
  }
  if (!test.expect) return text + " unlabelled";
  return *test.expect == label ? text : fmt::format("{} expect {}", text, *test.expect);
}

std::string row_text(const Row& row, const Valuation& valuation) {
  std::string text;
  for (const Cell& cell : row) {
    if (!text.empty()) text += "->";
    if (const auto* atom = std::get_if<AtomId>(&cell)) {
      text += valuation.atoms[index(*atom)];
    } else if (const auto* number = std::get_if<std::int64_t>(&cell)) {
      text += std::to_string(*number);
    } else {
      text += fmt::format("\"{}\"", std::get<std::string>(cell));
    }
  }
  return text;
}

std::string valuation_text(const model::Model& model, const Valuation& valuation) {
  std::set<std::string> implied;  // orders that the lists give already
  for (const Order& order : orders_of(model)) {
    const auto& owner = valuation.sig(order.owner);
    if (owner.size() != 1) continue;
    const auto& atoms = valuation.sig(order.elements);
    if (valuation.field(order.first) == listed_first(atoms, owner[0])) implied.insert(order.path + "/first");
    if (valuation.field(order.next) == listed_next(atoms, owner[0])) implied.insert(order.path + "/next");
  }
  std::string text;
  for (const ValuationLine& line : lines_of(model, valuation)) {
    if (implied.contains(line.name)) continue;
    // Nothing listed is nothing there, but for sigs that would have the atoms of others.
    const auto sig = std::ranges::find(model.sigs, line.name, &Sig::name);
    const bool derived =
        sig != model.sigs.end() && (!sig->children.empty() || sig->mult == model::SigMult::One);
    const bool order = line.name.find('/') != std::string::npos;
    if (line.rows.empty() && !derived && !order) continue;
    if (line.rows.empty()) {
      text += fmt::format("  no {}\n", line.name);
      continue;
    }
    std::string rows;
    for (const Row& row : line.rows) rows += (rows.empty() ? "" : " + ") + row_text(row, valuation);
    text += fmt::format("  {} = {}\n", line.name, rows);
  }
  return text;
}

}  // namespace

bool is_short_form(const Source& source) {
  const alloy::TokenList list = alloy::tokenize(source);
  const Token& first = list.tokens.front();
  return first.kind == Tok::Identifier && Span{&source, first.begin, first.end}.text() == "valuation";
}

Result<std::vector<WrittenTest>> read_short_form(const SourcePtr& source, const model::Model& model) {
  return Reader(source, model).run();
}

Result<alloy::Module> parse_short_form(const SourcePtr& source, const model::Model& model) {
  auto tests = read_short_form(source, model);
  if (!tests) return tests.error();
  alloy::Module module;
  module.source = source;
  for (const WrittenTest& test : *tests) {
    module.paragraphs.emplace_back(to_predicate(model, test));
    module.paragraphs.emplace_back(to_command(test));
  }
  return module;
}

std::string write_short_form(const model::Model& model, const std::vector<WrittenTest>& tests,
                             const std::vector<std::string>& heading) {
  std::string text;
  for (std::size_t i = 0; i < tests.size();) {
    std::size_t end = i + 1;
    const std::string scope = scope_text(tests[i].scope);
    while (end < tests.size() && tests[end].valuation == tests[i].valuation &&
           scope_text(tests[end].scope) == scope)
      ++end;
    text += "\n";
    text += fmt::format("valuation {}{}{} {{\n{}}}\n", tests[i].name, scope.empty() ? "" : " ", scope,
                        valuation_text(model, tests[i].valuation));
    for (std::size_t t = i; t < end; ++t) {
      for (const std::string& line : tests[t].comments) text += fmt::format("-- {}\n", line);
      const std::string label = end - i > 1 ? tests[t].name + ": " : "";
      text += fmt::format("{}{}\n", label, claim_text(model, tests[t]));
    }
    i = end;
  }
  // A file in the short form begins with a valuation; comments may stand before it.
  std::string top;
  for (const std::string& line : heading) top += fmt::format("-- {}\n", line);
  return top + text;
}

}  // namespace fretsaw::modeltest
