// SPDX-License-Identifier: MIT
#include "cpp/call/method_bounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>

#include "cpp/contract/reach.hpp"
#include "cpp/space/child/names.hpp"

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
// all of them if none has: then the program reports the error. What holds the arguments of a constructor is
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

}  // namespace

MethodBounds bounds_for(const Bounds& bounds, const code::Classes& classes, const code::Callable& callable,
                        bool is_alone) {
  MethodBounds out;
  out.bounds = bounds;
  out.bounds.objects.clear();
  out.bounds.values.clear();
  out.bounds.types.clear();
  const contract::InputReach reached = contract::input_reach_of(classes, callable);
  // By the full name of its class, since other methods may have other classes of the same name. Nothing: the
  // bound is about others.
  const auto name_here = [&](const std::string& name, const std::string& scope, const std::vector<int>& meant,
                             const std::set<int>& there) -> std::optional<std::string> {
    std::vector<int> here;
    std::ranges::copy_if(meant, std::back_inserter(here), [&](int i) { return there.contains(i); });
    if (is_alone || meant.empty() || here.size() > 1) return name;
    if (here.empty()) return std::nullopt;
    return classes.at(here.front()).name + name.substr(scope.size());
  };
  const auto add_fields = [&](const auto& fields, auto& to) {
    for (const auto& [field, text] : fields) {
      const std::string scope = scope_of_field(field);
      const std::string name = field.substr(std::min(scope.size() + 2, field.size()));
      const auto meant = those_with(classes, named_classes(classes, scope), name);
      if (auto here = name_here(field, scope, meant, reached.classes))
        to.emplace_back(*std::move(here), text);
      else
        out.unused.push_back(fmt::format("{}={}", field, text));
    }
  };
  for (const auto& [name, count] : bounds.objects) {
    if (auto here = name_here(name, name, named_classes(classes, name), reached.free_standing))
      out.bounds.objects.emplace_back(*std::move(here), count);
    else
      out.unused.push_back(fmt::format("{}={}", name, count));
  }
  add_fields(bounds.values, out.bounds.values);
  add_fields(bounds.types, out.bounds.types);
  return out;
}

}  // namespace fretsaw::call
