// SPDX-License-Identifier: MIT
// The folder of --out: one file per result.
#pragma once

#include <string>
#include <string_view>

#include "fretsaw/diagnostic.hpp"

namespace fretsaw {

class ResultFiles {
 public:
  // Makes the folder if it does not exist. An error says why it cannot be written to.
  static Result<ResultFiles> open(const std::string& folder);

  // Writes a file and gives its path. Characters of the name that do not belong into one are replaced. If it
  // cannot be written as a whole, there is no file, and an error.
  Result<std::string> write(std::string_view name, std::string_view extension,
                            std::string_view content) const;

 private:
  explicit ResultFiles(std::string folder) : folder_(std::move(folder)) {}

  std::string folder_;
};

}  // namespace fretsaw
