// SPDX-License-Identifier: MIT
#include "cpp/contract/spec_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <ranges>

#include "cpp/contract/clause_scanner.hpp"
#include "cpp/contract/comments.hpp"

namespace fretsaw::contract {

namespace {

std::string trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1));
}

std::vector<std::string> split(std::string_view list) {
  std::vector<std::string> parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const char c = list[i];
    if (c == '(' || c == '[' || c == '{' || c == '<') ++depth;
    if (c == ')' || c == ']' || c == '}' || c == '>') --depth;
    if (c == ',' && depth == 0) {
      parts.push_back(trimmed(list.substr(begin, i - begin)));
      begin = i + 1;
    }
  }
  parts.push_back(trimmed(list.substr(begin)));
  if (parts.size() == 1 && parts.front().empty()) parts.clear();
  return parts;
}

// The last word is the name, unless it is the only one or a part of a type.
SpecParameter parameter(const std::string& text) {
  SpecParameter result{text, text, {}};
  std::size_t begin = text.size();
  while (begin > 0 && is_word(text[begin - 1])) --begin;
  const std::string last = text.substr(begin);
  const std::string before = trimmed(std::string_view(text).substr(0, begin));
  static constexpr std::string_view kTypes[] = {"int",  "long",  "short",  "char",     "unsigned", "signed",
                                                "bool", "float", "double", "volatile", "const",    "size_t"};
  const bool is_type = std::ranges::find(kTypes, last) != std::end(kTypes);
  const bool qualified = before.ends_with("::");
  if (last.empty() || before.empty() || is_type || qualified || before == "const") return result;
  result.name = last;
  result.type = before;
  return result;
}

class SpecParser {
 public:
  explicit SpecParser(const ContractText& text) : text_(text), scanner_(text, text.comments.front()) {}

  Result<SpecFile> run() {
    if (auto done = scope(""); !done) return done.error();
    if (!scanner_.at_end()) {
      return error_at(scanner_.here(), ErrorClass::Syntax, "unexpected '}'");
    }
    return std::move(file_);
  }

 private:
  // Entries up to the end or a closing brace.
  Status scope(const std::string& name) {
    for (scanner_.skip_remarks(); !scanner_.at_end() && !scanner_.at('}'); scanner_.skip_remarks()) {
      const std::string word(scanner_.peek_word());
      Status done = Success{};
      if (word == "class" || word == "struct" || word == "namespace") {
        done = nested(name);
      } else if (word == "invariant" || word == "pred" || word == "fun") {
        done = clause(name);
      } else {
        done = function(name);
      }
      if (!done) return done;
    }
    return Success{};
  }

  Status nested(const std::string& outer) {
    const Span keyword = scanner_.word();
    scanner_.at_end();
    const auto name = scanner_.until("{;");
    if (!name || !scanner_.at('{') || name->begin >= name->end) {
      return error_at(keyword, ErrorClass::Syntax,
                      fmt::format("expected a body in braces after '{}'", keyword.text()),
                      "write 'class NAME { … }'");
    }
    const std::string full =
        outer.empty() ? std::string(name->text()) : outer + "::" + std::string(name->text());
    if (keyword.text() != "namespace") {
      SpecEntry entry;
      entry.scope = full;
      entry.name_span = *name;
      file_.entries.push_back(std::move(entry));
    }
    const Span open = scanner_.here();
    scanner_.move_to(scanner_.position() + 1);
    if (auto done = scope(full); !done) return done;
    if (!scanner_.at('}')) return error_at(open, ErrorClass::Syntax, "unterminated '{'");
    scanner_.move_to(scanner_.position() + 1);
    if (scanner_.at(';')) scanner_.move_to(scanner_.position() + 1);
    return Success{};
  }

  // One item, read by the parser of comments.
  Result<Item> item() {
    const std::uint32_t begin = scanner_.position();
    const Span keyword = scanner_.word();
    const auto head = scanner_.until("{;");
    if (!head) {
      return error_at(keyword, ErrorClass::Syntax, fmt::format("unterminated '{}' clause", keyword.text()),
                      "end a clause in C++ with ';', and write a relational clause in braces");
    }
    if (scanner_.at('{')) {
      const Span open = scanner_.here();
      if (!scanner_.braces()) return error_at(open, ErrorClass::Syntax, "unterminated '{'");
    } else {
      scanner_.move_to(scanner_.position() + 1);
    }
    auto items = parse_comment(text_, scanner_.span(begin, scanner_.position()));
    if (!items) return items.error();
    return items->front();
  }

  Status clause(const std::string& name) {
    const Span place = scanner_.here(static_cast<std::uint32_t>(scanner_.peek_word().size()));
    auto read = item();
    if (!read) return read.error();
    if (const auto* helper = std::get_if<alloy::Function>(&*read)) {
      file_.helpers.push_back(*helper);
      return Success{};
    }
    for (SpecEntry& entry : std::views::reverse(file_.entries)) {
      if (entry.is_function || entry.scope != name) continue;
      entry.invariants.push_back(std::get<Clause>(*read));
      return Success{};
    }
    return error_at(place, ErrorClass::Syntax, "'invariant' outside of a class",
                    "write 'class NAME { invariant … }'");
  }

  // [method] RESULT name(PARAMETERS) … { clauses }
  Status function(const std::string& scope_name) {
    scanner_.at_end();
    if (scanner_.peek_word() == "method") scanner_.word();
    scanner_.at_end();
    const Span begin = scanner_.here();
    const auto head = scanner_.until("{;}");
    if (!head || !scanner_.at('{')) {
      return error_at(begin, ErrorClass::Syntax, "expected a clause, or a declaration with clauses in braces",
                      "write, for example, 'method bool remove(int key) { requires … ensures … }'");
    }
    SpecEntry entry;
    entry.is_function = true;
    entry.scope = scope_name;
    if (auto done = signature(*head, entry); !done) return done;
    const Span open = scanner_.here();
    const auto body = scanner_.braces();
    if (!body) return error_at(open, ErrorClass::Syntax, "unterminated '{'");
    auto items = parse_comment(text_, scanner_.span(body->begin + 1, body->end - 1));
    if (!items) return items.error();
    for (const Item& each : *items) {
      if (const auto* helper = std::get_if<alloy::Function>(&each)) {
        file_.helpers.push_back(*helper);
        continue;
      }
      const auto* clause = std::get_if<Clause>(&each);
      if (clause != nullptr && clause->kind == ClauseKind::Invariant)
        return error_at(clause->keyword, ErrorClass::Syntax,
                        "'invariant' is not allowed in the contract of a function", "move it to the class");
      entry.items.push_back(each);
    }
    file_.entries.push_back(std::move(entry));
    return Success{};
  }

  Status signature(const Span& head, SpecEntry& entry) {
    const Signature read = read_signature(head.text());
    if (read.name.empty()) {
      return error_at(head, ErrorClass::Syntax, "expected parameters in parentheses");
    }
    entry.name = read.name;
    entry.name_span = {head.source, head.begin + static_cast<std::uint32_t>(read.name_begin),
                       head.begin + static_cast<std::uint32_t>(read.name_end)};
    entry.parameters = read.parameters;
    entry.is_const = read.is_const;
    return Success{};
  }

  const ContractText& text_;
  ClauseScanner scanner_;
  SpecFile file_;
};

}  // namespace

Signature read_signature(std::string_view text) {
  Signature result;
  std::size_t open = text.find('(');
  if (open != std::string_view::npos && text.substr(0, open).ends_with("operator"))
    open = text.find('(', open + 1);
  if (open == std::string_view::npos) return result;
  int depth = 0;
  std::size_t close = open;
  for (; close < text.size(); ++close) {
    if (text[close] == '(') ++depth;
    if (text[close] == ')' && --depth == 0) break;
  }
  if (close >= text.size()) return result;
  std::size_t end = open;
  while (end > 0 && std::isspace(static_cast<unsigned char>(text[end - 1])) != 0) --end;
  std::size_t begin = text.substr(0, end).rfind("operator");
  if (begin == std::string_view::npos) {
    begin = end;
    while (begin > 0 && (is_word(text[begin - 1]) || text[begin - 1] == ':')) --begin;
  }
  result.name = std::string(text.substr(begin, end - begin));
  result.name_begin = begin;
  result.name_end = end;
  for (const std::string& each : split(text.substr(open + 1, close - open - 1)))
    result.parameters.push_back(parameter(each));
  result.is_const = trimmed(text.substr(close + 1)).starts_with("const");
  return result;
}

Result<SpecFile> parse_spec(const ContractText& text) { return SpecParser(text).run(); }

std::optional<std::string> spec_beside(const std::string& header) {
  std::string spec = std::filesystem::path(header).replace_extension(".spec").string();
  std::error_code ignored;
  if (!std::filesystem::exists(spec, ignored)) return std::nullopt;
  return spec;
}

std::string spec_text(const std::string& header) {
  const auto spec = spec_beside(header);
  if (!spec) return {};
  const auto source = read_source(*spec);
  return "spec\n" + (source ? std::string((*source)->text()) : render(source.error()));
}

std::vector<std::string> instances_in_spec(const std::string& header) {
  std::vector<std::string> instances;
  const auto spec = spec_beside(header);
  const auto source = spec ? read_source(*spec) : Result<SourcePtr>(SourcePtr());
  if (!spec || !source) return instances;
  const auto parsed = parse_spec(whole(*source));
  if (!parsed) return instances;
  for (const SpecEntry& entry : parsed->entries) {
    if (entry.scope.ends_with('>') && std::ranges::count(instances, entry.scope) == 0)
      instances.push_back(entry.scope);
  }
  return instances;
}

}  // namespace fretsaw::contract
