// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "cli/arguments.hpp"
#include "cli/help.hpp"
#include "cli/options.hpp"
#include "cli/part_document.hpp"
#include "cli/process.hpp"
#include "cli/wrap.hpp"

namespace fretsaw::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

// The words of a command line after the first, which may be in single quotes.
std::vector<std::string> words_of(const std::string& line) {
  std::vector<std::string> words(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '\'')
      quoted = !quoted;
    else if (c == ' ' && !quoted)
      words.emplace_back();
    else
      words.back() += c;
  }
  return {words.begin() + 1, words.end()};
}

std::string output_of(const std::string& command) {
  std::string out;
  FILE* const pipe = popen(command.c_str(), "r");
  for (int c = 0; (c = std::fgetc(pipe)) != EOF;) out += static_cast<char>(c);
  pclose(pipe);
  return out;
}

TEST(Usage, WithoutWordsShowsTheHelpAsAnError) {
  const auto done = fretsaw({});
  EXPECT_EQ(done.status, 2);
  EXPECT_EQ(done.out, "");
  EXPECT_THAT(done.err, HasSubstr("usage: fretsaw COMMAND"));
}

TEST(Usage, HelpListsEveryVerb) {
  const auto done = fretsaw({"--help"});
  EXPECT_EQ(done.status, 0);
  EXPECT_EQ(done.err, "");
  for (const cli::Verb& verb : cli::verb_table())
    EXPECT_THAT(done.out, HasSubstr("  " + std::string(verb.name) + " "));
}

TEST(Usage, HelpOfAVerbListsItsOptionsAndNoOthers) {
  for (const cli::Verb& verb : cli::verb_table()) {
    const auto done = fretsaw({std::string(verb.name), "--help"});
    EXPECT_EQ(done.status, 0);
    for (const cli::Option& option : cli::option_table()) {
      const bool listed = done.out.find(std::string(option.long_name()) + (option.is_switch() ? "" : " ")) !=
                          std::string::npos;
      // Two options may share a name if no verb takes both.
      const bool taken = std::ranges::any_of(cli::option_table(), [&](const cli::Option& other) {
        return other.long_name() == option.long_name() && other.taken_by(verb.name);
      });
      EXPECT_EQ(listed, taken) << verb.name << " " << option.names;
    }
  }
}

TEST(Usage, EveryLineOfTheHelpFitsATerminal) {
  for (const cli::Verb& verb : cli::verb_table()) {
    std::istringstream lines(cli::verb_help(verb) + cli::general_help());
    for (std::string line; std::getline(lines, line);) {
      const bool is_example = line.starts_with("  fretsaw ");  // on one line, to be copied
      EXPECT_LE(line.size(), is_example ? 110U : 100U) << line;
    }
  }
}

TEST(Usage, ShowsItsVersionAndCommit) {
  const std::string text = cli::version_text();
  for (const char* const word : {"--version", "-V", "version"}) EXPECT_EQ(fretsaw({word}).out, text) << word;
  EXPECT_TRUE(std::regex_match(text, std::regex(R"(fretsaw \d+\.\d+\.\d+( \(commit [0-9a-f]{12}\))?\n)")))
      << text;
  if (!std::filesystem::exists(FRETSAW_SOURCE_DIR "/.git") ||
      output_of("git -C " FRETSAW_SOURCE_DIR " rev-parse HEAD 2>/dev/null").empty())
    GTEST_SKIP() << "not a checkout of git";
  // The one that was built, which need not be the one that is checked out now.
  const std::size_t commit = text.find("(commit ");
  ASSERT_NE(commit, std::string::npos) << text;
  EXPECT_EQ(output_of("git -C " FRETSAW_SOURCE_DIR " cat-file -t " + text.substr(commit + 8, 12)),
            "commit\n");
}

TEST(Usage, HelpOfAVerbCanBeAskedForInTwoWays) {
  for (const cli::Verb& verb : cli::verb_table()) {
    const std::string name(verb.name);
    EXPECT_EQ(fretsaw({"help", name}).out, fretsaw({name, "--help"}).out);
  }
  const auto unknown = fretsaw({"help", "generat"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_EQ(unknown.err, "error: unknown command 'generat'; did you mean 'generate'?\n");
}

// In a folder that has what the project's has, because some of them write files.
TEST(Usage, TheExamplesOfTheHelpWork) {
  const Folder folder;
  for (const char* const name : {"examples", "models"})
    std::filesystem::create_directory_symlink(std::string(FRETSAW_SOURCE_DIR "/") + name, folder / name);
  for (const std::string k : {"1", "2", "3"}) {
    const auto part = run({.arguments = {"enumerate", "examples/models/binary_tree.als", "-c", "0", "--json",
                                         "--part", k + "/3"},
                           .folder = folder.path()});
    std::ofstream(folder / ("part-" + k + ".json")) << part.out;
  }
  int tried = 0;
  for (const cli::Verb& verb : cli::verb_table()) {
    EXPECT_FALSE(verb.examples.empty()) << verb.name;
    for (const std::string_view example : cli::lines_of(verb.examples)) {
      ASSERT_THAT(example, StartsWith("fretsaw " + std::string(verb.name) + " "));
      const auto done =
          run({.arguments = words_of(std::string(example)), .input = "#Node\n", .folder = folder.path()});
      EXPECT_LE(done.status, 1) << example << "\n" << done.err;
      EXPECT_NE(done.out, "") << example;
      EXPECT_EQ(done.err.find("error"), std::string::npos) << example << "\n" << done.err;
      ++tried;
    }
  }
  EXPECT_GT(tried, 6);
}

TEST(Usage, AnUnknownVerbIsRefusedWithASuggestion) {
  const auto done = fretsaw({"enumerat", "m.als"});
  EXPECT_EQ(done.status, 2);
  EXPECT_EQ(done.err, "error: unknown command 'enumerat'; did you mean 'enumerate'?\n");
}

TEST(Usage, AnUnknownVerbUnlikeAnyOtherIsAnsweredWithAList) {
  EXPECT_THAT(fretsaw({"xyzzy"}).err,
              HasSubstr("error: unknown command 'xyzzy'\nhelp: use one of: run, enumerate, eval"));
}

TEST(Usage, AnUnknownOptionIsRefusedWithASuggestion) {
  const auto done = fretsaw({"run", "m.als", "--symetry", "lex"});
  EXPECT_EQ(done.status, 2);
  EXPECT_EQ(done.err, "error: unknown option '--symetry'; did you mean '--symmetry'?\n");
}

TEST(Usage, AnOptionOfAnotherVerbIsRefusedByName) {
  const auto done = fretsaw({"run", "m.als", "--count"});
  EXPECT_EQ(done.status, 2);
  EXPECT_THAT(done.err, StartsWith("error: option '--count' is not supported by 'fretsaw run'\n"
                                   "help: it is supported by: enumerate, generate\n"));
}

TEST(Usage, AMissingModelIsRefused) {
  const auto done = fretsaw({"run"});
  EXPECT_EQ(done.status, 2);
  EXPECT_EQ(done.err, "error: 'run' requires MODEL.als\nhelp: usage: fretsaw run MODEL.als [options]\n");
}

TEST(Usage, AnUnexpectedArgumentIsRefused) {
  const auto done = fretsaw({"run", "a.als", "b.als"});
  EXPECT_EQ(done.status, 2);
  EXPECT_THAT(done.err, StartsWith("error: unexpected argument 'b.als'\n"));
}

TEST(Usage, AnOptionWithoutItsArgumentIsRefused) {
  const auto done = fretsaw({"enumerate", "m.als", "--limit"});
  EXPECT_EQ(done.status, 2);
  EXPECT_EQ(done.err, "error: option '--limit' requires a value: N\n");
}

TEST(Usage, ASwitchWithAnArgumentIsRefused) {
  const auto done = fretsaw({"run", "m.als", "--core=yes"});
  EXPECT_EQ(done.status, 2);
  EXPECT_EQ(done.err, "error: option '--core' does not take a value\n");
}

TEST(Usage, AnOptionGivenTwiceIsRefused) {
  const auto done = fretsaw({"enumerate", "m.als", "--limit", "1", "--limit", "2"});
  EXPECT_EQ(done.status, 2);
  EXPECT_EQ(done.err, "error: option '--limit' may be given only once\n");
}

struct BadArgument {
  const char* verb;
  const char* option;
  const char* text;
  const char* message;
};

class BadArguments : public testing::TestWithParam<BadArgument> {};

TEST_P(BadArguments, AreRefusedWithWhatIsExpected) {
  const auto& [verb, option, text, message] = GetParam();
  const auto done = fretsaw({verb, "m.als", option, text});
  EXPECT_EQ(done.status, 2);
  EXPECT_EQ(done.out, "");
  EXPECT_EQ(done.err, std::string("error: ") + message + "\n");
}

INSTANTIATE_TEST_SUITE_P(
    All, BadArguments,
    testing::Values(
        BadArgument{"enumerate", "--limit", "many",
                    "invalid value 'many' for '--limit': expected a whole number"},
        BadArgument{"enumerate", "--limit", "-1",
                    "invalid value '-1' for '--limit': expected a whole number"},
        BadArgument{"enumerate", "--limit", "99999999999999999999",
                    "invalid value '99999999999999999999' for '--limit': expected a whole number of at most "
                    "18446744073709551615"},
        BadArgument{"run", "--timeout", "0",
                    "invalid value '0' for '--timeout': expected a number greater than 0"},
        BadArgument{"run", "--timeout", "soon",
                    "invalid value 'soon' for '--timeout': expected a number greater than 0"},
        BadArgument{"run", "--memory", "1.5", "invalid value '1.5' for '--memory': expected a whole number"},
        BadArgument{"run", "--format", "pdf",
                    "invalid value 'pdf' for '--format': expected text, json, xml, dot or svg"},
        BadArgument{"run", "--overflow", "forbid",
                    "invalid value 'forbid' for '--overflow': expected prevent or wrap"},
        BadArgument{"run", "--scope", "",
                    "invalid value '' for '--scope': expected a text that is not empty"},
        BadArgument{"run", "--symmetry", "full",
                    "invalid value 'full' for '--symmetry': expected none, lex or exact"}));

TEST(Usage, ErrorsAreInTheDocumentWithJson) {
  const auto done = fretsaw({"run", "m.als", "--json", "--colour"});
  EXPECT_EQ(done.status, 2);
  EXPECT_EQ(done.err, "");
  const auto document = done.json();
  EXPECT_EQ(document["schema"], "fretsaw/1");
  EXPECT_EQ(document["command"], "run");
  EXPECT_EQ(document["warnings"], nlohmann::json::array());
  EXPECT_EQ(document["error"]["class"], "usage");
  EXPECT_EQ(document["error"]["message"], "unknown option '--colour'");
  for (const char* key : {"file", "line", "column"}) EXPECT_TRUE(document["error"][key].is_null()) << key;
}

TEST(Usage, AnUnknownVerbIsInTheDocumentToo) {
  const auto document = fretsaw({"walk", "--json"}).json();
  EXPECT_EQ(document["command"], "walk");
  EXPECT_EQ(document["error"]["class"], "usage");
}

TEST(Usage, AnExpressionMayBeginWithANumberBelowZero) {
  const Folder folder;
  const std::string model = folder.write("m.als", "run {}\n");
  EXPECT_EQ(fretsaw({"eval", model, "-3 >> 1", "-2"}).out, "-3 >> 1 = -2\n-2 = -2\n");
}

// Words that the option takes, with an argument that would do.
std::vector<std::string> words_for(const cli::Option& option) {
  const std::string name(option.long_name());
  if (option.is_switch()) return {name};
  const std::string argument(option.argument);
  if (argument.find('|') != std::string::npos) return {name, argument.substr(0, argument.find('|'))};
  return {name, argument == "K/N" ? "1/2" : argument == "LO..HI" ? "0..1" : "1"};
}

const cli::Option* find_option(std::string_view verb, std::string_view name) {
  const auto found = std::ranges::find_if(cli::option_table(), [&](const cli::Option& option) {
    return option.long_name() == name && option.taken_by(verb);
  });
  return found == cli::option_table().end() ? nullptr : &*found;
}

TEST(Rules, AreAboutOptionsThatTheirVerbsTakeAndAreHeldToByTheParser) {
  for (const cli::Rule& rule : cli::rule_table()) {
    for (const std::string_view name : cli::words_of(rule.verbs)) {
      SCOPED_TRACE(std::string(name) + ": " + rule.text());
      const cli::Verb* const verb = cli::find_verb(name);
      ASSERT_TRUE(verb);
      std::vector<std::string> words(verb->min_operands, "file");
      const auto add = [&](std::string_view option) {
        const cli::Option* const known = find_option(name, option);
        ASSERT_TRUE(known) << option;
        const auto more = words_for(*known);
        words.insert(words.end(), more.begin(), more.end());
      };
      // What the verb never goes without.
      for (const cli::Rule& other : cli::rule_table()) {
        const bool is_needed = other.option.empty() && &other != &rule && other.others != rule.option;
        if (!is_needed || !cli::has_word(other.verbs, name)) continue;
        const std::string_view first = cli::words_of(other.others).front();
        first == cli::Rule::kMoreOperands ? static_cast<void>(words.emplace_back("file")) : add(first);
      }
      if (!rule.option.empty()) add(rule.option);
      const auto broken = [&](const std::vector<std::string>& line) {
        const auto settings = cli::parse_arguments(*verb, line);
        return !settings && settings.error().message == rule.text() && settings.error().hint == rule.hint &&
               settings.error().error_class == ErrorClass::Usage;
      };
      if (rule.kind == cli::Rule::Kind::Once) {
        EXPECT_FALSE(broken(words));
        add(rule.option);
        EXPECT_TRUE(broken(words));
        continue;
      }
      const bool excludes = rule.kind == cli::Rule::Kind::Excludes;
      EXPECT_NE(broken(words), excludes);
      for (const std::string_view other : cli::words_of(rule.others)) {
        const auto alone = words;
        other == cli::Rule::kMoreOperands ? static_cast<void>(words.emplace_back("file")) : add(other);
        EXPECT_EQ(broken(words), excludes) << other;
        words = alone;
      }
    }
  }
}

TEST(RepeatedCommands, HaveTheOptionsThatDetermineTheInputAndNoOthers) {
  const auto settings = cli::parse_arguments(*cli::find_verb("check"), {"list.hpp",
                                                                        "--method",
                                                                        "List::add",
                                                                        "--sizes",
                                                                        "0..4",
                                                                        "--input-timeout",
                                                                        "2",
                                                                        "--keep-going",
                                                                        "-j",
                                                                        "2",
                                                                        "--values",
                                                                        "List::size=1",
                                                                        "--values",
                                                                        "Other::size=2",
                                                                        "-p",
                                                                        "out",
                                                                        "--finitization",
                                                                        "a b.cpp",
                                                                        "--json",
                                                                        "--sanitize",
                                                                        "address",
                                                                        "--limit",
                                                                        "7",
                                                                        "--junit",
                                                                        "report.xml"});
  ASSERT_TRUE(settings) << settings.error().message;
  EXPECT_EQ(
      cli::repeat_command(*settings, 12, {{"--method", "List::add(int)"}, {"--size", "3"}},
                          {"Other::size=2"}),
      "fretsaw check list.hpp --method 'List::add(int)' --size 3 --sanitize address --input-timeout 2 --values "
      "List::size=1 --finitization 'a b.cpp' --build out --input 12");

  const auto part = cli::parse_arguments(*cli::find_verb("check-model"),
                                         {"m.als", "--harness", "h.cpp", "-I", "models", "--part", "2/3"});
  ASSERT_TRUE(part) << part.error().message;
  EXPECT_EQ(cli::repeat_command(*part, 1),
            "fretsaw check-model m.als --include models --harness h.cpp --part 2/3 --input 1");
}

TEST(Arguments, AreRefusedByTheNameThatWasWritten) {
  const auto refusal = [](std::vector<std::string> words) {
    const auto settings = cli::parse_arguments(*cli::find_verb("suite"), words);
    return settings ? "" : settings.error().message;
  };
  EXPECT_EQ(refusal({"m.als", "-j", "0"}),
            "invalid value '0' for '-j': expected a number between 1 and 1024");
  EXPECT_EQ(refusal({"m.als", "--jobs=1025"}),
            "invalid value '1025' for '--jobs': expected a number between 1 and 1024");
  EXPECT_EQ(refusal({"m.als", "--minimize=yes"}), "option '--minimize' does not take a value");
}

// A checkpoint, or a part, of a search belongs to the same search under the former name of an option.
TEST(Arguments, AreOfTheSameSearchUnderTheFormerNameOfAnOption) {
  const auto identity = [](const std::string& option) {
    const auto settings = cli::parse_arguments(
        *cli::find_verb("generate"), {"list.hpp", "--size", "2", option, "default", "--checkpoint", "file"});
    return settings ? cli::search_identity("generate", *settings, {}) : settings.error().message;
  };
  EXPECT_EQ(identity("--unread-fields"), identity("--unread"));
  EXPECT_EQ(identity("--unread").size(), 64U);
}

}  // namespace
}  // namespace fretsaw::test
