// SPDX-License-Identifier: MIT
// Classes that were read in an earlier run, in the cache of programs: the same files, asked for in the same
// way, are not read again.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cpp/code/classes.hpp"
#include "cpp/code/program_cache.hpp"
#include "cpp/code/read_files.hpp"
#include "cpp/code/reflect.hpp"
#include "cpp/code/user_code.hpp"

namespace fretsaw::code {

class CachedClasses {
 public:
  // `asked` is everything but the user's files that decides what becomes of them.
  CachedClasses(const ProgramCache& cache, const UserCode& code, const std::vector<std::string>& asked);

  std::optional<Classes> find();
  // What was made of all that the reflection has read, after find() has found nothing.
  void store(const Reflection& reflection, const Classes& classes) const;

 private:
  const ProgramCache& cache_;
  bool can_be_kept_;
  std::string request_;
  std::vector<std::string> named_;
  std::optional<FileWatch> watch_;  // since find() has found nothing
};

}  // namespace fretsaw::code
