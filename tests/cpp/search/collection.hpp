// SPDX-License-Identifier: MIT
// Many classes in one program: a class that holds all of them, of which one is searched, and the others are
// left as they are constructed. Its field `which` says which one.
#pragma once

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cpp/search/searching.hpp"

namespace fretsaw::testing {

class Collection {
 public:
  Collection(const std::string& header, std::string class_name, std::vector<std::string> members)
      : program_(test_class(header), class_name),
        class_name_(std::move(class_name)),
        members_(std::move(members)) {}

  std::vector<std::string> only(const std::string& member, std::vector<std::string> words) const {
    const auto place = std::find(members_.begin(), members_.end(), member);
    words.insert(words.end(),
                 {"values", class_name_ + "::which=" + std::to_string(place - members_.begin())});
    for (const std::string& other : members_) {
      if (other != member) words.insert(words.end(), {"values", class_name_ + "::" + other + "=default"});
    }
    return words;
  }

  // Resumed and run again, which must come to the same; no structure twice.
  Found search(const std::string& member, const std::vector<std::string>& words) const {
    std::vector<std::string> all = only(member, words);
    all.insert(all.end(), {"cross-check", "1"});
    Found found = program_.search(all);
    EXPECT_EQ(found.totals.mismatches, 0U) << member;
    EXPECT_EQ(std::set<std::string>(found.structures.begin(), found.structures.end()).size(),
              found.structures.size())
        << member;
    return found;
  }

  std::uint64_t count(const std::string& member, const std::vector<std::string>& words) const {
    return search(member, words).totals.structures;
  }

  const Program& program() const { return program_; }

 private:
  Program program_;
  std::string class_name_;
  std::vector<std::string> members_;
};

inline std::uint64_t power(std::uint64_t base, int exponent) {
  return exponent == 0 ? 1 : base * power(base, exponent - 1);
}
inline std::uint64_t choose(int n, int k) {
  return k == 0 ? 1 : k > n ? 0 : choose(n - 1, k - 1) + choose(n - 1, k);
}
inline std::uint64_t falling(int n, int k) {
  return k == 0 ? 1 : static_cast<std::uint64_t>(n) * falling(n - 1, k - 1);
}
inline std::vector<std::string> size(int n) { return {"size", std::to_string(n)}; }

}  // namespace fretsaw::testing
