// SPDX-License-Identifier: MIT
// Completions for three shells, made from the tables of verbs and options. Each shell is given the same
// facts: the verbs, the options that a verb takes, and what an option's argument may be: one of the words in
// "none|lex|exact", a file, or something that only the user knows.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "cli/help.hpp"
#include "cli/options.hpp"
#include "cli/wrap.hpp"

namespace fretsaw::cli {

namespace {

struct Names {
  std::string brief;  // "c", or empty
  std::string full;   // "command"
};

Names names_of(const Option& option) {
  const std::size_t comma = option.names.find(',');
  if (comma == std::string_view::npos) return {"", std::string(option.names.substr(2))};
  return {std::string(option.names.substr(1, comma - 1)), std::string(option.names.substr(comma + 3))};
}

bool takes_file(const Option& option) { return option.argument == "FILE" || option.argument == "DIR"; }

// The words that the argument may be, if they are known, with spaces between them.
std::string choices(const Option& option) {
  return option.argument.find('|') == std::string_view::npos ? "" : replaced(option.argument, "|", " ");
}

// The beginning of the text about an option or verb: as much as fits a list, without what zsh takes for its
// own syntax.
std::string brief(std::string_view text) {
  const std::string_view cut = text.substr(0, text.find_first_of(":;(["));
  return std::string(cut.substr(0, cut.find_last_not_of(' ') + 1));
}

std::vector<const Option*> options_of(const Verb& verb) {
  std::vector<const Option*> out;
  for (const Option& option : option_table()) {
    if (option.taken_by(verb.name)) out.push_back(&option);
  }
  return out;
}

std::vector<std::string_view> verb_names() {
  std::vector<std::string_view> names;
  for (const Verb& verb : verb_table()) names.push_back(verb.name);
  return names;
}

// Where nothing is offered, bash completes names of files by itself.
std::string for_bash() {
  const std::string verbs = fmt::format("{}", fmt::join(verb_names(), " "));
  std::string options, arguments;
  for (const Verb& verb : verb_table()) {
    std::string names;
    for (const Option* const option : options_of(verb)) {
      names += (names.empty() ? "" : " ") + replaced(option->names, ",", " ");
      if (const std::string words = choices(*option); !words.empty())
        arguments += fmt::format("    '{} --{}') words='{}' ;;\n", verb.name, names_of(*option).full, words);
    }
    options += fmt::format("      {}) words='{}' ;;\n", verb.name, names);
  }
  return fmt::format(R"(# Completions for bash, made by `fretsaw --completion bash`.
_fretsaw() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} words=
  case "${{COMP_WORDS[1]}} ${{COMP_WORDS[COMP_CWORD-1]}}" in
{}  esac
  if [ "$COMP_CWORD" -eq 1 ]; then
    words='{} help version --help --version'
  elif [ "$COMP_CWORD" -eq 2 ] && [ "${{COMP_WORDS[1]}}" = help ]; then
    words='{}'
  elif [[ $word == -* ]]; then
    case "${{COMP_WORDS[1]}}" in
{}    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}}
complete -o bashdefault -o default -F _fretsaw fretsaw
)",
                     arguments, verbs, verbs, options);
}

std::string for_zsh() {
  const auto for_quotes = [](std::string_view text) { return replaced(brief(text), "'", "'\\''"); };
  std::string verbs, cases;
  for (const Verb& verb : verb_table()) {
    verbs += fmt::format("    '{}:{}'\n", verb.name, for_quotes(verb.summary));
    cases += fmt::format("    {})\n      _arguments \\\n", verb.name);
    for (const Option* const option : options_of(verb)) {
      const auto [letter, name] = names_of(*option);
      const std::string all = letter.empty() ? "--" + name : fmt::format("{{-{},--{}}}", letter, name);
      const std::string once = option->may_repeat ? "'*'"
                               : letter.empty()   ? ""
                                                  : fmt::format("'(-{} --{})'", letter, name);
      const std::string words = choices(*option);
      const std::string argument = option->is_switch()   ? ""
                                   : !words.empty()      ? fmt::format(":argument:({})", words)
                                   : takes_file(*option) ? ":file:_files"
                                                         : ":argument: ";
      cases += fmt::format("        {}{}'[{}]{}' \\\n", once, all, for_quotes(option->meaning), argument);
    }
    cases += "        '*:file:_files'\n      ;;\n";
  }
  return fmt::format(R"(#compdef fretsaw
# Completions for zsh, made by `fretsaw --completion zsh`.
_fretsaw() {{
  local -a verbs=(
{}    'help:says more about a command'
    'version:says which version this is'
  )
  if (( CURRENT == 2 )); then
    _describe command verbs
    return
  fi
  shift words
  (( CURRENT-- ))
  case $words[1] in
    help) (( CURRENT == 2 )) && _describe command verbs ;;
{}  esac
}}
_fretsaw "$@"
)",
                     verbs, cases);
}

std::string for_fish() {
  std::string out = "# Completions for fish, made by `fretsaw --completion fish`.\n";
  const auto quoted = [](std::string_view text) {
    return fmt::format("'{}'", replaced(brief(text), "'", "\\'"));
  };
  const auto verb_line = [&](std::string_view name, std::string_view about) {
    out += fmt::format("complete -c fretsaw -n __fish_use_subcommand -f -a {} -d {}\n", name, quoted(about));
  };
  for (const Verb& verb : verb_table()) verb_line(verb.name, verb.summary);
  verb_line("help", "says more about a command");
  verb_line("version", "says which version this is");
  const std::string all = fmt::format("{}", fmt::join(verb_names(), " "));
  out += fmt::format("complete -c fretsaw -n '__fish_seen_subcommand_from help' -f -a '{}'\n", all);
  for (const Option& option : option_table()) {
    const auto [letter, name] = names_of(option);
    const std::string verbs = option.verbs == "*" ? all : std::string(option.verbs);
    out += fmt::format("complete -c fretsaw -n '__fish_seen_subcommand_from {}'", verbs);
    if (!letter.empty()) out += " -s " + letter;
    out += " -l " + name;
    if (const std::string words = choices(option); !words.empty())
      out += fmt::format(" -x -a '{}'", words);
    else if (!option.is_switch())
      out += takes_file(option) ? " -r -F" : " -x";
    out += fmt::format(" -d {}\n", quoted(option.meaning));
  }
  return out;
}

}  // namespace

std::optional<std::string> completions(std::string_view shell) {
  if (shell == "bash") return for_bash();
  if (shell == "zsh") return for_zsh();
  if (shell == "fish") return for_fish();
  return std::nullopt;
}

}  // namespace fretsaw::cli
