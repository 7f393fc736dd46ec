// SPDX-License-Identifier: MIT
// Random small models with random unit tests, as text.
#pragma once

#include <random>
#include <string>
#include <vector>

namespace fretsaw::modeltest {

class RandomModel {
 public:
  explicit RandomModel(unsigned seed);

  // The model alone, and one test (a predicate and its command).
  const std::string& text() const { return text_; }
  std::string test(int number);

 private:
  struct Sig {
    std::string name;
    std::string mult;     // "", "one", "lone", "some"
    int parent = -1;      // extends
    bool subset = false;  // in parent
    bool is_abstract = false;
  };
  struct Field {
    std::string name;
    int owner = 0;
    std::vector<int> columns;  // sigs; -1 is Int
  };

  int pick(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  bool chance(int percent) { return pick(100) < percent; }
  // `names` are in scope.
  std::string set_expression(const std::vector<std::string>& names, int depth);
  std::string formula(const std::vector<std::string>& names, int depth);
  std::string scope(int width);
  static bool is_small(const Sig& sig) { return sig.mult == "one" || sig.mult == "lone"; }
  bool is_below(std::size_t sig, std::size_t above) const;  // or the same

  std::mt19937 random_;
  std::vector<Sig> sigs_;
  std::vector<Field> fields_;
  bool ordered_ = false;   // the first sig
  bool callable_ = false;  // the function g and the predicate h
  std::string text_;
};

}  // namespace fretsaw::modeltest
