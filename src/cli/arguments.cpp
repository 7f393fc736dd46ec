// SPDX-License-Identifier: MIT
// CLI11 splits the words into options and their arguments. The meaning of the arguments and all messages come from the
// tables of options and rules.
#include "cli/arguments.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <utility>

#include "alloy/model/names.hpp"
#include "base/nearest_name.hpp"
#include "cli/options.hpp"
#include "cli/wrap.hpp"
#include "work/process.hpp"

namespace fretsaw::cli {

namespace {

std::string see_help(const Verb& verb) {
  return fmt::format("for all options, run 'fretsaw {} --help'", verb.name);
}

// The words up to a lone `--`, and those after it, which are all operands.
std::pair<std::vector<std::string>, std::vector<std::string>> split(const std::vector<std::string>& words) {
  const auto dashes = std::find(words.begin(), words.end(), "--");
  std::vector<std::string> operands;
  if (dashes != words.end()) operands.assign(dashes + 1, words.end());
  return {std::vector<std::string>(words.begin(), dashes), std::move(operands)};
}

// An expression may begin with a negative number; no option begins with a digit.
bool looks_like_option(const std::string& word) {
  return word.size() > 1 && word.front() == '-' && !(word[1] >= '0' && word[1] <= '9') && word[1] != ' ';
}

Diagnostic unknown_option(const Verb& verb, const std::string& word) {
  const std::string name = word.substr(0, word.find('='));
  std::vector<std::string> known;
  std::string others;  // verbs that take an option of that name
  for (const Option& option : option_table()) {
    if (option.taken_by(verb.name)) {
      known.emplace_back(option.long_name());
    } else if (option.is_called(name)) {
      others += fmt::format("{}{}", others.empty() ? "" : ", ", replaced(option.verbs, " ", ", "));
    }
  }
  if (!others.empty())
    return usage_error(fmt::format("option '{}' is not supported by 'fretsaw {}'", name, verb.name),
                       fmt::format("it is supported by: {}", others));
  const std::string nearest = nearest_name(name, known);
  return usage_error(fmt::format("unknown option '{}'{}", name, suggestion(nearest)),
                     nearest.empty() ? see_help(verb) : "");
}

// CLI11's message for an option without its argument begins with the option's name; that for a switch with
// one, with the name without its dashes.
Diagnostic missing_argument(const Verb& verb, const CLI::ParseError& error) {
  const std::string_view what = error.what();
  const bool override_of_switch =
      dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr && !what.starts_with('-');
  const std::string name = override_of_switch ? fmt::format("--{}", what.substr(0, what.find(' ')))
                                              : std::string(what.substr(0, what.find(':')));
  for (const Option& option : option_table()) {
    if (!option.taken_by(verb.name) || !option.is_called(name)) continue;
    return usage_error(
        option.is_switch()
            ? fmt::format("option '{}' does not take a value", option.long_name())
            : fmt::format("option '{}' requires a value: {}", option.long_name(), option.argument));
  }
  return usage_error(std::string(what), see_help(verb));
}

// The name in messages: the short one if only that is among the words.
std::string_view name_in(const std::vector<std::string>& words, const Option& option) {
  const std::string_view long_name = option.long_name();
  const std::string_view short_name = option.names.substr(0, option.names.find(','));
  const bool is_long = std::ranges::any_of(words, [&](const std::string& word) {
    const std::string_view name = std::string_view(word).substr(0, word.find('='));
    return name != short_name && option.is_called(name);
  });
  return is_long ? long_name : short_name;
}

// Requires that the texts are those given for the option, in their order.
std::optional<Diagnostic> apply(const Option& option, std::string_view name,
                                const std::vector<std::string>& texts, Settings& settings) {
  if (texts.size() > 1 && !option.may_repeat && !option.is_switch()) {
    return usage_error(fmt::format("option '{}' may be given only once", name));
  }
  for (const std::string& text : texts) {
    if (const auto refusal = option.set(settings, option, option.is_switch() ? "" : text))
      return usage_error(
          fmt::format("invalid value '{}' for '{}': expected {}", text, name, refusal->expected),
          std::string(option.hint));
  }
  return std::nullopt;
}

std::string all_names(const Option& option) {
  return fmt::format("{}{}{}", option.names, option.alias.empty() ? "" : ",", option.alias);
}

bool is_given(std::string_view word, const Verb& verb, const Settings& settings) {
  if (word.empty()) return true;
  if (word == Rule::kMoreOperands) return settings.operands.size() > verb.min_operands;
  return std::ranges::any_of(settings.given,
                             [&](const GivenOption& given) { return given.option->long_name() == word; });
}

bool holds(const Rule& rule, const Verb& verb, const Settings& settings) {
  if (!is_given(rule.option, verb, settings)) return true;
  const auto others = words_of(rule.others);
  const auto is_one = [&](std::string_view word) { return is_given(word, verb, settings); };
  switch (rule.kind) {
    case Rule::Kind::Excludes:
      return std::ranges::none_of(others, is_one);
    case Rule::Kind::Requires:
      return std::ranges::any_of(others, is_one);
    case Rule::Kind::Once:
      return std::ranges::none_of(settings.given, [&](const GivenOption& given) {
        return given.option->long_name() == rule.option && given.arguments.size() > 1;
      });
  }
  return true;
}

std::optional<Diagnostic> violated_rule(const Verb& verb, const Settings& settings) {
  for (const Rule& rule : rule_table()) {
    if (has_word(rule.verbs, verb.name) && !holds(rule, verb, settings))
      return usage_error(rule.text(), std::string(rule.hint));
  }
  return std::nullopt;
}

std::optional<Diagnostic> wrong_operands(const Verb& verb, const std::vector<std::string>& operands) {
  const std::string usage = "usage: " + usage_line(verb);
  if (operands.size() < verb.min_operands)
    return usage_error(fmt::format("'{}' requires {}", verb.name, verb.operands), usage);
  if (operands.size() > verb.max_operands) {
    return usage_error(fmt::format("unexpected argument '{}'", operands[verb.max_operands]), usage);
  }
  return std::nullopt;
}

}  // namespace

Result<Settings> parse_arguments(const Verb& verb, const std::vector<std::string>& words) {
  Settings settings;
  settings.verb = verb.name;
  if (contains_switch(words, "--help") || contains_switch(words, "-h")) {
    settings.help = true;
    return settings;
  }
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  std::vector<std::pair<const Option*, CLI::Option*>> options;
  for (const Option& option : option_table()) {
    if (!option.taken_by(verb.name)) continue;
    CLI::Option* const added = option.is_switch() ? app.add_flag(all_names(option))->disable_flag_override()
                                                  : app.add_option(all_names(option))->expected(1);
    options.emplace_back(&option, added->multi_option_policy(CLI::MultiOptionPolicy::TakeAll));
  }
  auto [before, operands] = split(words);
  std::reverse(before.begin(), before.end());  // the order that CLI11 expects
  try {
    app.parse(std::move(before));
  } catch (const CLI::ParseError& error) {
    return missing_argument(verb, error);
  }
  for (const auto& [option, parsed] : options) {
    const std::vector<std::string>& texts = parsed->results();
    if (texts.empty()) continue;
    if (auto wrong = apply(*option, name_in(words, *option), texts, settings)) return *wrong;
    settings.given.push_back({option, option->is_switch() ? std::vector<std::string>() : texts});
  }
  for (const std::string& word : app.remaining()) {
    if (looks_like_option(word)) return unknown_option(verb, word);
    settings.operands.push_back(word);
  }
  settings.operands.insert(settings.operands.end(), operands.begin(), operands.end());
  if (auto wrong = wrong_operands(verb, settings.operands)) return *wrong;
  if (auto wrong = violated_rule(verb, settings)) return *wrong;
  return settings;
}

bool contains_switch(const std::vector<std::string>& words, std::string_view long_switch) {
  const auto end = std::find(words.begin(), words.end(), "--");
  return std::find(words.begin(), end, long_switch) != end;
}

std::string repeat_command(const Settings& settings, std::optional<std::uint64_t> input,
                           const std::vector<std::pair<std::string, std::string>>& instead,
                           const std::vector<std::string>& without) {
  std::vector<std::string> words = {"fretsaw", std::string(settings.verb)};
  words.insert(words.end(), settings.operands.begin(), settings.operands.end());
  for (const auto& [name, argument] : instead) words.insert(words.end(), {name, argument});
  for (const auto& [option, arguments] : settings.given) {
    const std::string name(option->long_name());
    const bool is_about_input = option->effect == Effect::Search || option->effect == Effect::Place;
    const bool is_replaced =
        std::ranges::any_of(instead, [&](const auto& other) { return other.first == name; });
    if (!is_about_input || is_replaced) continue;
    if (option->is_switch()) words.push_back(name);
    for (const std::string& argument : arguments) {
      if (std::ranges::count(without, argument) == 0) words.insert(words.end(), {name, argument});
    }
  }
  if (input) words.insert(words.end(), {"--input", std::to_string(*input)});
  return work::command_line(words);
}

Diagnostic unknown_verb(const std::string& word) {
  std::vector<std::string> known;
  for (const Verb& verb : verb_table()) known.emplace_back(verb.name);
  const std::string commands = fmt::format("use one of: {}", fmt::join(known, ", "));
  known.insert(known.end(), {"help", "version"});
  const std::string nearest = nearest_name(word, known);
  return usage_error(fmt::format("unknown command '{}'{}", word, suggestion(nearest)),
                     nearest.empty() ? commands : "");
}

}  // namespace fretsaw::cli
