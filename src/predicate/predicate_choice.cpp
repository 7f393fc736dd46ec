// SPDX-License-Identifier: MIT
#include "predicate/predicate_choice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <regex>

namespace fretsaw {

namespace {

using cxx::Callable;
using cxx::Classes;
using cxx::Parameter;

bool refers_to(const Parameter& parameter, const std::string& class_name) {
  // By value is fine: the predicate reads what it copies.
  const bool is_reference =
      parameter.passing != cxx::Passing::RvalueReference && parameter.type == class_name;
  const auto star = parameter.type.find(" *");
  const bool is_pointer = parameter.passing == cxx::Passing::Value && star != std::string::npos &&
                          star + 2 == parameter.type.size() &&
                          (parameter.type.substr(0, star) == class_name ||
                           parameter.type.substr(0, star) == "const " + class_name);
  return is_reference || is_pointer;
}

bool is_predicate(const Classes& classes, const Callable& callable) {
  if (callable.result.type == "void") return false;
  const std::string& root = classes.at(classes.root).name;
  switch (callable.kind) {
    case Callable::Kind::Method:
    case Callable::Kind::StaticMethod:
      return callable.owner == classes.root && !callable.name.starts_with("operator");
    case Callable::Kind::Function:
      return std::any_of(callable.parameters.begin(), callable.parameters.end(),
                         [&](const Parameter& p) { return refers_to(p, root); });
    case Callable::Kind::Constructor:
      return false;
  }
  return false;
}

std::string existing(const Classes& classes) {
  std::vector<std::string> names;
  for (const Callable& callable : classes.callables) {
    if (is_predicate(classes, callable) && callable.result.type == "bool" && !callable.is_deduced)
      names.push_back(callable.name);
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names.empty() ? "it has no method that returns bool, and no function takes one"
                       : fmt::format("those that return bool are {}", fmt::join(names, ", "));
}

std::optional<int> find(const Classes& classes, const std::string& name) {
  std::optional<int> best;
  // Those that return bool first, then those that take fewer arguments.
  std::pair<bool, std::size_t> least;
  for (std::size_t i = 0; i < classes.callables.size(); ++i) {
    const Callable& callable = classes.callables[i];
    if (!is_predicate(classes, callable)) continue;
    if (callable.name != name && !callable.name.ends_with("::" + name)) continue;
    const std::pair rank(callable.result.type != "bool" || callable.is_deduced, callable.parameters.size());
    if (best && rank >= least) continue;
    best = static_cast<int>(i);
    least = rank;
  }
  return best;
}

Diagnostic about_class(const cxx::ClassInfo& info, std::string message, std::string hint) {
  Diagnostic error = input_error(std::move(message), std::move(hint));
  error.location = cxx::to_location(info.place);
  return error;
}

// What `//@ invariant` in the class says: the name of a predicate, nothing, or something that is not for us.
Result<std::optional<std::string>> invariant(const cxx::ClassInfo& info) {
  const std::string text = cxx::definition_text(info);
  std::smatch match;
  static const std::regex kAny(R"((//@|/\*@)\s*(?:public\s+)?invariant\s*([^;{]*)([;{]))");
  if (!std::regex_search(text, match, kAny)) return std::optional<std::string>();
  if (match[3] == "{") {
    return about_class(
        info,
        fmt::format("the invariant of {} is a relational formula, and a C++ predicate is needed here",
                    info.name),
        "name a C++ predicate with --predicate");
  }
  std::smatch call;
  const std::string expression = match[2];
  static const std::regex kCall(R"(\s*(?:this\s*->\s*)?(\w+)\s*\(\s*\)\s*)");
  if (!std::regex_match(expression, call, kCall)) {
    return about_class(info,
                       fmt::format("the invariant of {} is an expression, not the call of a predicate: {}",
                                   info.name, expression),
                       "move it into a method, or name a predicate with --predicate");
  }
  return std::optional<std::string>(call[1]);
}

}  // namespace

Result<int> find_predicate_if_any(const Classes& classes) {
  const cxx::ClassInfo& root = classes.at(classes.root);
  static const std::regex kCxx(R"((?:invariant)\s*(?:this\s*->\s*)?(\w+)\s*\(\s*\)\s*;)");
  static const std::regex kRelational(R"((?:invariant)\s*\{)");
  const std::string text = cxx::definition_text(root);
  const bool is_relational = std::regex_search(text, kRelational);
  std::error_code ignored;
  const bool has_spec =
      std::filesystem::exists(std::filesystem::path(classes.header).replace_extension(".spec"), ignored);
  if (!is_relational && !has_spec) return find_predicate(classes, std::nullopt);
  std::vector<std::string> names;
  for (std::sregex_iterator at(text.begin(), text.end(), kCxx), end; at != end; ++at)
    names.push_back((*at)[1]);
  names.insert(names.end(), {"rep_ok", "repOk"});
  for (const std::string& name : names) {
    if (const auto found = find(classes, name)) return *found;
  }
  return kNoPredicate;
}

Result<int> find_predicate(const Classes& classes, const std::optional<std::string>& wanted) {
  const cxx::ClassInfo& root = classes.at(classes.root);
  std::vector<std::string> names;
  if (wanted) {
    names = {*wanted};
  } else {
    auto stated = invariant(root);
    if (!stated) return stated.error();
    names = *stated ? std::vector<std::string>{**stated} : std::vector<std::string>{"rep_ok", "repOk"};
  }
  for (const std::string& name : names) {
    if (const auto found = find(classes, name)) return *found;
  }
  return about_class(root, fmt::format("no predicate '{}' for {}", fmt::join(names, "' or '"), root.name),
                     fmt::format("{}; name one with --predicate", existing(classes)));
}

cxx::Choice predicate_choice(std::optional<std::string> wanted, bool is_optional) {
  return [wanted = std::move(wanted), is_optional](const Classes& classes) -> Result<std::vector<int>> {
    auto found = is_optional && !wanted ? find_predicate_if_any(classes) : find_predicate(classes, wanted);
    if (!found) return found.error();
    return *found == kNoPredicate ? std::vector<int>{} : std::vector<int>{cxx::as_condition(*found)};
  };
}

Result<PredicateInfo> bound_predicate(const Classes& classes, const std::optional<std::string>& wanted,
                                      bool is_optional) {
  auto found = is_optional && !wanted ? find_predicate_if_any(classes) : find_predicate(classes, wanted);
  if (!found) return found.error();
  if (*found == kNoPredicate) return PredicateInfo{kNoPredicate, classes.root};
  const Callable& callable = classes.callables[static_cast<std::size_t>(*found)];
  const cxx::ClassInfo& frame = classes.at(callable.frame);
  for (const cxx::FieldInfo& field : frame.fields) {
    const cxx::TypeInfo& type = classes.type(field.type);
    const bool can_be_chosen = type.kind <= detail::kReferenceType;
    if (!can_be_chosen) {
      return input_error(fmt::format("the predicate {} takes '{}' of type {}, which cannot be chosen",
                                     callable.name, field.name, type.name),
                         "predicates may take numbers, enums, and pointers or references to classes");
    }
  }
  // The object alone, by whatever name.
  const bool is_alone =
      frame.fields.size() == 1 &&
      (callable.kind == Callable::Kind::Method || classes.type(frame.fields[0].type).target == classes.root);
  return PredicateInfo{
      *found, is_alone && callable.kind != Callable::Kind::StaticMethod ? classes.root : callable.frame};
}

}  // namespace fretsaw
