// SPDX-License-Identifier: MIT
#include "cli/model_input.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "cli/arguments.hpp"
#include "model/load.hpp"
#include "model/names.hpp"
#include "model/scopes.hpp"

namespace fretsaw::cli {

namespace {

constexpr const char* kScopeName = "--scope";
constexpr std::size_t kLongestDescription = 72;

bool is_index(const std::string& word) {
  return std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// "0 show, 1 acyclic, …"
std::string listing(const model::Model& model) {
  constexpr std::size_t kMost = 20;
  std::vector<std::string> names;
  for (const model::Command& command : model.commands) {
    if (names.size() == kMost) {
      names.emplace_back("…");
      break;
    }
    names.push_back(fmt::format("{} {}", command.index, command.label));
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

// The indices that one -c stands for.
Result<std::vector<std::size_t>> matching(const model::Model& model, const std::string& word) {
  std::vector<std::size_t> found;
  std::vector<std::string> labels;
  for (const model::Command& command : model.commands) {
    labels.push_back(command.label);
    if (is_index(word) ? std::to_string(command.index) == word : command.label == word)
      found.push_back(command.index);
  }
  if (!found.empty()) return found;
  const std::string closest = model::closest(word, labels);
  return usage_error(fmt::format("the model has no command '{}'", word),
                     closest.empty() ? fmt::format("it has: {}", listing(model))
                                     : fmt::format("did you mean '{}'? It has: {}", closest, listing(model)));
}

Result<std::set<std::size_t>> selected(const model::Model& model, const Settings& settings) {
  std::set<std::size_t> indices;
  for (const std::string& word : settings.commands) {
    const auto some = matching(model, word);
    if (!some) return some.error();
    indices.insert(some->begin(), some->end());
  }
  if (settings.commands.empty()) {
    for (const model::Command& command : model.commands) indices.insert(command.index);
  }
  return indices;
}

Result<model::Command> with_settings(const model::Model& model, const model::Command& command,
                                     const Settings& settings) {
  if (!settings.scope) return command;
  auto changed =
      model::with_scope(model, command, std::make_shared<const Source>(kScopeName, *settings.scope));
  if (changed) return changed;
  if (changed.error().location && changed.error().location->file == kScopeName) return changed.error();
  model::Command broken = command;
  broken.error = changed.error();
  return broken;
}

std::string on_one_line(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!blank || (!out.empty() && out.back() != ' ')) out += blank ? ' ' : c;
  }
  return out;
}

}  // namespace

Result<model::Model> load_model(const Settings& settings, Console& console) {
  model::LoadOptions options;
  options.include_folders = settings.include_folders;
  Budget budget(console.limits());
  auto model = model::load_file(settings.operands.front(), options, budget);
  if (!model) return model.error();
  for (const Diagnostic& warning : model->warnings) console.warn(warning);
  for (const model::ModuleInfo& module : model->modules) {
    if (!module.path.empty()) console.note(fmt::format("module {} is {}", module.path, module.file));
  }
  return model;
}

Result<std::vector<model::Command>> select_commands(const model::Model& model, const Settings& settings) {
  const auto indices = selected(model, settings);
  if (!indices) return indices.error();
  std::vector<model::Command> commands;
  for (const std::size_t index : *indices) {
    auto command = with_settings(model, model.commands[index], settings);
    if (!command) return command.error();
    commands.push_back(*std::move(command));
  }
  return commands;
}

Result<model::Command> select_command(const model::Model& model, const Settings& settings) {
  if (settings.commands.empty() && model.commands.size() > 1) {
    return usage_error("the model has several commands",
                       fmt::format("choose one with -c: {}", listing(model)));
  }
  const auto indices = selected(model, settings);
  if (!indices) return indices.error();
  if (indices->size() > 1) {
    const bool same_name = settings.commands.size() == 1;
    return usage_error(same_name ? fmt::format("several commands are called '{}'", settings.commands.front())
                                 : "only one command can be chosen here",
                       fmt::format("choose one by its index: {}", fmt::join(*indices, ", ")));
  }
  auto command = with_settings(model, model.commands[*indices->begin()], settings);
  if (command && command->error) return *command->error;
  return command;
}

Format chosen_format(const Settings& settings) {
  return settings.format.value_or(settings.json ? Format::Json : Format::Text);
}

std::string describe(const model::Command& command, const Settings& settings) {
  std::string text = on_one_line(command.span.text());
  const std::size_t open = text.find('{');
  const std::size_t close = text.rfind('}');
  const bool has_body = open != std::string::npos && close != std::string::npos && open < close;
  if (settings.scope) text = text.substr(0, has_body ? close + 1 : text.find(" for "));
  if (text.size() > kLongestDescription && has_body) text.replace(open + 1, close - open - 1, "…");
  if (text.empty() || text.size() > kLongestDescription) {
    text = fmt::format("{} {}", command.is_check ? "check" : "run", command.label);
  }
  return settings.scope ? fmt::format("{} for {}", text, *settings.scope) : text;
}

}  // namespace fretsaw::cli
