// SPDX-License-Identifier: MIT
#include "cpp/contract/reach.hpp"

#include <algorithm>

namespace fretsaw::contract {

namespace {

class ReachWalk {
 public:
  ReachWalk(const code::Classes& classes, Reach& out) : classes_(classes), out_(out) {}

  void visit_class(int index) {
    if (!out_.classes.insert(index).second) return;
    for (const code::FieldInfo& field : classes_.at(index).fields) visit_type(field.type);
    for (const int base : classes_.at(index).bases) visit_class(base);
    for (std::size_t i = 0; i < classes_.classes.size(); ++i) {
      if (std::ranges::count(classes_.classes[i].bases, index) > 0) visit_class(static_cast<int>(i));
    }
  }

  void visit_type(int index) {
    if (index < 0 || !out_.types.insert(index).second) return;
    const code::TypeInfo& type = classes_.type(index);
    switch (type.kind) {
      case detail::kPointerType:
      case detail::kReferenceType:
      case detail::kUniqueType:
      case detail::kSharedType:
      case detail::kRecordType:
        if (type.target >= 0) visit_class(type.target);
        break;
      case detail::kArrayType:
      case detail::kVectorType:
      case detail::kOptionalType:
      case detail::kContainerType:
        visit_type(type.target);
        break;
      default:
        break;
    }
    visit_type(type.element);
  }

 private:
  const code::Classes& classes_;
  Reach& out_;
};

class InputWalk {
 public:
  explicit InputWalk(const code::Classes& classes) : classes_(classes) {}

  // Objects of that very class.
  void visit_class(int index) {
    if (!visited_.insert(index).second) return;
    found.classes.insert(index);
    found.classes.insert(classes_.at(index).bases.begin(), classes_.at(index).bases.end());
    for (const code::FieldInfo& field : classes_.at(index).fields) visit_type(field.type);
  }

  InputReach found;

 private:
  void visit_type(int index) {
    if (index < 0 || !types_.insert(index).second) return;
    const code::TypeInfo& type = classes_.type(index);
    switch (type.kind) {
      case detail::kPointerType:
      case detail::kReferenceType:
      case detail::kUniqueType:
      case detail::kSharedType:
        if (type.target >= 0) visit_pointee(type.target);
        break;
      case detail::kRecordType:
        if (type.target >= 0) visit_class(type.target);
        break;
      case detail::kArrayType:
      case detail::kVectorType:
      case detail::kOptionalType:
      case detail::kContainerType:
        visit_type(type.target);
        break;
      default:
        break;
    }
    visit_type(type.element);
  }

  void visit_pointee(int index) {
    found.free_standing.insert(index);
    visit_class(index);
    for (std::size_t i = 0; i < classes_.classes.size(); ++i) {
      if (std::ranges::count(classes_.classes[i].bases, index) == 0) continue;
      found.free_standing.insert(static_cast<int>(i));
      visit_class(static_cast<int>(i));
    }
  }

  const code::Classes& classes_;
  std::set<int> visited_, types_;
};

}  // namespace

InputReach input_reach_of(const code::Classes& classes, const code::Callable& callable) {
  InputWalk walk(classes);
  walk.visit_class(callable.frame);
  return walk.found;
}

Reach reach_of(const code::Classes& classes, const code::Callable& callable) {
  Reach out;
  ReachWalk walk(classes, out);
  walk.visit_class(callable.frame);
  walk.visit_type(callable.result_type);
  if (callable.owner >= 0) walk.visit_class(callable.owner);
  return out;
}

Reach reach_of(const code::Classes& classes, int class_index) {
  Reach out;
  ReachWalk(classes, out).visit_class(class_index);
  return out;
}

}  // namespace fretsaw::contract
