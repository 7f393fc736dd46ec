// SPDX-License-Identifier: MIT
// The only file that is compiled again for a new commit: fretsaw_commit.hpp is written when the program is built.
#include "cli/help.hpp"
#include "fretsaw/version.hpp"
#include "fretsaw_commit.hpp"

namespace fretsaw::cli {

std::string version_text() {
  const std::string commit = FRETSAW_COMMIT;
  return "fretsaw " FRETSAW_VERSION + (commit.empty() ? "" : " (commit " + commit + ")") + "\n";
}

}  // namespace fretsaw::cli
