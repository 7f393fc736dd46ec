// SPDX-License-Identifier: MIT
// How many atoms each sig may have in one command.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "alloy/model/type.hpp"
#include "alloy/syntax/ast.hpp"
#include "base/source.hpp"

namespace fretsaw::model {

struct Model;
struct Command;

struct SigScope {
  int size = 0;        // at most so many atoms
  bool exact = false;  // exactly so many
  int lower =
      0;  // atoms that are its own or its descendants': the universe holds at least so many of this sig
  int own =
      0;  // atoms made for the sig itself: size - the children's `lower`, for exact and top-level sigs only
};

struct Scopes {
  // By SigId; zero for the builtin sigs and for subset sigs. Every top-level sig has `lower` atoms in the
  // universe: the own ones of its descendants, children first, and then its own. An exact sig is those
  // `lower` atoms; a sig that is neither exact nor top-level has `lower` atoms at least and may take up to
  // `size` atoms of its parent that are not in a sibling.
  std::vector<SigScope> sigs;
  int bitwidth = 4;  // 0..30
  int max_seq = 4;   // 0..largest integer: seq/Int is 0..max_seq-1
  // Of temporal commands: how many states traces are shown with at least, and how many they have at most
  // before they loop (nothing: any number).
  int min_steps = 1;
  std::optional<int> max_steps = 10;
  std::optional<int> strings;  // exactly so many strings, the literals among them; else the literals only

  const SigScope& of(SigId sig) const { return sigs[index(sig)]; }
};

// The scopes that a command's `for …` means. Errors are at the command, of class Syntax, as in Alloy.
Result<Scopes> compute_scopes(const Model& model, const alloy::Command& command, const Span& pos);

// Are the sigs of the scope known? The error is at the entry.
Status check_scope_names(const Model& model, const alloy::Command& command);

// The command with its scope replaced by the text of a scope ("3 but 1 List, 4 int"). Errors are in the text;
// they concern the scope only: an error that the command has for another reason stays.
Result<Command> with_scope(const Model& model, const Command& command, const SourcePtr& text);

// Growing scopes, like `2..5 A` and `1..9:2 A`.

// Does the scope stand for several sizes?
bool grows(const alloy::Scope& scope);

// The command's scopes with one size each: the one that decides the command. Alloy searches the smallest size
// first and continues, all growing sigs together, as long as a `run` has an instance or a `check` has no
// counterexample. So a `run` is decided at the smallest size, and a `check` at the largest, which includes
// the smaller ones. The error is at the scope: a check for which that is not so (`exactly`), or that never
// ends.
Result<std::vector<alloy::Scope>> deciding_scopes(const alloy::Command& command);

}  // namespace fretsaw::model
