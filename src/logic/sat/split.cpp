// SPDX-License-Identifier: MIT
//
// The part with the most open variables is divided first, at its first open variable. A half that propagation
// refutes is dropped.
#include "logic/sat/split.hpp"

#include <list>
#include <optional>
#include <set>
#include <utility>

#include "logic/sat/propagator.hpp"

namespace fretsaw {

namespace {

struct Part {
  std::vector<int> cube;
  std::size_t open = 0;  // primary variables that the cube leaves open
  int first_open = 0;    // 0 if there is none
};

class Splitter {
 public:
  Splitter(const Cnf& cnf, const std::vector<int>& order, bool first)
      : propagation_(cnf), order_(order), first_(first) {}

  std::vector<std::vector<int>> run(const std::vector<int>& cube, std::size_t count) {
    if (propagation_.consistent()) insert(parts_.end(), cube);
    while (parts_.size() < count && !divisible_.empty()) {
      const auto largest = divisible_.begin()->part;
      divisible_.erase(divisible_.begin());
      const Part& part = *largest;
      const int preferred = first_ ? part.first_open : -part.first_open;
      for (const int literal : {preferred, -preferred}) {
        std::vector<int> half = part.cube;
        half.push_back(literal);
        insert(largest, std::move(half));
      }
      parts_.erase(largest);
    }
    std::vector<std::vector<int>> cubes;
    for (Part& part : parts_) cubes.push_back(std::move(part.cube));
    return cubes;
  }

 private:
  using Place = std::list<Part>::iterator;
  struct HasLargerPart {
    std::size_t open;
    std::size_t age;
    Place part;
    bool operator<(const HasLargerPart& other) const {
      return open != other.open ? open > other.open : age < other.age;
    }
  };

  void insert(Place before, std::vector<int> cube) {
    auto part = examined(std::move(cube));
    if (!part) return;
    const Place place = parts_.insert(before, *std::move(part));
    if (place->first_open != 0) divisible_.insert({place->open, age_++, place});
  }

  std::optional<Part> examined(std::vector<int> cube) {
    propagation_.retract();
    for (const int literal : cube) {
      if (!propagation_.assume(literal)) return std::nullopt;
    }
    Part part{std::move(cube)};
    for (const int variable : order_) {
      if (!propagation_.is_open(variable)) continue;
      if (part.open++ == 0) part.first_open = variable;
    }
    return part;
  }

  Propagation propagation_;
  const std::vector<int>& order_;
  const bool first_;
  std::list<Part> parts_;  // in order
  std::set<HasLargerPart> divisible_;
  std::size_t age_ = 0;
};

}  // namespace

std::vector<std::vector<int>> split(const Cnf& cnf, const std::vector<int>& cube,
                                    const std::vector<int>& order, bool first, std::size_t count) {
  return Splitter(cnf, order, first).run(cube, count);
}

}  // namespace fretsaw
