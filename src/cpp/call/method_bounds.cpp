// SPDX-License-Identifier: MIT
#include "cpp/call/method_bounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "cpp/contract/reach.hpp"
#include "cpp/space/child/names.hpp"
#include "cpp/space/child/setup.hpp"

namespace fretsaw::call {

namespace {

std::string scope_of_field(const std::string& field) {
  return field.substr(0, std::min(field.rfind("::"), field.size()));
}

std::vector<int> named_classes(const code::Classes& classes, const std::string& named) {
  std::vector<int> found;
  for (std::size_t i = 0; i < classes.classes.size(); ++i) {
    if (space::names_class(named, classes.classes[i].name)) found.push_back(static_cast<int>(i));
  }
  return found;
}

// Those of the classes that have the field, by its very name if any has it so (see space::names_field());
// all of them if none has: then it is for the program to refuse. What holds the arguments of a constructor is
// called like the class that this makes, and arguments are often called like fields.
std::vector<int> those_with(const code::Classes& classes, const std::vector<int>& found,
                            const std::string& field) {
  const std::string name = field.substr(0, field.find('.'));
  for (const bool exactly : {true, false}) {
    std::vector<int> with;
    std::ranges::copy_if(found, std::back_inserter(with), [&](int index) {
      return std::ranges::any_of(classes.at(index).fields, [&](const code::FieldInfo& each) {
        return exactly ? each.name == name : space::names_field(name, each.name);
      });
    });
    if (!with.empty()) return with;
  }
  return found;
}

// A field of a class that is so named: is it something else than a reference or a receiver?
bool may_be_null(const code::Classes& classes, const std::string& scope, const std::string& name) {
  for (const int index : named_classes(classes, scope)) {
    for (const code::FieldInfo& field : classes.at(index).fields) {
      if (field.name == name) return classes.type(field.type).kind != detail::kReferenceType;
    }
  }
  return true;
}

}  // namespace

Status check_bounds(const CheckRequest& request) {
  for (const std::string& text : request.objects) {
    const auto bound = space::objects_bound(text);
    if (!bound || bound->second < 0)
      return usage_error(fmt::format("--objects {}: a class and a number are expected", text),
                         "write --objects Node=3");
  }
  const auto assigns = [](const char* option, const std::vector<std::string>& list,
                          const char* example) -> Status {
    for (const std::string& text : list) {
      if (!space::values_bound(text))
        return usage_error(fmt::format("{} {}: a field, = and what it may be are expected", option, text),
                           fmt::format("write {} {}", option, example));
    }
    return Done{};
  };
  if (Status status = assigns("--values", request.values, "Node::key=1..3"); !status) return status;
  return assigns("--type", request.types, "Scene::front=Square");
}

MethodBounds bounds_for(const CheckRequest& request, const code::Classes& classes,
                        const code::Callable& callable, bool is_alone) {
  MethodBounds out;
  const contract::InputReach reached = contract::input_reach_of(classes, callable);
  // By their full names, since other methods may have other classes of the same name. False: it is about
  // others.
  const auto add = [&](const std::string& word, const std::string& bound, const std::string& named,
                       const std::vector<int>& meant) {
    std::vector<int> here;
    const std::set<int>& there = word == "objects" ? reached.free_standing : reached.classes;
    std::ranges::copy_if(meant, std::back_inserter(here), [&](int i) { return there.contains(i); });
    const bool as_it_is = is_alone || meant.empty() || here.size() > 1;
    if (!as_it_is && here.empty()) return false;
    out.words.emplace_back(word,
                           as_it_is ? bound : classes.at(here.front()).name + bound.substr(named.size()));
    return true;
  };
  const auto add_value = [&](const std::string& text, const std::string& bound) {
    const std::string field = text.substr(0, text.find('='));
    const std::string scope = scope_of_field(field);
    const std::string name = field.substr(std::min(scope.size() + 2, field.size()));
    if (!add("values", bound, scope, those_with(classes, named_classes(classes, scope), name)))
      out.unused.push_back(text);
  };
  for (const std::string& text : request.objects) {
    const std::string named = text.substr(0, text.find('='));
    if (!add("objects", text, named, named_classes(classes, named))) out.unused.push_back(text);
  }
  for (const std::string& text : request.values) add_value(text, text);
  for (const std::string& text : request.types) add_value(text, bound_of_type(classes, text));
  return out;
}

std::string bound_of_type(const code::Classes& classes, const std::string& text) {
  const std::size_t sign = text.find('=');
  const std::string field = text.substr(0, sign);
  const std::string scope = scope_of_field(field);
  const std::string name = field.substr(std::min(scope.size() + 2, field.size()));
  return fmt::format("{}={}{}", field, may_be_null(classes, scope, name) ? "null," : "",
                     text.substr(std::min(sign, text.size() - 1) + 1));
}

}  // namespace fretsaw::call
