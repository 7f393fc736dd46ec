// SPDX-License-Identifier: MIT
// The messages between an instrumented test process and its host. Both sides include this.
//
// The program begins with guest::kSpace (with its places), Cells and Branches, or with guest::kError. Then it
// gets Input and answers with Trace, again and again.
#pragma once

#include <cstdint>
#include <vector>

#include "cpp/guest/child/termination.hpp"

namespace fretsaw::path {

enum MessageKind : std::uint32_t {
  kCells = 'C',     // std::vector<InputCell>, in bytes (work/bytes.hpp)
  kBranches = 'B',  // text: functions and branches (see pass/path_pass.cpp); modules one after the other
  kInput = 'I',     // a word for each variable: its value, if it is free, else the position in its domain
  kTrace = 'T',     // TraceHeader, and what follows it
};

enum class Op : std::uint8_t {
  Constant,
  Read,  // what the input has at the address `a`, in `width` bits
  Add,
  Sub,
  Mul,
  UDiv,
  SDiv,
  URem,
  SRem,
  Shl,
  LShr,
  AShr,
  And,
  Or,
  Xor,
  Equal,
  ULess,
  ULessEqual,
  SLess,
  SLessEqual,  // width 1
  Not,
  ZExt,
  SExt,
  Extract,  // `width` bits of `a` from bit `b` on
  Concat,   // `a` above `b`
  IsCell,   // the address `a` is one of a variable of `b` bits
};

// An expression; operands come before it. 0: none.
struct Node {
  Op op;
  std::uint8_t width;  // in bits
  std::uint16_t padding;
  std::uint32_t a;
  std::uint32_t b;
  std::uint32_t padding2;
  std::uint64_t value;  // in the run that it is of; of a Constant: what it is
};

// Some bits of a variable, from `low` on, lie in a piece of memory that is read whole, from `shift` on. They
// are in one word of its values.
struct CellSlice {
  std::uint32_t variable;
  std::uint32_t low;
  std::uint32_t shift;
  std::uint32_t bits;
};

// A piece of memory that is read and written whole: a variable, a word of one, or several bit-fields.
struct InputCell {
  std::uint64_t address = 0;
  std::uint32_t bits = 0;
  std::uint64_t rest = 0;  // what is there in addition to the parts
  std::vector<CellSlice> parts{};

  // The only variable there, whose bits are all of it; null: it is more complicated.
  const CellSlice* whole() const { return parts.front().bits == bits ? &parts.front() : nullptr; }

  template <class Archive>
  void pass(Archive& archive) {
    archive(address);
    archive(bits);
    archive(rest);
    archive(parts);
  }
};

enum class EventKind : std::uint8_t {
  Branch,
  Switch,
  Alias,  // two addresses: the same or not; or whether there is so much memory
  Valid,  // an address is that of a variable
  Pin,    // a value that cannot be followed, taken as it is
};

// Something that must be as it was for the same path to be taken. Conditions are Nodes of width 1; of a
// Switch, the Node is what is chosen by.
struct Event {
  EventKind kind;
  std::uint8_t padding;
  std::uint16_t padding2;
  std::uint32_t outcome;  // of conditions: 1 if true
  std::uint32_t site;     // of Branch and Switch
  std::uint32_t node;
};

// Followed by: nodes (the first is none), events of the precondition, events of the call, a byte for each
// outcome of each site, a byte for each function, names of functions that are not tracked (as text, each
// with a newline).
struct alignas(8) TraceHeader {
  guest::Termination how;  // of the call
  bool is_valid;           // else there was no call
  std::uint16_t padding;
  std::uint32_t padding2;
  std::uint32_t nodes;
  std::uint32_t valid_events;
  std::uint32_t call_events;
  std::uint32_t outcomes;
  std::uint32_t functions;
  std::uint32_t text_bytes;
  std::uint32_t losses[16];  // by TrackingLoss, of the call
  std::uint32_t valid_losses;
  std::uint32_t mismatches;               // shadows that were not what the program had
  std::uint32_t overflows;                // signed, in the call
  std::uint32_t undecided_preconditions;  // 1 if the preconditions exceeded a limit: validity is unknown
};
static_assert(sizeof(TraceHeader) % alignof(Node) == 0);  // nodes are read where they lie

}  // namespace fretsaw::path
