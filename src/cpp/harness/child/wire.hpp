// SPDX-License-Identifier: MIT
// What a process that runs harnesses and whoever started it say to each other. Both sides include this.
//
// A message is a frame: its size, its type, its content. The process begins with Offers. It is sent one
// Choice and then instances, and answers each with one of the others.
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

enum class Message : std::uint64_t {
  Offers = 'O',  // names and postconditions
  Choice = 'C',  // which of them, microseconds for each instance, megabytes
  Instance = 'I',
  Results = 'R',
  Threw = 'T',    // a text
  Misused = 'M',  // a text: the harness asks for what the instance does not have
  Died = 'D',     // Death, then a text: what was written to standard error
};

enum class Death : std::uint64_t { Crash, Abort, Endless, Exit, Signal };

struct Frame {
  Message type = Message::Died;
  std::string content{};
};

// All of it, or false.
bool send(int descriptor, const Frame& frame);
bool receive(int descriptor, Frame& frame);

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
std::string encode(const ModelResults& results);
std::optional<ModelResults> decode_results(std::string_view bytes);

}  // namespace fretsaw::harness
