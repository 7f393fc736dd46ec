// SPDX-License-Identifier: MIT
#include "cli/verbs.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace fretsaw::cli {

namespace {

constexpr std::size_t kUnlimited = std::numeric_limits<std::size_t>::max();

constexpr std::array kVerbs = {
    Verb{"run", "MODEL.als", 1, 1, "", "Run the commands of a model and print each result",
         "fretsaw run models/address_book.als\n"
         "fretsaw run models/address_book.als -c nested --scope '4 but 2 Book'\n"
         "fretsaw run examples/models/list.als --format svg --out diagrams",
         run},
    Verb{"enumerate", "MODEL.als", 1, 1, "-c CMD",
         "Enumerate all instances of one command, one per isomorphism class",
         "fretsaw enumerate examples/models/list.als -c cyclic --limit 3\n"
         "fretsaw enumerate models/structures/binary_trees.als -c 0 --scope 'exactly 5 Node' --count",
         enumerate},
    Verb{"eval", "MODEL.als [EXPR]...", 1, kUnlimited, "", "Evaluate expressions in an instance",
         "fretsaw eval examples/models/list.als -c cyclic 'List.head.^next' '#Node'\n"
         "fretsaw eval examples/models/list.als -c cyclic -i",
         eval},
    Verb{"skeleton", "HEADER", 1, 1, "", "Print the classes of a header with a finitization to edit",
         "fretsaw skeleton examples/structures/binary_tree.hpp --class BinaryTree", skeleton},
    Verb{"generate", "HEADER", 1, 1, "", "Generate all valid objects of a C++ class",
         "fretsaw generate examples/structures/binary_tree.hpp --class BinaryTree --size 3\n"
         "fretsaw generate examples/structures/search_tree.hpp --class SearchTree --size 3 --count",
         generate},
    Verb{"check", "HEADER", 1, 1, "", "Check the contract of a C++ function on every valid input",
         "fretsaw check examples/structures/search_tree.hpp --method SearchTree::remove --size 3", check},
    Verb{"explore", "HEADER", 1, 1, "--method C::m",
         "Find a few valid inputs that cover every branch of a C++ function",
         "fretsaw explore examples/structures/search_tree.hpp --method SearchTree::remove --size 3", explore},
    Verb{
        "check-model", "MODEL.als", 1, 1, "-c CMD --harness FILE.cpp",
        "Run C++ code on every instance of a model, with the model as the oracle",
        "fretsaw check-model examples/ins/ins.als -c 3 --harness examples/ins/harness.cpp --function original",
        check_model},
    Verb{"test", "MODEL.als [TESTS.als]...", 1, kUnlimited, "",
         "Run unit tests of a model and measure their coverage",
         "fretsaw test examples/models/faulty_list.als examples/models/faulty_list_tests.als\n"
         "fretsaw test examples/models/acyclic_list.als --coverage",
         test},
    Verb{"suite", "MODEL.als", 1, 1, "--by CRITERION", "Generate a suite of unit tests for a model",
         "fretsaw suite examples/models/acyclic_list.als --by coverage\n"
         "fretsaw suite examples/models/faulty_list.als --by enumeration --scope 2 --limit 5",
         suite},
    Verb{"mutate", "MODEL.als [TESTS.als]...", 1, kUnlimited, "",
         "Mutate a model, identify equivalent mutants, and count those that the tests kill",
         "fretsaw mutate examples/models/faulty_list.als examples/models/faulty_list_tests.als\n"
         "fretsaw mutate examples/models/binary_tree.als --operators 2018 --scope 3",
         mutate},
    Verb{"show", "FILE.json", 1, 1, "",
         "Show instances, objects and counterexamples of a JSON document as text, diagrams or HTML",
         "fretsaw show examples/ins/counterexample.json\n"
         "fretsaw show examples/ins/counterexample.json --format dot",
         show},
    Verb{"merge", "PART.json...", 1, kUnlimited, "", "Merge the JSON documents of all parts of one search",
         "fretsaw merge part-1.json part-2.json part-3.json --json", merge},
    Verb{"cache", "", 0, 0, "", "Show the location and size of the program cache, or clear it",
         "fretsaw cache --json", cache},
};

constexpr std::array kExitMeanings = {
    ExitMeaning{static_cast<int>(Exit::AsExpected), "everything as expected"},
    ExitMeaning{static_cast<int>(Exit::Unexpected),
                "an unexpected counterexample or test failure, or an 'expect' that does not match"},
    ExitMeaning{static_cast<int>(Exit::BadInput), "bad usage or bad input"},
    ExitMeaning{static_cast<int>(Exit::Limit), "a limit was reached before an answer"},
    ExitMeaning{static_cast<int>(Exit::Interrupted), "interrupted"},
};

}  // namespace

std::span<const ExitMeaning> exit_meanings() { return kExitMeanings; }

std::span<const Verb> verb_table() { return kVerbs; }

std::string usage_line(const Verb& verb) {
  std::string out = "fretsaw";
  for (const std::string_view part : {verb.name, verb.operands, verb.needed}) {
    if (!part.empty()) out.append(" ").append(part);
  }
  return out + " [options]";
}

const Verb* find_verb(std::string_view name) {
  const auto found =
      std::find_if(kVerbs.begin(), kVerbs.end(), [&](const Verb& verb) { return verb.name == name; });
  return found == kVerbs.end() ? nullptr : &*found;
}

}  // namespace fretsaw::cli
