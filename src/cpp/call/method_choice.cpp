// SPDX-License-Identifier: MIT
#include "cpp/call/method_choice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>

#include "base/nearest_name.hpp"
#include "cpp/code/glue.hpp"
#include "cpp/contract/attach.hpp"
#include "cpp/contract/subjects.hpp"
#include "cpp/space/child/names.hpp"

namespace fretsaw::call {

namespace {

using code::Callable;

std::string without_blanks(std::string text) {
  std::erase_if(text, [](char c) { return c == ' ' || c == '\t'; });
  return text;
}

bool is_suffix_of(const std::string& given, const std::string& full) {
  return given == full || full.ends_with("::" + given);
}

std::string without_arguments(const std::string& name) { return name.substr(0, name.find('<')); }

bool means(const code::Classes& classes, const MethodName& name, const Callable& callable) {
  if (callable.scope.empty()) {
    const std::string full = name.scope.empty() ? name.name : name.scope + "::" + name.name;
    const std::string instance = without_blanks(callable.name);
    return is_suffix_of(without_blanks(full), instance) ||
           (full.find('<') == std::string::npos && is_suffix_of(full, without_arguments(instance)));
  }
  if (name.scope.empty()) return false;
  bool in_scope = space::names_class(name.scope, callable.owner_name);
  for (const auto& [alias, full] : classes.aliases)
    in_scope = in_scope || (alias == name.scope && full == callable.owner_name);
  const std::string called =
      callable.kind == Callable::Kind::Constructor ? without_arguments(callable.name) : callable.name;
  return in_scope && (without_blanks(called) == without_blanks(name.name));
}

bool fits(const MethodName& name, const Callable& callable) {
  if (!name.has_signature) return true;
  if (name.parameters.size() != callable.parameters.size()) return false;
  for (std::size_t i = 0; i < name.parameters.size(); ++i) {
    const std::string type = without_blanks(code::written_type(callable.parameters[i]));
    const std::string given = without_blanks(name.parameters[i]);
    const bool same = given == type || (type.find("::") != std::string::npos && type.ends_with("::" + given));
    if (!same) return false;
  }
  return true;
}

// Notes that list the candidates with their declarations.
void list_candidates(Diagnostic& error, const code::Classes& classes, const std::vector<int>& found) {
  constexpr std::size_t kMaxListed = 8;
  std::set<std::string> listed;
  for (const int i : found) {
    const Callable& callable = classes.callables[static_cast<std::size_t>(i)];
    const std::string name = contract::full_name(callable);
    if (!listed.insert(name).second || listed.size() > kMaxListed) continue;
    error.notes.push_back({fmt::format("candidate: '{}'", name), code::to_location(callable.place)});
  }
  if (listed.size() > kMaxListed)
    error.notes.push_back({fmt::format("and {} more", listed.size() - kMaxListed), std::nullopt});
}

// For a hint only: is it a template of the header that these words are in the declaration of?
bool looks_like_template(const std::string& header, const std::string& words) {
  const auto source = read_source(header);
  if (!source) return false;
  const std::string_view text = (*source)->text();
  for (std::size_t at = text.find(words); at != std::string_view::npos; at = text.find(words, at + 1)) {
    const std::size_t begin = text.rfind("template", at);
    const char after = at + words.size() < text.size() ? text[at + words.size()] : ' ';
    const bool is_whole =
        words.ends_with('(') || (std::isalnum(static_cast<unsigned char>(after)) == 0 && after != '_');
    if (begin != std::string_view::npos && is_whole &&
        text.substr(begin, at - begin).find_first_of(";{}") == std::string_view::npos)
      return true;
  }
  return false;
}

// The scoped name that is probably meant: of the same class, if there is one of that name.
std::string nearest_scoped_name(const code::Classes& classes, const MethodName& name) {
  std::vector<std::string> in_scope, all;
  for (const Callable& callable : classes.callables) {
    all.push_back(scoped_name(callable));
    if (name.scope.empty() && callable.name == name.name) return all.back();
    if (!name.scope.empty() && space::names_class(name.scope, callable.scope))
      in_scope.push_back(callable.name);
  }
  if (!in_scope.empty()) {
    const std::string nearest = nearest_name(name.name, in_scope);
    return nearest.empty() ? "" : name.scope + "::" + nearest;
  }
  return nearest_name(name.scope.empty() ? name.name : name.scope + "::" + name.name, all);
}

bool is_called(const Callable& callable, const MethodName& name) {
  if (name.scope.empty()) return callable.scope.empty() && callable.name == name.name;
  return callable.name == name.name &&
         (callable.scope == name.scope || space::names_class(name.scope, callable.scope));
}

// What the class that `name` has as its scope declares; if there is no such class, what the header declares.
Note declared_names(const code::Classes& classes, const std::string& header, const MethodName& name) {
  constexpr std::size_t kMaxListed = 12;
  const auto listed = [&](const auto& is_meant) {
    std::vector<std::string> names;
    for (const Callable& callable : classes.callables) {
      const std::string full = scoped_name(callable);
      if (is_meant(callable) && std::ranges::count(names, full) == 0) names.push_back(full);
    }
    return names;
  };
  std::vector<std::string> names = listed([&](const Callable& callable) {
    return !name.scope.empty() && space::names_class(name.scope, callable.scope);
  });
  if (names.empty())
    names = listed([&](const Callable& callable) {
      std::error_code ignored;
      return std::filesystem::equivalent(callable.place.file, header, ignored);
    });
  if (names.empty()) return {"the header declares no functions", std::nullopt};
  const std::size_t more = names.size() > kMaxListed ? names.size() - kMaxListed : 0;
  names.resize(names.size() - more);
  return {fmt::format("the header declares {}{}", fmt::join(names, ", "),
                      more > 0 ? fmt::format(" and {} more", more) : ""),
          std::nullopt};
}

Diagnostic not_found(const code::Classes& classes, const std::string& header, const MethodName& name,
                     const std::string& text) {
  const std::string owner = name.scope.substr(name.scope.rfind(':') + 1);
  if (looks_like_template(header, " " + name.name + "("))
    return file_error(header, fmt::format("'{}' is a function template in '{}'", text, header),
                      fmt::format("select an instance of the template, for example --method '{}<int>'",
                                  (name.scope.empty() ? "" : name.scope + "::") + name.name));
  if (!owner.empty() &&
      (looks_like_template(header, "class " + owner) || looks_like_template(header, "struct " + owner)))
    return file_error(
        header, fmt::format("no function '{}' in '{}'", text, header),
        fmt::format("select an instance of the class template, for example --method '{}<int>::{}'",
                    name.scope, name.name));
  const std::string nearest = nearest_scoped_name(classes, name);
  Diagnostic error =
      file_error(header, fmt::format("no function '{}' in '{}'{}", text, header, suggestion(nearest)));
  if (nearest.empty()) {
    error.notes.push_back(declared_names(classes, header, name));
    return error;
  }
  const MethodName meant = split_method_name(nearest);
  std::vector<int> near;
  for (std::size_t i = 0; i < classes.callables.size(); ++i) {
    if (is_called(classes.callables[i], meant)) near.push_back(static_cast<int>(i));
  }
  list_candidates(error, classes, near);
  return error;
}

Result<int> choose(const code::Classes& classes, const std::string& header, const std::string& text) {
  const MethodName name = split_method_name(text);
  std::vector<int> named, fitting;
  for (std::size_t i = 0; i < classes.callables.size(); ++i) {
    if (!means(classes, name, classes.callables[i])) continue;
    named.push_back(static_cast<int>(i));
    if (fits(name, classes.callables[i])) fitting.push_back(static_cast<int>(i));
  }
  // What a class declares itself hides what it inherits.
  const auto is_own = [&](int i) {
    const Callable& callable = classes.callables[static_cast<std::size_t>(i)];
    return callable.owner_name == callable.scope;
  };
  if (std::ranges::any_of(fitting, is_own)) std::erase_if(fitting, [&](int i) { return !is_own(i); });
  if (named.empty()) return not_found(classes, header, name, text);
  if (fitting.empty()) {
    Diagnostic error = file_error(header, fmt::format("no function '{}' in '{}'", text, header),
                                  "use the parameter types of a candidate");
    list_candidates(error, classes, named);
    return error;
  }
  if (fitting.size() > 1 && name.has_signature) {
    std::erase_if(fitting, [&](int i) {
      return classes.callables[static_cast<std::size_t>(i)].is_const != name.is_const;
    });
  }
  if (fitting.size() != 1) {
    const std::vector<int>& several = fitting.empty() ? named : fitting;
    const Callable& first = classes.callables[static_cast<std::size_t>(several.front())];
    Diagnostic error = file_error(
        header, fmt::format("'{}' is ambiguous in '{}'", text, header),
        fmt::format("select one of the candidates, for example --method '{}'", contract::full_name(first)));
    list_candidates(error, classes, several);
    return error;
  }
  return fitting.front();
}

}  // namespace

std::string scoped_name(const code::Callable& callable) {
  return (callable.scope.empty() ? "" : callable.scope + "::") + callable.name;
}

MethodName split_method_name(const std::string& text) {
  MethodName out;
  std::string rest = text;
  // The parenthesis of the parameters is the last one that opens at depth 0, and not that of operator().
  int depth = 0;
  std::size_t open = std::string::npos;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '<' && !text.substr(0, i).ends_with("operator") &&
        !text.substr(0, i).ends_with("operator<"))
      ++depth;
    if (text[i] == '>' && depth > 0) --depth;
    const bool is_operator =
        text.substr(0, i).ends_with("operator") || text.substr(0, i).ends_with("operator(");
    if (text[i] == '(' && depth == 0 && !is_operator && open == std::string::npos) open = i;
  }
  if (open != std::string::npos) {
    out.has_signature = true;
    rest = text.substr(0, open);
    std::string list = text.substr(open + 1);
    const std::size_t close = list.rfind(')');
    out.is_const = close != std::string::npos && list.find("const", close) != std::string::npos;
    list = list.substr(0, close);
    std::string item;
    depth = 0;
    const auto finish = [&] {
      if (item.find_first_not_of(' ') != std::string::npos) out.parameters.push_back(item);
      item.clear();
    };
    for (const char c : list) {
      if (c == '<' || c == '(') ++depth;
      if (c == '>' || c == ')') --depth;
      if (c == ',' && depth == 0)
        finish();
      else
        item += c;
    }
    finish();
  }
  while (rest.ends_with(' ')) rest.pop_back();
  depth = 0;
  std::size_t split = std::string::npos;
  for (std::size_t i = 0; i + 1 < rest.size(); ++i) {
    if (rest.substr(0, i).ends_with("operator")) break;
    if (rest[i] == '<') ++depth;
    if (rest[i] == '>') --depth;
    if (depth == 0 && rest[i] == ':' && rest[i + 1] == ':') split = i;
  }
  out.scope = split == std::string::npos ? "" : rest.substr(0, split);
  out.name = split == std::string::npos ? rest : rest.substr(split + 2);
  return out;
}

Result<std::vector<int>> named_methods(const code::Classes& classes, const std::string& header,
                                       const std::vector<std::string>& names) {
  std::vector<int> chosen;
  for (const std::string& name : names) {
    auto found = choose(classes, header, name);
    if (!found) return found.error();
    if (std::ranges::count(chosen, *found) == 0) chosen.push_back(*found);
  }
  return chosen;
}

Result<MethodChoice> methods_of_header(const code::Classes& classes, const std::string& header) {
  auto contracts = contract::read_contracts(header, contract::declared_in(classes));
  if (!contracts) return contracts.error();
  MethodChoice choice;
  for (const contract::FunctionContract& contract : contracts->functions) {
    const Callable& callable = classes.callables[contract.function];
    const bool is_own = callable.owner_name == callable.scope;
    if (is_own) choice.with_contract.push_back(static_cast<int>(contract.function));
  }
  for (std::size_t i = 0; i < classes.callables.size(); ++i) {
    const Callable& callable = classes.callables[i];
    const bool is_own = callable.owner_name == callable.scope && callable.place.file == classes.header;
    const bool is_callable = callable.kind != Callable::Kind::Constructor && callable.is_public &&
                             !callable.is_deduced && callable.name != "main";
    if (is_own && is_callable && std::ranges::count(choice.with_contract, static_cast<int>(i)) == 0)
      choice.without_contract.push_back(static_cast<int>(i));
  }
  return choice;
}

}  // namespace fretsaw::call
