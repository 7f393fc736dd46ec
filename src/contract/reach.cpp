// SPDX-License-Identifier: MIT
#include "contract/reach.hpp"

#include <algorithm>

namespace fretsaw::contract {

namespace {

class ReachWalk {
 public:
  ReachWalk(const cxx::Classes& classes, Reach& out) : classes_(classes), out_(out) {}

  void visit_class(int index) {
    if (!out_.classes.insert(index).second) return;
    for (const cxx::FieldInfo& field : classes_.at(index).fields) visit_type(field.type);
    for (const int base : classes_.at(index).bases) visit_class(base);
    for (std::size_t i = 0; i < classes_.classes.size(); ++i) {
      if (std::ranges::count(classes_.classes[i].bases, index) > 0) visit_class(static_cast<int>(i));
    }
  }

  void visit_type(int index) {
    if (index < 0 || !out_.types.insert(index).second) return;
    const cxx::TypeInfo& type = classes_.type(index);
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
        visit_type(type.target);
        break;
      default:
        break;
    }
    visit_type(type.element);
  }

 private:
  const cxx::Classes& classes_;
  Reach& out_;
};

}  // namespace

Reach reach_of(const cxx::Classes& classes, const cxx::Callable& callable) {
  Reach out;
  ReachWalk walk(classes, out);
  walk.visit_class(callable.frame);
  walk.visit_type(callable.result_type);
  if (callable.owner >= 0) walk.visit_class(callable.owner);
  return out;
}

}  // namespace fretsaw::contract
