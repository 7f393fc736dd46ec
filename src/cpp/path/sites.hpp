// SPDX-License-Identifier: MIT
// The branches of a program: where they are, and which of them belong to what a method can reach in the
// user's code.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace fretsaw::path {

struct Site {
  std::size_t function = 0;
  unsigned line = 0;
  unsigned column = 0;
  bool is_counted = false;             // a condition of the source
  bool is_switch = false;              // else outcome 0 is false, 1 is true
  std::vector<std::uint64_t> cases{};  // of a switch: the value of each outcome but the last
  bool has_default = true;             // of a switch or a range: false if its last outcome goes on to ranges
  struct Range {
    std::uint64_t low, high;
  };
  std::optional<Range> range{};        // `case LOW ... HIGH` of a switch, by itself: outcome 1 is that
  std::vector<std::string> numbers{};  // of the cases, or of both ends of the range, as the source has them
  std::size_t first_outcome = 0;

  std::size_t outcomes() const { return is_switch ? cases.size() + 1 : 2; }
  // Is it one of the source?
  bool counts(std::size_t outcome) const;
  std::string outcome_text(std::size_t outcome) const;  // "true", "false", "case 3", "default"
};

struct SiteFunction {
  std::string symbol;
  std::string file;
  unsigned line = 0;
  bool is_local = false;  // to its module: others may have one of the same name
  bool has_assembly = false;
  std::vector<std::size_t> callees{};
  std::vector<std::size_t> sites{};
};

// A function that several modules have is there once; numbers in traces are of all modules, and lead to that
// one.
struct SiteTable {
  std::vector<SiteFunction> functions;
  std::vector<Site> sites;
  std::vector<std::size_t> function_of_number;
  std::vector<std::size_t> site_of_number;
  std::vector<std::size_t> outcome_of_number;  // outcomes of all sites, as bytes of a trace have them
  std::size_t outcomes = 0;

  // As Message::Sites has it.
  static SiteTable read(const std::string& text);

  // Functions that can be called from that one, itself included, or from those that were entered.
  std::set<std::size_t> reachable(const std::string& symbol, const std::set<std::size_t>& entered) const;
};

// Is the file the user's own? Those of the system are not, nor those that are generated.
bool is_users_file(const std::string& file);

// "Tree::insert(int)"
std::string demangled(const std::string& symbol);

}  // namespace fretsaw::path
