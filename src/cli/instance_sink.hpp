// SPDX-License-Identifier: MIT
// Where the instances of an enumeration go, one by one: standard output, a JSON array there, or files.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/console.hpp"
#include "cli/result_files.hpp"
#include "fretsaw/relational.hpp"
#include "instance/format.hpp"
#include "lowering/lower.hpp"

namespace fretsaw::cli {

class InstanceSink {
 public:
  // The lowered problem outlives the sink; `command` is its description.
  InstanceSink(const lowering::Lowered& lowered, std::string command, Console& console);

  // From here on instances go to files in that folder.
  Status open_folder(const std::string& folder);

  // An error if it cannot be drawn or written.
  Status add(const Instance& instance);
  std::uint64_t added() const { return added_; }

  bool on_terminal() const { return !files_ && !console_.json(); }
  // Is standard output for another program to read, so that all else must go to standard error?
  bool only_instances() const { return on_terminal() && format_ != Format::Text; }

 private:
  const lowering::Lowered& lowered_;
  Console& console_;
  Format format_;
  RenderOptions options_;
  std::optional<ResultFiles> files_;
  std::uint64_t added_ = 0;
};

}  // namespace fretsaw::cli
