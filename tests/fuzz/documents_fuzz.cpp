// SPDX-License-Identifier: MIT
// Any bytes as a document to be merged, with itself as the other part, and as one with known inputs; also
// what is JSON for one parser is JSON for the other.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/console.hpp"
#include "cli/verbs.hpp"
#include "cpp/call/known_inputs.hpp"
#include "report/json_tree.hpp"

namespace {

using namespace fretsaw;

// A file in memory.
class File {
 public:
  File() : descriptor_(memfd_create("document", MFD_CLOEXEC)) {}
  std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }
  void write(const std::string& text) const {
    if (ftruncate(descriptor_, 0) != 0) std::abort();
    if (pwrite(descriptor_, text.data(), text.size(), 0) != static_cast<ssize_t>(text.size())) std::abort();
  }

 private:
  int descriptor_;
};

void merge(const std::vector<std::string>& files) {
  cli::Settings settings;
  settings.operands = files;
  settings.json = true;
  cli::Console console("merge", settings);
  if (const auto merged = cli::merge(settings, console); !merged && merged.error().message.empty())
    std::abort();
  console.finish();
}

std::string as_second_part(std::string text) {
  if (const std::size_t at = text.find("\"number\":1"); at != std::string::npos) text[at + 9] = '2';
  return text;
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  return dup2(nowhere, STDOUT_FILENO) < 0 ? 1 : 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto tree = parse_json(std::make_shared<const Source>("fuzzed", text));
  if (tree && !nlohmann::json::accept(text)) std::abort();
  static const File first, second;
  first.write(text);
  second.write(as_second_part(text));
  merge({first.path()});
  merge({first.path(), second.path()});
  if (const auto known = cli::known_inputs(first.path()); !known && known.error().message.empty())
    std::abort();
  return 0;
}
