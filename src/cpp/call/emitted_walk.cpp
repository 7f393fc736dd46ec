// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "cpp/call/emitted_support.hpp"

namespace fretsaw::call {

namespace {

class WalkWriter {
 public:
  WalkWriter(const code::Classes& classes, const std::set<int>& of, const Counters& counters,
             const std::vector<EmittedInvariant>& invariants)
      : classes_(classes), of_(of), counters_(counters), invariants_(invariants) {}

  std::string write() const {
    std::string declarations, definitions;
    for (const int c : of_) {
      const code::ClassInfo& info = classes_.at(c);
      if (info.is_frame || info.is_standard) continue;
      declarations += fmt::format("inline Atom visit_object(Heap& heap, const ::{}* object);\n", info.name);
      definitions += look(c);
    }
    return declarations + definitions;
  }

 private:
  std::string look(int index) const {
    const code::ClassInfo& info = classes_.at(index);
    return fmt::format("inline Atom visit_object(Heap& heap, const ::{}* object) {{\n", info.name) +
           look_as_derived(index) +
           "  const Atom self = Heap::name(object);\n  if (!heap.mark_seen(object)) return self;\n" +
           put_itself(info) + put_fields(info) + collect_invariants(index) + "  return self;\n}\n";
  }

  std::string look_as_derived(int index) const {
    std::vector<int> derived;
    for (const int c : of_) {
      if (std::ranges::count(classes_.at(c).bases, index) > 0) derived.push_back(c);
    }
    std::ranges::stable_sort(derived, std::ranges::greater(),
                             [&](int c) { return classes_.at(c).bases.size(); });
    std::string out;
    for (const int c : derived)
      out += fmt::format(
          "  if constexpr (std::is_polymorphic_v< ::{}>) if (auto* const derived = dynamic_cast<const "
          "::{}*>(object)) return visit_object(heap, derived);\n",
          classes_.at(index).name, classes_.at(c).name);
    return out;
  }

  std::string put_itself(const code::ClassInfo& info) const {
    std::string out = fmt::format("  heap.relations[{}].insert({{self}});\n", literal(info.name));
    for (const int base : info.bases)
      out += fmt::format("  heap.relations[{}].insert({{self}});\n", literal(classes_.at(base).name));
    return out;
  }

  std::string put_fields(const code::ClassInfo& info) const {
    std::string out;
    for (const code::FieldInfo& field : info.fields) {
      const std::string& owner = field.base >= 0 ? classes_.at(field.base).name : info.name;
      if (const auto counter = counters_.find({owner, field.name}); counter != counters_.end()) {
        out +=
            fmt::format("  heap.put_row({}, {{self}}, static_cast<const ::{}*>(object)->{}, object->{});\n",
                        literal(owner + "::" + field.name), owner, field.name, counter->second);
        continue;
      }
      const bool refers = classes_.type(field.type).kind == detail::kReferenceType;
      out += fmt::format("  heap.put({}, {{self}}, {}static_cast<const ::{}*>(object)->{});\n",
                         literal(owner + "::" + field.name), refers ? "&" : "", owner, field.name);
    }
    return out;
  }

  std::string collect_invariants(int index) const {
    std::string out;
    for (const EmittedInvariant& invariant : invariants_) {
      const bool has = invariant.class_index == index ||
                       std::ranges::count(classes_.at(index).bases, invariant.class_index) > 0;
      if (!has) continue;
      const std::string& owner = classes_.at(invariant.class_index).name;
      out += fmt::format(
          "  heap.invariants.push_back([it = object] {{\n"
          "    void* const object = const_cast< ::{0}*>(static_cast<const ::{0}*>(it));\n"
          "    FRETSAW_CHECK({1}, {2});\n  }});\n",
          owner, invariant.expression, literal(fmt::format("invariant of '{}' violated", owner)));
    }
    return out;
  }

  const code::Classes& classes_;
  const std::set<int>& of_;
  const Counters& counters_;
  const std::vector<EmittedInvariant>& invariants_;
};

}  // namespace

std::string emitted_walk(const code::Classes& classes, const std::set<int>& of, const Counters& counters,
                         const std::vector<EmittedInvariant>& invariants) {
  return WalkWriter(classes, of, counters, invariants).write();
}

}  // namespace fretsaw::call
