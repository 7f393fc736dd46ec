// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "alloy/model/names.hpp"
#include "alloy/model/scopes.hpp"
#include "alloy/session/internals.hpp"
#include "base/nearest_name.hpp"

namespace fretsaw {

namespace session {

namespace {

bool is_index(const std::string& word) {
  return !word.empty() && std::ranges::all_of(word, [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

std::string listing(const model::Model& model) {
  constexpr std::size_t kMaxListedCommands = 20;
  std::vector<std::string> names;
  for (const model::Command& command : model.commands) {
    if (names.size() == kMaxListedCommands) {
      names.emplace_back("…");
      break;
    }
    names.push_back(fmt::format("{} {}", command.index, command.label));
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

Result<std::vector<std::size_t>> matching(const model::Model& model, const std::string& word) {
  std::vector<std::size_t> found;
  std::vector<std::string> labels;
  for (const model::Command& command : model.commands) {
    labels.push_back(command.label);
    if (is_index(word) ? std::to_string(command.index) == word : command.label == word)
      found.push_back(command.index);
  }
  if (!found.empty()) return found;
  return with_note(
      usage_error(fmt::format("unknown command '{}'{}", word, suggestion(nearest_name(word, labels)))),
      fmt::format("the model's commands are: {}", listing(model)));
}

Result<Command> with_scope(const Command& command, const SourcePtr& scope) {
  auto copy = std::make_shared<SelectedCommand>(internals(command));
  auto changed = model::with_scope(copy->model(), copy->command, scope);
  if (changed) {
    copy->command = *std::move(changed);
  } else {
    const auto& location = changed.error().location;
    if (location && location->file == scope->name()) return changed.error();
    copy->command.error = changed.error();
  }
  return Command(std::move(copy));
}

}  // namespace session

Result<Command> Model::command(const std::string& name_or_index) const {
  const auto indices = session::matching(loaded_->model, name_or_index);
  if (!indices) return indices.error();
  if (indices->size() > 1) {
    return usage_error(fmt::format("command '{}' is ambiguous", name_or_index),
                       fmt::format("select one by its index: {}", fmt::join(*indices, ", ")));
  }
  return commands()[indices->front()];
}

std::size_t Command::index() const { return selected_->command.index; }
const std::string& Command::name() const { return selected_->command.label; }
bool Command::is_check() const { return selected_->command.is_check; }
bool Command::is_temporal() const { return selected_->command.is_temporal; }
const session::SelectedCommand& internals(const Command& command) { return *command.selected_; }

const std::optional<Diagnostic>& Command::error() const { return selected_->command.error; }

std::optional<int> Command::expect() const {
  if (!selected_->command.expect) return std::nullopt;
  return *selected_->command.expect == 0 ? 0 : 1;
}

Result<Command> Command::with_scope(const std::string& scope) const {
  auto changed = session::with_scope(*this, std::make_shared<const Source>("scope", scope));
  if (changed && changed->error()) return *changed->error();
  return changed;
}

Command Command::with_overflow(Overflow overflow) const {
  auto copy = std::make_shared<session::SelectedCommand>(*selected_);
  copy->overflow = overflow;
  return Command(std::move(copy));
}

}  // namespace fretsaw
