// SPDX-License-Identifier: MIT
// The user's bounds, looked up by the names that a part of an object goes by.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fretsaw/detail/class_table.hpp"
#include "fretsaw/diagnostic.hpp"
#include "fretsaw/finitization.hpp"

namespace fretsaw::space {

// "Tree" and "inner.count": a part as seen from one of the classes that contain it.
struct PartName {
  std::string class_name;
  std::string path;
};

class BoundsTable {
 public:
  // Rejects unknown and ambiguous names, and negative numbers.
  static Result<BoundsTable> read(const Bounds& bounds, const detail::SearchSubject& subject);

  int size() const { return size_; }

  std::optional<int> objects(int class_index) const;
  // The domain given for a part; of several, the one given last for its most specific name.
  const std::string* domain(const std::vector<PartName>& names) const;

  // How objects of some classes are made.
  const std::vector<std::pair<int, void (*)(void*)>>& constructors() const { return constructors_; }

  // Bounds that were never looked up apply to nothing in the objects.
  std::optional<Diagnostic> unused() const;

 private:
  struct Objects {
    std::string name;
    int class_index;
    int count;
    mutable bool used = false;
  };
  struct Field {
    std::string name;
    int class_index;
    std::string path;
    std::string text;
    mutable bool used = false;
  };

  int size_ = -1;
  const detail::ClassTable* classes_ = nullptr;
  std::vector<Objects> objects_;
  std::vector<Field> fields_;
  std::vector<std::pair<int, void (*)(void*)>> constructors_;
};

}  // namespace fretsaw::space
