// SPDX-License-Identifier: MIT
// What an object consists of, and which of its parts are chosen: a walk over the fields of its class that
// adds a variable for each. Four files: field_builder.cpp has fields and single values, sequence_parts.cpp
// what there may be several of in a row, alternative_parts.cpp what is one of several things,
// container_parts.cpp the containers of the standard library.
//
// The values of pointers come last, in resolve(): they point to places that the walk finds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "cpp/space/child/arena.hpp"
#include "cpp/space/child/bounds_table.hpp"
#include "cpp/space/child/class_domains.hpp"
#include "cpp/space/child/containers.hpp"
#include "cpp/space/child/interior_targets.hpp"
#include "cpp/space/child/search_space.hpp"

namespace fretsaw::space {

// All that it does may throw SpaceError.
class FieldBuilder {
 public:
  // All outlive it.
  FieldBuilder(SearchSpace& space, const BoundsTable& bounds, Arena& arena)
      : space_(space),
        classes_(*space.classes),
        bounds_(bounds),
        arena_(arena),
        interior_targets_(classes_, bounds) {}

  // Adds the variables of an object, which has its place in the arena.
  void describe(std::uint32_t object);

  // Gives all pointers their values. Requires that every object is described.
  void resolve(const std::vector<ClassDomain>& domains);

 private:
  // Where a part is: in which object, at which address, behind which length, under which names.
  struct Place {
    std::uint32_t object;
    std::byte* address;
    Condition condition{};
    std::vector<PartName> names{};
    std::string path{};                         // from the object to it
    const detail::FieldEntry* field = nullptr;  // the innermost that it is in
    int bit_offset = 0;
    int bit_width = 0;
    bool is_overlay = false;  // other things may be in the same place
  };

  // ---- fields and values
  std::vector<Part> fields(int class_index, const Place& place);
  Place place_of(int class_index, const detail::FieldEntry& field, const Place& outer) const;
  bool keeps_its_value(const detail::ClassEntry& entry, const detail::FieldEntry& field,
                       const Place& place) const;
  Part left(int type, const Place& place) const;
  Part part(int type, const Place& place);
  [[noreturn]] void refuse(const detail::TypeEntry& type, const Place& place) const;
  static InteriorTarget inside_at(const Place& place);
  std::int32_t push(const Variable& variable);
  std::int32_t add_variable(const detail::TypeEntry& type, const Place& place, const std::string* text);
  std::uint32_t domain_of(const detail::TypeEntry& type, const Place& place, const std::string* text);
  std::uint32_t add_domain(std::vector<Value> values);
  std::vector<Value> scalars(const detail::TypeEntry& type, const Place& place, const std::string* text);

  // ---- several in a row
  std::vector<Part> elements(int type, std::size_t count, std::byte* buffer, const Place& place);
  std::vector<Part> guarded_elements(int type, std::size_t count, std::byte* buffer, const Place& place,
                                     std::int32_t length);
  void construct_element(const detail::TypeEntry& type, std::byte* memory);
  std::vector<int> lengths(const Place& place, int largest_default);
  std::int32_t add_length(const Place& place, std::byte* address, std::uint8_t width,
                          std::vector<Value> values);
  void describe_vector(const detail::TypeEntry& type, const Place& place, Part& out);
  void describe_optional(const detail::TypeEntry& type, const Place& place, Part& out);
  void describe_buffer(const detail::TypeEntry& type, const Place& place, const std::string& text,
                       const std::vector<Part>& siblings, Part& out);
  void describe_counted(const detail::TypeEntry& type, const Place& place, const Part& counter, Part& out);
  std::byte* allocate_array(const detail::TypeEntry& type, int length);

  // ---- one of several
  void describe_variant(const detail::TypeEntry& type, const Place& place, Part& out);
  void describe_union(const detail::TypeEntry& type, const Place& place, const std::vector<Part>& siblings,
                      Part& out);
  void describe_tagged(const detail::TypeEntry& type, const Place& place, const Part& tag, Part& out);
  std::vector<int> members(const detail::TypeEntry& type, const Place& place, const std::string* text) const;
  Part alternative(const detail::TypeEntry& type, int member, const Place& place, const Condition& condition);
  void require_plain(const detail::TypeEntry& type, const Place& place) const;
  const detail::ClassEntry& members_of(const detail::TypeEntry& type) const {
    return classes_.classes[classes_.types[type.target].target];
  }

  // ---- containers
  void describe_container(const detail::TypeEntry& type, const Place& place, Part& out);
  Part form_part(const detail::TypeEntry& type, const Form& form, const std::vector<KeyValue>& keys,
                 const Place& place);
  std::vector<PartName> key_names(const detail::TypeEntry& type, const Place& place) const;
  void note_keys(const detail::TypeEntry& type, const Place& place, std::uint32_t domain);
  std::vector<KeyValue> key_values(const detail::TypeEntry& type, const Place& place);
  std::vector<KeyValue> string_keys(const detail::TypeEntry& type, const Place& place);

  // A domain of pointers that gets its values in the end.
  struct Pending {
    std::uint32_t domain;
    const detail::TypeEntry* type;
    const std::string* text;
    std::string field;
  };

  SearchSpace& space_;
  const detail::ClassTable& classes_;
  const BoundsTable& bounds_;
  Arena& arena_;
  bool is_in_copy_ = false;  // in an argument that is passed by value
  InteriorTargets interior_targets_;
  std::vector<Pending> pending_;
  std::map<std::tuple<std::string, const detail::TypeEntry*, const detail::FieldEntry*>, std::uint32_t>
      domain_cache_;
};

}  // namespace fretsaw::space
