// SPDX-License-Identifier: MIT
#include "cli/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <concepts>
#include <type_traits>
#include <utility>
#include <vector>

namespace fretsaw::cli {

namespace {

using Reading = std::optional<Refusal>;

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> words;
  for (std::size_t end = 0; !text.empty(); text.remove_prefix(std::min(end + 1, text.size()))) {
    end = std::min(text.find(separator), text.size());
    words.push_back(text.substr(0, end));
  }
  return words;
}

// "a, b and c"
std::string joined(const std::vector<std::string_view>& words, std::string_view last) {
  if (words.size() == 1) return std::string(words.front());
  return fmt::format("{} {} {}", fmt::join(words.begin(), words.end() - 1, ", "), last, words.back());
}

Refusal wants(std::string_view what, const std::string& text) {
  return {fmt::format("wants {}, not '{}'", what, text)};
}

// How the text of an argument becomes a value of each type.
Reading read(const Option&, const std::string& text, std::string& value) {
  value = text;
  return text.empty() ? Reading(Refusal{"wants a text that is not empty"}) : std::nullopt;
}

template <class T>
Reading read_whole(const std::string& text, T& value) {
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc::result_out_of_range) return wants("a smaller number", text);
  return error == std::errc() && stop == end ? std::nullopt : Reading(wants("a whole number", text));
}

Reading beyond(const Range& range, bool is_low) {
  constexpr Range kAll;
  if (!range.problem.empty()) return Refusal{std::string(range.problem)};
  if (range.low > 0 && range.high != kAll.high)
    return Refusal{fmt::format("wants a number between {} and {}", range.low, range.high)};
  if (!is_low) return Refusal{fmt::format("is at most {}", range.high)};
  return Refusal{range.low == 0 ? "cannot be negative" : fmt::format("wants at least {}", range.low)};
}

template <std::integral T>
Reading read(const Option& option, const std::string& text, T& value) {
  if (auto refused = read_whole(text, value)) return refused;
  const Range& range = option.range;
  const bool is_low = std::cmp_less(value, range.low);
  return is_low || std::cmp_greater(value, range.high) ? beyond(range, is_low) : std::nullopt;
}

Reading read(const Option&, const std::string& text, double& value) {
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  const bool good = error == std::errc() && stop == end && std::isfinite(value) && value > 0;
  return good ? std::nullopt : Reading(wants("a number above 0", text));
}

// Enumerators stand in the order of the choices.
template <class T>
  requires std::is_enum_v<T>
Reading read(const Option& option, const std::string& text, T& value) {
  const auto choices = split(option.argument, '|');
  const auto found = std::ranges::find(choices, text);
  if (found == choices.end()) return wants(joined(choices, "or"), text);
  value = static_cast<T>(found - choices.begin());
  return std::nullopt;
}

Reading read(const Option&, const std::string& text, SearchPart& value) {
  constexpr std::uint64_t kMostParts = 100'000;
  const std::size_t slash = text.find('/');
  const bool numbers = slash != std::string::npos && !read_whole(text.substr(0, slash), value.number) &&
                       !read_whole(text.substr(slash + 1), value.count);
  if (!numbers) return wants("K/N, such as 1/4", text);
  const bool valid = value.number >= 1 && value.number <= value.count && value.count <= kMostParts;
  return valid ? std::nullopt : Reading(wants("K/N with K between 1 and N", text));
}

Reading read(const Option&, const std::string& text, SizeRange& value) {
  const std::size_t dots = text.find("..");
  const bool good = dots != std::string::npos && !read_whole(text.substr(0, dots), value.low) &&
                    !read_whole(text.substr(dots + 2), value.high) && value.low >= 0 &&
                    value.low <= value.high;
  return good ? std::nullopt : Reading(wants("LO..HI, such as 0..4", text));
}

template <class T>
Reading read(const Option& option, const std::string& text, std::optional<T>& value) {
  return read(option, text, value.emplace());
}

template <class T>
Reading read(const Option& option, const std::string& text, std::vector<T>& values) {
  return read(option, text, values.emplace_back());
}

// The setter of a member: a switch becomes true, everything else is read as its type says.
template <auto Member>
Reading store(Settings& settings, const Option& option, const std::string& text) {
  auto& member = settings.*Member;
  if constexpr (std::is_same_v<std::remove_reference_t<decltype(member)>, bool>) {
    member = true;
    return std::nullopt;
  } else {
    return read(option, text, member);
  }
}

constexpr std::string_view kOnModels = "run enumerate eval check-model";
constexpr std::string_view kOnTests = "run enumerate eval check-model test suite mutate";
constexpr std::string_view kOnClasses = "generate skeleton check explore check-model";
constexpr std::string_view kOnCode = "generate check explore";
constexpr std::string_view kOnCompiled = "generate check explore check-model";

constexpr std::array kOptions = {
    Option{"-c,--command", "CMD", kOnModels, store<&Settings::commands>,
           "the command, by its name or its index counted from 0; run takes any number of them, or all "
           "without -c"}
        .repeatable(),
    Option{"--scope", "TEXT", kOnTests, store<&Settings::scope>,
           "replaces the command's scope, in Alloy's syntax: \"3 but 1 List, 4 int\""},
    Option{"--symmetry", "none|lex|exact", kOnModels, store<&Settings::symmetry>,
           "instances that differ only in the names of atoms: none gives all of them, lex leaves some out "
           "(the default "
           "of run and eval), exact gives one of each class (the default of enumerate and check-model)"},
    Option{"--root", "SIG", "enumerate", store<&Settings::root>,
           "compares instances on what is reachable from the atom of this 'one sig', and gives each such "
           "part once"},
    Option{"--sample", "N", "enumerate check check-model", store<&Settings::sample>,
           "N instances or inputs drawn at random, spread over all of them as evenly as possible"}
        .within({.low = 1}),
    Option{"--seed", "S", "enumerate check check-model", store<&Settings::seed>,
           "the seed of --sample (1): the same seed gives the same sample"},
    Option{
        "--order", "search|smallest", "enumerate check-model", store<&Settings::order>,
        "as the search meets them (search, the default of enumerate), or those with fewer atoms first, then "
        "with fewer tuples (smallest, the default of check-model)"},
    Option{"--overflow", "prevent|wrap", kOnTests, store<&Settings::overflow>,
           "integers that do not fit the bit width: prevent (the default) lets no such computation decide "
           "anything, wrap takes them modulo a power of two"},
    Option{"-I,--include", "DIR", kOnTests, store<&Settings::include_folders>,
           "where else 'open' looks for modules: after the folder that the model's own module path implies, "
           "before the built-in util/; in a checkout of Alloy, it finds the example models as 'examples/...'"}
        .repeatable()
        .with(Effect::Place),
    Option{"--instance", "FILE", "eval", store<&Settings::instance>,
           "evaluates in the instance in that file (JSON or Alloy's XML) and not in the first one of the "
           "command"},
    Option{"--state", "K", "eval", store<&Settings::state>,
           "evaluates in that state of a trace, counted from 0 (the first); those after the last are the "
           "loop's"}
        .within({0, 100'000, "counts up to 100000: later states repeat the loop"}),
    Option{"--fork", "K", "run", store<&Settings::fork>,
           "of commands about traces: another one that agrees with the first up to state K, and differs in "
           "the next"},
    Option{"--prove", "", "run", store<&Settings::prove>,
           "of commands about traces: where there is none with so many steps, tries to show that there is "
           "none at all"},
    Option{"-i,--interactive", "", "eval", store<&Settings::interactive>,
           "asks for expressions at a prompt, until Ctrl-D"},
    Option{"--filter", "TEXT", "test", store<&Settings::filter>,
           "only the tests whose names have this in them; with * or ?, those that match as a whole"},
    Option{"--coverage", "", "test", store<&Settings::coverage>,
           "shows what the tests exercise of the model: per paragraph, and in the source"},
    Option{"--html", "FILE", "test mutate", store<&Settings::html>,
           "writes what is covered, or which mutants survived, as a page, colored in the source"}
        .with(Effect::Manner),
    Option{"--lcov", "FILE", "test", store<&Settings::lcov>,
           "writes the coverage in LCOV's format, for other viewers"},
    Option{"--junit", "FILE", "test mutate check check-model", store<&Settings::junit>,
           "writes the results as JUnit's XML, for build servers"}
        .with(Effect::Manner),
    Option{"--locate", "", "test", store<&Settings::locate>,
           "if tests fail: ranks the expressions and formulas of the model by how well a fault there would "
           "explain it"},
    Option{"--convert", "plain|short", "test", store<&Settings::convert>,
           "runs nothing: prints the tests in that form"},
    Option{"--form", "plain|short", "suite", store<&Settings::form>,
           "how the tests are written: as plain Alloy (the default), or in the short form"},
    Option{"--by", "enumeration|coverage|mutation", "suite", store<&Settings::by>,
           "enumeration: a test for every instance, up to isomorphism, and every predicate and assertion; "
           "coverage: "
           "few tests that meet every requirement of model coverage that can be met; mutation: few tests "
           "that notice "
           "every small change of the model that can be noticed"},
    Option{"--target", "all|one", "suite", store<&Settings::target>,
           "by coverage: looks for instances that meet any of the requirements that are left (all, the "
           "default), or "
           "one requirement after the other"},
    Option{"--minimise", "", "suite", store<&Settings::minimise>,
           "leaves out tests that cover nothing that others do not; the fewest, where that can be found out"},
    Option{"--review", "", "suite", store<&Settings::review>,
           "shows each test and asks whether its label is right: accept, flip or skip; writes the accepted "
           "ones"},
    Option{"--operators", "LIST", "suite mutate", store<&Settings::operators>,
           "the mutation operators: some of MOR, QOR, UOR, BOR, LOR, UOI, UOD, BOE, IEOE, IID, with commas "
           "between, or "
           "the sets 2017, 2018 and all (the default)"},
    Option{"--assertions", "", "suite mutate", store<&Settings::assertions>, "mutates assertions, too"},
    Option{"--strict", "", "suite mutate", store<&Settings::strict>,
           "mutants with a warning that the model does not have count as invalid"},
    Option{"--fail-under", "PERCENT", "mutate", store<&Settings::fail_under>,
           "exit status 1 if the tests kill less than that of the mutants that are not equivalent"}
        .with(Effect::Manner),
    Option{"--class", "C", "generate skeleton", store<&Settings::class_name>,
           "the class; of a template, a specialisation: 'Tree<int>'; not needed if the header has only one, "
           "or only "
           "one with rep_ok"},
    Option{"--method", "C::m", "check explore skeleton", store<&Settings::methods>,
           "the method or function, with its parameters' types if there are several: 'C::m(int) const'; "
           "without any, all that have a contract"}
        .repeatable(),
    Option{"--harness", "FILE.cpp", "check-model", store<&Settings::harness>,
           "C++ that makes real objects of an instance, runs the code on them and gives what came of it: see "
           "fretsaw/harness.hpp"},
    Option{"--method", "NAME", "check-model", store<&Settings::methods>,
           "which of the harnesses in that file; not needed if it has only one"},
    Option{"--predicate", "NAME", "check-model", store<&Settings::predicate>,
           "the predicate or assertion of the model that judges results; the default is the one that the "
           "harness names"},
    Option{"--keep-going", "", "check check-model", store<&Settings::keep_going>,
           "also runs the inputs after one that fails"}
        .with(Effect::Results),
    Option{"--input", "K", "check check-model", store<&Settings::input>,
           "runs the K-th input only, and shows what becomes of it"}
        .within({.low = 1, .problem = "counts from 1"})
        .with(Effect::Results),
    Option{"--such-that", "{...}", "check explore", store<&Settings::purposes>,
           "a relational formula that inputs must satisfy as well"}
        .repeatable(),
    Option{"--sizes", "LO..HI", "check", store<&Settings::sizes>,
           "goes up size by size, until something fails"}
        .with(Effect::Results),
    Option{"--sanitize", "address|undefined", "check explore check-model", store<&Settings::sanitizers>,
           "address: also finds leaks and bad accesses to memory; undefined: signed overflow and the like"}
        .repeatable(),
    Option{"--exclude-known", "FILE", "check", store<&Settings::exclude_known>,
           "does not count failures on the inputs of an earlier run, which --json has put into that file"}
        .repeatable()
        .with(Effect::Results),
    Option{"--ignore", "C::f", "check explore", store<&Settings::ignored>,
           "leaves that field as it is constructed, and never looks at it"}
        .repeatable(),
    Option{"--type", "C::f=T", "check explore", store<&Settings::types>,
           "what a pointer or reference to a base class leads to: objects of T only"}
        .repeatable(),
    Option{
        "--emit", "gtest|catch2", "check explore", store<&Settings::emit>,
        "writes counterexamples as tests in C++ that fail the same way, explore all of its tests: to standard output, "
        "or to the folder of --out"}
        .with(Effect::Results),
    Option{
        "--until", "branches|paths", "explore", store<&Settings::until>,
        "stops when all branches are covered that can be (branches, the default), or goes on until there is a test "
        "for every path (paths)"},
    Option{"--length", "N", "explore", store<&Settings::length>,
           "negates only the first N conditions of a path"}
        .within({.low = 1}),
    Option{"--tests", "N", "explore", store<&Settings::tests>, "stops after N tests"}.within({.low = 1}),
    Option{
        "--input-timeout", "S", "check explore check-model", store<&Settings::input_timeout>,
        "how many seconds of processor time a call may take before it counts as endless (1); by the clock it may take "
        "five times as many, and at least 2"},
    Option{
        "--size", "N", kOnCode, store<&Settings::size>,
        "every upper bound: N objects of every class that fields refer to, integers 0 to N, lengths 0 to N"}
        .within({0, 100'000}),
    Option{"--objects", "CLASS=N", kOnCode, store<&Settings::objects>, "at most N objects of that class"}
        .repeatable(),
    Option{"--values", "C::f=lo..hi", kOnCode, store<&Settings::values>,
           "the values of a field: ranges, lists (1,3,7), enumerators, classes and null for pointers, "
           "'default' for the "
           "constructed value; C::f.length for the length of an array or vector"}
        .repeatable(),
    Option{
        "--unread", "all|default", "generate", store<&Settings::unread>,
        "what fields become that the predicate did not read: all their values, or what they are constructed "
        "with (all)"},
    Option{"--finitization", "FILE", kOnCode, store<&Settings::finitization>,
           "bounds written in C++, such as 'skeleton' prints"},
    Option{"--predicate", "NAME", "generate check explore skeleton", store<&Settings::predicate>,
           "a method of the class or a function that takes one, and returns bool: objects are valid if it "
           "holds (generate: and nothing else is asked; check and explore: it replaces the invariant of that "
           "class); the default is the class's invariant, else rep_ok or repOk"},
    Option{"--source", "FILE", kOnCompiled, store<&Settings::sources>,
           "more of the user's code, compiled and linked with the header or harness"}
        .repeatable(),
    Option{"--cxxflags", "FLAGS", kOnClasses, store<&Settings::cxxflags>,
           "flags for compiling the user's code"},
    Option{"-p,--build", "DIR", kOnClasses, store<&Settings::build_folder>,
           "takes the flags from compile_commands.json in that folder"},
    Option{"--step-limit", "N", "generate", store<&Settings::step_limit>,
           "how often the predicate may read fields of one candidate before it counts as endless (200000)"}
        .within({.low = 0}),
    Option{"--no-resume", "", "generate", store<&Settings::no_resume>,
           "runs the predicate from its beginning on every candidate"},
    Option{"--cross-check", "", "generate", store<&Settings::cross_check>,
           "runs the predicate both ways on every candidate and compares (exit status 1 if they differ)"},
    Option{"--no-cache", "", kOnCompiled, store<&Settings::no_cache>,
           "compiles the user's code even if that was done before, and keeps nothing"}
        .with(Effect::Manner),
    Option{"--clear", "", "cache", store<&Settings::clear>,
           "removes all programs that no other process uses, and nothing else"},
    Option{"--part", "K/N", "enumerate generate check mutate check-model", store<&Settings::search_part>,
           "the K-th of N disjoint parts of the work; 'merge' puts their documents together"}
        .with(Effect::Place),
    Option{"--checkpoint", "FILE", "enumerate generate check check-model mutate",
           store<&Settings::checkpoint>,
           "keeps in that file how far the search got, and goes on from there if it exists"}
        .with(Effect::Manner),
    Option{"-j,--threads", "N", "enumerate generate check suite mutate check-model",
           store<&Settings::threads>, "how many work at the same time"}
        .within({1, 1024})
        .with(Effect::Manner),
    Option{"--format", "text|json|dot|svg|cpp", "generate", store<&Settings::object_format>,
           "how objects are rendered, on the terminal and in the files of --out"}
        .with(Effect::Manner),
    Option{"--format", "text|json|dot|svg", "check", store<&Settings::object_format>,
           "how counterexamples are rendered, on the terminal and in the files of --out"}
        .hinting("--emit gtest writes C++")
        .with(Effect::Manner),
    Option{"--glue", "PREFIX", "skeleton", store<&Settings::glue>,
           "writes the sources that a test program which uses fretsaw/structures.hpp is linked with"},
    Option{"--limit", "N", "enumerate generate suite check check-model", store<&Settings::limit>,
           "stops after N results"}
        .with(Effect::Results),
    Option{"--count", "", "enumerate generate", store<&Settings::count>, "only counts"}.with(Effect::Results),
    Option{"--core", "", "run", store<&Settings::core>,
           "for an unsatisfiable run or a check that holds: marks the formulas that are responsible in the "
           "source"},
    Option{"--format", "text|json|xml|dot|svg", "run enumerate check-model", store<&Settings::format>,
           "how instances and counterexamples are rendered, on the terminal and in the files of --out"}
        .with(Effect::Manner),
    Option{"--format", "text|dot|svg|html", "show", store<&Settings::show_format>,
           "how what is in the document is rendered; a page (html) has the picture and the text of all of it"}
        .with(Effect::Manner),
    Option{"--index", "K", "show", store<&Settings::exhibit>,
           "of several instances, objects or counterexamples in the document: only the K-th, counted from 1"}
        .within({.low = 1, .problem = "counts from 1"})
        .with(Effect::Results),
    Option{
        "--out", "DIR", "run enumerate generate check explore mutate check-model show merge",
        store<&Settings::out>,
        "writes one file per result into that folder, which is made if it does not exist; of explore, the source "
        "with its branches"}
        .with(Effect::Manner),
    Option{"--json", "", "*", store<&Settings::json>,
           "one JSON document on standard output and nothing else there"}
        .with(Effect::Manner),
    Option{"--timeout", "S", "*", store<&Settings::timeout_seconds>,
           "a limit of S seconds for all of it; reaching it is reported as such (exit status 3)"}
        .with(Effect::Manner),
    Option{"--command-timeout", "S", "run", store<&Settings::command_timeout_seconds>,
           "a limit of S seconds for each command, so that a hard one does not keep the others from running"}
        .with(Effect::Manner),
    Option{"--memory", "MB", "*", store<&Settings::memory_mb>, "likewise, for the memory that is used"}.with(
        Effect::Manner),
    Option{"--quiet", "", "*", store<&Settings::quiet>, "no progress line"}.with(Effect::Manner),
    Option{"--verbose", "", "*", store<&Settings::verbose>, "also says what was chosen and why"}.with(
        Effect::Manner),
    Option{"--no-color", "", "*", store<&Settings::no_color>, "plain text, also on a terminal"}.with(
        Effect::Manner),
    Option{"-h,--help", "", "*", store<&Settings::help>, "shows this"},
};

using enum Rule::Kind;

constexpr std::array kRules = {
    Rule{"eval", "--interactive", Excludes, "--json", "--interactive and --json exclude each other"},
    Rule{"eval", "", Requires, "operands --interactive", "there is nothing to evaluate",
         "give expressions after the model, or -i for a prompt"},
    Rule{"enumerate check-model", "--seed", Requires, "--sample"},
    Rule{"enumerate", "--sample", Excludes, "--limit --part --order --checkpoint"},
    Rule{"skeleton", "--method", Once, "",
         "skeleton takes one --method, and then no --class, --predicate or --glue"},
    Rule{"skeleton", "--method", Excludes, "--class --predicate --glue",
         "skeleton takes one --method, and then no --class, --predicate or --glue"},
    Rule{"explore", "", Requires, "--method", "explore wants one --method", "write --method Class::method"},
    Rule{"explore", "--method", Once, "", "explore wants one --method", "write --method Class::method"},
    Rule{"check", "--emit", Excludes, "--format",
         "--emit and --format do not go together: counterexamples are written one way"},
    Rule{"check", "--part", Excludes, "--sample --sizes", "", "give one --size"},
    Rule{"check", "--checkpoint", Excludes, "--sample --sizes --input"},
    Rule{"check-model", "", Requires, "--harness", "check-model needs a harness",
         "--harness FILE.cpp: C++ that runs the code on an instance"},
    Rule{"check-model", "--sample", Excludes, "--part --order"},
    Rule{"check-model", "--checkpoint", Excludes, "--sample --input"},
    Rule{"suite", "", Requires, "--by", "a suite is made by enumeration, by coverage or by mutation",
         "give --by enumeration, --by coverage or --by mutation"},
    Rule{"suite", "--review", Excludes, "--json", "--review is a conversation, and --json one document",
         "give only one of them"},
    Rule{"mutate", "--fail-under", Requires, "operands",
         "--fail-under is about the score of tests, and there are none", "give files with tests"},
};

}  // namespace

std::vector<std::string_view> words_of(std::string_view list) { return split(list, ' '); }

bool has_word(std::string_view list, std::string_view word) {
  return std::ranges::count(words_of(list), word) > 0;
}

std::string Rule::text() const {
  if (!problem.empty()) return std::string(problem);
  return kind == Kind::Excludes
             ? fmt::format("{} excludes {}", option, joined(words_of(others), "and"))
             : fmt::format("{} is of use with {} only", option, joined(words_of(others), "or"));
}

bool Option::taken_by(std::string_view verb) const { return verbs == "*" || has_word(verbs, verb); }

std::span<const Option> option_table() { return kOptions; }

std::span<const Rule> rule_table() { return kRules; }

}  // namespace fretsaw::cli
