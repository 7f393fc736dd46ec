// SPDX-License-Identifier: MIT
#include "cpp/contract/attach.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <tuple>

#include "base/nearest_name.hpp"
#include "cpp/code/glue.hpp"
#include "cpp/contract/clause.hpp"
#include "cpp/contract/clause_scanner.hpp"
#include "cpp/contract/spec_file.hpp"
#include "cpp/space/child/names.hpp"

namespace fretsaw::contract {

namespace {

namespace fs = std::filesystem;

std::string canonical(const std::string& file) {
  std::error_code ignored;
  const fs::path path = fs::weakly_canonical(file, ignored);
  return path.empty() ? file : path.string();
}

// The text of the declaration that begins there: up to its semicolon, or to the brace of its body. Comments
// in it are made blank.
struct FollowingDeclaration {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string text;
};

FollowingDeclaration following(std::string_view text, std::size_t at) {
  FollowingDeclaration result{at, at, {}};
  int depth = 0;
  bool line_begins = true;
  while (at < text.size()) {
    const std::string_view rest = text.substr(at);
    const char c = rest.front();
    std::size_t skip = 0;
    if (rest.starts_with("//") || (c == '#' && line_begins)) skip = std::min(rest.find('\n'), rest.size());
    if (rest.starts_with("/*")) skip = std::min(rest.find("*/"), rest.size() - 2) + 2;
    if (skip > 0) {
      result.text.append(skip, ' ');
      at += skip;
      continue;
    }
    if (depth == 0 && (c == ';' || c == '{' || c == '}')) break;
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    line_begins = c == '\n' || (line_begins && (c == ' ' || c == '\t'));
    result.text += c;
    ++at;
  }
  result.end = at;
  return result;
}

class Attacher {
 public:
  Attacher(const std::string& header, const DeclaredEntities& declared)
      : header_(header), declared_(declared) {}

  Result<Contracts> run() {
    std::set<std::string> files = {canonical(header_)};
    for (const auto& each : declared_.classes) files.insert(canonical(each.file));
    for (const auto& each : declared_.functions) {
      files.insert(canonical(each.file));
      for (const auto& other : each.redeclarations) files.insert(canonical(other.place.file));
    }
    files.erase("");
    for (const std::string& file : files) {
      // Messages call the header what the user calls it.
      auto source = read_source(file == canonical(header_) ? header_ : file);
      if (!source) return source.error();
      if (auto done = header_contracts(*std::move(source), file); !done) return done.error();
    }
    if (const auto spec = spec_beside(header_)) {
      auto source = read_source(*spec);
      if (!source) return source.error();
      if (auto done = spec_contracts(*std::move(source)); !done) return done.error();
    }
    return finish();
  }

 private:
  // ---- headers

  Status header_contracts(SourcePtr source, const std::string& file) {
    auto found = find_comments(std::move(source));
    if (!found) return found.error();
    const auto text = std::make_shared<const ContractText>(*std::move(found));
    result_.texts.push_back(text);
    for (const Span& comment : text->comments) {
      if (is_left_out(comment, file)) continue;
      auto items = parse_comment(*text, comment);
      if (!items) return items.error();
      for (const Item& item : *items) {
        if (auto done = place(item, comment, *text, file); !done) return done.error();
      }
    }
    return Success{};
  }

  // Does an #if leave it out? Where a file is included several times, with all or a part of it left out, that
  // is not so: what declares something that is known was compiled once.
  bool is_left_out(const Span& comment, const std::string& file) const {
    return std::ranges::any_of(declared_.left_out, [&](const code::TextRange& range) {
      return range.begin <= comment.begin && comment.end <= range.end && canonical(range.file) == file &&
             !declares_something(range, comment.source->text(), file);
    });
  }

  bool declares_something(const code::TextRange& range, std::string_view text,
                          const std::string& file) const {
    const auto is_within = [&](std::size_t at) { return range.begin <= at && at < range.end; };
    return std::ranges::any_of(
               declared_.classes,
               [&](const auto& each) { return is_within(each.begin) && canonical(each.file) == file; }) ||
           std::ranges::any_of(declared_.functions, [&](const auto& each) {
             return is_within(offset_of(text, each.line, each.column)) && canonical(each.file) == file;
           });
  }

  Status place(const Item& item, const Span& comment, const ContractText& text, const std::string& file) {
    if (const auto* helper = std::get_if<alloy::Function>(&item)) {
      result_.helpers.push_back(std::make_shared<const alloy::Function>(*helper));
      return Success{};
    }
    const auto* clause = std::get_if<Clause>(&item);
    if (clause != nullptr && clause->kind == ClauseKind::Invariant) return place_invariant(*clause, file);
    auto functions = functions_after(comment, span_of(item), text, file);
    if (!functions) return functions.error();
    for (const auto& [function, again] : *functions) {
      if (auto done = place_at(function, again, item); !done) return done.error();
    }
    if (functions->empty()) {
      if (const auto around = innermost(span_of(item), file)) {
        const FollowingDeclaration next = following(text.source->text(), comment.end);
        hidden_[{*around, next.begin, next.text}].push_back(item);
      }
    }
    return Success{};
  }

  // Clauses of all declarations of a function are one contract, in the names of one of them.
  Status place_at(std::size_t function, const code::Redeclaration* again, const Item& item) {
    std::vector<Item>& items = items_of_[function];
    const auto& names =
        again == nullptr ? declared_.functions[function].parameter_names : again->parameter_names;
    const auto [place, is_first] = place_of_.try_emplace(function, again);
    if (is_first) {
      names_of_[function] = names;
    } else if (place->second != again) {
      if (names_of_[function] != names)
        return error_at(span_of(item), ErrorClass::Input,
                        "the parameter names differ from those of the declaration with the first clauses",
                        "use the same parameter names, or write all clauses before one declaration");
      if (has_behaviors(items) || std::holds_alternative<BehaviorWord>(item))
        items.emplace_back(BehaviorWord{Word::Also, span_of(item)});
      place->second = again;
    }
    items.push_back(item);
    return Success{};
  }

  std::optional<std::size_t> innermost(const Span& span, const std::string& file) const {
    std::optional<std::size_t> result;
    for (std::size_t i = 0; i < declared_.classes.size(); ++i) {
      const auto& each = declared_.classes[i];
      if (canonical(each.file) != file || each.begin > span.begin || span.end > each.end) continue;
      const auto size = [&](std::size_t c) { return declared_.classes[c].end - declared_.classes[c].begin; };
      if (!result || size(i) < size(*result)) result = i;
    }
    return result;
  }

  // The innermost classes around it: of a template, all its specializations.
  Status place_invariant(const Clause& clause, const std::string& file) {
    std::size_t smallest = static_cast<std::size_t>(-1);
    for (const auto& each : declared_.classes) {
      if (encloses(each, clause, file)) smallest = std::min(smallest, each.end - each.begin);
    }
    for (std::size_t i = 0; i < declared_.classes.size(); ++i) {
      const auto& each = declared_.classes[i];
      if (encloses(each, clause, file) && each.end - each.begin == smallest)
        invariants_of_[i].push_back(clause);
    }
    if (smallest != static_cast<std::size_t>(-1) || is_in_braces(clause)) return Success{};
    return error_at(clause.keyword, ErrorClass::Syntax, "'invariant' outside of a class",
                    "move it into the class");
  }

  bool encloses(const DeclaredEntities::Class& each, const Clause& clause, const std::string& file) const {
    return canonical(each.file) == file && each.begin <= clause.span.begin && clause.span.end <= each.end;
  }

  // Whether it is in braces, for instance in a class that nothing requested refers to.
  static bool is_in_braces(const Clause& clause) {
    const std::string_view text = clause.span.source->text().substr(0, clause.span.begin);
    int depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text.substr(i).starts_with("//")) i = std::min(text.find('\n', i), text.size() - 1);
      if (text.substr(i).starts_with("/*")) i = std::min(text.find("*/", i), text.size() - 1);
      if (text[i] == '{') ++depth;
      if (text[i] == '}') --depth;
    }
    return depth > 0;
  }

  // Functions, each with the declaration that follows if that is not the first one.
  using FunctionMatches = std::vector<std::pair<std::size_t, const code::Redeclaration*>>;

  Result<FunctionMatches> functions_after(const Span& comment, const Span& word, const ContractText& text,
                                          const std::string& file) {
    const FollowingDeclaration next = following(text.source->text(), comment.end);
    const auto follows = [&](const code::Place& place) {
      if (place.line == 0 || canonical(place.file) != file) return false;
      const std::size_t at = offset_of(text.source->text(), place.line, place.column);
      return at >= next.begin && at < next.end;
    };
    FunctionMatches found;
    for (std::size_t i = 0; i < declared_.functions.size(); ++i) {
      const DeclaredEntities::Function& function = declared_.functions[i];
      if (follows({function.file, function.line, function.column})) found.emplace_back(i, nullptr);
      for (const code::Redeclaration& again : function.redeclarations) {
        if (follows(again.place)) found.emplace_back(i, &again);
      }
    }
    const bool is_function = next.text.find('(') != std::string::npos;
    if (!found.empty() || is_function) return found;
    const std::size_t first = next.text.find_first_not_of(" \t\r\n");
    const std::string what =
        first == std::string::npos
            ? "nothing"
            : fmt::format("'{}'", next.text.substr(first, next.text.find_last_not_of(" \t\r\n") - first + 1));
    return error_at(word, ErrorClass::Syntax,
                    fmt::format("expected a function declaration after '{}', found {}", word.text(),
                                what.size() > 60 ? what.substr(0, 57) + "...'" : what),
                    "move the comment directly before the function");
  }

  static std::size_t offset_of(std::string_view text, unsigned line, unsigned column) {
    std::size_t at = 0;
    for (unsigned i = 1; i < line && at != std::string_view::npos; ++i) {
      at = text.find('\n', at);
      if (at != std::string_view::npos) ++at;
    }
    return at == std::string_view::npos ? at : at + column - 1;
  }

  // ---- .spec files

  Status spec_contracts(SourcePtr source) {
    const auto text = std::make_shared<const ContractText>(whole(std::move(source)));
    result_.texts.push_back(text);
    auto spec = parse_spec(*text);
    if (!spec) return spec.error();
    for (const alloy::Function& helper : spec->helpers)
      result_.helpers.push_back(std::make_shared<const alloy::Function>(helper));
    for (const SpecEntry& entry : spec->entries) {
      if (auto done = entry.is_function ? spec_function(entry) : spec_class(entry); !done)
        return done.error();
    }
    return Success{};
  }

  static bool is_suffix_of(const std::string& given, const std::string& full) {
    return given == full || full.ends_with("::" + given);
  }

  bool means_class(const std::string& given, const std::string& full) const {
    return space::names_class(given, full) ||
           std::ranges::count(declared_.aliases, std::pair(given, full)) > 0;
  }

  Status spec_class(const SpecEntry& entry) {
    bool found = false;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < declared_.classes.size(); ++i) {
      names.push_back(declared_.classes[i].name);
      if (!means_class(entry.scope, declared_.classes[i].name)) continue;
      found = true;
      for (const Clause& invariant : entry.invariants) invariants_of_[i].push_back(invariant);
    }
    if (found || is_written_somewhere(entry.scope)) return Success{};
    for (const DeclaredEntities::Function& function : declared_.functions) {
      if (!function.scope.empty() && std::ranges::count(names, function.scope) == 0)
        names.push_back(function.scope);
    }
    std::erase(names, "");
    const std::string nearest = nearest_name(entry.scope, names);
    Diagnostic error = error_at(entry.name_span, ErrorClass::Input,
                                fmt::format("unknown class '{}'{}", entry.scope, suggestion(nearest)));
    if (nearest.empty() && !names.empty())
      error.notes.push_back({fmt::format("the classes are {}", fmt::join(names, ", ")), std::nullopt});
    return error;
  }

  // Whether the class exists, although nothing requested refers to it.
  bool is_written_somewhere(const std::string& scope) const {
    std::string name = scope.substr(0, scope.find('<'));
    name = name.substr(name.rfind(':') + 1);
    return is_matched(std::regex(R"(\b(class|struct)\s+)" + name + R"(\b)"));
  }

  bool has_instance(const std::string& scope) const {
    return std::ranges::any_of(declared_.classes,
                               [&](const auto& each) { return means_class(scope, each.name); });
  }

  bool is_template(const std::string& scope) const {
    if (scope.empty() || scope.find_first_of("<:") != std::string::npos) return false;
    const std::regex definition(R"(\btemplate\s*<[^;{}]*>\s*(class|struct)\s+)" + scope + R"(\b)");
    return is_matched(definition);
  }

  // In any text but the .spec file.
  bool is_matched(const std::regex& pattern) const {
    return std::ranges::any_of(result_.texts, [&](const auto& text) {
      const std::string_view all = text->source->text();
      return !text->source->name().ends_with(".spec") && std::regex_search(all.begin(), all.end(), pattern);
    });
  }

  static std::string without_blanks(std::string text) {
    std::erase_if(text, [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; });
    return text;
  }

  static bool has_behaviors(const std::vector<Item>& items) {
    return std::ranges::any_of(items,
                               [](const Item& item) { return std::holds_alternative<BehaviorWord>(item); });
  }

  Status spec_function(const SpecEntry& entry) {
    std::vector<std::size_t> candidates, known, near;
    std::vector<std::string> near_names;
    for (std::size_t i = 0; i < declared_.functions.size(); ++i) {
      const DeclaredEntities::Function& function = declared_.functions[i];
      const bool same_scope =
          entry.scope.empty() ? function.scope.empty() : means_class(entry.scope, function.scope);
      if (!same_scope) continue;
      near.push_back(i);
      near_names.push_back(function.name);
      if (!(entry.scope.empty() ? is_suffix_of(entry.name, function.name) : entry.name == function.name))
        continue;
      known.push_back(i);
      if (function.parameter_types.size() == entry.parameters.size()) candidates.push_back(i);
    }
    // A method that a derived class inherits is listed with that class, too, and one of a template with every
    // instance.
    const auto is_one = [&] {
      return !candidates.empty() && std::ranges::all_of(candidates, [&](std::size_t i) {
        const DeclaredEntities::Function& first = declared_.functions[candidates.front()];
        const DeclaredEntities::Function& each = declared_.functions[i];
        return each.file == first.file && each.line == first.line && each.column == first.column;
      });
    };
    if (!is_one()) {
      std::erase_if(candidates, [&](std::size_t i) {
        for (std::size_t p = 0; p < entry.parameters.size(); ++p) {
          const std::string type = without_blanks(declared_.functions[i].parameter_types[p]);
          if (!without_blanks(entry.parameters[p].text).starts_with(type)) return true;
          if (without_blanks(entry.parameters[p].type) != type) return true;
        }
        return false;
      });
    }
    if (!is_one())
      std::erase_if(candidates,
                    [&](std::size_t i) { return declared_.functions[i].is_const != entry.is_const; });
    if (known.empty() && !has_instance(entry.scope) && is_template(entry.scope)) {
      return error_at(
          entry.name_span, ErrorClass::Input,
          fmt::format("class template '{}' has no instance here", entry.scope),
          fmt::format("write 'class {}<int> {{ … }}', or select an instance with --method '{}<int>::{}'",
                      entry.scope, entry.scope, entry.name));
    }
    // An instance that is only pointed to: its methods are listed where one of them is asked for.
    if (near.empty() && is_template(entry.scope)) return Success{};
    if (!is_one()) {
      const std::string nearest = known.empty() ? nearest_name(entry.name, near_names) : "";
      Diagnostic error =
          error_at(entry.name_span, ErrorClass::Input,
                   candidates.empty()
                       ? fmt::format("no function '{}' in '{}'{}", entry.name,
                                     std::filesystem::path(header_).filename().string(), suggestion(nearest))
                       : fmt::format("'{}' is ambiguous", entry.name));
      for (const std::size_t i : known.empty() ? near : known) {
        const DeclaredEntities::Function& function = declared_.functions[i];
        if (!nearest.empty() && function.name != nearest) continue;
        error.notes.push_back(
            {fmt::format("candidate: '{}({}){}'", function.name, fmt::join(function.parameter_types, ", "),
                         function.is_const ? " const" : ""),
             code::to_location({function.file, function.line, function.column})});
      }
      return error;
    }
    std::vector<std::string> names;
    for (const SpecParameter& parameter : entry.parameters) names.push_back(parameter.name);
    for (const std::size_t candidate : candidates) {
      auto& items = items_of_[candidate];
      // The header's behaviors and the file's are behaviors of the same function.
      if (has_behaviors(items) || (!items.empty() && has_behaviors(entry.items)))
        items.emplace_back(BehaviorWord{Word::Also, entry.name_span});
      items.insert(items.end(), entry.items.begin(), entry.items.end());
      names_of_[candidate] = names;
    }
    return Success{};
  }

  Result<Contracts> finish() {
    for (auto& [index, invariants] : invariants_of_)
      result_.classes.push_back({index, std::move(invariants)});
    for (const auto& [function, items] : items_of_) {
      auto made = behaviors(items);
      if (!made) return made.error();
      result_.functions.push_back({function, *std::move(made), names_of_[function]});
    }
    for (const auto& [where, items] : hidden_) {
      auto made = behaviors(items);
      if (!made) return made.error();
      HiddenContract hidden{std::get<0>(where), {}, {}, *std::move(made)};
      const Signature signature = read_signature(std::get<2>(where));
      hidden.name = signature.name;
      for (const SpecParameter& parameter : signature.parameters)
        hidden.parameter_names.push_back(parameter.name);
      result_.hidden.push_back(std::move(hidden));
    }
    return std::move(result_);
  }

  const std::string& header_;
  const DeclaredEntities& declared_;
  Contracts result_;
  std::map<std::size_t, std::vector<Clause>> invariants_of_;
  std::map<std::size_t, std::vector<Item>> items_of_;
  std::map<std::size_t, std::vector<std::string>> names_of_;
  std::map<std::size_t, const code::Redeclaration*> place_of_;  // null: the first declaration
  // By the class around it and the declaration's place and text.
  std::map<std::tuple<std::size_t, std::size_t, std::string>, std::vector<Item>> hidden_;
};

}  // namespace

const ClassContract* Contracts::of_class(std::size_t index) const {
  const auto found = std::ranges::find(classes, index, &ClassContract::class_index);
  return found == classes.end() ? nullptr : &*found;
}

const FunctionContract* Contracts::of_function(std::size_t index) const {
  const auto found = std::ranges::find(functions, index, &FunctionContract::function);
  return found == functions.end() ? nullptr : &*found;
}

DeclaredEntities declared_in(const code::Classes& classes) {
  DeclaredEntities result;
  result.aliases = classes.aliases;
  result.left_out = classes.left_out;
  for (const code::ClassInfo& info : classes.classes)
    result.classes.push_back(
        info.is_frame ? DeclaredEntities::Class{}  // that of a constructor is called like the class
                      : DeclaredEntities::Class{info.name, info.place.file, info.text_begin, info.text_end});
  for (const code::Callable& callable : classes.callables) {
    DeclaredEntities::Function function{callable.name,       callable.scope,      {},
                                        callable.place.file, callable.place.line, callable.place.column};
    for (const code::Parameter& parameter : callable.parameters) {
      function.parameter_types.push_back(code::written_type(parameter));
      function.parameter_names.push_back(parameter.name);
    }
    function.is_const = callable.is_const;
    function.redeclarations = callable.redeclarations;
    result.functions.push_back(std::move(function));
  }
  return result;
}

Result<Contracts> read_contracts(const std::string& header, const DeclaredEntities& declared) {
  return Attacher(header, declared).run();
}

}  // namespace fretsaw::contract
