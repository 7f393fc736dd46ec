// SPDX-License-Identifier: MIT
// The manual in two dresses. A test compares docs/cli.md with what markdown_manual() gives.
#include <fmt/format.h>

#include <string_view>

#include "cli/help.hpp"
#include "cli/options.hpp"
#include "cli/wrap.hpp"
#include "fretsaw/version.hpp"

namespace fretsaw::cli {

namespace {

std::string markdown_names(const Option& option) {
  const std::string names = replaced(option.names, ",", "`, `");
  if (option.is_switch()) return fmt::format("`{}`", names);
  return fmt::format("`{} {}`", names, replaced(option.argument, "|", "\\|"));
}

std::string verbs_taking(const Option& option) {
  return option.verbs == "*" ? "all" : replaced(option.verbs, " ", ", ");
}

// In troff a line must not begin with a dot or a quote, and a hyphen that belongs to an option is written \-.
std::string troff(std::string_view text) {
  std::string out = replaced(replaced(text, "\\", "\\e"), "-", "\\-");
  if (out.starts_with('.') || out.starts_with('\'')) out.insert(0, "\\&");
  return out;
}

}  // namespace

std::string markdown_manual() {
  std::string out =
      "# The command line\n\n"
      "Made by `fretsaw --markdown` from the tables in `src/cli`; a test compares the two.\n\n"
      "| command | does |\n| --- | --- |\n";
  for (const Verb& verb : verb_table()) {
    const std::string usage = usage_line(verb);
    out += fmt::format("| `{}` | {} |\n", usage.substr(0, usage.find(" [options]")), verb.summary);
  }
  out +=
      "\nMODEL.als and TESTS.als may also be literate models, in Markdown: MODEL.md "
      "([alloy.md](alloy.md)).\n";
  out += "\n## Options\n\n| option | of | meaning |\n| --- | --- | --- |\n";
  for (const Option& option : option_table()) {
    out += fmt::format("| {} | {} | {} |\n", markdown_names(option), verbs_taking(option),
                       replaced(option.meaning, "|", "\\|"));
  }
  out += "\n## Examples\n\n";
  for (const Verb& verb : verb_table()) {
    for (const std::string_view example : lines_of(verb.examples)) out += fmt::format("    {}\n", example);
  }
  out += "\n## Exit status\n\n";
  for (const ExitMeaning& status : exit_meanings())
    out += fmt::format("- **{}** {}\n", status.status, status.meaning);
  return out;
}

std::string manual_page() {
  std::string out = ".TH FRETSAW 1 \"\" \"fretsaw " FRETSAW_VERSION
                    "\"\n"
                    ".SH NAME\nfretsaw \\- finds every structure that satisfies its constraints\n"
                    ".SH SYNOPSIS\n.B fretsaw\nCOMMAND ... [options]\n.SH COMMANDS\n";
  for (const Verb& verb : verb_table()) {
    out += fmt::format(".TP\n.B {}\n{}.\n", troff(usage_line(verb)), troff(verb.summary));
  }
  out += ".SH OPTIONS\n";
  for (const Option& option : option_table()) {
    out += fmt::format(".TP\n.B {} {}\n{} (commands: {}).\n", troff(replaced(option.names, ",", ", ")),
                       troff(option.argument), troff(option.meaning), verbs_taking(option));
  }
  out += ".SH EXAMPLES\n.nf\n";
  for (const Verb& verb : verb_table()) {
    for (const std::string_view example : lines_of(verb.examples)) out += troff(example) + "\n";
  }
  out += ".fi\n.SH EXIT STATUS\n";
  for (const ExitMeaning& status : exit_meanings()) {
    out += fmt::format(".TP\n.B {}\n{}.\n", status.status, troff(status.meaning));
  }
  return out;
}

}  // namespace fretsaw::cli
