// SPDX-License-Identifier: MIT
#include "cpp/space/candidate_heap.hpp"

#include <algorithm>

namespace fretsaw::space {

CandidateHeap::CandidateHeap(const Space& space, const std::vector<code::ClassInfo>& classes,
                             const std::vector<code::TypeInfo>& types)
    : space_(space),
      classes_(classes),
      types_(types),
      next_id_(static_cast<std::int64_t>(space.objects.size())) {
  for (const auto& domain : space.domains) {
    std::vector<Word>& words = words_of_domain_.emplace_back();
    for (const SpaceValue& value : domain) words.push_back(word_of(value));
  }
  for (const SpaceObject& object : space.objects) {
    class_of_object_.push_back(object.class_index);
    number_records(object.parts);
    std::vector<Field>& fields = fields_of_object_.emplace_back();
    const auto& declared = classes[static_cast<std::size_t>(class_of_object_.back())].fields;
    for (std::size_t i = 0; i < declared.size(); ++i) {
      const SpacePart& part = object.parts[i];
      const bool is_slot = part.kind == SpacePart::Kind::Slot && has_word(declared[i].type);
      const auto slot = static_cast<std::size_t>(std::max(part.variable, 0));
      const Word* const words = is_slot ? words_of_domain_[space.variables[slot].domain].data() : nullptr;
      fields.push_back({&part, declared[i].type, slot, words});
    }
  }
}

bool CandidateHeap::has_word(int type) const {
  const int kind = types_[static_cast<std::size_t>(type)].kind;
  return kind != detail::kFloatType && kind != detail::kPlaceType && kind != detail::kUnsupportedType;
}

CandidateHeap::Word CandidateHeap::word_of(const SpaceValue& value) {
  switch (value.kind) {
    case SpaceValue::Kind::Null:
      return {object::kNull, -1, true};
    case SpaceValue::Kind::Reference:
      if (!value.path.empty()) return {};
      return {value.object, value.referent(), true};
    case SpaceValue::Kind::Static:
    case SpaceValue::Kind::Left:
      return {};
    default:
      return {value.number, -1, true};
  }
}

namespace {

CandidateHeap::InteriorPointer place_of(const SpaceValue& value) {
  return value.kind == SpaceValue::Kind::Reference
             ? CandidateHeap::InteriorPointer{value.path, value.referent()}
             : CandidateHeap::InteriorPointer{value.text};
}

}  // namespace

void CandidateHeap::number_records(const std::vector<SpacePart>& parts) {
  for (const SpacePart& part : parts) {
    if (part.kind == SpacePart::Kind::Record) record_ids_.emplace(&part, next_id_++);
    number_records(part.parts);
  }
}

object::HeapWords CandidateHeap::words(std::span<const std::uint32_t> candidate) {
  candidate_ = candidate;
  words_.clear();
  interior_pointers_.clear();
  met_.assign(space_.objects.size(), 0);
  met_[0] = 1;
  pending_.assign(1, {0, class_of_object_[0], &space_.objects[0].parts});
  // visit() adds more. NOLINTNEXTLINE(modernize-loop-convert)
  for (std::size_t i = 0; i < pending_.size(); ++i) {
    const Pending next = pending_[i];
    visit(next);
  }
  return words_;
}

void CandidateHeap::visit(const Pending& object) {
  words_.push_back(object.id);
  words_.push_back(object.class_index);
  if (static_cast<std::size_t>(object.id) >= fields_of_object_.size()) {
    const auto& fields = classes_[static_cast<std::size_t>(object.class_index)].fields;
    for (std::size_t i = 0; i < fields.size(); ++i) value((*object.parts)[i], fields[i].type);
    return;
  }
  for (const Field& field : fields_of_object_[static_cast<std::size_t>(object.id)]) {
    if (field.words == nullptr || !field.words[candidate_[field.slot]].is_known) {
      value(*field.part, field.type);
      continue;
    }
    const Word& known = field.words[candidate_[field.slot]];
    words_.push_back(known.word);
    if (known.object >= 0) meet(known.object);
  }
}

void CandidateHeap::meet(std::int64_t object) {
  const auto index = static_cast<std::size_t>(object);
  if (met_[index] != 0) return;
  met_[index] = 1;
  pending_.push_back({object, class_of_object_[index], &space_.objects[index].parts});
}

const SpaceValue& CandidateHeap::chosen(int variable) const {
  const auto index = static_cast<std::size_t>(variable);
  return space_.domain(index)[candidate_[index]];
}

void CandidateHeap::value(const SpacePart& part, int type) {
  const code::TypeInfo& info = types_[static_cast<std::size_t>(type)];
  switch (part.kind) {
    case SpacePart::Kind::Slot: {
      const SpaceValue& value = chosen(part);
      if (!has_word(type)) return;
      if (value.kind == SpaceValue::Kind::Left) return nothing(type);
      if (const Word known = word_of(value); known.is_known) {
        words_.push_back(known.word);
        if (known.object >= 0) meet(known.object);
        return;
      }
      words_.push_back(object::kFirstInteriorPointer - static_cast<std::int64_t>(interior_pointers_.size()));
      interior_pointers_.push_back(place_of(value));
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
      if (info.kind != detail::kRecordType) return nothing(type);  // the member of a union: no class has it
      words_.push_back(record_id(part));
      pending_.push_back({record_id(part), info.target, &part.parts});
      return;
    case SpacePart::Kind::Buffer:
    case SpacePart::Kind::Container:
      if (info.kind == detail::kContainerType && info.is_string) return text(part);
      if (info.kind == detail::kContainerType && info.count == 0) return container(part, info);
      if (is_row(info)) return row(part, info.element);
      return nothing(type);
    default:
      nothing(type);
  }
}

// An empty one, if it keeps what it was constructed with.
const SpacePart& CandidateHeap::form_of(const SpacePart& container) const {
  static const SpacePart kEmpty;
  const std::uint32_t position = candidate_[static_cast<std::size_t>(container.variable)];
  return position < container.parts.size() ? container.parts[position] : kEmpty;
}

// The parts of a container are what it may be; those of each of these, its elements.
void CandidateHeap::container(const SpacePart& part, const code::TypeInfo& info) {
  const SpacePart& form = form_of(part);
  words_.push_back(static_cast<std::int64_t>(form.parts.size()));
  for (const SpacePart& element : form.parts) {
    const bool is_pair = info.key >= 0 && info.target >= 0;
    if (info.key >= 0) key((is_pair ? element.parts.front() : element).key, info.key);
    if (info.target >= 0) value(is_pair ? element.parts.back() : element, info.target);
  }
}

void CandidateHeap::key(const SpaceValue& value, int type) {
  const code::TypeInfo& info = types_[static_cast<std::size_t>(type)];
  if (info.kind == detail::kFloatType) return;
  if (!info.is_string) return words_.push_back(value.number);
  words_.push_back(static_cast<std::int64_t>(value.text.size()));
  for (const char c : value.text) words_.push_back(c);
}

void CandidateHeap::text(const SpacePart& part) {
  const SpacePart& form = form_of(part);
  words_.push_back(static_cast<std::int64_t>(form.parts.size()));
  for (const SpacePart& character : form.parts) words_.push_back(chosen(character).number);
}

void CandidateHeap::row(const SpacePart& part, int element) {
  if (part.variable >= 0 && chosen(part).kind == SpaceValue::Kind::Null)
    return words_.push_back(object::kNull);
  const std::int64_t length = std::max<std::int64_t>(chosen(part.length).number, 0);
  words_.push_back(length);
  for (std::int64_t i = 0; i < length; ++i) value(part.parts[static_cast<std::size_t>(i)], element);
}

void CandidateHeap::nothing(int type) {
  const code::TypeInfo& info = types_[static_cast<std::size_t>(type)];
  switch (info.kind) {
    case detail::kPointerType:
    case detail::kReferenceType:
    case detail::kUniqueType:
    case detail::kSharedType:
    case detail::kRecordType:
      words_.push_back(object::kNull);
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
      if (is_row(info)) words_.push_back(object::kNull);
      return;
    default:
      words_.push_back(0);
  }
}

}  // namespace fretsaw::space
