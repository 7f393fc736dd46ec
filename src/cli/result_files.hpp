// SPDX-License-Identifier: MIT
// The folder of --out: one file per result.
#pragma once

#include <string>
#include <string_view>

#include "cli/settings.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::cli {

class ResultFiles {
 public:
  // Makes the folder if it does not exist. An error says why it cannot be written to.
  static Result<ResultFiles> open(const std::string& folder);

  // Writes a file and gives its path. Characters of the name that do not belong into one are replaced.
  Result<std::string> write(std::string_view name, std::string_view extension,
                            std::string_view content) const;

 private:
  explicit ResultFiles(std::string folder) : folder_(std::move(folder)) {}

  std::string folder_;
};

// What --format says; if it says nothing: JSON in the files of a run with --json, else text.
Format chosen_format(const Settings& settings);

}  // namespace fretsaw::cli
