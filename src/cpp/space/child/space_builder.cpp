// SPDX-License-Identifier: MIT
// Once it is known which classes are referred to (class_domains): where the objects lie; what their parts are
// and which values these take; what pointers may point to.
#include "cpp/space/child/space_builder.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "cpp/object/construct.hpp"
#include "cpp/object/layout.hpp"
#include "cpp/space/child/arena.hpp"
#include "cpp/space/child/bounds_table.hpp"
#include "cpp/space/child/class_domains.hpp"
#include "cpp/space/child/field_builder.hpp"
#include "cpp/space/child/scalar_domain.hpp"

namespace fretsaw::space {

namespace {

using detail::ClassEntry;
using detail::TypeEntry;

SearchSpace space_for(const detail::SearchSubject& subject) {
  SearchSpace space;
  space.subject = subject;
  space.classes = subject.classes;
  return space;
}

// Throws SpaceError.
class SpaceBuilder {
 public:
  SpaceBuilder(const detail::SearchSubject& subject, const BoundsTable& bounds)
      : classes_(*subject.classes),
        bounds_(bounds),
        space_(space_for(subject)),
        domains_(domains_for(subject, bounds, space_)),
        arena_(space_) {}

  SearchSpace build() {
    check_layouts();
    place_objects();
    FieldBuilder parts(space_, bounds_, arena_);
    for (std::uint32_t object = 0; object < space_.objects.size(); ++object) parts.describe(object);
    parts.resolve(domains_);
    if (auto error = bounds_.unused()) throw SpaceError{std::move(*error)};
    finish();
    return std::move(space_);
  }

 private:
  static std::vector<ClassDomain> domains_for(const detail::SearchSubject& subject, const BoundsTable& bounds,
                                              SearchSpace& space) {
    auto domains = class_domains(subject, bounds);
    if (!domains) throw SpaceError{domains.error()};
    space.group_limits = std::move(domains->group_limits);
    for (const ClassDomain& domain : domains->list) space.groups_of_domain.push_back(domain.groups);
    return std::move(domains->list);
  }

  // Every byte of every object is accounted for, or there are no objects.
  void check_layouts() {
    for (const ClassDomain& domain : domains_) check_layout(domain.class_index);
    check_layout(space_.subject.root);
  }

  // Those of elements, too.
  void check_type(const TypeEntry& type) {
    switch (type.kind) {
      case detail::kRecordType:
        return check_layout(type.target);
      case detail::kArrayType:
      case detail::kVectorType:
      case detail::kOptionalType:
      case detail::kContainerType:
        if (type.target >= 0) check_type(classes_.types[type.target]);
        return;
      default:
        return;
    }
  }

  void check_layout(int class_index) {
    if (!checked_.insert(class_index).second) return;
    const ClassEntry& entry = classes_.classes[class_index];
    for (int i = 0; i < entry.field_count; ++i) check_type(classes_.types[entry.fields[i].type]);
    const auto lost = object::unexplained_bytes(classes_, class_index);
    if (!lost) return;
    throw SpaceError{bounds_error("the layout of '" + std::string(entry.name) + "' is not supported: bytes " +
                                      std::to_string(lost->begin) + " to " + std::to_string(lost->end - 1) +
                                      " are neither a field nor a base class nor padding",
                                  "", entry.place)};
  }

  void place_objects() {
    const int root = space_.subject.root;
    arena_.add_object(root);
    for (ClassDomain& domain : domains_) {
      const bool is_root = domain.class_index == root;
      space_.class_of_domain.push_back(static_cast<std::uint32_t>(domain.class_index));
      space_.initial_maximum.push_back(is_root ? 0 : -1);
      if (is_root) domain.objects.push_back(0);
      while (domain.objects.size() < static_cast<std::size_t>(domain.count)) {
        domain.objects.push_back(static_cast<std::uint32_t>(space_.objects.size()));
        arena_.add_object(domain.class_index);
      }
    }
  }

  void finish() {
    arena_.finish();
    for (std::uint32_t variable = static_cast<std::uint32_t>(space_.variables.size()); variable-- > 0;) {
      const Variable& s = space_.variables[variable];
      std::fill_n(space_.variable_at.begin() + s.offset, s.width, variable + 1);
      if (!s.is_overlay) continue;
      for (std::uint32_t byte = s.offset; byte < s.offset + s.width; ++byte)
        space_.overlays[byte].push_back(variable);
    }
    std::vector<std::uint32_t> unguarded(space_.objects.size(), 0);
    for (const Variable& variable : space_.variables) {
      const std::int32_t guard = variable.condition.guard;
      if (guard == kNone) {
        ++unguarded[variable.object];
        continue;
      }
      for (Value& value : space_.domains[space_.variables[static_cast<std::size_t>(guard)].domain]) {
        if (variable.condition.holds_for(value.rank)) ++value.gain;
      }
    }
    space_.root_variables = unguarded[0];
    for (const ClassDomain& domain : domains_) {
      space_.initial_variables.push_back(domain.objects.empty() ? 0 : unguarded[domain.objects.back()]);
    }
  }

  const detail::ClassTable& classes_;
  const BoundsTable& bounds_;
  SearchSpace space_;
  std::vector<ClassDomain> domains_;
  Arena arena_;
  std::set<int> checked_;  // classes
};

}  // namespace

Result<SearchSpace> build_space(const detail::SearchSubject& subject, const Bounds& bounds) {
  auto table = BoundsTable::read(bounds, subject);
  if (!table) return table.error();
  for (const auto& [class_index, make] : table->constructors())
    object::set_constructor(subject.classes->classes[class_index], make);
  try {
    SearchSpace space = SpaceBuilder(subject, *table).build();
    space.leaves_unread = bounds.unread_fields_default;
    return space;
  } catch (const SpaceError& refused) {
    return refused.why;
  }
}

}  // namespace fretsaw::space
