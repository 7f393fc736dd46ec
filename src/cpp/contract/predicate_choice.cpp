// SPDX-License-Identifier: MIT
#include "cpp/contract/predicate_choice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "base/nearest_name.hpp"
#include "cpp/code/glue.hpp"
#include "cpp/contract/reach.hpp"
#include "cpp/space/child/names.hpp"

namespace fretsaw::contract {

namespace {

using code::Callable;
using code::Classes;
using code::Parameter;

bool is_pointer_to(const Parameter& parameter, const std::string& class_name) {
  const auto star = parameter.type.find(" *");
  return parameter.passing == code::Passing::Value && star != std::string::npos &&
         star + 2 == parameter.type.size() &&
         (parameter.type.substr(0, star) == class_name ||
          parameter.type.substr(0, star) == "const " + class_name);
}

bool refers_to(const Parameter& parameter, const std::string& class_name) {
  // By value is fine: the predicate reads what it copies.
  const bool is_reference =
      parameter.passing != code::Passing::RvalueReference && parameter.type == class_name;
  return is_reference || is_pointer_to(parameter, class_name);
}

bool has_predicate_result(const Callable& callable) {
  return callable.result.type != "void" && !callable.name.starts_with("operator");
}

bool is_predicate(const Classes& classes, const Callable& callable) {
  if (!has_predicate_result(callable)) return false;
  const std::string& root = classes.at(classes.root).name;
  switch (callable.kind) {
    case Callable::Kind::Method:
    case Callable::Kind::StaticMethod:
      return callable.owner == classes.root;
    case Callable::Kind::Function:
      return std::ranges::any_of(callable.parameters, [&](const Parameter& p) { return refers_to(p, root); });
    case Callable::Kind::Constructor:
      return false;
  }
  return false;
}

bool returns_bool(const Callable& callable) { return callable.result.type == "bool" && !callable.is_deduced; }

// "sorted", "List::sorted", "app::sorted".
bool is_called(const Callable& callable, const std::string& name) {
  const std::size_t colons = name.rfind("::");
  if (callable.kind == Callable::Kind::Function)
    return callable.name == name || callable.name.ends_with("::" + name);
  if (colons == std::string::npos) return callable.name == name;
  const std::string scope = name.substr(0, colons);
  return callable.name == name.substr(colons + 2) &&
         (space::names_class(scope, callable.owner_name) || space::names_class(scope, callable.scope));
}

Note listed(const std::vector<std::string>& names, const char* none) {
  return {
      names.empty() ? none : fmt::format("the predicates that return bool are {}", fmt::join(names, ", ")),
      std::nullopt};
}

void sort_names(std::vector<std::string>& names) {
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
}

std::vector<std::string> existing(const Classes& classes) {
  std::vector<std::string> names;
  for (const Callable& callable : classes.callables) {
    if (is_predicate(classes, callable) && returns_bool(callable)) names.push_back(callable.name);
  }
  sort_names(names);
  return names;
}

// `wanted`: empty, or a name to look for a similar one.
Diagnostic about_class(const Classes& classes, const std::string& message, const std::string& wanted) {
  const code::ClassInfo& root = classes.at(classes.root);
  const std::vector<std::string> names = existing(classes);
  const std::string nearest = nearest_name(wanted, names);
  Diagnostic error =
      input_error(message + suggestion(nearest), names.empty()     ? "define 'bool rep_ok() const'"
                                                 : nearest.empty() ? "select a predicate with --predicate"
                                                                   : "");
  error.location = code::to_location(root.place);
  if (nearest.empty())
    error.notes.push_back(
        listed(names, "no method of the class returns bool, and no function with such a parameter does"));
  return error;
}

// The class of the object that the callable takes, if it takes nothing else.
int object_class(const Classes& classes, const Callable& callable) {
  const bool may_be_one = has_predicate_result(callable) && callable.kind != Callable::Kind::Constructor;
  if (!may_be_one || callable.is_deduced) return -1;
  for (std::size_t i = 0; i < classes.classes.size(); ++i) {
    const code::ClassInfo& info = classes.classes[i];
    if (info.is_frame) continue;
    const bool is_method = callable.kind == Callable::Kind::Method;
    const bool takes_it =
        is_method ? callable.parameters.empty() && callable.owner_name == info.name
                  : callable.parameters.size() == 1 && refers_to(callable.parameters.front(), info.name);
    if (takes_it) return static_cast<int>(i);
  }
  return -1;
}

bool is_inherited(const Callable& callable) {
  return callable.kind != Callable::Kind::Function && callable.scope != callable.owner_name;
}

std::string full_name(const Classes& classes, const ObjectPredicate& predicate) {
  const Callable& callable = classes.callables[static_cast<std::size_t>(predicate.callable)];
  return callable.kind == Callable::Kind::Function ? callable.name
                                                   : callable.owner_name + "::" + callable.name;
}

}  // namespace

Result<int> find_predicate(const Classes& classes, const std::string& name) {
  std::optional<int> best;
  // Those that return bool first, then those that take fewer arguments.
  std::pair<bool, std::size_t> least;
  for (std::size_t i = 0; i < classes.callables.size(); ++i) {
    const Callable& callable = classes.callables[i];
    if (!is_predicate(classes, callable) || !is_called(callable, name)) continue;
    const std::pair rank(!returns_bool(callable), callable.parameters.size());
    if (best && rank >= least) continue;
    best = static_cast<int>(i);
    least = rank;
  }
  if (best) return *best;
  return about_class(classes, fmt::format("no predicate '{}' for '{}'", name, classes.at(classes.root).name),
                     name);
}

Diagnostic no_predicate(const Classes& classes) {
  return about_class(
      classes, fmt::format("no predicate 'rep_ok' or 'repOk' for '{}'", classes.at(classes.root).name), "");
}

Result<Classes> bind_predicate(code::Reflection& reflection, const std::optional<std::string>& name) {
  if (!name) return reflection.bind({});
  auto found = find_predicate(reflection.listing(), *name);
  if (!found) return found.error();
  return reflection.bind({{*found, true}});
}

Result<PredicateInfo> bound_predicate(const Classes& classes, const std::string& name) {
  auto found = find_predicate(classes, name);
  if (!found) return found.error();
  const Callable& callable = classes.callables[static_cast<std::size_t>(*found)];
  const code::ClassInfo& frame = classes.at(callable.frame);
  for (const code::FieldInfo& field : frame.fields) {
    const code::TypeInfo& type = classes.type(field.type);
    const bool can_be_chosen = type.kind <= detail::kReferenceType;
    if (!can_be_chosen) {
      Diagnostic error =
          input_error(fmt::format("type '{}' is not supported as a parameter of a predicate ('{}' of '{}')",
                                  type.name, field.name, callable.name));
      error.notes.push_back(
          {"a predicate may take numbers, enums, and pointers or references to classes", std::nullopt});
      return error;
    }
  }
  // The object alone, by whatever name.
  const bool is_alone =
      frame.fields.size() == 1 &&
      (callable.kind == Callable::Kind::Method || classes.type(frame.fields[0].type).target == classes.root);
  return PredicateInfo{
      *found, is_alone && callable.kind != Callable::Kind::StaticMethod ? classes.root : callable.frame};
}

std::optional<int> default_predicate(const Classes& classes, int class_index) {
  for (const char* const name : {"rep_ok", "repOk"}) {
    std::optional<int> best;
    for (std::size_t i = 0; i < classes.callables.size(); ++i) {
      const Callable& callable = classes.callables[i];
      if (!is_called(callable, name) || is_inherited(callable)) continue;
      if (object_class(classes, callable) != class_index) continue;
      const bool is_better = !best || (returns_bool(callable) &&
                                       !returns_bool(classes.callables[static_cast<std::size_t>(*best)]));
      if (is_better) best = static_cast<int>(i);
    }
    if (best) return best;
  }
  return std::nullopt;
}

Result<ObjectPredicate> find_object_predicate(const Classes& classes, const std::vector<int>& callables,
                                              const std::string& name, const std::string& about) {
  std::set<int> reached, receivers;
  for (const int index : callables) {
    const Callable& called = classes.callables[static_cast<std::size_t>(index)];
    const std::set<int> more = input_reach_of(classes, called).classes;
    reached.insert(more.begin(), more.end());
    receivers.insert(called.owner);
  }
  std::vector<ObjectPredicate> found;
  std::vector<std::string> others;
  bool is_known = false;
  for (std::size_t i = 0; i < classes.callables.size(); ++i) {
    const Callable& callable = classes.callables[i];
    const ObjectPredicate predicate{static_cast<int>(i), object_class(classes, callable)};
    is_known = is_known || is_called(callable, name);
    if (!reached.contains(predicate.class_index)) continue;
    if (is_called(callable, name)) found.push_back(predicate);
    if (returns_bool(callable)) others.push_back(full_name(classes, predicate));
  }
  const auto keep_some = [&](const auto& is_kept) {
    if (std::ranges::any_of(found, is_kept))
      std::erase_if(found, [&](const ObjectPredicate& each) { return !is_kept(each); });
  };
  keep_some([&](const ObjectPredicate& each) { return receivers.contains(each.class_index); });
  keep_some([&](const ObjectPredicate& each) {
    return !is_inherited(classes.callables[static_cast<std::size_t>(each.callable)]);
  });
  keep_some([&](const ObjectPredicate& each) {
    return returns_bool(classes.callables[static_cast<std::size_t>(each.callable)]);
  });
  std::set<std::string> names;
  for (const ObjectPredicate& each : found) names.insert(full_name(classes, each));
  if (names.size() > 1)
    return usage_error(
        fmt::format("predicate '{}' is ambiguous: it may be {}", name, fmt::join(names, " or ")),
        fmt::format("use --predicate {}", *names.begin()));
  if (!found.empty()) return found.front();
  sort_names(others);
  const std::string nearest = is_known ? "" : nearest_name(name, others);
  Diagnostic error =
      usage_error(is_known ? fmt::format("'{}' is not a predicate of one input object of {}", name, about)
                           : fmt::format("no predicate '{}' for {}{}", name, about, suggestion(nearest)));
  if (nearest.empty())
    error.notes.push_back(
        listed(others, "no method without parameters and no function of one object returns bool"));
  return error;
}

std::string predicate_call(const Callable& predicate, const std::string& object) {
  if (predicate.kind == Callable::Kind::Method) return fmt::format("{}->{}()", object, predicate.name);
  const Parameter& parameter = predicate.parameters.front();
  const bool is_pointer = parameter.type.ends_with('*');
  const std::string name = predicate.kind == Callable::Kind::StaticMethod
                               ? fmt::format("::{}::{}", predicate.scope, predicate.name)
                               : code::function_name(predicate);
  return fmt::format("{}({}({}))", name, is_pointer ? "" : "*", object);
}

}  // namespace fretsaw::contract
