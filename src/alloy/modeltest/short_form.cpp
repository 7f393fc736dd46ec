// SPDX-License-Identifier: MIT
//
// The words of the form are found with Alloy's lexer; what stands between them (a block of equations, a
// scope, a formula) is Alloy and is read by its parser, each from a copy of the text in which everything else
// is blank, so that places are right.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "alloy/model/names.hpp"
#include "alloy/modeltest/test_file.hpp"
#include "alloy/modeltest/valuation.hpp"
#include "alloy/syntax/lexer.hpp"
#include "alloy/syntax/parser.hpp"
#include "alloy/syntax/printer.hpp"
#include "base/excerpt.hpp"

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
    const std::string found =
        token().kind == Tok::End ? "the end of the input" : fmt::format("'{}'", span(token()).text());
    return error_at(span(token()), ErrorClass::Syntax, fmt::format("expected {}, found {}", what, found),
                    hint);
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
      return with_note(expected("'valuation'"),
                       "a file in the short form is a list of valuations with their claims");
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
    if (token().kind != Tok::LeftBrace) return expected("'{'", "put the values of sigs and fields in braces");
    const std::uint32_t begin = token().begin;
    int depth = 0;
    do {
      depth += token().kind == Tok::LeftBrace ? 1 : token().kind == Tok::RightBrace ? -1 : 0;
      ++at_;
    } while (!at_end() && depth > 0);
    if (depth > 0) return expected("'}'");
    auto block = expression(begin, list_.tokens[at_ - 1].end);
    if (!block) return block.error();
    auto values = read_valuation(model_, **block);
    if (!values) return values.error();
    base.valuation = *std::move(values);
    return claims(base);
  }

  bool at_claim(std::size_t ahead = 0) const {
    if (word("satisfies", ahead) || word("violates", ahead)) return true;
    return word("facts", ahead) && (word("hold", ahead + 1) || word("fail", ahead + 1));
  }

  bool at_labeled_claim() const {
    return token().kind == Tok::Identifier && token(1).kind == Tok::Colon && at_claim(2);
  }

  Status claims(const WrittenTest& base) {
    std::vector<WrittenTest> tests;
    std::vector<bool> labeled;
    while (at_claim() || at_labeled_claim()) {
      WrittenTest test = base;
      labeled.push_back(at_labeled_claim());
      if (labeled.back()) {
        test.name = std::string(span(token()).text());
        test.span = span(token());
        at_ += 2;
      }
      if (auto done = claim(test); !done) return done;
      tests.push_back(std::move(test));
    }
    if (tests.empty())
      return expected(
          "a claim",
          "add 'satisfies P[…]', 'violates P[…]', 'facts hold' or 'facts fail' after the valuation");
    for (std::size_t i = 0; i < tests.size(); ++i) {
      if (!labeled[i] && tests.size() > 1) tests[i].name = fmt::format("{}_{}", base.name, i + 1);
      tests_.push_back(std::move(tests[i]));
    }
    return Success{};
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
      while (!at_end() && !at_claim() && !at_labeled_claim() && !word("valuation") && !word("unlabelled") &&
             token().kind != Tok::Expect) {
        end = token().end;
        ++at_;
      }
      if (end == begin) return expected("a formula");
      auto formula = expression(begin, end);
      if (!formula) {
        Diagnostic wrong = formula.error();
        if (wrong.hint.empty())
          wrong.hint = "begin each claim with 'satisfies', 'violates', 'facts hold' or 'facts fail'";
        return wrong;
      }
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
    return Success{};
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

}  // namespace fretsaw::modeltest
