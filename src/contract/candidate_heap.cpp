// SPDX-License-Identifier: MIT
#include "contract/candidate_heap.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace fretsaw::contract {

CandidateHeap::CandidateHeap(const ObjectSpace& space, const std::vector<cxx::ClassInfo>& classes,
                             const std::vector<cxx::TypeInfo>& types)
    : space_(space),
      classes_(classes),
      types_(types),
      next_id_(static_cast<std::int64_t>(space.objects.size())) {
  for (const SpaceObject& object : space.objects) {
    class_of_object_.push_back(class_index_of(object, classes));
    number_records(object.parts);
  }
}

namespace {

CandidateHeap::Elsewhere place_of(const SpaceValue& value) {
  const auto json = nlohmann::json::parse(value.text, nullptr, false);
  if (json.is_object() && json.contains("into"))
    return {json.value("path", std::string()), json["into"].get<std::int64_t>()};
  return {json.is_object() ? json.value("static", value.text) : value.text};
}

}  // namespace

void CandidateHeap::number_records(const std::vector<SpacePart>& parts) {
  for (const SpacePart& part : parts) {
    if (part.kind == SpacePart::Kind::Record) record_ids_.emplace(&part, next_id_++);
    number_records(part.parts);
  }
}

HeapWords CandidateHeap::words(std::span<const std::uint32_t> candidate) {
  candidate_ = candidate;
  words_.clear();
  elsewhere_.clear();
  met_.assign(space_.objects.size(), false);
  met_[0] = true;
  pending_.assign(1, {0, class_of_object_[0], &space_.objects[0].parts});
  for (std::size_t i = 0; i < pending_.size(); ++i) {
    const Pending next = pending_[i];
    visit(next.id, next.class_index, *next.parts);
  }
  return words_;
}

void CandidateHeap::visit(std::int64_t id, int class_index, const std::vector<SpacePart>& parts) {
  words_.push_back(id);
  words_.push_back(class_index);
  const auto& fields = classes_[static_cast<std::size_t>(class_index)].fields;
  for (std::size_t i = 0; i < fields.size(); ++i) value(parts[i], fields[i].type);
}

const SpaceValue& CandidateHeap::chosen(int slot) const {
  return space_.domain(slot)[candidate_[static_cast<std::size_t>(slot)]];
}

void CandidateHeap::value(const SpacePart& part, int type) {
  const cxx::TypeInfo& info = types_[static_cast<std::size_t>(type)];
  switch (part.kind) {
    case SpacePart::Kind::Slot: {
      const SpaceValue& value = chosen(part);
      const bool has_no_word = info.kind == detail::kFloatType || info.kind == detail::kPlaceType ||
                               info.kind == detail::kUnsupportedType;
      if (has_no_word) return;
      std::int64_t word = value.number;
      if (value.kind == SpaceValue::Kind::Null) word = kNull;
      if (value.kind == SpaceValue::Kind::Opaque) {
        word = kElsewhere - static_cast<std::int64_t>(elsewhere_.size());
        elsewhere_.push_back(place_of(value));
      }
      if (value.kind == SpaceValue::Kind::Enumerator) {
        const auto named =
            std::ranges::find(info.enumerators, value.text, &std::pair<std::string, long long>::first);
        if (named != info.enumerators.end()) word = named->second;
      }
      words_.push_back(word);
      if (value.kind != SpaceValue::Kind::Reference) return;
      const auto object = static_cast<std::size_t>(value.number);
      if (met_[object]) return;
      met_[object] = true;
      pending_.push_back({value.number, class_of_object_[object], &space_.objects[object].parts});
      return;
    }
    case SpacePart::Kind::Array:
      for (const SpacePart& element : part.parts) value(element, info.target);
      return;
    case SpacePart::Kind::Vector: {
      const std::int64_t length = chosen(part).number;
      words_.push_back(length);
      for (std::int64_t i = 0; i < length; ++i) value(part.parts[static_cast<std::size_t>(i)], info.target);
      return;
    }
    case SpacePart::Kind::Optional: {
      const std::int64_t length = chosen(part).number;
      words_.push_back(length);
      if (length != 0) value(part.parts.front(), info.target);
      return;
    }
    case SpacePart::Kind::Record:
      words_.push_back(record_id(part));
      pending_.push_back({record_id(part), info.target, &part.parts});
      return;
    case SpacePart::Kind::Buffer:
      if (info.kind == detail::kContainerType && info.is_string) return text(part);
      if (is_row(info)) return row(part, info.element);
      return nothing(type);
    default:
      nothing(type);
  }
}

// The parts of a container are what it may be.
void CandidateHeap::text(const SpacePart& part) {
  const SpacePart& form = part.parts[candidate_[static_cast<std::size_t>(part.slot)]];
  words_.push_back(static_cast<std::int64_t>(form.parts.size()));
  for (const SpacePart& character : form.parts) words_.push_back(chosen(character).number);
}

void CandidateHeap::row(const SpacePart& part, int element) {
  if (part.slot >= 0 && chosen(part).kind == SpaceValue::Kind::Null) return words_.push_back(kNull);
  const std::int64_t length = std::max<std::int64_t>(chosen(part.length).number, 0);
  words_.push_back(length);
  for (std::int64_t i = 0; i < length; ++i) value(part.parts[static_cast<std::size_t>(i)], element);
}

void CandidateHeap::nothing(int type) {
  const cxx::TypeInfo& info = types_[static_cast<std::size_t>(type)];
  switch (info.kind) {
    case detail::kPointerType:
    case detail::kReferenceType:
    case detail::kUniqueType:
    case detail::kSharedType:
    case detail::kRecordType:
      words_.push_back(kNull);
      return;
    case detail::kArrayType:
      for (unsigned long i = 0; i < info.count; ++i) nothing(info.target);
      return;
    case detail::kFloatType:
      return;
    case detail::kContainerType:
      if (info.count == 0) words_.push_back(0);
      return;
    case detail::kPlaceType:
    case detail::kUnsupportedType:
      if (info.is_string) words_.push_back(0);
      if (is_row(info)) words_.push_back(kNull);
      return;
    default:
      words_.push_back(0);
  }
}

}  // namespace fretsaw::contract
