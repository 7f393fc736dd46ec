// SPDX-License-Identifier: MIT
// What a process that runs harnesses and its host say to each other. Both sides include this.
//
// The process begins with Offers. It is sent one Choice and then instances, and answers each with one of the
// others.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fretsaw/alloy_instance.hpp"
#include "fretsaw/harness.hpp"

namespace fretsaw::harness {

enum MessageKind : std::uint32_t {
  kHarnesses = 'H',  // names and postconditions
  kChoice = 'C',     // which of them, microseconds for each instance, megabytes
  kInstance = 'I',
  kResults = 'R',  // what was printed, and the results
  kThrew = 'T',    // a text
  kMisused = 'M',  // a text: the harness reads a sig or field that the instance does not have
  kEnded = 'N',    // guest::TerminationRecord
};

class Writer {
 public:
  Writer& number(std::uint64_t value);
  Writer& text(std::string_view value);
  Writer& tuples(const std::vector<AlloyTuple>& tuples);
  Writer& atoms(const std::vector<AlloyAtom>& atoms);
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

// What another process has written is not believed: after anything that does not fit, nothing more is read,
// and is_whole() is false.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}
  std::uint64_t number();
  std::size_t count();  // of things that take at least a byte each
  std::string text();
  std::vector<AlloyTuple> tuples();
  std::vector<AlloyAtom> atoms();
  bool is_whole() const { return good_ && rest_.empty(); }

 private:
  std::string_view rest_;
  bool good_ = true;
};

std::string encode(const AlloyInstance& instance);
std::optional<AlloyInstance> decode_instance(std::string_view bytes);
std::string encode(const ModelResults& results, std::string_view printed = {});
std::optional<ModelResults> decode_results(std::string_view bytes, std::string* printed = nullptr);

}  // namespace fretsaw::harness
