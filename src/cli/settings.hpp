// SPDX-License-Identifier: MIT
// What the words after the verb say: one member per option of the table in options.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fretsaw/finder.hpp"
#include "instance/format.hpp"

namespace fretsaw::cli {

struct Settings {
  std::vector<std::string> operands;  // the words that belong to no option

  // What is looked at.
  std::vector<std::string> commands;
  std::vector<std::string> include_folders;
  std::optional<std::string> scope;
  std::optional<Symmetry> symmetry;
  Overflow overflow = Overflow::Prevent;
  std::optional<std::string> instance;
  bool interactive = false;

  // What is shown, and where.
  bool json = false;
  std::optional<Format> format;
  std::optional<std::uint64_t> limit;
  bool count = false;
  std::optional<std::string> out;
  bool core = false;

  // How it is done.
  double timeout_seconds = 0;
  std::uint64_t memory_mb = 0;
  bool quiet = false;
  bool verbose = false;
  bool no_color = false;
  bool help = false;
};

}  // namespace fretsaw::cli
