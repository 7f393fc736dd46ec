// SPDX-License-Identifier: MIT
// The one table of options, and that of the rules between them. Parsing, --help, the manual page and docs/cli.md all come
// from the first; what an argument may be, and which options go together, is nobody else's business.
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

// Why an argument is not taken: the rest of a sentence that begins with the option.
struct Refusal {
  std::string problem;  // "wants a whole number, not 'many'"
};

// What a whole number may be.
struct Range {
  std::int64_t low = std::numeric_limits<std::int64_t>::min();
  std::int64_t high = std::numeric_limits<std::int64_t>::max();
  std::string_view problem{};  // of another number; empty: made of the two
};

// What an option is about.
enum class Effect : std::uint8_t {
  Search,  // what is looked for: it belongs to the identity of a search
  Place,  // a part of that, or a folder to look in: not to the identity, but to a command that finds a result again
  Results,  // which results are given: to the identity, but not to a command for one of them
  Manner,   // how, where to, or how long: to neither
};

struct Option {
  // Stores the text of the option's argument; for a switch the text is empty.
  using Setter = std::optional<Refusal> (*)(Settings& settings, const Option& option,
                                            const std::string& text);

  std::string_view names;     // "--limit", or short and long: "-c,--command"
  std::string_view argument;  // "N", or the choices: "none|lex|exact"; empty for a switch
  std::string_view verbs;     // the verbs that take it, separated by spaces; "*" for all
  Setter set;
  std::string_view meaning;  // without a full stop
  Effect effect = Effect::Search;
  bool may_repeat = false;  // else a second one is an error
  Range range{};
  std::string_view hint{};  // what to do if an argument is not taken

  // For the rows of the table: the same option, but for this.
  constexpr Option with(Effect what) const { return changed(&Option::effect, what); }
  constexpr Option repeatable() const { return changed(&Option::may_repeat, true); }
  constexpr Option within(Range numbers) const { return changed(&Option::range, numbers); }
  constexpr Option hinting(std::string_view text) const { return changed(&Option::hint, text); }

  bool is_switch() const { return argument.empty(); }
  bool taken_by(std::string_view verb) const;
  std::string_view long_name() const { return names.substr(names.find("--")); }

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

// What holds of the options of a command line together.
struct Rule {
  enum class Kind : std::uint8_t {
    Excludes,  // where `option` is given, none of `others` may be
    Requires,  // where `option` is given, one of `others` must be
    Once,      // `option` is given at most once, though other verbs take more
  };

  std::string_view verbs;
  std::string_view option;  // "--sample"; empty: always
  Kind kind;
  std::string_view
      others;  // "--part --order"; kMoreOperands stands for words beyond those that the verb needs
  std::string_view problem{};  // empty: made of the options
  std::string_view hint{};

  static constexpr std::string_view kMoreOperands = "operands";

  std::string text() const;  // what is wrong where it does not hold
};

std::span<const Rule> rule_table();

// The words of a list such as Option::verbs.
std::vector<std::string_view> words_of(std::string_view list);
bool has_word(std::string_view list, std::string_view word);

}  // namespace fretsaw::cli
