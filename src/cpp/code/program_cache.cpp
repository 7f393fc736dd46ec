// SPDX-License-Identifier: MIT
// Compiling takes seconds, most searches do not. What is kept:
//
//     requests/REQUEST      for each content met: the files that were read, each with its stamp and digest
//     programs/CONTENT/     a program or classes, and a seal: digests of both
//     temporary/            what is about to become one of these
//
// A request is everything that is known before compiling: paths, flags, the compiler, this program itself. It
// names the files that the compiler read last time; if they are the same, so is the program. Stamps make
// this cost one call of the file system per file. What this cannot see is a new file that would now be
// found before one that was read.
//
// What is found here is executed. So no other user may have put it here: the ownership of the directory is checked
// once it is open, and everything below is reached from there, without following links, and checked likewise
// (private_files.hpp). The seal does not protect against attacks: anyone can compute digests. It only shows that an
// entry is complete. What is run is the descriptor whose content was compared with the seal.
//
// No process waits for another that builds. Files are written under another name and renamed; an entry is created by
// renaming its directory, and the first process wins; one that is damaged, whatever the reason, fails its seal.
// An entry is removed only by a process that gets its lock, which all of its users share; and one process at a time
// looks for entries to remove, so that two do not remove twice as much as one would.
#include "cpp/code/program_cache.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <ranges>
#include <utility>

#include "base/digest.hpp"
#include "cpp/code/scratch_directory.hpp"

namespace fretsaw::code {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(FileStamp, size, inode, modified, changed)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ReadFile, path, stamp, digest)

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::size_t kVariantsPerRequest = 8;
constexpr const char* kRequests = "requests";
constexpr const char* kPrograms = "programs";
constexpr const char* kTemporary = "temporary";

struct Variant {
  std::string digest;
  std::vector<ReadFile> files;
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Variant, digest, files)

struct EntryManifest {
  std::string program;  // empty: there is none
  std::string classes;
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(EntryManifest, program, classes)

std::optional<std::string> read_private(int parent, const std::string& name) {
  const work::Descriptor file = work::open_private_file(parent, name);
  return file ? work::content_of(file.number()) : std::nullopt;
}

// Nothing if there is none, or it is not of this type.
template <class T>
std::optional<T> read_json(int parent, const std::string& name) {
  const Json json = Json::parse(read_private(parent, name).value_or(""), nullptr, false);
  if (json.is_discarded()) return std::nullopt;
  try {
    return json.get<T>();
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

std::string digest_of_open(int file) {
  Digest digest;
  char buffer[1 << 16];
  off_t at = 0;
  for (ssize_t n = 1; n > 0; at += n) {
    n = pread(file, buffer, sizeof buffer, at);
    if (n < 0) return "";
    digest.add({buffer, static_cast<std::size_t>(n)});
  }
  return digest.hex();
}

// The digest of what was copied; nothing (and errno) if it could not be.
std::optional<std::string> copy_program(int from, int to_directory, const char* name) {
  const work::Descriptor to(
      openat(to_directory, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, S_IRWXU));
  if (!to) return std::nullopt;
  Digest digest;
  char buffer[1 << 16];
  off_t at = 0;
  for (ssize_t n = 1; n > 0; at += n) {
    n = pread(from, buffer, sizeof buffer, at);
    errno = n < 0 ? errno : ENOSPC;  // what it is if nothing more can be written
    if (n < 0 || !work::write_all(to.number(), buffer, static_cast<std::size_t>(n))) return std::nullopt;
    digest.add({buffer, static_cast<std::size_t>(n)});
  }
  return digest.hex();
}

// The file is the old one or the new one at any time.
Status replace_file(int directory, const std::string& name, int temporary, const std::string& content) {
  auto scratch = ScratchDirectory::create_in(temporary, kTemporary);
  if (!scratch) return scratch.error();
  if (auto written = scratch->write("file", content); !written) return written.error();
  if (renameat(scratch->descriptor(), "file", directory, name.c_str()) != 0)
    return input_error(fmt::format("cannot replace '{}': {}", name, std::strerror(errno)));
  return Success{};
}

// Its users have shared locks. Nothing if it is not there (any more), is not to be believed, or cannot be
// had.
EntryLock lock_entry(int programs, const std::string& digest, int how) {
  EntryLock entry = work::open_private_directory(programs, digest);
  if (!entry) return entry;
  // On a file system without locks, a process whose entry is removed builds again.
  if (flock(entry.number(), how | LOCK_NB) != 0 && errno == EWOULDBLOCK) return EntryLock();
  struct stat held = {};
  struct stat named = {};
  const bool is_there = fstat(entry.number(), &held) == 0 &&
                        fstatat(programs, digest.c_str(), &named, AT_SYMLINK_NOFOLLOW) == 0;
  return is_there && held.st_ino == named.st_ino ? std::move(entry) : EntryLock();
}

// What is in a file may be anything; a name in the cache is not.
bool is_digest(const std::string& text) {
  return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

std::string home_directory() {
  if (const char* const home = std::getenv("HOME"); home != nullptr && *home == '/') return home;
  return "";
}

std::uint64_t bytes_of_file(int parent, const std::string& name) {
  struct stat status = {};
  if (fstatat(parent, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(status.st_mode)) return 0;
  return static_cast<std::uint64_t>(status.st_size);
}

// When a file was last changed, in nanoseconds; 0 if it is not there.
std::int64_t changed_at(int parent, const char* name) {
  struct stat status = {};
  if (fstatat(parent, name, &status, AT_SYMLINK_NOFOLLOW) != 0) return 0;
  return std::int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec;
}

struct CachedEntry {
  std::string digest;
  std::uint64_t bytes = 0;
  bool is_program = false;
  std::int64_t used = 0;
};

std::vector<CachedEntry> stored_in(int programs) {
  std::vector<CachedEntry> kept;
  for (const std::string& name : work::names_in(programs)) {
    const work::Descriptor entry =
        is_digest(name) ? work::open_private_directory(programs, name) : work::Descriptor();
    if (!entry) continue;
    CachedEntry one{name, 0, changed_at(entry.number(), "program") != 0, changed_at(entry.number(), "seal")};
    for (const std::string& file : work::names_in(entry.number()))
      one.bytes += bytes_of_file(entry.number(), file);
    kept.push_back(std::move(one));
  }
  return kept;
}

std::uint64_t bytes_of_requests(int requests) {
  std::uint64_t bytes = 0;
  for (const std::string& name : work::names_in(requests))
    bytes += is_digest(name) ? bytes_of_file(requests, name) : 0;
  return bytes;
}

// Those whose programs were all removed.
void remove_dangling(int requests, int programs) {
  for (const std::string& name : work::names_in(requests)) {
    if (!is_digest(name) || !work::open_private_file(requests, name)) continue;
    const auto variants = read_json<std::vector<Variant>>(requests, name);
    const bool leads_somewhere =
        variants && std::any_of(variants->begin(), variants->end(), [&](const Variant& variant) {
          return is_digest(variant.digest) && work::open_private_directory(programs, variant.digest);
        });
    if (!leads_somewhere) unlinkat(requests, name.c_str(), 0);
  }
}

// What killed processes have left behind.
void remove_leftovers(int temporary) {
  remove_stale_scratch_directories(temporary);
  // No process takes a day from creating a directory to marking it.
  constexpr std::int64_t kDay = std::int64_t{86'400} * 1'000'000'000;
  for (const std::string& name : work::names_in(temporary)) {
    const work::Descriptor folder =
        name.starts_with("fretsaw-") ? work::open_private_directory(temporary, name) : work::Descriptor();
    if (!folder || changed_at(folder.number(), ".") > file_clock() - kDay) continue;
    if (flock(folder.number(), LOCK_EX | LOCK_NB) == 0) work::remove_all_of(temporary, name);
  }
}

Diagnostic unused(const std::string& path, const std::string& why) {
  return input_error(fmt::format("program cache '{}' not used: {}", path, why));
}

Diagnostic untrusted(const std::string& path, const std::string& why) {
  Diagnostic warning = unused(path, why);
  warning.severity = Severity::Warning;
  warning.hint = "remove it, or set XDG_CACHE_HOME to another directory";
  return warning;
}

// Why a directory below the cache could not be opened.
std::string why_not_opened(int error) {
  if (error == EPERM) return "another user owns it or can write to it";
  if (error == ENOTDIR || error == ELOOP) return "not a directory";
  return std::strerror(error);
}

// All that is missing; but nothing in another user's home, who could not use it then (sudo).
Status make_directory(const CacheSettings& settings) {
  if (!settings.existing_directory.empty() && access(settings.existing_directory.c_str(), F_OK) != 0)
    return unused(settings.folder, fmt::format("'{}' does not exist", settings.existing_directory));
  std::vector<std::string> missing;
  fs::path base = settings.folder;
  struct stat status = {};
  while (lstat(base.c_str(), &status) != 0 && errno == ENOENT && base.has_relative_path()) {
    missing.push_back(base.filename().string());
    base = base.parent_path();
  }
  work::Descriptor folder(::open(base.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder)
    return unused(settings.folder, fmt::format("cannot open '{}': {}", base.string(), std::strerror(errno)));
  fstat(folder.number(), &status);
  if (geteuid() == 0 && status.st_uid != 0)
    return unused(settings.folder, fmt::format("'{}' belongs to user {}", base.string(), status.st_uid));
  for (const std::string& name : std::views::reverse(missing)) {
    if (mkdirat(folder.number(), name.c_str(), S_IRWXU) != 0 && errno != EEXIST)
      return unused(settings.folder, fmt::format("cannot create the directory: {}", std::strerror(errno)));
    work::Descriptor next(
        openat(folder.number(), name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!next)
      return unused(settings.folder, fmt::format("cannot create the directory: {}", std::strerror(errno)));
    folder = std::move(next);
  }
  return Success{};
}

}  // namespace

CacheSettings cache_settings(const Note& note) {
  CacheSettings settings;
  const char* const xdg = std::getenv("XDG_CACHE_HOME");
  const std::string home = home_directory();
  if (xdg != nullptr && *xdg == '/') {
    settings.folder = std::string(xdg) + "/fretsaw";
  } else if (!home.empty()) {
    settings.folder = home + "/.cache/fretsaw";
    settings.existing_directory = home;
  }
  if (const char* const text = std::getenv("FRETSAW_CACHE_MB"); text != nullptr && *text != '\0') {
    std::uint64_t megabytes = 0;
    const char* const end = text + std::strlen(text);
    const auto [stop, error] = std::from_chars(text, end, megabytes);
    const bool good = error == std::errc() && stop == end && megabytes <= (~std::uint64_t{0} >> 20);
    if (good)
      settings.max_bytes = megabytes << 20;
    else if (note)
      note(fmt::format("invalid value '{}' for FRETSAW_CACHE_MB: expected a number of megabytes; using {}",
                       text, settings.max_bytes >> 20));
  }
  return settings;
}

std::optional<Diagnostic> cache_warning(const CacheSettings& settings) {
  if (settings.folder.empty()) return std::nullopt;
  const work::Descriptor folder(::open(settings.folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder && errno == ENOENT) return std::nullopt;
  if (!folder) return untrusted(settings.folder, why_not_opened(errno));
  if (const auto why = work::distrust_reason(folder.number())) return untrusted(settings.folder, *why);
  for (const char* const name : {kRequests, kPrograms, kTemporary}) {
    if (!work::open_private_directory(folder.number(), name) && errno != ENOENT)
      return untrusted(settings.folder + "/" + name, why_not_opened(errno));
  }
  return std::nullopt;
}

Result<ProgramCache::CacheDirectories> ProgramCache::open(const CacheSettings& settings) {
  const std::string& path = settings.folder;
  const auto open_it = [&] {
    return work::Descriptor(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  };
  CacheDirectories directories{open_it(), {}, {}, {}};
  if (!directories.folder && errno == ENOENT) {
    if (Status made = make_directory(settings); !made) return made.error();
    directories.folder = open_it();
  }
  if (!directories.folder) return unused(path, why_not_opened(errno));
  const int folder = directories.folder.number();
  if (const auto why = work::distrust_reason(folder)) return unused(path, *why);
  struct stat status = {};
  const bool is_readable = fstat(folder, &status) == 0 && (status.st_mode & (S_IRWXG | S_IRWXO)) != 0;
  if (is_readable) fchmod(folder, S_IRWXU);  // by others, so far
  for (const auto& [name, inner] :
       {std::pair(kRequests, &directories.requests), std::pair(kPrograms, &directories.programs),
        std::pair(kTemporary, &directories.temporary)}) {
    const bool is_made = mkdirat(folder, name, S_IRWXU) == 0 || errno == EEXIST;
    if (!is_made) return unused(path, fmt::format("cannot write to the directory: {}", std::strerror(errno)));
    *inner = work::open_private_directory(folder, name);
    if (!*inner) return unused(path + "/" + name, why_not_opened(errno));
  }
  return directories;
}

ProgramCache::ProgramCache(CacheSettings settings, Note note)
    : settings_(std::move(settings)), note_(std::move(note)) {
  if (settings_.folder.empty() || settings_.max_bytes == 0) return;
  if (auto directories = open(settings_))
    directories_ = std::make_shared<const CacheDirectories>(std::move(*directories));
  else
    this->note(directories.error().message);
}

void ProgramCache::note(const std::string& text) const {
  if (note_) note_(text);
}

std::string ProgramCache::path_of(const std::string& digest) const {
  return fmt::format("{}/{}/{}", settings_.folder, kPrograms, digest);
}

// Nothing if it is missing, being removed, not trusted, or incomplete.
std::optional<ProgramCache::Entry> ProgramCache::open_entry(const std::string& digest) const {
  EntryLock entry_lock = lock_entry(directories_->programs.number(), digest, LOCK_SH);
  if (!entry_lock) return std::nullopt;
  auto classes = read_private(entry_lock.number(), "classes");
  const auto seal = read_json<EntryManifest>(entry_lock.number(), "seal");
  if (!classes || !seal || digest_of(*classes) != seal->classes) return std::nullopt;
  work::Descriptor program;
  if (!seal->program.empty()) {
    program = work::open_private_file(entry_lock.number(), "program");
    if (!program || digest_of_open(program.number()) != seal->program) return std::nullopt;
  }
  return Entry{digest, std::move(program), std::move(*classes), std::move(entry_lock)};
}

std::optional<ProgramCache::Entry> ProgramCache::find(const std::string& request) const {
  if (!is_on()) return std::nullopt;
  const int requests = directories_->requests.number();
  auto variants = read_json<std::vector<Variant>>(requests, request);
  if (!variants) return std::nullopt;
  for (Variant& variant : *variants) {
    const Freshness freshness = is_digest(variant.digest) ? check(variant.files) : Freshness::Changed;
    if (freshness == Freshness::Changed) continue;
    struct stat status = {};
    if (fstatat(directories_->programs.number(), variant.digest.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0)
      continue;
    auto entry = open_entry(variant.digest);
    if (!entry) {
      note(fmt::format("damaged program '{}' in the cache: building it again", path_of(variant.digest)));
      remove(variant.digest);
      return std::nullopt;
    }
    utimensat(entry->entry_lock.number(), "seal", nullptr, AT_SYMLINK_NOFOLLOW);  // when it was last used
    if (freshness == Freshness::SameContent)
      (void)replace_file(requests, request, directories_->temporary.number(), Json(*variants).dump());
    return entry;
  }
  return std::nullopt;
}

void ProgramCache::store(const std::string& request, const std::string& digest,
                         const std::vector<ReadFile>& files, std::optional<int> program,
                         const std::string& classes) const {
  if (!is_on()) return;
  const int programs = directories_->programs.number();
  const int requests = directories_->requests.number();
  const int temporary = directories_->temporary.number();
  const auto give_up = [&](const std::string& why) { note("program not cached: " + why); };
  auto scratch = ScratchDirectory::create_in(temporary, settings_.folder + "/" + kTemporary);
  if (!scratch) return give_up(scratch.error().message);
  if (mkdirat(scratch->descriptor(), "entry", S_IRWXU) != 0) return give_up(std::strerror(errno));
  const work::Descriptor entry = work::open_private_directory(scratch->descriptor(), "entry");
  if (!entry) return give_up(std::strerror(errno));
  const auto copied =
      program ? copy_program(*program, entry.number(), "program") : std::optional<std::string>("");
  if (!copied) return give_up(std::strerror(errno));
  const EntryManifest seal = {*copied, digest_of(classes)};
  for (const auto& [name, content] : {std::pair("classes", classes), {"seal", Json(seal).dump()}}) {
    if (const int error = work::write_private_file(entry.number(), name, content); error != 0)
      return give_up(fmt::format("cannot write '{}': {}", name, std::strerror(error)));
  }

  const auto put = [&] { return renameat(scratch->descriptor(), "entry", programs, digest.c_str()) == 0; };
  if (!put()) {
    const int error = errno;
    // Another process was first; or the existing entry cannot be used, and is replaced.
    if (!open_entry(digest) && !(remove(digest) && put())) return give_up(std::strerror(error));
  }
  std::vector<Variant> variants = {{digest, files}};
  for (Variant& earlier :
       read_json<std::vector<Variant>>(requests, request).value_or(std::vector<Variant>())) {
    if (earlier.digest != digest && variants.size() < kVariantsPerRequest)
      variants.push_back(std::move(earlier));
  }
  if (Status s = replace_file(requests, request, temporary, Json(variants).dump()); !s)
    return give_up(s.error().message);
  evict(settings_.max_bytes);
}

// A link is removed itself; what another user owns stays.
bool ProgramCache::remove(const std::string& digest) const {
  const int programs = directories_->programs.number();
  struct stat status = {};
  if (fstatat(programs, digest.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0 || status.st_uid != geteuid())
    return false;
  const EntryLock entry_lock = lock_entry(programs, digest, LOCK_EX);
  if (!entry_lock && S_ISDIR(status.st_mode) && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0)
    return false;  // in use
  auto scratch = ScratchDirectory::create_in(directories_->temporary.number(), kTemporary);
  return scratch && renameat(programs, digest.c_str(), scratch->descriptor(), "entry") == 0;
}

// The least recently used go first, until the rest is small enough.
void ProgramCache::evict(std::uint64_t max_bytes) const {
  const int programs = directories_->programs.number();
  const int requests = directories_->requests.number();
  const work::Descriptor turn(openat(programs, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  while (flock(turn.number(), LOCK_EX) != 0 && errno == EINTR) continue;
  remove_leftovers(directories_->temporary.number());
  std::vector<CachedEntry> kept = stored_in(programs);
  std::uint64_t bytes = bytes_of_requests(requests);
  for (const CachedEntry& one : kept) bytes += one.bytes;
  if (bytes <= max_bytes) return;
  std::sort(kept.begin(), kept.end(),
            [](const CachedEntry& a, const CachedEntry& b) { return a.used < b.used; });
  for (const CachedEntry& one : kept) {
    if (bytes <= max_bytes) break;
    if (remove(one.digest)) bytes -= std::min(bytes, one.bytes);
  }
  remove_dangling(requests, programs);
}

CacheSize ProgramCache::size() const {
  CacheSize size;
  if (!is_on()) return size;
  size.bytes = bytes_of_requests(directories_->requests.number());
  for (const CachedEntry& one : stored_in(directories_->programs.number())) {
    size.programs += one.is_program ? 1 : 0;
    size.bytes += one.bytes;
  }
  return size;
}

void ProgramCache::clear() const {
  if (is_on()) evict(0);
}

}  // namespace fretsaw::code
