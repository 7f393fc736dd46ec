// SPDX-License-Identifier: MIT
// Which classes' objects the fields of an object refer to, directly or through others, and how many of each
// there are.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cpp/space/child/bounds_table.hpp"
#include "fretsaw/detail/class_table.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::space {

// A class whose objects fields may refer to.
struct ClassDomain {
  int class_index;
  int count = 0;
  std::vector<std::uint32_t> objects{};  // once they have a place in the space
  bool is_root_only = false;             // no field refers to objects of the class: pointers into the root do
  std::vector<std::uint32_t> groups{};   // in ClassDomains::group_limits
};

struct ClassDomains {
  std::vector<ClassDomain> list;
  std::vector<std::int32_t> group_limits;  // of an abstract class's objects, all derived classes together
};

// In the order in which a walk from the root meets the classes; the root's own at last, if no field refers to
// it. Refuses a class without a number of objects.
Result<ClassDomains> class_domains(const detail::SearchSubject& subject, const BoundsTable& bounds);

// What a reference to `target` may refer to: the classes and statics listed in `text`, or all classes if it
// is null. `field` is for messages.
struct ReferenceTargets {
  std::vector<int> classes;
  std::vector<std::string> statics;  // those listed
};
Result<ReferenceTargets> referred_classes(const detail::ClassTable& classes, int target,
                                          const std::string* text, const std::string& field);

// Where `base` begins within an object of class `derived`.
long base_offset(const detail::ClassTable& classes, int derived, int base);

// The names of a field of a class that is itself a part with the names `outer`; most specific first.
std::vector<PartName> names_of(const detail::ClassTable& classes, int class_index,
                               const detail::FieldEntry& field, const std::vector<PartName>& outer);

std::vector<PartName> extend(std::vector<PartName> names, const std::string& suffix);

// "Node::key": how messages call a part.
std::string display(const std::vector<PartName>& names);

// The domain of the length behind a field that is a pointer, if the bounds make it one to an array, or if it
// owns one value that is not an object.
const std::string* array_length(const detail::TypeEntry& type, const std::vector<PartName>& names,
                                const BoundsTable& bounds);

}  // namespace fretsaw::space
