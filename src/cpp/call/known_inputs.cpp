// SPDX-License-Identifier: MIT
#include "cpp/call/known_inputs.hpp"

#include <nlohmann/json.hpp>

#include "base/json_cursor.hpp"
#include "report/json_tree.hpp"

namespace fretsaw::call {

namespace {

using Cursor = JsonCursor<nlohmann::json>;  // keys in order

void add_input(const Cursor& counterexample, std::vector<std::string>& known) {
  const Cursor before = counterexample["before"];
  before["root"].text();
  before["objects"].members([](const std::string&, const Cursor& object) {
    object["class"].text();
    object["fields"].members([](const std::string&, const Cursor&) {});
  });
  known.push_back(before.value().dump());
}

void add_inputs(const Cursor& report, std::vector<std::string>& known) {
  report["counterexamples"].each([&](const Cursor& found) { add_input(found, known); });
}

}  // namespace

Result<std::vector<std::string>> known_inputs(const std::string& file) {
  auto source = read_source(file);
  if (!source) return source.error();
  if (const auto tree = parse_json(*source); !tree) return tree.error();
  const auto document = nlohmann::json::parse((*source)->text(), nullptr, false);
  JsonSchemaError schema_error;
  const Cursor root(document, schema_error);
  std::vector<std::string> known;
  if (!root.has("before") && !root.has("methods") && !root.has("counterexamples"))
    return input_error(fmt::format("'{}' is not the output of 'fretsaw check --json'", file),
                       "files written by '--format json --out DIR' are accepted, too");
  if (root.has("before"))
    add_input(root, known);
  else if (root.has("methods"))
    root["methods"].each([&](const Cursor& method) { add_inputs(method, known); });
  else
    add_inputs(root, known);
  if (schema_error.message) return json_error_in(*source, schema_error);
  return known;
}

}  // namespace fretsaw::call
