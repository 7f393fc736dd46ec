// SPDX-License-Identifier: MIT
// Conditions as a reader of the code would write them: this.root.left != null, key < this.root.key.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "cpp/path/input_model.hpp"
#include "cpp/path/terms.hpp"

namespace fretsaw::path {

class ConditionText {
 public:
  // All outlive it.
  ConditionText(const Terms& terms, const InputModel& model);

  // Fields are named by where the addresses lead on the input of `values`. What is too long to read ends in
  // "...".
  std::string show(TermId condition, TermEvaluator& values) const;
  // Is it only about the address of something that has no name?
  bool is_about_places(TermId condition, TermEvaluator& values) const;

 private:
  struct Reading {
    TermEvaluator& values;
    unsigned parts_left;
  };

  std::string text(TermId id, Reading& at, bool is_nested) const;
  std::string read(const Term& term, Reading& at) const;
  std::optional<std::string> bit_field(const Term& term, Reading& at) const;
  const InputCell* cell_of(const Term& read, Reading& at) const;
  std::string name_of(const Term& read, std::size_t variable, Reading& at) const;
  std::string constant(const Term& term, bool is_pointer) const;
  bool is_unsigned(TermId id, Reading& at) const;
  std::string negated(TermId id, Reading& at) const;
  bool is_pointer(TermId id, Reading& at) const;
  std::optional<std::int64_t> length_for(std::uint64_t word, TermId read, Reading& at) const;
  std::optional<std::string> letter_for(const Term& constant, TermId other, Reading& at) const;
  std::string sum(TermId id, Reading& at) const;
  std::string operand(TermId id, TermId other, Reading& at) const;

  const Terms& terms_;
  const InputModel& model_;
  std::string frame_;                             // the name of the object that holds the arguments
  std::map<std::uint64_t, std::string> objects_;  // by address
};

// How the number of a case is written. Code has no signs: `text`, the source from its `switch` on, says
// whether 2^32 - 1 of 32 bits is a label by that name or by -1; if neither is there, the bits are shown.
std::string case_text(std::uint64_t value, unsigned width, std::string_view text);

}  // namespace fretsaw::path
