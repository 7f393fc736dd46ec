// SPDX-License-Identifier: MIT
#include "cli/model_input.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "alloy/session/internals.hpp"
#include "base/excerpt.hpp"

namespace fretsaw::cli {

namespace {

constexpr const char* kScopeName = "--scope";
constexpr std::size_t kMaxDescription = 72;

Result<std::set<std::size_t>> selected(const model::Model& model, const Settings& settings) {
  std::set<std::size_t> indices;
  for (const std::string& word : settings.commands) {
    const auto some = session::matching(model, word);
    if (!some) return some.error();
    indices.insert(some->begin(), some->end());
  }
  if (settings.commands.empty()) {
    for (const model::Command& command : model.commands) indices.insert(command.index);
  }
  return indices;
}

Result<Command> with_settings(const Command& command, const Settings& settings) {
  const Command chosen = command.with_overflow(settings.overflow);
  if (!settings.scope) return chosen;
  return session::with_scope(chosen, std::make_shared<const Source>(kScopeName, *settings.scope));
}

}  // namespace

Result<Model> load_model(const Settings& settings, Console& console) {
  auto loaded = load(settings.operands.front(),
                     {.include_directories = settings.include_directories, .limits = console.limits()});
  if (!loaded) return loaded.error();
  for (const Diagnostic& warning : loaded->warnings()) console.warn(warning);
  for (const model::ModuleInfo& module : internals(*loaded).model.modules) {
    if (!module.path.empty()) console.note(fmt::format("module '{}': '{}'", module.path, module.file));
  }
  return loaded;
}

Result<std::vector<Command>> select_commands(const Model& model, const Settings& settings) {
  const auto indices = selected(internals(model).model, settings);
  if (!indices) return indices.error();
  const auto all = model.commands();
  std::vector<Command> commands;
  for (const std::size_t index : *indices) {
    auto command = with_settings(all[index], settings);
    if (!command) return command.error();
    commands.push_back(*std::move(command));
  }
  return commands;
}

Result<Command> select_command(const Model& model, const Settings& settings) {
  const model::Model& inner = internals(model).model;
  if (settings.commands.empty() && inner.commands.size() > 1) {
    return usage_error("the model has several commands",
                       fmt::format("select one with -c: {}", session::listing(inner)));
  }
  const auto indices = selected(inner, settings);
  if (!indices) return indices.error();
  if (indices->size() > 1) {
    const bool same_name = settings.commands.size() == 1;
    return usage_error(same_name ? fmt::format("command '{}' is ambiguous", settings.commands.front())
                                 : fmt::format("'{}' takes only one command", settings.verb),
                       fmt::format("select one by its index: {}", fmt::join(*indices, ", ")));
  }
  auto command = with_settings(model.commands()[*indices->begin()], settings);
  if (command && command->error()) return *command->error();
  return command;
}

Format chosen_format(const Settings& settings) {
  return settings.format.value_or(settings.json ? Format::Json : Format::Text);
}

std::string describe(const Command& handle, const Settings& settings) {
  const model::Command& command = internals(handle).command;
  std::string text = one_line(command.span.text());
  const std::size_t open = text.find('{');
  const std::size_t close = text.rfind('}');
  const bool has_body = open != std::string::npos && close != std::string::npos && open < close;
  if (settings.scope) text = text.substr(0, has_body ? close + 1 : text.find(" for "));
  if (text.size() > kMaxDescription && has_body) text.replace(open + 1, close - open - 1, "…");
  if (text.empty() || text.size() > kMaxDescription) {
    text = fmt::format("{} {}", command.is_check ? "check" : "run", command.label);
  }
  return settings.scope ? fmt::format("{} for {}", text, one_line(*settings.scope)) : text;
}

}  // namespace fretsaw::cli
