// SPDX-License-Identifier: MIT
// Programs that were built before, and classes that were read, found again by content: everything that the
// compiler read.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cpp/code/read_files.hpp"
#include "fretsaw/diagnostic.hpp"
#include "work/private_files.hpp"

namespace fretsaw::code {

// What was decided and found on the way, for --verbose.
using Note = std::function<void(const std::string&)>;

struct CacheSettings {
  std::string folder;                                   // empty: nothing is kept
  std::uint64_t max_bytes = std::uint64_t{2048} << 20;  // 0: likewise
  std::string existing_directory{};  // must be there, and is not made; empty: all that is missing is made
};

// $XDG_CACHE_HOME/fretsaw, else ~/.cache/fretsaw, else none; at most FRETSAW_CACHE_MB (2048).
CacheSettings cache_settings(const Note& note = {});

// Is what is there not to be trusted? A warning that names the directory, if another user owns it or can
// write to it, or if it is not a directory. Nothing is made.
std::optional<Diagnostic> cache_warning(const CacheSettings& settings);

// Keeps an entry from being removed while it is in use.
using EntryLock = work::Descriptor;

struct CacheSize {
  std::uint64_t programs = 0;
  std::uint64_t bytes = 0;  // of all files
  friend bool operator==(const CacheSize&, const CacheSize&) = default;
};

class ProgramCache {
 public:
  ProgramCache() = default;  // keeps nothing
  // A directory that another user owns or can write to is not used. One that others can read becomes private.
  explicit ProgramCache(CacheSettings settings, Note note = {});

  bool is_on() const { return directories_ != nullptr; }

  struct Entry {
    std::string digest;  // of the content
    // Which was checked: this is what is to be run, whatever is in its place by then. Closed: there is none.
    work::Descriptor program;
    std::string classes;  // as text, see classes_text.hpp; empty: there are none
    EntryLock entry_lock;
  };

  // `request` is the digest of everything but the files that are read. Nothing if there is none, if a file
  // has changed, or if the entry is damaged; then it is removed.
  std::optional<Entry> find(const std::string& request) const;

  // Whatever goes wrong is noted, and otherwise without consequences. `program` is open, if there is one.
  void store(const std::string& request, const std::string& digest, const std::vector<ReadFile>& files,
             std::optional<int> program, const std::string& classes) const;

  CacheSize size() const;
  // Removes the programs that are not in use, and what belongs to them; nothing else.
  void clear() const;

 private:
  struct CacheDirectories {
    work::Descriptor folder, requests, programs, temporary;
  };
  static Result<CacheDirectories> open(const CacheSettings& settings);
  std::string path_of(const std::string& digest) const;
  std::optional<Entry> open_entry(const std::string& digest) const;
  void evict(std::uint64_t max_bytes) const;
  bool remove(const std::string& digest) const;
  void note(const std::string& text) const;

  CacheSettings settings_;
  Note note_;
  std::shared_ptr<const CacheDirectories> directories_;
};

}  // namespace fretsaw::code
