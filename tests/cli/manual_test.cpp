// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <set>
#include <sstream>

#include "cli/arguments.hpp"
#include "cli/help.hpp"
#include "cli/options.hpp"
#include "cli/process.hpp"
#include "cli/wrap.hpp"

namespace fretsaw::test {
namespace {

using testing::HasSubstr;

TEST(Manual, TheFileInDocsIsTheOneThatTheProgramPrints) {
  std::ostringstream file;
  file << std::ifstream(FRETSAW_SOURCE_DIR "/docs/cli.md").rdbuf();
  EXPECT_EQ(file.str(), fretsaw({"--markdown"}).out)
      << "make it anew: build/fretsaw --markdown > docs/cli.md";
}

TEST(Manual, TheManualPageHasEveryOption) {
  const std::string page = fretsaw({"--man"}).out;
  EXPECT_THAT(page, testing::StartsWith(".TH FRETSAW 1 "));
  EXPECT_THAT(page, HasSubstr(".B \\-\\-symmetry none|lex|exact\n"));
  for (const cli::Option& option : cli::option_table()) {
    std::string name(option.long_name().substr(2));
    for (std::size_t at = 0; (at = name.find('-', at)) != std::string::npos; at += 2)
      name.replace(at, 1, "\\-");
    EXPECT_THAT(page, HasSubstr("\\-\\-" + name)) << option.names;
  }
}

// The words that bash offers for the last of these.
std::string offered(const std::string& words) {
  const std::string script = "source <(" FRETSAW_BINARY_DIR "/fretsaw --completion bash); COMP_WORDS=(" +
                             words +
                             "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _fretsaw; echo \"${COMPREPLY[*]}\"";
  std::string out;
  FILE* const bash = popen(("bash -c '" + script + "'").c_str(), "r");
  for (int c = 0; (c = std::fgetc(bash)) != EOF;) out += static_cast<char>(c);
  EXPECT_EQ(pclose(bash), 0);
  return out;
}

TEST(Completions, OfBashOfferWhatFitsThere) {
  EXPECT_EQ(offered("fretsaw e"), "enumerate eval explore\n");
  EXPECT_EQ(offered("fretsaw help gen"), "generate\n");
  EXPECT_EQ(offered("fretsaw run m.als --co"), "--command --core --command-timeout\n");
  EXPECT_EQ(offered("fretsaw enumerate m.als --symmetry \"\""), "none lex exact\n");
  EXPECT_EQ(offered("fretsaw generate --format c"), "cpp\n");
  EXPECT_EQ(offered("fretsaw run m"), "\n") << "a file: bash knows them";
}

TEST(Completions, HaveEveryOptionInEveryShell) {
  for (const cli::Option& option : cli::option_table()) {
    const std::string name(option.long_name().substr(2));
    EXPECT_THAT(*cli::completions("bash"), HasSubstr("--" + name));
    EXPECT_THAT(*cli::completions("zsh"), HasSubstr("--" + name));
    EXPECT_THAT(*cli::completions("fish"), HasSubstr(" -l " + name + " "));
  }
  EXPECT_EQ(fretsaw({"--completion", "csh"}).err,
            "error: unknown shell 'csh'\nhelp: use bash, zsh or fish\n");
}

TEST(Options, OfOneVerbHaveDistinctNames) {
  for (const cli::Verb& verb : cli::verb_table()) {
    std::set<std::string> seen;
    for (const cli::Option& option : cli::option_table()) {
      std::istringstream names{std::string(option.names)};
      for (std::string name; option.taken_by(verb.name) && std::getline(names, name, ',');) {
        EXPECT_TRUE(seen.insert(name).second) << verb.name << " " << name;
      }
    }
  }
}

bool mentions(const std::string& text, std::string_view option) {
  for (std::size_t at = 0; (at = text.find(option, at)) != std::string::npos; ++at) {
    const std::size_t end = at + option.size();
    if (end == text.size() || (std::isalnum(static_cast<unsigned char>(text[end])) == 0 && text[end] != '-'))
      return true;
  }
  return false;
}

TEST(Options, HaveAliasesThatAreAcceptedButNotListed) {
  std::size_t aliases = 0;
  for (const cli::Option& option : cli::option_table()) {
    if (option.alias.empty()) continue;
    ++aliases;
    const bool is_option_elsewhere = std::ranges::any_of(
        cli::option_table(), [&](const cli::Option& other) { return other.long_name() == option.alias; });
    for (const cli::Verb& verb : cli::verb_table()) {
      if (!option.taken_by(verb.name)) continue;
      EXPECT_FALSE(mentions(cli::verb_help(verb), option.alias)) << verb.name << " " << option.alias;
      // Without its value: the message has the name that is listed.
      const auto settings = cli::parse_arguments(
          verb, {"file", std::string(option.alias) + (option.is_switch() ? "=yes" : "=")});
      const std::string message = settings ? "" : settings.error().message;
      EXPECT_THAT(message, HasSubstr("'" + std::string(option.long_name()) + "'")) << verb.name;
    }
    if (is_option_elsewhere) continue;
    for (const std::string& text : {cli::markdown_manual(), cli::manual_page(), *cli::completions("bash"),
                                    *cli::completions("zsh"), *cli::completions("fish")})
      EXPECT_FALSE(mentions(text, option.alias)) << option.alias;
  }
  EXPECT_GE(aliases, 12U);
}

TEST(Options, HaveMeaningsThatBeginWithACapitalLetterAndHaveNoFullStop) {
  for (const cli::Option& option : cli::option_table()) {
    EXPECT_TRUE(std::isupper(static_cast<unsigned char>(option.meaning.front())) != 0) << option.meaning;
    EXPECT_FALSE(option.meaning.ends_with('.') || option.details.ends_with('.')) << option.names;
  }
  for (const cli::Verb& verb : cli::verb_table())
    EXPECT_TRUE(std::isupper(static_cast<unsigned char>(verb.summary.front())) != 0) << verb.summary;
}

TEST(Options, AreTakenByVerbsThatExist) {
  for (const cli::Option& option : cli::option_table()) {
    if (option.verbs == "*") continue;
    std::istringstream verbs{std::string(option.verbs)};
    for (std::string verb; verbs >> verb;)
      EXPECT_NE(cli::find_verb(verb), nullptr) << option.names << ": " << verb;
  }
}

TEST(Wrap, BreaksBetweenWordsAndIndentsTheRest) {
  EXPECT_EQ(cli::wrap("one two three", 9, 2), "one two\n  three");
  EXPECT_EQ(cli::wrap("incomprehensibilities here", 10, 0), "incomprehensibilities\nhere");
  EXPECT_EQ(cli::wrap("", 10, 4), "");
}

}  // namespace
}  // namespace fretsaw::test
