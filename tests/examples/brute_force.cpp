// SPDX-License-Identifier: MIT
#include "examples/brute_force.hpp"

#include <sstream>
#include <stdexcept>

namespace examples {

Bounds::Bounds(const std::string& options) {
  std::istringstream words(options);
  std::string option;
  std::string argument;
  while (words >> option >> argument) {
    const std::size_t equals = argument.find('=');
    const std::string name = argument.substr(0, equals);
    const std::string text = equals == std::string::npos ? "" : argument.substr(equals + 1);
    if (option == "--size") {
      size_ = std::stoi(argument);
    } else if (option == "--objects") {
      objects_[name] = std::stoi(text);
    } else if (const std::size_t dots = text.find(".."); option == "--values" && dots != std::string::npos) {
      for (int i = std::stoi(text); i <= std::stoi(text.substr(dots + 2)); ++i) values_[name].push_back(i);
    } else if (option == "--values") {
      values_[name].push_back(std::stod(text));
    } else {
      throw std::invalid_argument("unknown bound: " + option);
    }
  }
}

int Bounds::objects(const std::string& class_name) const {
  const auto refined = objects_.find(class_name);
  return refined != objects_.end() ? refined->second : size_;
}

const std::map<std::string, Counter>& counters() {
  static const std::map<std::string, Counter> all{
      {"BinaryTree", count_binary_trees},
      {"SearchTree", count_search_trees},
      {"RedBlackTree", count_red_black_trees},
      {"SinglyLinkedList", count_singly_linked_lists},
      {"LinkedList", count_linked_lists},
      {"SortedList", count_sorted_lists},
      {"HeapArray", count_heap_arrays},
      {"BinomialHeap", count_binomial_heaps},
      {"FibonacciHeap", count_fibonacci_heaps},
      {"HashSet", count_hash_sets},
      {"DisjointSets", count_disjoint_sets},
      {"AttributeValueTree", count_attribute_value_trees},
      {"DirectedAcyclicGraph", count_directed_acyclic_graphs},
  };
  return all;
}

}  // namespace examples
