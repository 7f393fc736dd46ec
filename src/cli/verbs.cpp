// SPDX-License-Identifier: MIT
#include "cli/verbs.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace fretsaw::cli {

namespace {

constexpr std::size_t kAny = std::numeric_limits<std::size_t>::max();

constexpr std::array kVerbs = {
    Verb{"run", "MODEL.als", 1, 1, "",
         "runs the commands of a model and prints each verdict with an instance or counterexample",
         "fretsaw run models/address_book.als\n"
         "fretsaw run models/address_book.als -c nested --scope '4 but 2 Book'\n"
         "fretsaw run examples/models/list.als --format svg --out pictures",
         run},
    Verb{"enumerate", "MODEL.als", 1, 1, "-c CMD", "gives all instances of one command of a model",
         "fretsaw enumerate examples/models/list.als -c cyclic --limit 3\n"
         "fretsaw enumerate models/structures/binary_trees.als -c 0 --scope 'exactly 5 Node' --count",
         enumerate},
    Verb{"eval", "MODEL.als [EXPR]...", 1, kAny, "",
         "evaluates expressions in an instance of a command: the first one, or one read from a file",
         "fretsaw eval examples/models/list.als -c cyclic 'List.head.^next' '#Node'\n"
         "fretsaw eval examples/models/list.als -c cyclic -i",
         eval},
    Verb{"skeleton", "HEADER", 1, 1, "--class C",
         "prints the classes of a header, their fields, and a finitization to start from",
         "fretsaw skeleton examples/structures/binary_tree.hpp --class BinaryTree", skeleton},
    Verb{"generate", "HEADER", 1, 1, "--class C",
         "gives all objects of a C++ class that satisfy its invariant",
         "fretsaw generate examples/structures/binary_tree.hpp --class BinaryTree --size 3\n"
         "fretsaw generate examples/structures/search_tree.hpp --class SearchTree --size 3 --count",
         generate},
    Verb{"check", "HEADER", 1, 1, "", "runs a C++ method on every valid input, and checks its contract",
         "fretsaw check examples/structures/search_tree.hpp --method SearchTree::remove --size 3", check},
    Verb{"explore", "HEADER", 1, 1, "--method C::m",
         "finds few valid inputs that cover every branch of a C++ method, and checks its contract on them",
         "fretsaw explore examples/structures/search_tree.hpp --method SearchTree::remove --size 3", explore},
    Verb{"check-model", "MODEL.als", 1, 1, "-c CMD --harness FILE.cpp",
         "runs C++ code on every instance of a command, and has the model judge what it gives",
         "fretsaw check-model examples/ins/ins.als -c 3 --harness examples/ins/harness.cpp --method original",
         check_model},
    Verb{"test", "MODEL.als [TESTS.als]...", 1, kAny, "",
         "runs unit tests of a model, and shows what they cover",
         "fretsaw test examples/models/faulty_list.als examples/models/faulty_list_tests.als\n"
         "fretsaw test examples/models/acyclic_list.als --coverage",
         test},
    Verb{"suite", "MODEL.als", 1, 1, "--by WAY", "generates a suite of unit tests for a model",
         "fretsaw suite examples/models/acyclic_list.als --by coverage\n"
         "fretsaw suite examples/models/faulty_list.als --by enumeration --scope 2 --limit 5",
         suite},
    Verb{"mutate", "MODEL.als [TESTS.als]...", 1, kAny, "",
         "makes small changes to a model, tells which of them mean the same, and how many of the others "
         "tests notice",
         "fretsaw mutate examples/models/faulty_list.als examples/models/faulty_list_tests.als\n"
         "fretsaw mutate examples/models/binary_tree.als --operators 2018 --scope 3",
         mutate},
    Verb{
        "show", "FILE.json", 1, 1, "",
        "shows instances, objects and counterexamples that are in a JSON document: as text, as pictures, or on a page",
        "fretsaw show examples/ins/counterexample.json\n"
        "fretsaw show examples/ins/counterexample.json --format dot",
        show},
    Verb{"merge", "PART.json...", 1, kAny, "", "puts the JSON documents of all parts of one search together",
         "fretsaw merge part-1.json part-2.json part-3.json --json", merge},
    Verb{"cache", "", 0, 0, "", "shows how many compiled programs are kept, and where; or removes them",
         "fretsaw cache --json", cache},
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
