// SPDX-License-Identifier: MIT
// The parser proper: recursive descent over the token list. Private to parser*.cpp; others use parser.hpp.
//
// Errors are sticky. The first one is kept and empties the rest of the input; functions then return
// placeholders, every loop sees the end, and the caller throws the half-built tree away. So no function but
// the outermost asks whether something went wrong.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "alloy/syntax/ast.hpp"
#include "alloy/syntax/lexer.hpp"
#include "alloy/syntax/token.hpp"
#include "base/budget.hpp"
#include "base/source.hpp"

namespace fretsaw::alloy {

class Parser {
 public:
  Parser(const Source& source, Primes primes, Budget& budget, TextKind kind = TextKind::File);
  Parser(const ClauseText& clause, Budget& budget);

  // Each reads the whole text.
  Module module();
  ExprPtr lone_expression();
  Command lone_scopes();
  ExprPtr lone_block();
  Function lone_function();

  const std::optional<Diagnostic>& error() const { return error_; }
  // The first declared name with a prime in it, if primes are read as parts of names: the text is of an older
  // Alloy.
  const std::optional<Span>& primed_name() const { return primed_name_; }

 private:
  // parser_core.cpp: the cursor, errors and names.
  const Token& token(std::size_t ahead = 0) const;
  Tok peek(std::size_t ahead = 0) const { return token(ahead).kind; }
  bool at(Tok kind) const { return peek() == kind; }
  Span here() const { return span_of(token()); }
  Span span_of(const Token& token) const { return {&source_, token.begin, token.end}; }
  Span since(const Span& begin) const;  // from there to the end of the last token read
  Span advance();                       // over one token
  bool take(Tok kind);                  // over the token if it is of that kind
  Keyword keyword_here(Tok kind);
  Span expect(Tok kind, std::string_view why);
  void expect_end();
  void fail(const Span& span, std::string message, std::string hint = {});
  void fail_expecting(std::string_view what, std::string hint = {});
  std::string found_here() const;
  bool enter();  // one level deeper, if it is not too deep; then leave() must follow
  void leave() { --nesting_; }

  bool at_name(std::size_t ahead = 0) const;
  Name name(std::string_view what);
  Name declared_name(std::string_view what);
  void check_prime(const Name& declared);
  Name sig_reference();
  bool at_sig_reference() const;
  std::vector<Name> declared_names(std::string_view what);

  // parser_expr.cpp
  ExprPtr expression();
  ExprPtr operand(Level level);
  ExprPtr climb(Level level);
  ExprPtr prefix_or_primary(Level level);
  ExprPtr prefix(Op op, Level operand_level);
  ExprPtr infix(ExprPtr left, const Span& begin, Op op, Level level);
  ExprPtr implication(ExprPtr condition, const Span& begin);
  ExprPtr selection(ExprPtr left, const Span& begin);
  ExprPtr node(Op op, const Span& pos, const Span& span, std::vector<ExprPtr> children);
  ExprPtr leaf(Op op, const Span& span, std::string text = {});
  static ExprPtr placeholder();
  std::vector<ExprPtr> arguments();

  // parser_primary.cpp
  ExprPtr primary();
  ExprPtr builtin_call(Op op, const Span& pos, const Span& begin, std::vector<ExprPtr> first);
  ExprPtr int_value();
  ExprPtr block();
  ExprPtr braces();
  ExprPtr comprehension();
  ExprPtr binder();
  ExprPtr let();
  ExprPtr binder_body();
  ExprPtr finish_binder(Op op, const Span& pos, const Span& begin, std::vector<Decl> decls);
  bool at_binder() const;
  bool at_quantifier() const;
  bool at_comprehension() const;
  bool ends_primed_names(std::size_t ahead) const;
  static bool follows_an_operand(Tok kind);  // an operator that takes what is before it as its left operand

  enum class DeclPlace { List, Comprehension };
  Decl declaration(DeclPlace place);
  Keyword disjoint_bound();
  void split_multiplicity(ExprPtr& bound, Mult& mult, Span* pos);

  // parser_paragraph.cpp
  void paragraph(Module& module);
  void module_header(Module& module);
  void open(Module& module, Keyword private_open);
  Sig sig();
  void sig_qualifiers(Sig& sig);
  void sig_parents(Sig& sig);
  std::vector<Decl> declarations(Tok close);
  Enum enumeration(Keyword private_enum);
  Fact fact();
  Assert assertion();
  Function function(Keyword private_function);
  void function_head(Function& function);
  Macro macro(Keyword private_macro);

  // parser_command.cpp
  void commands(Module& module);
  Command command(bool follows);
  void scopes(Command& command);
  Scope scope();
  void scope_numbers(Scope& scope);
  void scope_target(Scope& scope);
  void check_scopes(const Command& command);
  std::int32_t scope_number();
  bool at_scope_target(std::size_t ahead) const;

  const Source& source_;
  Primes primes_;
  Budget& budget_;
  TokenList list_;
  std::size_t index_ = 0;
  int nesting_ = 0;
  std::optional<Diagnostic> error_;
  std::optional<Span> primed_name_;
};

}  // namespace fretsaw::alloy
