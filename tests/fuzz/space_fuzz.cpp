// SPDX-License-Identifier: MIT
// Any bytes as what a program says of its candidates: they are refused, or can be followed to their end.
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "../cpp/space/described_space.hpp"
#include "cpp/space/candidate_heap.hpp"
#include "cpp/space/object_graph.hpp"
#include "cpp/space/read_space.hpp"
#include "cpp/space/render.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fretsaw;
  static const code::Classes kClasses = space::described_classes();
  static const std::string kGood = space::bytes_of(space::described_space());
  // Differences from a good one: few random bytes are a space at all.
  std::string bytes = kGood;
  for (std::size_t i = 0; i + 2 < size; i += 3)
    bytes[(std::size_t{data[i]} << 8U | data[i + 1]) % bytes.size()] ^= static_cast<char>(data[i + 2]);
  const auto read = space::read_space(bytes, kClasses);
  if (!read) {
    if (read.error().message.empty()) std::abort();
    return 0;
  }
  const space::CandidateReader reader(*read, kClasses);
  space::CandidateHeap heap(*read, kClasses.classes, kClasses.types);
  for (const bool is_last : {false, true}) {
    std::vector<std::uint32_t> candidate;
    for (std::size_t v = 0; v < read->variables.size(); ++v)
      candidate.push_back(is_last ? static_cast<std::uint32_t>(read->domain(v).size() - 1) : 0);
    space::render_text(reader.graph(candidate));
    heap.words(candidate);
  }
  for (std::size_t v = 0; v < read->variables.size(); ++v) reader.values_text(v);
  return 0;
}
