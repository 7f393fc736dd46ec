// SPDX-License-Identifier: MIT
#include "cpp/code/guest_error.hpp"

#include <nlohmann/json.hpp>

#include "base/json_cursor.hpp"
#include "cpp/code/classes.hpp"
#include "cpp/guest/child/messages.hpp"

namespace fretsaw::code {

std::optional<Diagnostic> guest_error_in(const work::Message& message, const guest::Guest& guest) {
  if (message.kind != guest::kError) return std::nullopt;
  const auto json = nlohmann::json::parse(message.bytes, nullptr, false);
  JsonSchemaError schema_error;
  const JsonCursor root(json, schema_error);
  Diagnostic error = input_error(root["message"].text(), root["hint"].text());
  if (root.has("file")) {
    error.location = to_location({root["file"].text(), root["line"].integer<std::uint32_t>(),
                                  root["column"].integer<std::uint32_t>()});
  }
  if (root.has("notes"))
    root["notes"].each([&](const auto& note) { error.notes.push_back({note.text(), std::nullopt}); });
  if (schema_error.message) return input_error(guest.name() + " sent a malformed error message");
  return error;
}

Result<std::string> receive_expected(guest::Guest& guest, std::uint32_t kind, Budget& budget) {
  auto message = guest.receive(budget);
  if (!message) return message.error();
  if (const auto bounds_error = guest_error_in(*message, guest)) return *bounds_error;
  if (message->kind != kind) return guest.malformed();
  return std::move(message->bytes);
}

}  // namespace fretsaw::code
