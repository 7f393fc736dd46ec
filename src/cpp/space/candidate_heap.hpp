// SPDX-License-Identifier: MIT
// The heap that a candidate stands for, without building any object.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "cpp/code/classes.hpp"
#include "cpp/space/child/space.hpp"
#include "cpp/space/heap_cursor.hpp"

namespace fretsaw::space {

class CandidateHeap {
 public:
  // All three outlive it. The space is one of these classes.
  CandidateHeap(const Space& space, const std::vector<code::ClassInfo>& classes,
                const std::vector<code::TypeInfo>& types);

  // What the root reaches. Ids are positions in the space, and for objects held by value numbers after those.
  // Fields that keep their default values count as zero, null or empty: they are not known here. Valid
  // until the next call.
  object::HeapWords words(std::span<const std::uint32_t> candidate);

  // What words from kFirstInteriorPointer down stand for: a variable or, if `object` is not negative, a place in the
  // object of that id.
  struct InteriorPointer {
    std::string name;  // "Tree::nil", ".head"
    std::int64_t object = -1;
  };
  const std::vector<InteriorPointer>& interior_pointers() const { return interior_pointers_; }

 private:
  struct Pending {
    std::int64_t id;
    int class_index;
    const std::vector<SpacePart>* parts;
  };

  // What most fields are: one slot, whose values are each one word.
  struct Word {
    std::int64_t word = 0;
    std::int32_t object = -1;  // that it points to
    bool is_known = false;     // without looking at the type
  };
  struct Field {
    const SpacePart* part;
    int type;
    std::size_t slot;
    const Word* words;  // by the position in the domain; null: it is something else
  };

  void number_records(const std::vector<SpacePart>& parts);
  void visit(const Pending& object);
  void value(const SpacePart& part, int type);
  void container(const SpacePart& part, const code::TypeInfo& info);
  void key(const SpaceValue& value, int type);
  void text(const SpacePart& part);
  void nothing(int type);
  void row(const SpacePart& part, int element);
  const SpaceValue& chosen(int variable) const;
  const SpacePart& form_of(const SpacePart& container) const;
  const SpaceValue& chosen(const SpacePart& part) const { return chosen(part.variable); }
  std::int64_t record_id(const SpacePart& part) const { return record_ids_.at(&part); }
  static Word word_of(const SpaceValue& value);
  bool has_word(int type) const;
  void meet(std::int64_t object);

  const Space& space_;
  const std::vector<code::ClassInfo>& classes_;
  const std::vector<code::TypeInfo>& types_;
  std::vector<int> class_of_object_;
  std::vector<std::vector<Field>> fields_of_object_;
  std::vector<std::vector<Word>> words_of_domain_;
  std::map<const SpacePart*, std::int64_t> record_ids_;
  std::int64_t next_id_ = 0;
  std::span<const std::uint32_t> candidate_;
  std::vector<char> met_;
  std::vector<Pending> pending_;
  std::vector<std::int64_t> words_;
  std::vector<InteriorPointer> interior_pointers_;
};

}  // namespace fretsaw::space
