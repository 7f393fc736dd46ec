// SPDX-License-Identifier: MIT
#include "cli/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <type_traits>

namespace fretsaw::cli {

namespace {

using Reading = std::optional<Refusal>;

Refusal wants(std::string_view what, const std::string& text) {
  return {fmt::format("wants {}, not '{}'", what, text)};
}

// How the text of an argument becomes a value of each type.
Reading read(const std::string& text, std::string& value) {
  value = text;
  return text.empty() ? Reading(Refusal{"wants a text that is not empty"}) : std::nullopt;
}

Reading read(const std::string& text, std::uint64_t& value) {
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc::result_out_of_range) return wants("a smaller number", text);
  return error == std::errc() && stop == end ? std::nullopt : Reading(wants("a whole number", text));
}

Reading read(const std::string& text, double& value) {
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  const bool good = error == std::errc() && stop == end && std::isfinite(value) && value > 0;
  return good ? std::nullopt : Reading(wants("a number above 0", text));
}

Reading read(const std::string& text, Format& value) {
  const auto format = parse_format(text);
  if (format) value = *format;
  return format ? std::nullopt : Reading(wants("text, json, xml, dot or svg", text));
}

Reading read(const std::string& text, Symmetry& value) {
  for (const Symmetry symmetry : {Symmetry::None, Symmetry::Lex, Symmetry::Exact}) {
    if (text != to_string(symmetry)) continue;
    value = symmetry;
    return std::nullopt;
  }
  return wants("none, lex or exact", text);
}

Reading read(const std::string& text, Order& value) {
  if (text != "search" && text != "smallest") return wants("search or smallest", text);
  value = text == "search" ? Order::Search : Order::Smallest;
  return std::nullopt;
}

Reading read(const std::string& text, Overflow& value) {
  if (text != "prevent" && text != "wrap") return wants("prevent or wrap", text);
  value = text == "prevent" ? Overflow::Prevent : Overflow::Wrap;
  return std::nullopt;
}

Reading read(const std::string& text, std::int64_t& value) {
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stop == end ? std::nullopt : Reading(wants("a whole number", text));
}

Reading read(const std::string& text, ObjectFormat& value) {
  constexpr std::array<std::string_view, 5> kNames = {"text", "json", "dot", "svg", "cpp"};
  const auto found = std::find(kNames.begin(), kNames.end(), text);
  if (found == kNames.end()) return wants("text, json, dot, svg or cpp", text);
  value = static_cast<ObjectFormat>(found - kNames.begin());
  return std::nullopt;
}

Reading read(const std::string& text, ShowFormat& value) {
  constexpr std::array<std::string_view, 4> kNames = {"text", "dot", "svg", "html"};
  const auto found = std::find(kNames.begin(), kNames.end(), text);
  if (found == kNames.end()) return wants("text, dot, svg or html", text);
  value = static_cast<ShowFormat>(found - kNames.begin());
  return std::nullopt;
}

Reading read(const std::string& text, SuiteBy& value) {
  constexpr std::array<std::string_view, 3> kWays = {"enumeration", "coverage", "mutation"};
  const auto found = std::find(kWays.begin(), kWays.end(), text);
  if (found == kWays.end()) return wants("enumeration, coverage or mutation", text);
  value = static_cast<SuiteBy>(found - kWays.begin());
  return std::nullopt;
}

Reading read(const std::string& text, SuiteTarget& value) {
  if (text != "all" && text != "one") return wants("all or one", text);
  value = text == "all" ? SuiteTarget::All : SuiteTarget::One;
  return std::nullopt;
}

Reading read(const std::string& text, TestForm& value) {
  if (text != "plain" && text != "short") return wants("plain or short", text);
  value = text == "plain" ? TestForm::Plain : TestForm::Short;
  return std::nullopt;
}

Reading read(const std::string& text, path::Until& value) {
  if (text != "branches" && text != "paths") return wants("branches or paths", text);
  value = text == "paths" ? path::Until::Paths : path::Until::Branches;
  return std::nullopt;
}

Reading read(const std::string& text, SearchPart& value) {
  const std::size_t slash = text.find('/');
  const bool numbers = slash != std::string::npos && !read(text.substr(0, slash), value.number) &&
                       !read(text.substr(slash + 1), value.count);
  if (!numbers) return wants("K/N, such as 1/4", text);
  const bool valid = value.number >= 1 && value.number <= value.count && value.count <= 100'000;
  return valid ? std::nullopt : Reading(wants("K/N with K between 1 and N", text));
}

template <class T>
Reading read(const std::string& text, std::optional<T>& value) {
  return read(text, value.emplace());
}

template <class T>
Reading read(const std::string& text, std::vector<T>& values) {
  return read(text, values.emplace_back());
}

// The setter of a member: a switch becomes true, everything else is read as its type says.
template <auto Member>
Reading store(Settings& settings, const std::string& text) {
  auto& member = settings.*Member;
  if constexpr (std::is_same_v<std::remove_reference_t<decltype(member)>, bool>) {
    member = true;
    return std::nullopt;
  } else {
    return read(text, member);
  }
}

constexpr bool kRepeatable = true;
constexpr std::string_view kOnModels = "run enumerate eval check-model";
constexpr std::string_view kOnTests = "run enumerate eval check-model test suite mutate";
constexpr std::string_view kOnClasses = "generate skeleton check explore check-model";
constexpr std::string_view kOnCode = "generate check explore";
constexpr std::string_view kOnCompiled = "generate check explore check-model";

constexpr std::array kOptions = {
    Option{"-c,--command", "CMD", kOnModels, store<&Settings::commands>,
           "the command, by its name or its index counted from 0; run takes any number of them, or all "
           "without -c",
           kRepeatable},
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
           "N instances or inputs drawn at random, spread over all of them as evenly as possible"},
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
           "before the built-in util/; in a checkout of Alloy, it finds the example models as 'examples/...'",
           kRepeatable},
    Option{"--instance", "FILE", "eval", store<&Settings::instance>,
           "evaluates in the instance in that file (JSON or Alloy's XML) and not in the first one of the "
           "command"},
    Option{"--state", "K", "eval", store<&Settings::state>,
           "evaluates in that state of a trace, counted from 0 (the first); those after the last are the "
           "loop's"},
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
           "writes what is covered, or which mutants survived, as a page, colored in the source"},
    Option{"--lcov", "FILE", "test", store<&Settings::lcov>,
           "writes the coverage in LCOV's format, for other viewers"},
    Option{"--junit", "FILE", "test mutate check check-model", store<&Settings::junit>,
           "writes the results as JUnit's XML, for build servers"},
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
           "exit status 1 if the tests kill less than that of the mutants that are not equivalent"},
    Option{"--class", "C", "generate skeleton", store<&Settings::class_name>,
           "the class; of a template, a specialisation: 'Tree<int>'; not needed if the header has only one, "
           "or only "
           "one with rep_ok"},
    Option{"--method", "C::m", "check explore skeleton", store<&Settings::methods>,
           "the method or function, with its parameters' types if there are several: 'C::m(int) const'; "
           "without any, all that have a contract",
           kRepeatable},
    Option{"--harness", "FILE.cpp", "check-model", store<&Settings::harness>,
           "C++ that makes real objects of an instance, runs the code on them and gives what came of it: see "
           "fretsaw/harness.hpp"},
    Option{"--method", "NAME", "check-model", store<&Settings::methods>,
           "which of the harnesses in that file; not needed if it has only one"},
    Option{"--predicate", "NAME", "check-model", store<&Settings::predicate>,
           "the predicate or assertion of the model that judges results; the default is the one that the "
           "harness names"},
    Option{"--keep-going", "", "check check-model", store<&Settings::keep_going>,
           "also runs the inputs after one that fails"},
    Option{"--input", "K", "check check-model", store<&Settings::input>,
           "runs the K-th input only, and shows what becomes of it"},
    Option{"--such-that", "{...}", "check explore", store<&Settings::purposes>,
           "a relational formula that inputs must satisfy as well", kRepeatable},
    Option{"--sizes", "LO..HI", "check", store<&Settings::sizes>,
           "goes up size by size, until something fails"},
    Option{"--sanitize", "address|undefined", "check explore check-model", store<&Settings::sanitizers>,
           "address: also finds leaks and bad accesses to memory; undefined: signed overflow and the like",
           kRepeatable},
    Option{"--exclude-known", "FILE", "check", store<&Settings::exclude_known>,
           "does not count failures on the inputs of an earlier run, which --json has put into that file",
           kRepeatable},
    Option{"--ignore", "C::f", "check explore", store<&Settings::ignored>,
           "leaves that field as it is constructed, and never looks at it", kRepeatable},
    Option{"--type", "C::f=T", "check explore", store<&Settings::types>,
           "what a pointer or reference to a base class leads to: objects of T only", kRepeatable},
    Option{
        "--emit", "gtest|catch2", "check explore", store<&Settings::emit>,
        "writes counterexamples as tests in C++ that fail the same way, explore all of its tests: to standard output, "
        "or to the folder of --out"},
    Option{
        "--until", "branches|paths", "explore", store<&Settings::until>,
        "stops when all branches are covered that can be (branches, the default), or goes on until there is a test "
        "for every path (paths)"},
    Option{"--length", "N", "explore", store<&Settings::length>,
           "negates only the first N conditions of a path"},
    Option{"--tests", "N", "explore", store<&Settings::tests>, "stops after N tests"},
    Option{"--input-timeout", "S", "check explore check-model", store<&Settings::input_timeout>,
           "how many seconds of processor time a call may take before it counts as endless (1)"},
    Option{
        "--size", "N", kOnCode, store<&Settings::size>,
        "every upper bound: N objects of every class that fields refer to, integers 0 to N, lengths 0 to N"},
    Option{"--objects", "CLASS=N", kOnCode, store<&Settings::objects>, "at most N objects of that class",
           kRepeatable},
    Option{"--values", "C::f=lo..hi", kOnCode, store<&Settings::values>,
           "the values of a field: ranges, lists (1,3,7), enumerators, classes and null for pointers, "
           "'default' for the "
           "constructed value; C::f.length for the length of an array or vector",
           kRepeatable},
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
           "more of the user's code, compiled and linked with the header or harness", kRepeatable},
    Option{"--cxxflags", "FLAGS", kOnClasses, store<&Settings::cxxflags>,
           "flags for compiling the user's code"},
    Option{"-p,--build", "DIR", kOnClasses, store<&Settings::build_folder>,
           "takes the flags from compile_commands.json in that folder"},
    Option{"--step-limit", "N", "generate", store<&Settings::step_limit>,
           "how often the predicate may read fields of one candidate before it counts as endless (200000)"},
    Option{"--no-resume", "", "generate", store<&Settings::no_resume>,
           "runs the predicate from its beginning on every candidate"},
    Option{"--cross-check", "", "generate", store<&Settings::cross_check>,
           "runs the predicate both ways on every candidate and compares (exit status 1 if they differ)"},
    Option{"--no-cache", "", kOnCompiled, store<&Settings::no_cache>,
           "compiles the user's code even if that was done before, and keeps nothing"},
    Option{"--clear", "", "cache", store<&Settings::clear>,
           "removes all programs that no other process uses, and nothing else"},
    Option{"--part", "K/N", "enumerate generate check mutate check-model", store<&Settings::search_part>,
           "the K-th of N disjoint parts of the work; 'merge' puts their documents together"},
    Option{"--checkpoint", "FILE", "enumerate generate check check-model mutate",
           store<&Settings::checkpoint>,
           "keeps in that file how far the search got, and goes on from there if it exists"},
    Option{"-j,--threads", "N", "enumerate generate check suite mutate check-model",
           store<&Settings::threads>, "how many work at the same time"},
    Option{"--format", "text|json|dot|svg|cpp", "generate", store<&Settings::object_format>,
           "how objects are rendered, on the terminal and in the files of --out"},
    Option{"--format", "text|json|dot|svg", "check", store<&Settings::object_format>,
           "how counterexamples are rendered, on the terminal and in the files of --out"},
    Option{"--glue", "PREFIX", "skeleton", store<&Settings::glue>,
           "writes the sources that a test program which uses fretsaw/structures.hpp is linked with"},
    Option{"--limit", "N", "enumerate generate suite check check-model", store<&Settings::limit>,
           "stops after N results"},
    Option{"--count", "", "enumerate generate", store<&Settings::count>, "only counts"},
    Option{"--core", "", "run", store<&Settings::core>,
           "for an unsatisfiable run or a check that holds: marks the formulas that are responsible in the "
           "source"},
    Option{"--format", "text|json|xml|dot|svg", "run enumerate check-model", store<&Settings::format>,
           "how instances and counterexamples are rendered, on the terminal and in the files of --out"},
    Option{
        "--format", "text|dot|svg|html", "show", store<&Settings::show_format>,
        "how what is in the document is rendered; a page (html) has the picture and the text of all of it"},
    Option{"--index", "K", "show", store<&Settings::exhibit>,
           "of several instances, objects or counterexamples in the document: only the K-th, counted from 1"},
    Option{
        "--out", "DIR", "run enumerate generate check explore mutate check-model show merge",
        store<&Settings::out>,
        "writes one file per result into that folder, which is made if it does not exist; of explore, the source "
        "with its branches"},
    Option{"--json", "", "*", store<&Settings::json>,
           "one JSON document on standard output and nothing else there"},
    Option{"--timeout", "S", "*", store<&Settings::timeout_seconds>,
           "a limit of S seconds for all of it; reaching it is reported as such (exit status 3)"},
    Option{"--command-timeout", "S", "run", store<&Settings::command_timeout_seconds>,
           "a limit of S seconds for each command, so that a hard one does not keep the others from running"},
    Option{"--memory", "MB", "*", store<&Settings::memory_mb>, "likewise, for the memory that is used"},
    Option{"--quiet", "", "*", store<&Settings::quiet>, "no progress line"},
    Option{"--verbose", "", "*", store<&Settings::verbose>, "also says what was chosen and why"},
    Option{"--no-color", "", "*", store<&Settings::no_color>, "plain text, also on a terminal"},
    Option{"-h,--help", "", "*", store<&Settings::help>, "shows this"},
};

}  // namespace

bool Option::taken_by(std::string_view verb) const {
  if (verbs == "*") return true;
  for (std::string_view rest = verbs; !rest.empty();) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    if (rest.substr(0, end) == verb) return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

bool Option::is_decisive() const {
  constexpr std::array kOthers = {
      "--part",  "--checkpoint", "--threads", "--no-cache",        "--format",    "--out",
      "--json",  "--timeout",    "--memory",  "--quiet",           "--verbose",   "--no-color",
      "--junit", "--html",       "--include", "--command-timeout", "--fail-under"};
  return std::find(kOthers.begin(), kOthers.end(), long_name()) == kOthers.end();
}

std::span<const Option> option_table() { return kOptions; }

}  // namespace fretsaw::cli
