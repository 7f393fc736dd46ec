// SPDX-License-Identifier: MIT
// The inputs of a method, to ask the solver about.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "cpp/inputs/inputs.hpp"
#include "cpp/path/exploring.hpp"
#include "cpp/path/program.hpp"
#include "cpp/path/runner.hpp"

namespace fretsaw::path {

// Everything that it takes to ask whether inputs of a method are valid.
struct Asked {
  std::optional<call::MethodProgram> program;
  std::optional<Runner> runner;
  InputModel model;

  // `header` is below tests/cpp/path/headers.
  Asked(const std::string& header, const std::string& method, const std::vector<std::string>& bounds) {
    call::MethodCode code;
    auto user = code::user_code({.header = FRETSAW_SOURCE_DIR "/tests/cpp/path/headers/" + header});
    code.user = *user;
    code.methods = {method};
    auto read = call::read_methods(code, {}, {});
    if (!read) throw std::runtime_error(render(read.error()));
    auto made = make_explored(code, *read, {}, {});
    if (!made) throw std::runtime_error(render(made.error()));
    program.emplace(*std::move(made));
    std::vector<std::string> command = {program->program->path(), "method", "0"};
    command.insert(command.end(), bounds.begin(), bounds.end());
    auto started = Runner::start(command, {}, {});
    if (!started) throw std::runtime_error(render(started.error()));
    runner.emplace(*std::move(started));
    model = *InputModel::read(runner->space(), runner->cells(), program->program->classes());
  }

  const contract::CheckedMethod& method() const { return program->subjects.methods.front(); }
};

}  // namespace fretsaw::path
