// SPDX-License-Identifier: MIT
#include "cpp/space/child/class_domains.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "base/nearest_name.hpp"
#include "cpp/space/child/names.hpp"
#include "cpp/space/child/scalar_domain.hpp"
#include "cpp/space/child/search_space.hpp"

namespace fretsaw::space {

namespace {

using detail::ClassEntry;
using detail::ClassTable;
using detail::StaticEntry;
using detail::TypeEntry;

bool derives_from(const ClassTable& classes, int derived, int base) {
  if (derived == base) return true;
  const ClassEntry& entry = classes.classes[derived];
  return std::any_of(entry.bases, entry.bases + entry.base_count,
                     [&](const detail::BaseEntry& b) { return b.class_index == base; });
}

int find_class(const ClassTable& classes, const std::string& name) {
  int match = kNone;
  for (int i = 0; i < classes.class_count; ++i) {
    const bool exact = name == classes.classes[i].name;
    if (exact || (match == kNone && names_class(name, classes.classes[i].name))) match = i;
  }
  return match;
}

// "nil", "Tree::nil", "&nil".
const StaticEntry* find_static(const ClassTable& classes, int target, std::string item) {
  if (item.starts_with('&')) item.erase(0, 1);
  for (int i = 0; i < classes.static_count; ++i) {
    const StaticEntry& entry = classes.statics[i];
    if (names_class(item, entry.name) && derives_from(classes, entry.class_index, target)) return &entry;
  }
  return nullptr;
}

class Walk {
 public:
  Walk(const detail::SearchSubject& subject, const BoundsTable& bounds)
      : classes_(*subject.classes),
        root_(subject.root),
        receiver_(subject.root != classes_.root ? classes_.root : kNone),
        bounds_(bounds) {}

  Result<ClassDomains> run() {
    visit_class(root_);
    group();
    for (ClassDomain& domain : domains_) count(domain);
    check_root();
    if (error_) return std::move(*error_);
    if (!knows(root_)) domains_.push_back({.class_index = root_, .count = 1, .is_root_only = true});
    return ClassDomains{std::move(domains_), std::move(group_limits_)};
  }

 private:
  void fail(Diagnostic error) {
    if (!error_) error_ = std::move(error);
  }

  void visit_class(int class_index) {
    const ClassEntry& entry = classes_.classes[class_index];
    const bool was_in_frame = std::exchange(in_frame_, entry.is_frame != 0);
    for (int i = 0; i < entry.field_count; ++i)
      visit_field(entry.fields[i].type, names_of(classes_, class_index, entry.fields[i], {}));
    in_frame_ = was_in_frame;
  }

  void visit_field(int type_index, const std::vector<PartName>& names) {
    const TypeEntry& type = classes_.types[type_index];
    const std::string* const length = array_length(type, names, bounds_);
    if (length != nullptr && *length == "null") return;  // there are no elements
    visit_type(length != nullptr ? type.element : type_index, names);
  }

  void visit_type(int type_index, const std::vector<PartName>& names) {
    const TypeEntry& type = classes_.types[type_index];
    const std::string* const text = bounds_.domain(names);
    if (text != nullptr && *text == "default") return;
    switch (type.kind) {
      case detail::kPointerType:
      case detail::kReferenceType:
      case detail::kUniqueType:
      case detail::kSharedType: {
        const auto referred = referred_classes(classes_, type.target, text, display(names));
        if (!referred) return fail(referred.error());
        for (const int class_index : referred->classes) {
          ++(in_frame_ ? arguments_ : links_)[class_index];
          if (in_frame_ && type.kind == detail::kReferenceType) is_needed_[class_index] = true;
          add(class_index);
        }
        return;
      }
      case detail::kArrayType:
      case detail::kVectorType:
      case detail::kOptionalType: {
        const bool was_in_frame = std::exchange(in_frame_, false);  // any number of them
        visit_type(type.target, names);
        in_frame_ = was_in_frame;
        return;
      }
      case detail::kContainerType: {
        const bool was_in_frame = std::exchange(in_frame_, false);
        if (type.target >= 0) visit_type(type.target, type.key >= 0 ? extend(names, ".value") : names);
        in_frame_ = was_in_frame;
        return;
      }
      case detail::kRecordType: {
        const bool was_in_frame = std::exchange(in_frame_, false);
        const ClassEntry& entry = classes_.classes[type.target];
        for (int i = 0; i < entry.field_count; ++i)
          visit_field(entry.fields[i].type, names_of(classes_, type.target, entry.fields[i], names));
        in_frame_ = was_in_frame;
        return;
      }
      default:
        return;
    }
  }

  bool knows(int class_index) const {
    return std::any_of(domains_.begin(), domains_.end(),
                       [&](const ClassDomain& d) { return d.class_index == class_index; });
  }

  void add(int class_index) {
    if (knows(class_index)) return;
    domains_.push_back({.class_index = class_index});
    visit_class(class_index);
  }

  // An abstract class has no objects of its own: a bound on their number is one for all classes that derive from it.
  void group() {
    for (int i = 0; i < classes_.class_count; ++i) {
      if (classes_.classes[i].is_abstract == 0) continue;
      const auto limit = bounds_.objects(i);
      if (!limit) continue;
      const auto number = static_cast<std::uint32_t>(group_limits_.size());
      group_limits_.push_back(*limit);
      for (ClassDomain& domain : domains_) {
        if (derives_from(classes_, domain.class_index, i)) domain.groups.push_back(number);
      }
    }
  }

  void count(ClassDomain& domain) {
    const bool is_root = domain.class_index == root_;
    const std::string name = classes_.classes[domain.class_index].name;
    auto given = bounds_.objects(domain.class_index);
    for (const std::uint32_t number : domain.groups)
      given = given ? std::min(*given, group_limits_[number]) : group_limits_[number];
    // Only the receiver and arguments refer to it: one object for each of them.
    if (!given && links_[domain.class_index] == 0 && arguments_[domain.class_index] > 0) {
      domain.count = arguments_[domain.class_index];
      return;
    }
    if (!given && bounds_.size() < 0 && domain.class_index != receiver_) {
      return fail(bounds_error("no bound on the number of '" + name + "' objects",
                               "use --size N, or --objects " + name + "=N"));
    }
    domain.count = given ? *given : bounds_.size();
    if (is_root && given && domain.count == 0)
      return fail(bounds_error("invalid number of '" + name + "' objects: 0; the root is one of them"));
    if (is_root || domain.class_index == receiver_ || is_needed_[domain.class_index])
      domain.count = std::max(domain.count, 1);
  }

  void check_root() {
    const auto given = bounds_.objects(root_);
    if (!given || *given == 1 || knows(root_)) return;
    fail(bounds_error("the number of '" + std::string(classes_.classes[root_].name) +
                      "' objects is always 1: no field refers to them"));
  }

  const ClassTable& classes_;
  int root_;
  int receiver_;  // if the root holds the arguments of the predicate: the class that it is about
  const BoundsTable& bounds_;
  bool in_frame_ = false;          // what is visited are the receiver and arguments of a call
  std::map<int, int> arguments_;   // by class: how many of these refer to its objects
  std::map<int, bool> is_needed_;  // by class: a reference to it must have something to refer to
  std::map<int, int> links_;       // by class: how many fields of objects do
  std::vector<ClassDomain> domains_;
  std::vector<std::int32_t> group_limits_;
  std::optional<Diagnostic> error_;
};

}  // namespace

Result<ClassDomains> class_domains(const detail::SearchSubject& subject, const BoundsTable& bounds) {
  return Walk(subject, bounds).run();
}

// Classes and static objects, by their full names and without their scopes.
static std::vector<std::string> names_of_values(const ClassTable& classes, int target) {
  std::vector<std::string> names = {"null"};
  const auto add = [&](const std::string& name) {
    names.push_back(name);
    names.push_back(split_field_name(name).field);
  };
  for (int i = 0; i < classes.class_count; ++i) {
    if (derives_from(classes, i, target)) add(classes.classes[i].name);
  }
  for (int i = 0; i < classes.static_count; ++i) {
    if (derives_from(classes, classes.statics[i].class_index, target)) add(classes.statics[i].name);
  }
  return names;
}

static Diagnostic no_such_target(const ClassTable& classes, int target, const std::string& item,
                                 const std::string& field) {
  return bounds_error(
      "invalid value '" + item + "' for '" + field + "'" +
          suggestion(nearest_name(item, names_of_values(classes, target))),
      "use null, '" + std::string(classes.classes[target].name) + "' or a class derived from it");
}

Result<ReferenceTargets> referred_classes(const ClassTable& classes, int target, const std::string* text,
                                          const std::string& field) {
  ReferenceTargets referred;
  std::vector<int>& found = referred.classes;
  const std::vector<std::string> items = text != nullptr ? split_items(*text) : std::vector<std::string>();
  for (const std::string& item : items) {
    if (item == "null") continue;
    if (const StaticEntry* const named = find_static(classes, target, item)) {
      referred.statics.emplace_back(named->name);
      continue;
    }
    const int match = find_class(classes, item);
    if (match == kNone || !derives_from(classes, match, target))
      return no_such_target(classes, target, item, field);
    if (std::find(found.begin(), found.end(), match) == found.end()) found.push_back(match);
  }
  for (int i = 0; items.empty() && i < classes.class_count; ++i) {
    if (derives_from(classes, i, target)) found.push_back(i);
  }
  std::erase_if(found, [&](int i) { return classes.classes[i].is_abstract != 0; });
  return referred;
}

long base_offset(const ClassTable& classes, int derived, int base) {
  const ClassEntry& entry = classes.classes[derived];
  for (int i = 0; i < entry.base_count; ++i) {
    if (entry.bases[i].class_index == base) return entry.bases[i].offset;
  }
  return 0;
}

std::vector<PartName> extend(std::vector<PartName> names, const std::string& suffix) {
  for (PartName& name : names) name.path += suffix;
  return names;
}

std::vector<PartName> names_of(const ClassTable& classes, int class_index, const detail::FieldEntry& field,
                               const std::vector<PartName>& outer) {
  std::vector<PartName> names = extend(outer, std::string(".") + field.name);
  // Members of an unnamed union are called like members of what it is in.
  if (std::string_view(field.owner).find("(anonymous") != std::string_view::npos) {
    for (const PartName& name : outer) {
      const std::size_t dot = name.path.rfind('.');
      const std::size_t begin = dot == std::string::npos ? 0 : dot + 1;
      if (name.path.compare(begin, 5, "union") == 0)
        names.push_back({name.class_name, name.path.substr(0, begin) + field.name});
    }
  }
  names.push_back({classes.classes[class_index].name, field.name});
  if (std::string_view(field.owner) != names.back().class_name) names.push_back({field.owner, field.name});
  return names;
}

std::string display(const std::vector<PartName>& names) {
  return names.front().class_name + "::" + names.front().path;
}

const std::string* array_length(const TypeEntry& type, const std::vector<PartName>& names,
                                const BoundsTable& bounds) {
  if (type.element < 0) return nullptr;
  const std::string* const given = bounds.domain(extend(names, ".length"));
  const bool owns_one = type.kind == detail::kUnsupportedType && type.count == 1;
  if (given != nullptr || !owns_one) return given;
  const std::string* const text = bounds.domain(names);
  if (text != nullptr && *text == "default") return nullptr;
  static const std::string kNoneOrOne = "null,1";
  return &kNoneOrOne;
}

}  // namespace fretsaw::space
