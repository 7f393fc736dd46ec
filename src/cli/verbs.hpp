// SPDX-License-Identifier: MIT
// The table of verbs: `fretsaw VERB …` calls the verb's function, which is defined in the file of that name.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "cli/console.hpp"
#include "cli/settings.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::cli {

// The exit status of the program.
enum class Exit : int {
  AsExpected = 0,
  Unexpected = 1,  // an unexpected counterexample or test failure, or an `expect` that does not match
  BadInput = 2,
  Limit = 3,  // reached before an answer
  Interrupted = 130,
};

// The text about each in the manual.
struct ExitMeaning {
  int status;
  std::string_view meaning;
};
std::span<const ExitMeaning> exit_meanings();

struct Verb {
  std::string_view name;
  std::string_view operands;  // "MODEL.als"
  std::size_t min_operands;   // the minimum number of operands
  std::size_t max_operands;   // the maximum
  std::string_view needed;    // required options: "--class C"
  std::string_view summary;   // imperative, begins with a capital letter, no full stop
  // Command lines, one per line, that work in the project's root directory; the tests run them.
  std::string_view examples;
  // The caller reports an error, on standard error or as the JSON document, with exit status 2. A verb that
  // returns one has not begun a document.
  Result<Exit> (*function)(const Settings& settings, Console& console);
};

std::span<const Verb> verb_table();
const Verb* find_verb(std::string_view name);  // null if unknown
std::string usage_line(const Verb& verb);      // "fretsaw explore HEADER --method C::m [options]"

Result<Exit> run(const Settings& settings, Console& console);
Result<Exit> enumerate(const Settings& settings, Console& console);
Result<Exit> eval(const Settings& settings, Console& console);
Result<Exit> skeleton(const Settings& settings, Console& console);
Result<Exit> generate(const Settings& settings, Console& console);
Result<Exit> check(const Settings& settings, Console& console);
Result<Exit> explore(const Settings& settings, Console& console);
Result<Exit> check_model(const Settings& settings, Console& console);
Result<Exit> show(const Settings& settings, Console& console);
Result<Exit> test(const Settings& settings, Console& console);
Result<Exit> suite(const Settings& settings, Console& console);
Result<Exit> mutate(const Settings& settings, Console& console);
Result<Exit> cache(const Settings& settings, Console& console);
Result<Exit> merge(const Settings& settings, Console& console);

}  // namespace fretsaw::cli
