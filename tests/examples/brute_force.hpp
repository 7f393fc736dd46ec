// SPDX-License-Identifier: MIT
// Counts the valid objects of a class in the dullest way there is: write every value into every field, ask
// rep_ok, and put what is reachable from a valid root, spelled out in a canonical way, into a set. Nothing is
// pruned, so the count owes nothing to the search that it is compared with.
//
// The files that use this are compiled with -fno-access-control, as they write private fields.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace examples {

// Bounds in the words of the command line: --size N, --objects Class=N, --values C::f=lo..hi, --values
// C::f=x. Names are those of the class and field as the table spells them; what is not refined follows
// --size.
class Bounds {
 public:
  // Throws std::invalid_argument on anything else.
  explicit Bounds(const std::string& options);

  int objects(const std::string& class_name) const;
  int max_length() const { return size_; }

  template <class T = int>
  std::vector<T> values(const std::string& field) const {
    const auto refined = values_.find(field);
    std::vector<T> values;
    if (refined != values_.end()) {
      for (const double value : refined->second) values.push_back(static_cast<T>(value));
    } else {
      for (int i = 0; i <= size_; ++i) values.push_back(static_cast<T>(i));
    }
    return values;
  }

 private:
  int size_ = 0;
  std::map<std::string, int> objects_;
  std::map<std::string, std::vector<double>> values_;
};

template <class Node>
void point(Node*& field, Node* target) {
  field = target;
}
template <class Node>
void point(const Node*& field, Node* target) {
  field = target;
}
template <class Node>
void point(std::unique_ptr<Node>& field, Node* target) {
  static_cast<void>(field.release());
  field.reset(target);
}
template <class Node>
void point(std::shared_ptr<const Node>& field, Node* target) {
  field = std::shared_ptr<const Node>(std::shared_ptr<void>(), target);
}

// The fields of a candidate, each with the values it may take.
class Fields {
 public:
  // Null or any object of the pool.
  template <class Pointer, class Node>
  void pointer(Pointer& field, std::vector<Node>& pool) {
    add(pool.size() + 1, [&field, &pool](std::size_t i) { point(field, i == 0 ? nullptr : &pool[i - 1]); });
  }

  template <class Value, class Choice>
  void value(Value& field, std::vector<Choice> choices) {
    const std::size_t count = choices.size();
    add(count, [&field, choices = std::move(choices)](std::size_t i) { field = choices[i]; });
  }

  // A vector of 0..max_length elements; add_element gives the values of one. The end of the vector is moved
  // by hand, so that its elements stay where they are and keep what was written into them.
  template <class Element, class AddElement>
  void vector(std::vector<Element>& field, int max_length, AddElement add_element) {
    field.resize(static_cast<std::size_t>(max_length));
    for (Element& element : field) add_element(element);
    add(field.size() + 1, [&field](std::size_t i) { field._M_impl._M_finish = field._M_impl._M_start + i; });
  }

  // Calls the function for every combination. Afterwards all fields have their first value again: pointers
  // are null and vectors empty, so no destructor frees what it does not own.
  template <class Function>
  void for_each(Function function) {
    for (Field& field : fields_) field.set(field.index = 0);
    for (;;) {
      function();
      std::size_t at = 0;
      while (at < fields_.size() && ++fields_[at].index == fields_[at].count) {
        fields_[at].set(fields_[at].index = 0);
        ++at;
      }
      if (at == fields_.size()) return;
      fields_[at].set(fields_[at].index);
    }
  }

 private:
  struct Field {
    std::size_t count;
    std::function<void(std::size_t)> set;
    std::size_t index = 0;
  };

  void add(std::size_t count, std::function<void(std::size_t)> set) {
    fields_.push_back({count, std::move(set)});
  }

  std::vector<Field> fields_;
};

// Spells out a rooted object graph so that isomorphic graphs give the same text: objects are numbered as they
// are met.
class Spelling {
 public:
  // Writes a reference to the object; whether it is met for the first time, so that its fields must follow.
  bool meets(const void* object) {
    if (object == nullptr) {
      write(0);
      return false;
    }
    const auto [at, is_new] = numbers_.try_emplace(object, static_cast<int>(numbers_.size()) + 1);
    write(at->second);
    return is_new;
  }
  void write(int value) { text_ += std::to_string(value) + ' '; }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::unordered_map<const void*, int> numbers_;
};

// How many of the candidates are valid, up to isomorphism; spell writes the fields of the root and what they
// lead to.
template <class Root, class Spell>
int count_valid(Fields& fields, Root& root, Spell spell) {
  std::set<std::string> valid;
  fields.for_each([&] {
    if (!root.rep_ok()) return;
    Spelling spelling;
    spell(spelling);
    valid.insert(spelling.text());
  });
  return static_cast<int>(valid.size());
}

// The subjects by the name of their class.
using Counter = int (*)(const Bounds&);
const std::map<std::string, Counter>& counters();

int count_binary_trees(const Bounds& bounds);
int count_search_trees(const Bounds& bounds);
int count_red_black_trees(const Bounds& bounds);
int count_singly_linked_lists(const Bounds& bounds);
int count_linked_lists(const Bounds& bounds);
int count_sorted_lists(const Bounds& bounds);
int count_heap_arrays(const Bounds& bounds);
int count_binomial_heaps(const Bounds& bounds);
int count_fibonacci_heaps(const Bounds& bounds);
int count_hash_sets(const Bounds& bounds);
int count_disjoint_sets(const Bounds& bounds);
int count_attribute_value_trees(const Bounds& bounds);
int count_directed_acyclic_graphs(const Bounds& bounds);

// How many candidates the two predicates of RedBlackTree judge differently.
int count_disputed_red_black_trees(const Bounds& bounds);

}  // namespace examples
