// SPDX-License-Identifier: MIT
#include "cli/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <concepts>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

namespace fretsaw::cli {

namespace {

using Reading = std::optional<OptionError>;

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> words;
  for (std::size_t end = 0; !text.empty(); text.remove_prefix(std::min(end + 1, text.size()))) {
    end = std::min(text.find(separator), text.size());
    words.push_back(text.substr(0, end));
  }
  return words;
}

// "a, b or c"
std::string joined(const std::vector<std::string_view>& words) {
  if (words.size() == 1) return std::string(words.front());
  return fmt::format("{} or {}", fmt::join(words.begin(), words.end() - 1, ", "), words.back());
}

OptionError expected(std::string what) { return {std::move(what)}; }

// How the text of an argument becomes a value of each type.
Reading read(const Option&, const std::string& text, std::string& value) {
  value = text;
  return text.empty() ? Reading(expected("a text that is not empty")) : std::nullopt;
}

template <class T>
Reading read_whole(const std::string& text, T& value) {
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc::result_out_of_range)
    return expected(fmt::format("a whole number of at most {}", std::numeric_limits<T>::max()));
  return error == std::errc() && stop == end ? std::nullopt : Reading(expected("a whole number"));
}

Reading outside(const Range& range) {
  constexpr Range kAll;
  if (range.high == kAll.high) return expected(fmt::format("a number of at least {}", range.low));
  return expected(fmt::format("a number between {} and {}", range.low, range.high));
}

template <std::integral T>
Reading read(const Option& option, const std::string& text, T& value) {
  if (auto refused = read_whole(text, value)) return refused;
  const Range& range = option.range;
  const bool is_inside = std::cmp_greater_equal(value, range.low) && std::cmp_less_equal(value, range.high);
  return is_inside ? std::nullopt : outside(range);
}

Reading read(const Option&, const std::string& text, double& value) {
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  const bool good = error == std::errc() && stop == end && std::isfinite(value) && value > 0;
  return good ? std::nullopt : Reading(expected("a number greater than 0"));
}

// Enumerators stand in the order of the choices.
template <class T>
  requires std::is_enum_v<T>
Reading read(const Option& option, const std::string& text, T& value) {
  const auto choices = split(option.argument, '|');
  const auto found = std::ranges::find(choices, text);
  if (found == choices.end()) return expected(joined(choices));
  value = static_cast<T>(found - choices.begin());
  return std::nullopt;
}

Reading read(const Option&, const std::string& text, SearchPart& value) {
  constexpr std::uint64_t kMaxParts = 100'000;
  const std::size_t slash = text.find('/');
  const bool numbers = slash != std::string::npos && !read_whole(text.substr(0, slash), value.number) &&
                       !read_whole(text.substr(slash + 1), value.count);
  if (!numbers) return expected("K/N, such as 1/4");
  const bool valid = value.number >= 1 && value.number <= value.count && value.count <= kMaxParts;
  return valid ? std::nullopt
               : Reading(expected(fmt::format("K/N with K between 1 and N, and N of at most {}", kMaxParts)));
}

Reading read(const Option&, const std::string& text, SizeRange& value) {
  const std::size_t dots = text.find("..");
  const bool good = dots != std::string::npos && !read_whole(text.substr(0, dots), value.low) &&
                    !read_whole(text.substr(dots + 2), value.high) && value.low >= 0 &&
                    value.low <= value.high;
  return good ? std::nullopt : Reading(expected("LO..HI, such as 0..4"));
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
template <auto member_of>
Reading store(Settings& settings, const Option& option, const std::string& text) {
  auto& member = settings.*member_of;
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

const std::array kOptions = {
    Option{"-c,--command", "CMD", kOnModels, store<&Settings::commands>,
           "Select a command by name or by index (from 0); repeatable in 'run'"}
        .repeatable(),
    Option{"--scope", "TEXT", kOnTests, store<&Settings::scope>,
           "Replace the scope of the command, for example \"3 but 1 List, 4 int\""},
    Option{"--symmetry", "none|lex|exact", kOnModels, store<&Settings::symmetry>,
           "Symmetry breaking: none (all instances), lex (partial), exact (one per isomorphism class)"}
        .detailed("Default: lex in run and eval, exact in enumerate and check-model"),
    Option{"--root", "SIG", "enumerate", store<&Settings::root>,
           "Compare instances only on what is reachable from the atom of this 'one sig'"},
    Option{"--sample", "N", "enumerate check check-model", store<&Settings::sample>,
           "Draw N instances or inputs at random, as uniformly as possible"}
        .within({.low = 1}),
    Option{"--seed", "S", "enumerate check check-model", store<&Settings::seed>,
           "Seed of --sample (default 1)"},
    Option{"--order", "search|smallest", "enumerate check-model", store<&Settings::order>,
           "Order of results: search, or smallest first (fewer atoms, then fewer tuples)"}
        .detailed("Default: search in enumerate, smallest in check-model"),
    Option{"--overflow", "prevent|wrap", kOnTests, store<&Settings::overflow>,
           "Integer overflow: prevent (as in Alloy, the default) or wrap"}
        .detailed("With prevent, no overflowing expression decides a formula; with wrap, integers are taken "
                  "modulo a power of two"),
    Option{"-I,--include", "DIR", kOnTests, store<&Settings::include_directories>,
           "Add a directory to search for opened modules"}
        .detailed(
            "Searched after the directory implied by the model's own module path, and before the built-in util/")
        .repeatable()
        .with(Effect::Place),
    Option{"--instance", "FILE", "eval", store<&Settings::instance>,
           "Evaluate in the instance in FILE (JSON or Alloy XML) instead of the first one"},
    Option{"--state", "K", "eval", store<&Settings::state>,
           "Evaluate in state K of a trace (from 0); states after the last one repeat the loop"}
        .within({0, 100'000}),
    Option{"--fork", "K", "run", store<&Settings::fork>,
           "Show another trace that is equal up to state K and differs in the next"},
    Option{"--prove", "", "run", store<&Settings::prove>,
           "For temporal commands: if no trace is found, try to prove that none exists for any number of "
           "steps"},
    Option{"-i,--interactive", "", "eval", store<&Settings::interactive>, "Read expressions from a prompt"},
    Option{"--filter", "TEXT", "test", store<&Settings::filter>,
           "Run only the tests whose names contain TEXT or match a pattern with * and ?"},
    Option{"--coverage", "", "test", store<&Settings::coverage>,
           "Report what the tests cover, by paragraph and in the source"},
    Option{"--html", "FILE", "test mutate", store<&Settings::html>, "Write an HTML report to FILE"}
        .detailed("Of test: the coverage in the source; of mutate: the mutants in the source")
        .with(Effect::Manner),
    Option{"--lcov", "FILE", "test", store<&Settings::lcov>, "Write LCOV data to FILE"},
    Option{"--junit", "FILE", "test mutate check check-model", store<&Settings::junit>,
           "Write a JUnit XML report to FILE"}
        .with(Effect::Manner),
    Option{"--locate", "", "test", store<&Settings::locate>,
           "When tests fail, rank the expressions of the model by suspiciousness"},
    Option{"--convert", "plain|short", "test", store<&Settings::convert>,
           "Print the tests in the plain or short form instead of running them"},
    Option{"--form", "plain|short", "suite", store<&Settings::form>,
           "Write the tests as plain Alloy (default) or in the short form"},
    Option{"--by", "enumeration|coverage|mutation", "suite", store<&Settings::suite_criterion>,
           "Test generation criterion: enumeration, coverage or mutation"}
        .detailed(
            "enumeration: a test for each instance up to isomorphism and each predicate and assertion; "
            "coverage: a small suite that covers all feasible requirements; mutation: a small suite that "
            "kills all non-equivalent mutants"),
    Option{
        "--target", "all|one", "suite", store<&Settings::target>,
        "With --by coverage: search for any missing requirement (all, default) or for one at a time (one)"},
    Option{"--minimize", "", "suite", store<&Settings::minimize>, "Remove redundant tests"}.formerly(
        "--minimise"),
    Option{"--review", "", "suite", store<&Settings::review>,
           "Show each test and ask for its expected outcome: accept, flip or skip"}
        .detailed("Only accepted tests are written"),
    Option{"--operators", "LIST", "suite mutate", store<&Settings::operators>,
           "Mutation operators: a comma-separated list, or 2017, 2018 or all (default)"}
        .detailed("Operators: MOR, QOR, UOR, BOR, LOR, UOI, UOD, BOE, IEOE, IID"),
    Option{"--assertions", "", "suite mutate", store<&Settings::assertions>, "Mutate assertions, too"},
    Option{"--strict", "", "suite mutate", store<&Settings::strict>,
           "Treat mutants with new warnings as invalid"},
    Option{"--fail-under", "PERCENT", "mutate", store<&Settings::fail_under>,
           "Exit with status 1 if the mutation score is below PERCENT"}
        .with(Effect::Manner),
    Option{"--class", "C", "generate skeleton", store<&Settings::class_name>,
           "The class, or a template specialization such as 'Tree<int>'; needed if the header has several"}
        .detailed("Default: the only class, or the only one with rep_ok"),
    Option{
        "--method", "C::m", "check explore skeleton", store<&Settings::methods>,
        "The member function or function, with parameter types if overloaded; default: all with a contract"}
        .detailed("An example with parameter types is 'C::m(int) const'. Repeatable in 'check'")
        .repeatable(),
    Option{"--harness", "FILE.cpp", "check-model", store<&Settings::harness>,
           "C++ file that maps instances to objects, runs the code and returns relations"}
        .detailed("See fretsaw/harness.hpp"),
    Option{"--function", "NAME", "check-model", store<&Settings::methods>, "The harness function to run"}
        .detailed("Needed if FILE.cpp registers several")
        .formerly("--method"),
    Option{"--postcondition", "NAME", "check-model", store<&Settings::predicate>,
           "The predicate or assertion that is the oracle"}
        .detailed("Default: the one that the harness registers")
        .formerly("--predicate"),
    Option{"--keep-going", "", "check check-model", store<&Settings::keep_going>,
           "Continue after the first failure"}
        .with(Effect::Results),
    Option{"--all-methods", "", "check", store<&Settings::all_methods>,
           "Without --method: check functions that have no contract, too"}
        .detailed("They are checked by default if no function of the header has a contract")
        .with(Effect::Results),
    Option{"--input", "K", "check check-model", store<&Settings::input>,
           "Run only input K and show what happens"}
        .detailed("Inputs are numbered from 1")
        .within({.low = 1})
        .with(Effect::Results),
    Option{"--requires", "{...}", "check explore", store<&Settings::extra_preconditions>,
           "Additional precondition: a relational formula in braces"}
        .formerly("--such-that")
        .repeatable(),
    Option{"--sizes", "LO..HI", "check", store<&Settings::sizes>,
           "Check sizes LO to HI in increasing order until a failure"}
        .with(Effect::Results),
    Option{"--sanitize", "address|undefined", "check explore check-model", store<&Settings::sanitizers>,
           "Compile with a sanitizer: address (memory errors, leaks) or undefined"}
        .repeatable(),
    Option{"--exclude-known", "FILE", "check", store<&Settings::exclude_known>,
           "Ignore failures listed in the JSON output of an earlier run"}
        .repeatable()
        .with(Effect::Results),
    Option{"--ignore-field", "C::f", "check explore", store<&Settings::ignored>,
           "Keep the default value of a field and do not compare it"}
        .formerly("--ignore")
        .repeatable(),
    Option{"--type", "C::f=T", "check explore", store<&Settings::types>,
           "Restrict a pointer or reference to a base class to objects of type T"}
        .repeatable(),
    Option{"--emit", "gtest|catch2", "check explore", store<&Settings::emit>,
           "Write the results as GoogleTest or Catch2 tests"}
        .detailed(
            "Of check: the counterexamples; of explore: all tests. Written to standard output, or to --out")
        .with(Effect::Results),
    Option{"--criterion", "branches|paths", "explore", store<&Settings::explore_criterion>,
           "Coverage criterion: branches (default) or paths"}
        .formerly("--until"),
    Option{"--max-depth", "N", "explore", store<&Settings::length>,
           "Negate only the first N conditions of a path"}
        .formerly("--length")
        .within({.low = 1}),
    Option{"--max-tests", "N", "explore", store<&Settings::tests>, "Stop after N tests"}
        .formerly("--tests")
        .within({.low = 1}),
    Option{"--input-timeout", "S", "check explore check-model", store<&Settings::input_timeout>,
           "Processor time limit for one call in seconds (default 1)"}
        .detailed("The wall-clock limit is five times as long, and at least 2 seconds"),
    Option{"--size", "N", kOnCode, store<&Settings::size>,
           "Upper bound for everything: N objects of each class, integers 0..N, lengths 0..N"}
        .within({0, 100'000}),
    Option{"--objects", "CLASS=N", kOnCode, store<&Settings::objects>, "Maximum number of objects of a class"}
        .repeatable(),
    Option{"--values", "C::f=lo..hi", kOnCode, store<&Settings::values>,
           "Values of a field: ranges, lists, enumerators, classes, null, default"}
        .detailed("A list is written 1,3,7; 'default' keeps the default value; C::f.length bounds the length "
                  "of an array or container")
        .repeatable(),
    Option{"--unread-fields", "all|default", "generate", store<&Settings::unread>,
           "Values of fields that the predicate never reads: all, or the default value only"}
        .detailed("Default: all")
        .formerly("--unread"),
    Option{"--finitization", "FILE", kOnCode, store<&Settings::finitization>,
           "Read bounds from a C++ file, as printed by 'fretsaw skeleton'"},
    Option{"--predicate", "NAME", "generate check explore skeleton", store<&Settings::predicate>,
           "The predicate that valid objects satisfy; default: the class invariant, else rep_ok or repOk"}
        .detailed("A member function or a function that takes the object, and returns bool; in check and "
                  "explore it replaces the class invariant"),
    Option{"--source", "FILE", kOnCompiled, store<&Settings::sources>, "Compile and link another source file"}
        .repeatable(),
    Option{"--cxxflags", "FLAGS", kOnClasses, store<&Settings::cxxflags>,
           "Compiler flags for the user's code"},
    Option{"-p,--build", "DIR", kOnClasses, store<&Settings::build_directory>,
           "Read compiler flags from compile_commands.json in DIR"},
    Option{"--step-limit", "N", "generate", store<&Settings::step_limit>,
           "Maximum number of field reads per candidate (default 200000)"}
        .detailed("The predicate is aborted on a candidate that needs more")
        .within({.low = 0}),
    Option{"--no-snapshots", "", "generate", store<&Settings::no_resume>,
           "Rerun the predicate from the start for every candidate"}
        .formerly("--no-resume"),
    Option{"--cross-check", "", "generate", store<&Settings::cross_check>,
           "Compare both ways of running the predicate on every candidate"}
        .detailed("Exit status 1 if they differ"),
    Option{"--no-cache", "", kOnCompiled, store<&Settings::no_cache>, "Do not use or write the program cache"}
        .with(Effect::Manner),
    Option{"--clear", "", "cache", store<&Settings::clear>, "Remove all cached programs that are not in use"},
    Option{"--part", "K/N", "enumerate generate check mutate check-model", store<&Settings::search_part>,
           "Search part K of N disjoint parts; combine the results with 'fretsaw merge'"}
        .also("--shard")
        .with(Effect::Place),
    Option{"--checkpoint", "FILE", "enumerate generate check check-model mutate",
           store<&Settings::checkpoint>, "Save progress to FILE and resume from it if it exists"}
        .with(Effect::Manner),
    Option{"-j,--jobs", "N", "enumerate generate check suite mutate check-model", store<&Settings::threads>,
           "Number of parallel workers"}
        .detailed("Default: 1")
        .also("--threads")
        .within({1, 1024})
        .with(Effect::Manner),
    Option{"--format", "text|json|dot|svg|cpp", "generate", store<&Settings::object_format>,
           "Output format of results, on the terminal and in --out"}
        .with(Effect::Manner),
    Option{"--format", "text|json|dot|svg", "check", store<&Settings::object_format>,
           "Output format of results, on the terminal and in --out"}
        .hinting("for C++ code, use --emit gtest")
        .with(Effect::Manner),
    Option{"--glue", "PREFIX", "skeleton", store<&Settings::glue>,
           "Write the glue code for test programs that use fretsaw/structures.hpp"},
    Option{"--limit", "N", "enumerate generate suite check check-model", store<&Settings::limit>,
           "Stop after N results"}
        .with(Effect::Results),
    Option{"--count", "", "enumerate generate", store<&Settings::count>, "Print only the number of results"}
        .with(Effect::Results),
    Option{"--core", "", "run", store<&Settings::core>, "Show an unsatisfiable core in the source"},
    Option{"--format", "text|json|xml|dot|svg", "run enumerate check-model", store<&Settings::format>,
           "Output format of results, on the terminal and in --out"}
        .with(Effect::Manner),
    Option{"--format", "text|dot|svg|html", "show", store<&Settings::show_format>,
           "Output format of results, on the terminal and in --out"}
        .detailed("html is a report of all results")
        .with(Effect::Manner),
    Option{"--index", "K", "show", store<&Settings::result_index>,
           "Show only the K-th result of the document (from 1)"}
        .within({.low = 1})
        .with(Effect::Results),
    Option{"--out", "DIR", "run enumerate generate check explore mutate check-model show merge",
           store<&Settings::out>, "Write one file per result to directory DIR"}
        .detailed(
            "The directory is created if it does not exist; of explore: the source with its branches, as "
            "text and HTML")
        .with(Effect::Manner),
    Option{"--json", "", "*", store<&Settings::json>,
           "Print one JSON document and nothing else on standard output"}
        .with(Effect::Manner),
    Option{"--timeout", "S", "*", store<&Settings::timeout_seconds>,
           "Time limit in seconds for the whole run (exit status 3 when reached)"}
        .with(Effect::Manner),
    Option{"--command-timeout", "S", "run", store<&Settings::command_timeout_seconds>,
           "Time limit in seconds for each command"}
        .with(Effect::Manner),
    Option{"--memory", "MB", "*", store<&Settings::memory_mb>, "Memory limit in megabytes"}.with(
        Effect::Manner),
    Option{"--quiet", "", "*", store<&Settings::quiet>, "Do not show progress"}.with(Effect::Manner),
    Option{"--verbose", "", "*", store<&Settings::verbose>, "Explain what was chosen and why"}.with(
        Effect::Manner),
    Option{"--no-color", "", "*", store<&Settings::no_color>, "Do not use colors"}.with(Effect::Manner),
    Option{"-h,--help", "", "*", store<&Settings::help>, "Show this help"},
};

using enum Rule::Kind;

constexpr std::array kRules = {
    Rule{"eval", "--interactive", Excludes, "--json"},
    Rule{"eval", "", Requires, "operands --interactive", "no expression to evaluate",
         "give expressions after the model, or use -i for a prompt"},
    Rule{"enumerate check-model", "--seed", Requires, "--sample"},
    Rule{"enumerate", "--sample", Excludes, "--limit --part --order --checkpoint"},
    Rule{"skeleton", "--method", Once, "", "'skeleton' takes only one '--method'"},
    Rule{"skeleton", "--method", Excludes, "--class --predicate --glue"},
    Rule{"explore", "", Requires, "--method", "'explore' requires '--method Class::method'"},
    Rule{"explore", "--method", Once, "", "'explore' takes only one '--method'"},
    Rule{"check", "--emit", Excludes, "--format"},
    Rule{"check", "--all-methods", Excludes, "--method"},
    Rule{"check", "--sizes", Excludes, "--size"},
    Rule{"check", "--part", Excludes, "--sample --sizes", "", "use a single --size"},
    Rule{"check", "--checkpoint", Excludes, "--sample --sizes --input"},
    Rule{"check-model", "", Requires, "--harness", "'check-model' requires '--harness FILE.cpp'"},
    Rule{"check-model", "--sample", Excludes, "--part --order"},
    Rule{"check-model", "--checkpoint", Excludes, "--sample --input"},
    Rule{"suite", "", Requires, "--by",
         "'suite' requires '--by enumeration', '--by coverage' or '--by mutation'"},
    Rule{"suite", "--review", Excludes, "--json",
         "'--review' is interactive and cannot be combined with '--json'"},
    Rule{"mutate", "--fail-under", Requires, "operands", "'--fail-under' requires tests",
         "name test files after the model"},
};

}  // namespace

std::vector<std::string_view> words_of(std::string_view list) { return split(list, ' '); }

bool has_word(std::string_view list, std::string_view word) {
  return std::ranges::count(words_of(list), word) > 0;
}

std::string Rule::text() const {
  if (!problem.empty()) return std::string(problem);
  std::vector<std::string> quoted;
  for (const std::string_view other : words_of(others)) quoted.push_back(fmt::format("'{}'", other));
  return fmt::format("'{}' {} {}", option, kind == Kind::Excludes ? "cannot be combined with" : "requires",
                     joined({quoted.begin(), quoted.end()}));
}

std::string Option::description() const {
  return details.empty() ? std::string(meaning) : fmt::format("{}. {}.", meaning, details);
}

bool Option::is_called(std::string_view name) const {
  const std::string_view short_name = names.substr(0, names.find(','));
  return name == long_name() || name == short_name || (!alias.empty() && name == alias);
}

bool Option::taken_by(std::string_view verb) const { return verbs == "*" || has_word(verbs, verb); }

std::span<const Option> option_table() { return kOptions; }

std::span<const Rule> rule_table() { return kRules; }

}  // namespace fretsaw::cli
