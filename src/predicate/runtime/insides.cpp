// SPDX-License-Identifier: MIT
#include "predicate/runtime/insides.hpp"

#include <set>

#include "predicate/runtime/class_domains.hpp"

namespace fretsaw::runtime {

namespace {

using detail::TypeEntry;

class Finder {
 public:
  Finder(const SearchSpace& space, const BoundsTable& bounds)
      : space_(space), classes_(*space.classes), bounds_(bounds) {
    for (int i = 0; i < classes_.type_count; ++i) {
      const TypeEntry& type = classes_.types[i];
      if (type.kind == detail::kPointerType || type.kind == detail::kReferenceType)
        targets_.insert(type.target);
      if (type.kind == detail::kPlaceType) places_.insert(type.element);
    }
  }

  std::vector<Inside> run() {
    for (std::uint32_t i = 0; i < space_.objects.size(); ++i) {
      const Object& object = space_.objects[i];
      visit_fields(object.class_index, i, space_.address(object), "", {});
    }
    return std::move(found_);
  }

 private:
  void visit_fields(int class_index, std::uint32_t object, std::byte* at, const std::string& path,
                    const std::vector<PartName>& outer) {
    const detail::ClassEntry& entry = classes_.classes[class_index];
    for (int i = 0; i < entry.field_count; ++i) {
      const detail::FieldEntry& field = entry.fields[i];
      visit(field.type, object, at + field.offset, path + "." + field.name,
            names_of(classes_, class_index, field, outer));
    }
  }

  void visit(int type_index, std::uint32_t object, std::byte* at, const std::string& path,
             const std::vector<PartName>& names) {
    const TypeEntry& type = classes_.types[type_index];
    const std::string* const text = bounds_.domain(names);
    if (text != nullptr && *text == "default") return;
    if (places_.contains(type_index)) found_.push_back({object, at, kNone, type_index, path});
    if (type.kind == detail::kArrayType) {
      const std::size_t size = classes_.types[type.target].size;
      for (std::size_t i = 0; i < type.count; ++i)
        visit(type.target, object, at + i * size, path + "[" + std::to_string(i) + "]", names);
    }
    if (type.kind != detail::kRecordType) return;
    if (is_target(type.target)) found_.push_back({object, at, type.target, kNone, path});
    visit_fields(type.target, object, at, path, names);
  }

  bool is_target(int class_index) const {
    if (targets_.contains(class_index)) return true;
    const detail::ClassEntry& entry = classes_.classes[class_index];
    for (int i = 0; i < entry.base_count; ++i) {
      if (targets_.contains(entry.bases[i].class_index)) return true;
    }
    return false;
  }

  const SearchSpace& space_;
  const detail::ClassTable& classes_;
  const BoundsTable& bounds_;
  std::set<int> targets_;  // classes that pointers lead to
  std::set<int> places_;   // types that pointers to pointers lead to
  std::vector<Inside> found_;
};

}  // namespace

std::vector<Inside> find_insides(const SearchSpace& space, const BoundsTable& bounds) {
  return Finder(space, bounds).run();
}

}  // namespace fretsaw::runtime
