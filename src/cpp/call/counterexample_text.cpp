// SPDX-License-Identifier: MIT
// Counterexamples as bytes (work/bytes.hpp), and these in hexadecimal: what programs throw and objects hold
// need not be text that a JSON document could have.
#include <type_traits>

#include "cpp/call/check_checkpoint.hpp"
#include "work/bytes.hpp"

namespace fretsaw::call {

namespace {

template <class Archive>
constexpr bool kIsReader = std::is_same_v<Archive, work::BytesReader>;

template <class Archive, class T, class Pass>
void pass_list(Archive& archive, std::vector<T>& list, const Pass& pass_each) {
  std::uint64_t size = list.size();
  archive(size);
  if constexpr (kIsReader<Archive>) {
    archive.good = archive.good && size <= archive.bytes.size();  // each takes at least a byte
    list.resize(archive.good ? size : 0);
  }
  for (T& each : list) pass_each(each);
}

template <class Archive, class T, class Pass>
void pass_optional(Archive& archive, std::optional<T>& value, const Pass& pass_it) {
  std::uint8_t is_there = value ? 1 : 0;
  archive(is_there);
  if (is_there == 0) return;
  if (!value) value.emplace();
  pass_it(*value);
}

template <class Archive>
void pass_flag(Archive& archive, bool& flag) {
  std::uint8_t byte = flag ? 1 : 0;
  archive(byte);
  flag = byte != 0;
}

// An enumeration whose last value is known.
template <class Archive, class Enum>
void pass_kind(Archive& archive, Enum& kind, Enum last) {
  auto number = static_cast<std::uint32_t>(kind);
  archive(number);
  if constexpr (kIsReader<Archive>) archive.good = archive.good && number <= static_cast<std::uint32_t>(last);
  kind = static_cast<Enum>(number <= static_cast<std::uint32_t>(last) ? number : 0);
}

// Of a graph with that many objects.
template <class Archive>
void pass_fields(Archive& archive, std::vector<std::pair<std::string, space::GraphValue>>& fields,
                 std::size_t objects);

template <class Archive>
void pass_value(Archive& archive, space::GraphValue& value, std::size_t objects) {
  pass_kind(archive, value.kind, space::GraphValue::Kind::Left);
  archive(value.number);
  archive(value.text);
  archive(value.object);
  if constexpr (kIsReader<Archive>)
    archive.good =
        archive.good && (value.kind != space::GraphValue::Kind::Reference || value.object < objects);
  archive(value.path);
  archive(value.type);
  pass_flag(archive, value.is_optional);
  pass_flag(archive, value.is_const);
  archive(value.offset);
  pass_fields(archive, value.parts, objects);
}

template <class Archive>
void pass_fields(Archive& archive, std::vector<std::pair<std::string, space::GraphValue>>& fields,
                 std::size_t objects) {
  pass_list(archive, fields, [&](std::pair<std::string, space::GraphValue>& field) {
    archive(field.first);
    pass_value(archive, field.second, objects);
  });
}

template <class Archive>
void pass_graph(Archive& archive, space::ObjectGraph& graph) {
  pass_list(archive, graph.objects, [&](space::GraphObject& object) {
    archive(object.name);
    archive(object.class_name);
    pass_flag(archive, object.is_constructible);
    pass_fields(archive, object.fields, graph.objects.size());
  });
  archive(graph.predicate);
}

template <class Archive>
void pass_location(Archive& archive, Location& location) {
  archive(location.file);
  archive(location.line);
  archive(location.column);
  archive(location.width);
  archive(location.source_line);
}

template <class Archive>
void pass_failure(Archive& archive, Failure& failure) {
  pass_kind(archive, failure.kind, FailureKind::Leak);
  archive(failure.message);
  pass_optional(archive, failure.location, [&](Location& location) { pass_location(archive, location); });
  archive(failure.clause);
  pass_list(archive, failure.parts, [&](Subexpression& part) {
    archive(part.text);
    archive(part.value);
  });
}

template <class Archive>
void pass_counterexample(Archive& archive, Counterexample& found) {
  archive(found.number);
  pass_list(archive, found.failures, [&](Failure& failure) { pass_failure(archive, failure); });
  pass_graph(archive, found.before);
  pass_optional(archive, found.after, [&](space::ObjectGraph& after) { pass_graph(archive, after); });
  const std::size_t objects = found.after ? found.after->objects.size() : 0;
  pass_optional(archive, found.result,
                [&](space::GraphValue& value) { pass_value(archive, value, objects); });
  archive(found.thrown);
  archive(found.output);
  pass_list(archive, found.deleted, [&](std::string& name) { archive(name); });
  archive(found.test);
}

constexpr std::string_view kHexDigits = "0123456789abcdef";

std::optional<std::string> bytes_from_hex(std::string_view text) {
  if (text.size() % 2 != 0) return std::nullopt;
  std::string bytes;
  bytes.reserve(text.size() / 2);
  for (std::size_t i = 0; i < text.size(); i += 2) {
    const std::size_t high = kHexDigits.find(text[i]);
    const std::size_t low = kHexDigits.find(text[i + 1]);
    if (high == std::string_view::npos || low == std::string_view::npos) return std::nullopt;
    bytes += static_cast<char>(16 * high + low);
  }
  return bytes;
}

}  // namespace

std::string counterexample_text(const Counterexample& counterexample) {
  Counterexample copy = counterexample;  // one function lists the members for both ways
  work::BytesWriter writer;
  pass_counterexample(writer, copy);
  std::string out;
  out.reserve(2 * writer.bytes.size());
  for (const char c : writer.bytes) {
    const auto byte = static_cast<unsigned char>(c);
    out += kHexDigits[byte / 16];
    out += kHexDigits[byte % 16];
  }
  return out;
}

std::optional<Counterexample> counterexample_from(std::string_view text) {
  const auto bytes = bytes_from_hex(text);
  if (!bytes) return std::nullopt;
  Counterexample found;
  work::BytesReader reader{*bytes};
  pass_counterexample(reader, found);
  const bool is_whole = reader.good && reader.bytes.empty() && !found.before.objects.empty() &&
                        (!found.after || !found.after->objects.empty());
  return is_whole ? std::optional(std::move(found)) : std::nullopt;
}

}  // namespace fretsaw::call
