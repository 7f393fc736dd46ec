// SPDX-License-Identifier: MIT
// What is declared in each module, and what a name means where it is used. Alloy's rules: a plain name is
// looked up in the module itself and in all modules it opens, directly or not, private things excepted; a
// qualified one follows the aliases of opens, and from where they lead on is looked for like a plain one.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "alloy/model/expr.hpp"
#include "alloy/syntax/ast.hpp"

namespace fretsaw::model {

enum class SymbolKind : std::uint8_t { Sig, Function, Assertion };

// The index-th sig, function or assertion of a module. The builtin sigs belong to no module.
struct Symbol {
  SymbolKind kind = SymbolKind::Sig;
  std::size_t module = 0;
  std::size_t index = 0;

  friend auto operator<=>(const Symbol&, const Symbol&) = default;
};

inline constexpr std::size_t kNoModule = static_cast<std::size_t>(-1);

inline Symbol builtin_symbol(SigId sig) { return {SymbolKind::Sig, kNoModule, index(sig)}; }

// univ, none, Int, seq/Int, String.
std::optional<SigId> builtin_sig(std::string_view name);

struct OpenedModule {
  std::string alias;
  std::string path;                    // "util/ordering"
  std::vector<std::string> arguments;  // as written
  bool is_private = false;
  Span span;               // empty for implicit ones: util/integer, an enum's util/ordering
  std::size_t target = 0;  // in Names::modules
};

struct Parameter {
  std::string name;
  bool exactly = false;
  std::optional<Symbol> sig;
};

// What a meta sig stands for (meta.hpp).
enum class Meta : std::uint8_t {
  None,      // it is an ordinary sig
  Sigs,      // sig$
  Fields,    // field$
  OfSig,     // A$
  OfField,   // A$f
  Static,    // static$
  Variable,  // var$
};

// One sig of a module: of a sig paragraph, of an enum (the enum itself or a member), or a parameter of the
// main module.
struct SigSyntax {
  std::string name;
  Span span;                           // of the name
  const alloy::Sig* sig = nullptr;     // of a sig paragraph
  const alloy::Enum* owner = nullptr;  // of an enum's sigs
  bool is_member = false;              // of that enum
  bool exactly = false;                // an `exactly` parameter of the main module
  bool is_private = false;
  Meta meta = Meta::None;
  std::size_t subject = 0;      // OfSig and OfField: the sig, in ModuleScope::sigs
  std::string field{};          // OfField: the name of the field
  bool subject_varies = false;  // OfSig and OfField: it is `var`
};

struct ModuleScope {
  std::shared_ptr<const alloy::Module> syntax;
  std::string path;  // of aliases: "", "ord", "a/b"
  std::string key;   // what makes a file the same file
  std::string file;
  bool builtin = false;
  std::vector<OpenedModule> opens;
  std::vector<Parameter> parameters;
  std::vector<SigSyntax> sigs;
  std::vector<const alloy::Function*> functions;
  std::vector<const alloy::Assert*> assertions;

  std::unordered_map<std::string, std::size_t> open_by_alias;
  std::unordered_map<std::string, std::size_t> sig_by_name;
  std::unordered_map<std::string, std::vector<std::size_t>> functions_by_name;
  std::unordered_map<std::string, std::size_t> assertion_by_name;
  std::unordered_map<std::string, const alloy::Macro*> macro_by_name;
  std::unordered_map<std::string, std::vector<FieldId>> fields_by_name;  // those declared so far

  std::vector<std::size_t> nameable;  // itself and what its names may come from
  std::size_t first_sig = 0;          // the SigId of its first sig
  std::size_t first_function = 0;

  // The name in front of its own things: "" for the main module, "ord/" for others.
  std::string prefix() const { return path.empty() ? "" : path + "/"; }
};

struct MacroUse {
  std::size_t module = 0;
  const alloy::Macro* macro = nullptr;
};

class Names {
 public:
  std::vector<ModuleScope> modules;

  // Of the meta sigs, which are there only if a name of the text has a `$`, and not before the declarations
  // of all other things are understood.
  bool has_meta_sigs = false;
  bool meta_names_are_known = false;
  std::unordered_map<std::string, std::vector<FieldId>> meta_fields_by_name;

  // Fills `nameable`. Requires that the targets of opens are set.
  void link();

  // All things of the kinds that the name may mean in the module. Parameters and builtin sigs are not among
  // them.
  std::vector<Symbol> find(std::size_t module, std::string_view name, bool sigs, bool functions,
                           bool assertions) const;
  // Sigs, parameters and builtin sigs.
  std::vector<Symbol> find_sigs(std::size_t module, std::string_view name) const;
  std::vector<MacroUse> find_macros(std::size_t module, std::string_view name) const;

  SigId sig_id(const Symbol& symbol) const;
  FunctionId function_id(const Symbol& symbol) const;

  // "sig ord/Ord", "pred show": for lists of candidates.
  std::string describe(const Symbol& symbol) const;
  // Its name in its declaration; empty for a builtin one.
  Span declared_at(const Symbol& symbol) const;

  // "; did you mean 'Node'?", or nothing, given the local names beside those that the module can see.
  std::string suggest(std::size_t module, std::string_view name,
                      const std::vector<std::string>& locals) const;
  // An error about a name that may be any of the symbols; each is a note where it is declared.
  Diagnostic ambiguous(const Span& where, ErrorClass error_class, std::string_view name,
                       const std::vector<Symbol>& symbols, std::string hint = {}) const;
  std::string suggest_sig(std::size_t module, std::string_view name) const;

 private:
  void find_plain(std::size_t start, std::size_t module, const std::string& name, bool sigs, bool functions,
                  bool assertions, std::vector<Symbol>& out) const;
  void find_here(std::size_t module, bool with_private, const std::string& name, bool sigs, bool functions,
                 bool assertions, std::vector<Symbol>& out) const;
};

}  // namespace fretsaw::model
