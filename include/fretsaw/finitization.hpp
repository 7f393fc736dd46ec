// SPDX-License-Identifier: MIT
//
// Bounds: the numbers of objects, and the values of their fields.
//
// Example: trees of exactly three nodes, whose keys are odd.
//
//     #include <fretsaw/finitization.hpp>
//
//     void finitize_SearchTree(fretsaw::Finitization& f, int size) {
//       f.objects("SearchTree::Node", size);
//       f.set("SearchTree::root", fretsaw::null_or("SearchTree::Node"));
//       f.set("SearchTree::size", fretsaw::range(3, 3));
//       f.set("SearchTree::Node::key", fretsaw::values({1, 3, 5}));
//     }
//
// `fretsaw generate --finitization FILE` calls finitize_CLASS, where CLASS is the --class with every
// character that is not allowed in an identifier replaced by an underscore. To reuse the bounds of another class,
// include its file and call its function.
//
// Names: classes as in C++, without the enclosing scope where that is unique; fields as Class::field, members
// of a nested struct as Class::field.member, the length of a vector, string or other container (or 0..1 for
// an optional) as Class::field.length, keys and values of a map as Class::field.key and Class::field.value,
// which member of a union is in use as Class::field.member.
// If a field is set several times, the last setting counts.
#pragma once

#include <cstdio>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace fretsaw {

// The values of a field, in order; written as on the command line: "null,Node", "0..3,7", "Red,Black",
// "'a'..'c'".
struct Domain {
  std::string text;

  Domain(std::string items) : text(std::move(items)) {}
  Domain(const char* items) : text(items) {}
};

inline Domain range(long long low, long long high) { return std::to_string(low) + ".." + std::to_string(high); }

inline Domain values(std::initializer_list<long long> list) {
  std::string text;
  for (const long long value : list) text += (text.empty() ? "" : ",") + std::to_string(value);
  return text;
}

inline Domain reals(std::initializer_list<double> list) {
  std::string text;
  for (const double value : list) {
    char digits[40];
    std::snprintf(digits, sizeof digits, "%.17g", value);
    text += (text.empty() ? "" : ",") + std::string(digits);
  }
  return text;
}

inline Domain names(std::initializer_list<const char*> list) {
  std::string text;
  for (const char* const name : list) text += (text.empty() ? "" : ",") + std::string(name);
  return text;
}

// References to the objects of one or several classes; with or without null.
template <class... Names>
Domain objects_of(const Names&... classes) {
  return names({classes...});
}
template <class... Names>
Domain null_or(const Names&... classes) {
  return names({"null", classes...});
}

class Finitization {
 public:
  // At most this many objects of the class.
  Finitization& objects(std::string class_name, int count) {
    objects_.emplace_back(std::move(class_name), count);
    return *this;
  }
  Finitization& set(std::string field, Domain domain) {
    values_.emplace_back(std::move(field), std::move(domain.text));
    return *this;
  }
  Finitization& length(const std::string& field, int low, int high) { return set(field + ".length", range(low, high)); }
  // Constructs objects of a class without default constructor in raw memory; their fields are set afterwards:
  //     f.construct("Leaf", [](void* memory) { new (memory) Leaf(1, "x"); });
  Finitization& construct(std::string class_name, void (*make)(void* memory)) {
    constructors_.emplace_back(std::move(class_name), make);
    return *this;
  }
  // The field keeps its value after default construction.
  Finitization& leave(std::string field) { return set(std::move(field), "default"); }
  Finitization& include(const Finitization& other) {
    objects_.insert(objects_.end(), other.objects_.begin(), other.objects_.end());
    values_.insert(values_.end(), other.values_.begin(), other.values_.end());
    constructors_.insert(constructors_.end(), other.constructors_.begin(), other.constructors_.end());
    return *this;
  }

  const std::vector<std::pair<std::string, int>>& object_counts() const { return objects_; }
  const std::vector<std::pair<std::string, std::string>>& field_domains() const { return values_; }
  const std::vector<std::pair<std::string, void (*)(void*)>>& constructors() const { return constructors_; }

 private:
  std::vector<std::pair<std::string, int>> objects_;
  std::vector<std::pair<std::string, std::string>> values_;
  std::vector<std::pair<std::string, void (*)(void*)>> constructors_;
};

// `--size --objects --values --type` of the command line, as a value. The size sets every upper bound; the
// others override it and the finitization.
struct Bounds {
  int size = -1;                                              // negative: not given
  std::vector<std::pair<std::string, int>> objects{};         // {"Node", 3}
  std::vector<std::pair<std::string, std::string>> values{};  // {"Node::key", "1..3"}
  // {"Scene::front", "Square"}: the class of the target of a pointer or reference.
  std::vector<std::pair<std::string, std::string>> types{};
  void (*finitization)(Finitization&, int size) = nullptr;
  // Fields that the predicate never reads keep their default values. False: they take all
  // values.
  bool unread_fields_default = false;
};

}  // namespace fretsaw
