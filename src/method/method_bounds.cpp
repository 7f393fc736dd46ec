// SPDX-License-Identifier: MIT
#include "method/method_bounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "contract/reach.hpp"
#include "predicate/runtime/setup.hpp"

namespace fretsaw::method {

namespace {

std::string scope_of_field(const std::string& field) {
  return field.substr(0, std::min(field.rfind("::"), field.size()));
}

std::vector<int> named_classes(const cxx::Classes& classes, const std::string& named) {
  std::vector<int> found;
  for (std::size_t i = 0; i < classes.classes.size(); ++i) {
    const std::string& name = classes.classes[i].name;
    const std::string plain = name.substr(0, name.find('<'));
    const bool fits =
        name == named || name.ends_with("::" + named) || plain == named || plain.ends_with("::" + named);
    if (fits) found.push_back(static_cast<int>(i));
  }
  return found;
}

// A field of a class that is so named: is it something else than a reference or a receiver?
bool may_be_null(const cxx::Classes& classes, const std::string& scope, const std::string& name) {
  for (const int index : named_classes(classes, scope)) {
    for (const cxx::FieldInfo& field : classes.at(index).fields) {
      if (field.name == name) return classes.type(field.type).kind != detail::kReferenceType;
    }
  }
  return true;
}

}  // namespace

Status check_bounds(const CheckRequest& request) {
  for (const std::string& text : request.objects) {
    const auto bound = runtime::objects_bound(text);
    if (!bound || bound->second < 0)
      return usage_error(fmt::format("--objects {}: a class and a number are expected", text),
                         "write --objects Node=3");
  }
  const auto assigns = [](const char* option, const std::vector<std::string>& list,
                          const char* example) -> Status {
    for (const std::string& text : list) {
      if (!runtime::values_bound(text))
        return usage_error(fmt::format("{} {}: a field, = and what it may be are expected", option, text),
                           fmt::format("write {} {}", option, example));
    }
    return Done{};
  };
  if (Status status = assigns("--values", request.values, "Node::key=1..3"); !status) return status;
  return assigns("--type", request.types, "Scene::front=Square");
}

MethodBounds bounds_for(const CheckRequest& request, const cxx::Classes& classes,
                        const cxx::Callable& callable, bool is_alone) {
  MethodBounds out;
  const std::set<int> reached = contract::reach_of(classes, callable).classes;
  // By their full names, since other methods may have other classes of the same name.
  const auto add = [&](const std::string& word, const std::string& text, const std::string& named) {
    const std::vector<int> meant = named_classes(classes, named);
    std::vector<int> here;
    std::ranges::copy_if(meant, std::back_inserter(here), [&](int i) { return reached.contains(i); });
    if (is_alone || meant.empty())
      out.words.emplace_back(word, text);
    else if (here.size() == 1)
      out.words.emplace_back(word, classes.at(here.front()).name + text.substr(named.size()));
    else if (!here.empty())
      out.words.emplace_back(word, text);
    else
      out.unused.push_back(text);
  };
  for (const std::string& text : request.objects) add("objects", text, text.substr(0, text.find('=')));
  for (const std::string& text : request.values)
    add("values", text, scope_of_field(text.substr(0, text.find('='))));
  for (const std::string& text : request.types)
    add("values", bound_of_type(classes, text), scope_of_field(text.substr(0, text.find('='))));
  return out;
}

std::string bound_of_type(const cxx::Classes& classes, const std::string& text) {
  const std::size_t sign = text.find('=');
  const std::string field = text.substr(0, sign);
  const std::string scope = scope_of_field(field);
  const std::string name = field.substr(std::min(scope.size() + 2, field.size()));
  return fmt::format("{}={}{}", field, may_be_null(classes, scope, name) ? "null," : "",
                     text.substr(std::min(sign, text.size() - 1) + 1));
}

}  // namespace fretsaw::method
