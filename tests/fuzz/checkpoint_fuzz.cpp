// SPDX-License-Identifier: MIT
// Any bytes as a checkpoint, and as the content of one whose digest is right: it is read, or refused by name.
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <string>

#include "work/checkpoint.hpp"

namespace {

void read(const std::string& text) {
  static const int file = memfd_create("checkpoint", MFD_CLOEXEC);
  static const std::string path = "/proc/self/fd/" + std::to_string(file);
  if (file < 0 || ftruncate(file, 0) != 0) std::abort();
  if (pwrite(file, text.data(), text.size(), 0) != static_cast<ssize_t>(text.size())) std::abort();
  const auto checkpoint = fretsaw::work::read_checkpoint(path, "a");
  if (!checkpoint) {
    if (checkpoint.error().message.empty()) std::abort();
    return;
  }
  if (!*checkpoint) std::abort();
  fretsaw::JsonSchemaError schema_error;
  const fretsaw::JsonCursor totals((*checkpoint)->totals, schema_error);
  if (totals.has("places")) fretsaw::work::place_counts(totals["places"]);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  read(text);
  read(fretsaw::work::sealed_checkpoint(text));
  return 0;
}
