// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "alloy/syntax/parser_core.hpp"

namespace fretsaw::alloy {

Module Parser::module() {
  Module module;
  while (!at(Tok::End)) paragraph(module);
  module.has_dollar = list_.has_dollar;
  module.malformed_fences = list_.malformed_fences;
  return module;
}

void Parser::paragraph(Module& module) {
  switch (peek()) {
    case Tok::Module:
      module_header(module);
      return;
    case Tok::Fact:
      module.paragraphs.emplace_back(fact());
      return;
    case Tok::Assert:
      module.paragraphs.emplace_back(assertion());
      return;
    case Tok::Run:
    case Tok::Check:
      commands(module);
      return;
    case Tok::Sig:
    case Tok::Abstract:
    case Tok::One:
    case Tok::Lone:
    case Tok::Some:
    case Tok::Var:
      module.paragraphs.emplace_back(sig());
      return;
    case Tok::Private:
      switch (peek(1)) {
        case Tok::Open:
        case Tok::Enum:
        case Tok::Fun:
        case Tok::Pred:
        case Tok::Let:
          break;
        default:
          module.paragraphs.emplace_back(sig());
          return;
      }
      break;
    default:
      break;
  }
  const Keyword is_private = keyword_here(Tok::Private);
  switch (peek()) {
    case Tok::Open:
      open(module, is_private);
      return;
    case Tok::Enum:
      module.paragraphs.emplace_back(enumeration(is_private));
      return;
    case Tok::Fun:
    case Tok::Pred:
      module.paragraphs.emplace_back(function(is_private));
      return;
    case Tok::Let:
      module.paragraphs.emplace_back(macro(is_private));
      return;
    default:
      fail_expecting("a paragraph (sig, enum, fact, pred, fun, assert, let, run, check or open)",
                     at(Tok::RightBrace) ? "remove the extra '}'" : "");
  }
}

void Parser::module_header(Module& module) {
  ModuleHeader header;
  header.span = advance();
  header.name = name("the name of the module");
  if (header.name.text.find('$') != std::string::npos)
    fail(header.name.span, "a module's name cannot contain '$'");
  if (take(Tok::LeftBracket)) {
    do {
      ModuleParameter parameter;
      parameter.exactly = keyword_here(Tok::Exactly);
      parameter.name = declared_name("a parameter of the module");
      header.parameters.push_back(std::move(parameter));
    } while (take(Tok::Comma));
    expect(Tok::RightBracket, "after the module's parameters");
  }
  header.span = since(header.span);
  if (module.header || !module.paragraphs.empty()) {
    fail(header.span, "'module' is allowed only once, at the top of the file");
  }
  module.header = std::move(header);
}

void Parser::open(Module& module, Keyword private_open) {
  Open open;
  open.private_open = private_open;
  open.span = advance();
  const Span path = here();
  std::string folders;
  while (at(Tok::Dot) && peek(1) == Tok::Dot && peek(2) == Tok::Slash) {
    folders += "../";
    for (int i = 0; i < 3; ++i) advance();
  }
  open.path = name("the module to open");
  open.path.text.insert(0, folders);
  open.path.span = since(path);
  if (open.path.text.find('$') != std::string::npos)
    fail(open.path.span, "a module's name cannot contain '$'");
  if (take(Tok::LeftBracket)) {
    open.has_brackets = true;
    if (!at(Tok::RightBracket)) {
      do {
        open.arguments.push_back(sig_reference());
      } while (take(Tok::Comma));
    }
    expect(Tok::RightBracket, "after the sigs that instantiate the module");
  }
  if (take(Tok::As)) open.alias = declared_name("a name for the opened module");
  open.span = since(open.span);
  if (!module.paragraphs.empty()) {
    fail(open.span, "'open' must precede the first sig, fact, predicate, function, assertion or command",
         "move it to the top of the file");
  }
  module.opens.push_back(std::move(open));
}

Sig Parser::sig() {
  Sig sig;
  sig.span = here();
  sig_qualifiers(sig);
  expect(Tok::Sig, "after the sig's qualifiers");
  sig.names = declared_names("the name of the sig");
  sig_parents(sig);
  sig.body = here();
  expect(Tok::LeftBrace, "to begin the fields of the sig");
  sig.fields = declarations(Tok::RightBrace);
  expect(Tok::RightBrace, "to close the fields of the sig");
  sig.body = since(sig.body);
  if (at(Tok::LeftBrace)) sig.fact = block();
  sig.span = since(sig.span);
  return sig;
}

void Parser::sig_qualifiers(Sig& sig) {
  struct Qualifier {
    Tok kind;
    Keyword* place;
  };
  const Qualifier qualifiers[] = {{Tok::Abstract, &sig.abstract_sig},
                                  {Tok::One, &sig.one},
                                  {Tok::Lone, &sig.lone},
                                  {Tok::Some, &sig.some},
                                  {Tok::Private, &sig.private_sig},
                                  {Tok::Var, &sig.var}};
  bool found = true;
  while (found) {
    found = false;
    for (const Qualifier& qualifier : qualifiers) {
      if (!at(qualifier.kind)) continue;
      if (*qualifier.place) fail(here(), fmt::format("duplicate '{}'", here().text()));
      *qualifier.place = advance();
      found = true;
    }
  }
  const Keyword* const multiplicities[] = {&sig.one, &sig.lone, &sig.some};
  const Keyword* first = nullptr;
  for (const Keyword* multiplicity : multiplicities) {
    if (!*multiplicity) continue;
    if (first) {
      const bool in_order = (*first)->begin < (*multiplicity)->begin;
      fail(in_order ? **first : **multiplicity,
           fmt::format("a sig cannot be both '{}' and '{}'", (*first)->text(), (*multiplicity)->text()));
    }
    first = multiplicity;
  }
}

void Parser::sig_parents(Sig& sig) {
  switch (peek()) {
    case Tok::Extends:
      sig.relation = SigParent::Extends;
      break;
    case Tok::In:
      sig.relation = SigParent::In;
      break;
    case Tok::Equal:
      sig.relation = SigParent::Equal;
      break;
    default:
      return;
  }
  sig.relation_pos = advance();
  sig.parents.push_back(sig_reference());
  while (sig.relation != SigParent::Extends && take(Tok::Plus)) sig.parents.push_back(sig_reference());
  if (sig.relation == SigParent::Extends && (at(Tok::Plus) || at(Tok::Comma))) {
    fail_expecting("'{'", "extend a single sig, or declare a subset of several with 'in'");
  }
}

// Alloy lets commas stand anywhere between and around the declarations of fields and parameters.
std::vector<Decl> Parser::declarations(Tok close) {
  std::vector<Decl> decls;
  while (take(Tok::Comma)) {
  }
  while (!at(close) && !at(Tok::End)) {
    decls.push_back(declaration(DeclPlace::List));
    if (!at(close) && !at(Tok::Comma)) fail_expecting(fmt::format("',' or {}", describe(close)));
    while (take(Tok::Comma)) {
    }
  }
  return decls;
}

Enum Parser::enumeration(Keyword private_enum) {
  Enum result;
  result.private_enum = private_enum;
  result.span = advance();
  result.name = declared_name("the name of the enum");
  expect(Tok::LeftBrace, "to begin the members of the enum");
  const bool is_empty = at(Tok::RightBrace);
  if (!is_empty) result.values = declared_names("a member of the enum");
  expect(Tok::RightBrace, "or ',' after a member of the enum");
  result.span = since(result.span);
  if (is_empty) fail(result.span, "an enum requires at least one member");
  return result;
}

Fact Parser::fact() {
  Fact result;
  result.span = advance();
  result.name.span = result.span;
  if (at(Tok::Text)) {
    result.quoted_name = true;
    result.name.text = unescape(here().text());
    result.name.span = advance();
  } else if (!at(Tok::LeftBrace)) {
    result.name = declared_name("the name of the fact or '{'");
  }
  result.body = block();
  result.span = since(result.span);
  return result;
}

Assert Parser::assertion() {
  Assert result;
  result.span = advance();
  result.name.span = result.span;
  if (at(Tok::Text)) {
    result.quoted_name = true;
    result.name.text = unescape(here().text());
    result.name.span = advance();
  } else if (!at(Tok::LeftBrace)) {
    result.name = declared_name("the name of the assertion or '{'");
  }
  result.body = block();
  result.span = since(result.span);
  return result;
}

Function Parser::function(Keyword private_function) {
  Function result;
  result.private_function = private_function;
  result.is_predicate = at(Tok::Pred);
  result.span = advance();
  function_head(result);
  if (!result.is_predicate) {
    expect(Tok::Colon, "and the type of the function's result");
    result.result = expression();
    split_multiplicity(result.result, result.result_mult, nullptr);
  } else if (at(Tok::Colon)) {
    fail_expecting("'{'", "use fun to declare a function with a result");
  } else if (at(Tok::Equal)) {
    fail_expecting("'{'", "put the body of the predicate in braces");
  }
  result.body = block();
  result.span = since(result.span);
  return result;
}

// [Receiver .] name [ (parameters) or [parameters] ]
void Parser::function_head(Function& function) {
  const bool is_name = at_name();
  Name first =
      is_name || at_sig_reference() ? sig_reference() : name("the name of the predicate or function");
  if (take(Tok::Dot)) {
    function.receiver = std::move(first);
    function.name = declared_name("the name of the predicate or function");
  } else {
    if (!is_name) fail(first.span, "the keyword '" + first.text + "' cannot be used as a name");
    if (first.text.find('/') != std::string::npos) {
      fail(function.span, fmt::format("a declared name cannot be qualified, as '{}' is", first.text));
    } else if (first.text.find('$') != std::string::npos) {
      fail(first.span, fmt::format("a declared name cannot contain '$', as '{}' does", first.text));
    }
    function.name = std::move(first);
    check_prime(function.name);
  }
  const Tok close = at(Tok::LeftBracket) ? Tok::RightBracket : Tok::RightParen;
  if (take(Tok::LeftBracket) || take(Tok::LeftParen)) {
    function.has_parameter_list = true;
    function.parameters = declarations(close);
    expect(close, "after the parameters");
  }
  for (const Decl& decl : function.parameters) {
    if (decl.private_field)
      fail(*decl.private_field, "'private' is not allowed on a parameter", "remove 'private'");
    if (decl.disjoint_bound) {
      fail(decl.names.back().span,
           fmt::format("the parameter '{}' cannot have a disjoint bound", decl.names.back().text),
           "write disj before the names");
    }
  }
}

Macro Parser::macro(Keyword private_macro) {
  Macro result;
  result.private_macro = private_macro;
  result.span = advance();
  result.name = declared_name("the name of the macro");
  const Tok close = at(Tok::LeftBracket) ? Tok::RightBracket : Tok::RightParen;
  if (take(Tok::LeftBracket) || take(Tok::LeftParen)) {
    result.has_parameter_list = true;
    if (!at(close)) result.parameters = declared_names("a parameter of the macro");
    expect(close, "after the parameters");
  }
  if (take(Tok::Equal)) {
    result.body = expression();
  } else if (at(Tok::LeftBrace)) {
    result.body = block();
  } else {
    fail_expecting("'=' or '{' and the body of the macro");
    result.body = placeholder();
  }
  result.span = since(result.span);
  return result;
}

}  // namespace fretsaw::alloy
