// SPDX-License-Identifier: MIT
#include "alloy/modeltest/test_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "alloy/syntax/parser.hpp"

namespace fretsaw::modeltest {

namespace {

bool has_commands(const alloy::Module& module) {
  return std::ranges::any_of(module.paragraphs, [](const alloy::Paragraph& paragraph) {
    return std::holds_alternative<alloy::Command>(paragraph);
  });
}

// An open means the model if it is written as the model's own module path, or as its file is called.
const alloy::Open* open_of_model(const alloy::Module& tests, const alloy::Module& model) {
  const std::string stem = std::filesystem::path(model.source->name()).stem().string();
  const std::string own = model.header ? model.header->name.text : stem;
  for (const alloy::Open& open : tests.opens) {
    const std::string& path = open.path.text;
    if (path == own || path.substr(path.rfind('/') + 1) == stem) return &open;
  }
  return nullptr;
}

Result<std::unique_ptr<TestFile>> finish(std::unique_ptr<TestFile> file, Result<model::Model> loaded) {
  if (!loaded) return loaded.error();
  file->model = *std::move(loaded);
  file->warnings = file->model.warnings;
  if (!has_commands(*file->syntax)) {
    Diagnostic warning = input_error(fmt::format("no tests in '{}'", file->path),
                                     "add a command, as in 'run p for 3 expect 1'");
    warning.severity = Severity::Warning;
    file->warnings.push_back(std::move(warning));
    return file;
  }
  for (const model::Command& command : file->model.commands) file->tests.push_back(command.index);
  return file;
}

// The model must be known before the text can be read.
Result<std::unique_ptr<TestFile>> load_short(const SourcePtr& model, const SourcePtr& tests,
                                             const model::LoadOptions& options, Budget& budget) {
  const auto alone = model::load(model, options, budget);
  if (!alone) return alone.error();
  auto syntax = parse_short_form(tests, *alone);
  if (!syntax) return syntax.error();
  auto file = std::make_unique<TestFile>();
  file->path = file->tests_source = tests->name();
  file->form = TestForm::Short;
  file->syntax = std::make_shared<const alloy::Module>(*std::move(syntax));
  model::LoadOptions with_tests = options;
  with_tests.continuation = file->syntax;
  return finish(std::move(file), model::load(model, with_tests, budget));
}

}  // namespace

bool TestFile::is_under_test(const Span& span) const {
  return span.source != nullptr && span.source->name() != tests_source;
}

Result<std::unique_ptr<TestFile>> load_model_tests(const SourcePtr& model, const model::LoadOptions& options,
                                                   Budget& budget) {
  auto syntax = alloy::parse_module(model, budget);
  if (!syntax) return syntax.error();
  auto file = std::make_unique<TestFile>();
  file->path = model->name();
  file->syntax = std::make_shared<const alloy::Module>(*std::move(syntax));
  return finish(std::move(file), model::load(model, options, budget));
}

Result<std::unique_ptr<TestFile>> load_tests(const SourcePtr& model, const SourcePtr& tests,
                                             const model::LoadOptions& options, Budget& budget) {
  if (is_short_form(*tests)) return load_short(model, tests, options, budget);
  auto model_syntax = alloy::parse_module(model, budget);
  if (!model_syntax) return model_syntax.error();
  auto syntax = alloy::parse_module_like(*model_syntax, tests, budget);
  if (!syntax) return syntax.error();

  auto file = std::make_unique<TestFile>();
  file->path = tests->name();
  file->tests_source = tests->name();
  file->syntax = std::make_shared<const alloy::Module>(*std::move(syntax));
  model::LoadOptions with_tests = options;
  if (const alloy::Open* open = open_of_model(*file->syntax, *model_syntax)) {
    file->form = TestForm::Opening;
    with_tests.texts.emplace(open->path.text, model);
    auto loaded = model::load(file->syntax, with_tests, budget);
    return finish(std::move(file), std::move(loaded));
  }
  file->form = TestForm::Fragment;
  with_tests.continuation = file->syntax;
  return finish(std::move(file), model::load(model, with_tests, budget));
}

}  // namespace fretsaw::modeltest
