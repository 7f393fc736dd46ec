// SPDX-License-Identifier: MIT
// What the tests of `fretsaw generate` share: a class whose objects are easily counted, and ways to ask for
// them.
#pragma once

#include <gtest/gtest.h>

#include "cli/process.hpp"

namespace fretsaw::test {

// Lists without cycles: of at most N nodes with keys 0..K, there are the sum of (K + 1)^n. It includes
// nothing, so that it compiles in no time.
constexpr const char* kList = R"(
namespace app {
class List {
  struct Node {
    Node* next;
    int key;
  };
  Node* head_ = nullptr;
  int size_ = 0;

 public:
  bool rep_ok() const {
    int count = 0;
    for (const Node* node = head_; node != nullptr; node = node->next) {
      if (++count > size_) return false;
    }
    return count == size_;
  }
};
}  // namespace app
)";

class Generate : public testing::Test {
 protected:
  static std::vector<std::string> words(const std::string& header, const std::string& class_name,
                                        const std::vector<std::string>& more) {
    std::vector<std::string> words{"generate", header, "--class", class_name};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }

  std::vector<std::string> list_words(const std::vector<std::string>& more) {
    return words(folder_.write("list.hpp", kList), "List", more);
  }

  Finished lists(const std::vector<std::string>& more) { return fretsaw(list_words(more)); }

  Finished generate(const std::string& text, const std::string& class_name,
                    const std::vector<std::string>& more) {
    return fretsaw(words(folder_.write("input.hpp", text), class_name, more));
  }

  Folder folder_;
};

}  // namespace fretsaw::test
