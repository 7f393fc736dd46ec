// SPDX-License-Identifier: MIT
#include "cli/verbs.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace fretsaw::cli {

namespace {

constexpr std::size_t kAny = std::numeric_limits<std::size_t>::max();

constexpr std::array kVerbs = {
    Verb{"run", "MODEL.als", 1, 1,
         "runs the commands of a model and prints each verdict with an instance or counterexample", run},
    Verb{"enumerate", "MODEL.als", 1, 1, "gives all instances of one command of a model", enumerate},
    Verb{"eval", "MODEL.als [EXPR]...", 1, kAny,
         "evaluates expressions in an instance of a command: the first one, or one read from a file", eval},
    Verb{"skeleton", "HEADER", 1, 1, "prints the classes of a header, their fields, and a finitization to start from",
         skeleton},
    Verb{"generate", "HEADER", 1, 1, "gives all objects of a C++ class that satisfy its invariant", generate},
};

constexpr std::array kExitMeanings = {
    ExitMeaning{static_cast<int>(Exit::AsExpected), "everything is as expected"},
    ExitMeaning{static_cast<int>(Exit::Unexpected),
                "a counterexample or a failed test nobody expected, or a broken 'expect'"},
    ExitMeaning{static_cast<int>(Exit::BadInput), "bad usage or bad input"},
    ExitMeaning{static_cast<int>(Exit::Limit), "a limit was reached before an answer"},
    ExitMeaning{static_cast<int>(Exit::Interrupted), "interrupted"},
};

}  // namespace

std::span<const ExitMeaning> exit_meanings() { return kExitMeanings; }

std::span<const Verb> verb_table() { return kVerbs; }

const Verb* find_verb(std::string_view name) {
  const auto found =
      std::find_if(kVerbs.begin(), kVerbs.end(), [&](const Verb& verb) { return verb.name == name; });
  return found == kVerbs.end() ? nullptr : &*found;
}

}  // namespace fretsaw::cli
