// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "alloy/exchange/writers.hpp"
#include "base/text.hpp"

namespace fretsaw {

namespace {

// Names beyond this do not push the other lines' sets to the right.
constexpr std::size_t kMaxNameColumnWidth = 32;

struct Line {
  std::string name;  // indented
  std::string key;   // without the lines around it: Sig.field
  std::vector<std::string> elements;
};

// As it is written in a model: a string stays on its line.
std::string atom_text(const AlloyAtom& atom) {
  std::string name = to_string(atom);
  if (!name.starts_with('"') || name.size() < 2) return name;
  std::string out = "\"";
  for (const char c : name.substr(1, name.size() - 2)) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return printable(out) + "\"";
}

std::vector<std::string> texts(const std::vector<AlloyTuple>& tuples) {
  std::vector<std::string> out;
  out.reserve(tuples.size());
  for (const auto& tuple : tuples) out.push_back(tuple_text(tuple));
  return out;
}

std::vector<Line> lines_of(const model::Model& model, const AlloyState& state) {
  std::vector<Line> lines;
  for (const model::Sig& sig : model.sigs) {
    const auto& atoms = state.sig(sig.id).atoms;
    // The integers are the same in every instance; strings are worth a line if there are any.
    if (sig.builtin && (sig.id != model::kString || atoms.empty())) continue;
    if (model.modules[sig.module].implicit) continue;  // the order of an enum is that of its text
    Line line{sig.name, sig.name, {}};
    for (const auto& atom : atoms) line.elements.push_back(atom_text(atom));
    lines.push_back(std::move(line));
    for (const model::FieldId field : sig.fields) {
      lines.push_back(
          {"  " + model.field(field).name, state.field(field).key, texts(state.field(field).tuples)});
    }
  }
  for (const auto& skolem : state.skolems) lines.push_back({skolem.name, skolem.name, texts(skolem.tuples)});
  return lines;
}

std::string braced(const std::vector<std::string>& elements, std::size_t column, std::size_t width) {
  std::string out = "{";
  std::size_t at = column + 1;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const std::size_t needed = elements[i].size() + 1;  // and a comma or brace
    if (i > 0 && at + 1 + needed > width) {
      out += fmt::format("\n{:{}}", "", column + 1);
      at = column + 1;
    } else if (i > 0) {
      out += ' ';
      ++at;
    }
    out += elements[i];
    out += i + 1 < elements.size() ? "," : "";
    at += needed;
  }
  return out + "}";
}

}  // namespace

std::string tuple_text(const AlloyTuple& tuple) {
  std::string out;
  for (const auto& atom : tuple) {
    if (!out.empty()) out += "->";
    out += atom_text(atom);
  }
  return out;
}

namespace {

std::string lines_text(const std::vector<Line>& lines, std::size_t indent, const RenderOptions& options) {
  std::size_t column = 0;
  for (const Line& line : lines) column = std::max(column, std::min(line.name.size(), kMaxNameColumnWidth));
  std::string out;
  for (const Line& line : lines) {
    const bool heading = !line.name.starts_with(' ');
    const std::string padding(column - std::min(column, line.name.size()), ' ');
    out += fmt::format("{:{}}{}{}{}{} = ", "", indent, options.color && heading ? tint::kBold : "", line.name,
                       options.color && heading ? tint::kNone : "", padding);
    out += braced(line.elements, indent + std::max(column, line.name.size()) + 3, options.width) + "\n";
  }
  return out;
}

std::string state_text(const model::Model& model, const AlloyState& state, const RenderOptions& options) {
  const std::string out = lines_text(lines_of(model, state), 0, options);
  return out.empty() ? "(no sigs)\n" : out;
}

// Of the states after the first: only what is different from the state before.
std::string changes_text(const model::Model& model, const AlloyState& before, const AlloyState& state,
                         const RenderOptions& options) {
  const auto old_lines = lines_of(model, before);
  const auto new_lines = lines_of(model, state);
  std::vector<Line> changed;
  for (std::size_t i = 0; i < new_lines.size(); ++i) {
    if (new_lines[i].elements == old_lines[i].elements) continue;
    Line line = new_lines[i];
    line.name = line.key;
    changed.push_back(std::move(line));
  }
  return changed.empty() ? "  (no change)\n" : lines_text(changed, 2, options);
}

}  // namespace

std::string text_of(const model::Model& model, const AlloyInstance& instance, const RenderOptions& options) {
  if (!instance.is_trace) return state_text(model, instance.first(), options);
  std::string out = fmt::format("state 0{}\n{}", instance.loop == 0 ? " (the loop begins here)" : "",
                                lines_text(lines_of(model, instance.first()), 2, options));
  for (std::size_t i = 1; i < instance.states.size(); ++i) {
    out += fmt::format("state {}{}\n{}", i, instance.loop == i ? " (the loop begins here)" : "",
                       changes_text(model, instance.states[i - 1], instance.states[i], options));
  }
  return out + fmt::format("then state {} again\n", instance.loop);
}

}  // namespace fretsaw
