// SPDX-License-Identifier: MIT
#include "alloy/model/load.hpp"

#include <fmt/format.h>

#include "alloy/exchange/format.hpp"
#include "alloy/session/internals.hpp"
#include "base/budget.hpp"

namespace fretsaw {

namespace session {

Result<Model> load(SourcePtr main, const model::LoadOptions& options, Budget& budget) {
  return within_limits(
      [&]() -> Result<Model> {
        auto loaded = model::load(std::move(main), options, budget);
        if (!loaded) return loaded.error();
        return Model(std::make_shared<const LoadedModel>(LoadedModel{*std::move(loaded)}));
      },
      [](StopReason reason) { return Result<Model>(limit_error(reason, "reading the model")); });
}

}  // namespace session

namespace {

model::LoadOptions load_options(const LoadOptions& options) {
  model::LoadOptions result;
  result.include_directories = options.include_directories;
  return result;
}

}  // namespace

Result<Model> load(const std::string& path, const LoadOptions& options) {
  auto source = read_source(path);
  if (!source) return source.error();
  Budget budget(options.limits);
  return session::load(*std::move(source), load_options(options), budget);
}

Result<Model> load_text(const std::string& text, const std::string& name, const LoadOptions& options) {
  Budget budget(options.limits);
  return session::load(std::make_shared<const Source>(name, text), load_options(options), budget);
}

const session::LoadedModel& internals(const Model& model) { return *model.loaded_; }

const std::vector<Diagnostic>& Model::warnings() const { return loaded_->model.warnings; }

std::vector<Command> Model::commands() const {
  std::vector<Command> commands;
  for (const model::Command& command : loaded_->model.commands)
    commands.emplace_back(
        std::make_shared<const session::SelectedCommand>(session::SelectedCommand{loaded_, command}));
  return commands;
}

Result<AlloyInstance> Model::read_instance(const std::string& path) const {
  const auto text = read_source(path);
  if (!text) return text.error();
  return fretsaw::read_instance(loaded_->model, *text);
}

Result<std::string> Model::render(const AlloyInstance& instance, Format format) const {
  return fretsaw::render(loaded_->model, instance, format);
}

}  // namespace fretsaw
