// SPDX-License-Identifier: MIT
// Loads models from strings, for tests.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>

#include "alloy/model/load.hpp"

namespace fretsaw::model {

using Texts = std::map<std::string, std::string>;  // other modules by path

inline Result<Model> try_load(const std::string& text, const Texts& modules = {}) {
  LoadOptions options;
  for (const auto& [path, module] : modules) {
    options.texts.emplace(path, std::make_shared<const Source>(path + ".als", module));
  }
  return load(std::make_shared<const Source>("m.als", text), options);
}

// Requires that the model is right.
inline Model load_text(const std::string& text, const Texts& modules = {}) {
  auto model = try_load(text, modules);
  if (!model) {
    ADD_FAILURE() << render(model.error());
    return {};
  }
  return std::move(model).value();
}

// "2:7 type: message; note 1:5: fact; hint" of the error, or "fine".
inline std::string error_of(const std::string& text, const Texts& modules = {}) {
  const auto model = try_load(text, modules);
  if (model) return "fine";
  const Diagnostic& e = model.error();
  std::string out;
  if (e.location) out = std::to_string(e.location->line) + ":" + std::to_string(e.location->column) + " ";
  out += std::string(to_string(e.error_class)) + ": " + e.message;
  for (const Note& note : e.notes) {
    out += "; note";
    if (note.location) {
      out += " ";
      if (note.location->file != "m.als") out += note.location->file + ":";
      out += std::to_string(note.location->line) + ":" + std::to_string(note.location->column);
    }
    out += ": " + note.message;
  }
  return e.hint.empty() ? out : out + "; " + e.hint;
}

// Only the place and the class: "2:7 type".
inline std::string place_of_error(const std::string& text, const Texts& modules = {}) {
  const std::string error = error_of(text, modules);
  return error.substr(0, error.find(':', error.find(' ')));
}

inline const Function& function_named(const Model& model, const std::string& name) {
  for (const Function& function : model.functions) {
    if (function.name == name) return function;
  }
  ADD_FAILURE() << "no function " << name;
  static const Function kNothing;
  return kNothing;
}

inline const Sig& sig_named(const Model& model, const std::string& name) {
  for (const Sig& sig : model.sigs) {
    if (sig.name == name) return sig;
  }
  ADD_FAILURE() << "no sig " << name;
  static const Sig kNothing;
  return kNothing;
}

// An expression in prefix form, all names resolved: "(in (. this A.f) B)". Blocks of one formula are not
// shown.
std::string show(const Expr& expr, const Model& model);
inline std::string show_goal(const Model& model, std::size_t command = 0) {
  return show(*model.commands[command].goal, model);
}

// The goal of `run { … }` after some declarations.
inline std::string goal(const std::string& declarations, const std::string& formula,
                        const Texts& modules = {}) {
  const Model model = load_text(declarations + "\nrun { " + formula + " }", modules);
  return model.commands.empty() || !model.commands[0].goal ? "none" : show_goal(model);
}

}  // namespace fretsaw::model
