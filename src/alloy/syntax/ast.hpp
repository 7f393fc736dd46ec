// SPDX-License-Identifier: MIT
// The syntax tree of one Alloy module (one file), as plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "alloy/syntax/expr.hpp"
#include "base/source.hpp"

namespace fretsaw::alloy {

// module a/b[X, exactly Y]
struct ModuleParameter {
  Name name;
  Keyword exactly;
};

struct ModuleHeader {
  Name name;
  std::vector<ModuleParameter> parameters;
  Span span;
};

// private open a/b[S, T] as c
struct Open {
  Name path;
  std::vector<Name> arguments;  // sigs, possibly "univ", "none", "Int", "seq/Int", "String"
  bool has_brackets = false;    // `open m[]` is not `open m` for error messages; both have no arguments
  std::optional<Name> alias;
  Keyword private_open;
  Span span;
};

enum class SigParent : std::uint8_t {
  None,     // top-level
  Extends,  // one parent
  In,       // in A + B
  Equal,    // = A + B
};

// sig A, B extends C { fields } { fact }: one paragraph, as many sigs as names.
struct Sig {
  std::vector<Name> names;
  Keyword abstract_sig;
  Keyword one;
  Keyword lone;
  Keyword some;
  Keyword private_sig;
  Keyword var;
  SigParent relation = SigParent::None;
  std::vector<Name> parents;
  Span relation_pos;  // `extends`, `in` or `=`
  std::vector<Decl> fields;
  ExprPtr fact;  // a Block; null if there is none
  Span body;     // the braces around the fields
  Span span;
};

// enum E { A, B }
struct Enum {
  Name name;
  std::vector<Name> values;
  Keyword private_enum;
  Span span;
};

// fact name { … }: the name may be missing (empty text) or a string.
struct Fact {
  Name name;
  bool quoted_name = false;
  ExprPtr body;
  Span span;
};

struct Assert {
  Name name;
  bool quoted_name = false;
  ExprPtr body;
  Span span;
};

// pred A.p[x: B] { … } and fun f[x: B]: lone C { … }
struct Function {
  bool is_predicate = true;
  Name name;
  std::optional<Name> receiver;  // A; it becomes a first parameter `this: A`
  std::vector<Decl> parameters;
  bool has_parameter_list = false;  // `p[]` and `p` both have no parameters
  Mult result_mult = Mult::Default;
  ExprPtr result;  // without the multiplicity; null for predicates
  ExprPtr body;    // a Block
  Keyword private_function;
  Span span;  // from the keyword on
};

// let m[x, y] { … } or let m[x, y] = e
struct Macro {
  Name name;
  std::vector<Name> parameters;
  bool has_parameter_list = false;
  ExprPtr body;
  Keyword private_macro;
  Span span;
};

enum class ScopeTarget : std::uint8_t { Sig, Int, Seq, String, Steps };

// exactly 3 A; 4 int; 2..5 A; 1.. steps; 2..8:2 A
struct Scope {
  ScopeTarget target = ScopeTarget::Sig;
  Name sig;  // as written; also for int, Int, seq, String and steps
  bool exactly = false;
  std::int32_t from = 0;
  std::optional<std::int32_t> to;  // the end of a growing scope; absent if only one number was given
  bool unbounded = false;          // `1..` or `1:2`: a growing scope without an end
  std::int32_t increment = 1;
  Span span;
};

struct Command {
  bool is_check = false;
  std::optional<Name> label;            // `l: run …` or `run l …`
  std::optional<Name> target;           // of `run p` and `check a`: then there is no body
  ExprPtr body;                         // a Block
  std::optional<std::int32_t> overall;  // for 3
  std::vector<Scope> scopes;            // but …
  std::optional<std::int32_t> expect;
  bool follows = false;  // `=>` joins it to the command before it
  Span pos;              // `run` or `check`: where errors about the command are reported
  Span span;
};

using Paragraph = std::variant<Sig, Enum, Fact, Assert, Function, Macro, Command>;

struct Module {
  SourcePtr source;                    // keeps every span in the tree valid
  std::optional<Span> primed;          // a declared name with a prime: the text was read as Alloy 4 or 5
  bool has_dollar = false;             // some name has a `$`: then there are meta sigs
  std::vector<Span> malformed_fences;  // of Markdown: lines that almost begin a block of Alloy
  std::optional<ModuleHeader> header;
  std::vector<Open> opens;
  std::vector<Paragraph> paragraphs;  // in the order of the text
};

// Equality of the trees; sources, spans and positions do not matter.
bool same_tree(const Module& a, const Module& b);

}  // namespace fretsaw::alloy
