// SPDX-License-Identifier: MIT
// The table of options and the table of rules between them. Parsing, --help, the manual page, completions and docs/cli.md
// are generated from the first; only these tables define valid arguments and valid combinations of options.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/settings.hpp"

namespace fretsaw::cli {

// Why an argument is invalid.
struct OptionError {
  std::string expected;  // "a whole number"
};

// The valid whole numbers.
struct Range {
  std::int64_t low = std::numeric_limits<std::int64_t>::min();
  std::int64_t high = std::numeric_limits<std::int64_t>::max();
};

// What an option affects, and with it where the option is repeated: in the identity of a search (checkpoints, parts), and
// in the command that reproduces one result.
enum class Effect : std::uint8_t {
  Search,   // what is searched: in both
  Place,    // a part of the search, or a directory of modules: only in the command
  Results,  // which results are reported: only in the identity
  Manner,   // how, where to, or how long: in neither
};

struct Option {
  // Stores the text of the option's argument; for a switch the text is empty.
  using Setter = std::optional<OptionError> (*)(Settings& settings, const Option& option,
                                                const std::string& text);

  std::string_view names;     // "--limit", or short and long: "-c,--command"
  std::string_view argument;  // "N", or the choices: "none|lex|exact"; empty for a switch
  std::string_view verbs;     // the verbs that take it, separated by spaces; "*" for all
  Setter set;
  std::string_view meaning;    // imperative, begins with a capital letter, no full stop
  std::string_view details{};  // another sentence for --help and the manual, no full stop
  Effect effect = Effect::Search;
  bool may_repeat = false;  // else a second one is an error
  Range range{};
  std::string_view hint{};   // what to do if an argument is invalid
  std::string_view alias{};  // another long name, accepted but not listed
  bool is_renamed = false;   // the alias is its former name

  // For the rows of the table: the same option with one member changed.
  constexpr Option detailed(std::string_view text) const { return changed(&Option::details, text); }
  constexpr Option with(Effect what) const { return changed(&Option::effect, what); }
  constexpr Option repeatable() const { return changed(&Option::may_repeat, true); }
  constexpr Option within(Range numbers) const { return changed(&Option::range, numbers); }
  constexpr Option hinting(std::string_view text) const { return changed(&Option::hint, text); }
  constexpr Option also(std::string_view name) const { return changed(&Option::alias, name); }
  constexpr Option formerly(std::string_view name) const {
    return also(name).changed(&Option::is_renamed, true);
  }

  std::string description() const;  // its meaning and details; several sentences end in a full stop
  bool is_switch() const { return argument.empty(); }
  bool taken_by(std::string_view verb) const;
  std::string_view long_name() const { return names.substr(names.find("--")); }
  // The name in the identity of a search: checkpoints outlive a renaming.
  std::string_view identity_name() const { return is_renamed ? alias : long_name(); }
  bool is_called(std::string_view name) const;

 private:
  template <class T>
  constexpr Option changed(T Option::* member, T value) const {
    Option option = *this;
    option.*member = value;
    return option;
  }
};

// In the order in which --help shows them.
std::span<const Option> option_table();

// A constraint between options of a command line.
struct Rule {
  enum class Kind : std::uint8_t {
    Excludes,  // if `option` is given, none of `others` may be
    Requires,  // if `option` is given, one of `others` must be
    Once,      // `option` is given at most once, although other verbs accept several
  };

  std::string_view verbs;
  std::string_view option;  // "--sample"; empty: always
  Kind kind;
  std::string_view others;  // "--part --order"; kMoreOperands stands for more operands than the verb requires
  std::string_view problem{};  // empty: composed of the options
  std::string_view hint{};

  static constexpr std::string_view kMoreOperands = "operands";

  std::string text() const;  // the message if it is violated
};

std::span<const Rule> rule_table();

// The words of a list such as Option::verbs.
std::vector<std::string_view> words_of(std::string_view list);
bool has_word(std::string_view list, std::string_view word);

}  // namespace fretsaw::cli
