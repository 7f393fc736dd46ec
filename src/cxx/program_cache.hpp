// SPDX-License-Identifier: MIT
// Programs that were built before, found again by content: everything that the compiler read.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cxx/read_files.hpp"

namespace fretsaw::cxx {

// What was decided and found on the way, for --verbose.
using Note = std::function<void(const std::string&)>;

struct CacheSettings {
  std::string folder;  // empty: nothing is kept
  std::uint64_t most_bytes = std::uint64_t{512} << 20;
};

// $XDG_CACHE_HOME/fretsaw, else ~/.cache/fretsaw, else none; at most FRETSAW_CACHE_MB (512).
CacheSettings cache_settings(const Note& note = {});

// Keeps an entry from being removed while somebody uses it.
class Lease {
 public:
  Lease() = default;
  explicit Lease(int descriptor) : descriptor_(descriptor) {}
  Lease(Lease&& other) noexcept;
  Lease& operator=(Lease&& other) noexcept;
  ~Lease();

 private:
  int descriptor_ = -1;
};

class ProgramCache {
 public:
  ProgramCache() = default;  // keeps nothing
  explicit ProgramCache(CacheSettings settings, Note note = {});

  bool is_on() const { return !settings_.folder.empty(); }

  struct Entry {
    std::string digest;   // of the content
    std::string program;  // the path of an executable file, for as long as the lease lives
    std::string classes;  // as text, see classes_text.hpp
    Lease lease;
  };

  // `request` is the digest of everything but the files that are read. Nothing if there is none, if a file
  // has changed, or if the entry is damaged; then it is removed.
  std::optional<Entry> find(const std::string& request) const;

  // Whatever goes wrong is noted, and otherwise without consequences.
  void store(const std::string& request, const std::string& digest, const std::vector<ReadFile>& files,
             const std::string& program, const std::string& classes) const;

 private:
  void evict() const;
  bool remove(const std::string& entry) const;
  void note(const std::string& text) const;

  CacheSettings settings_;
  Note note_;
};

}  // namespace fretsaw::cxx
