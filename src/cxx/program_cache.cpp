// SPDX-License-Identifier: MIT
// Compiling takes seconds, most searches do not. What is kept:
//
//     requests/REQUEST      for each content met: the files that were read, each with its stamp and digest
//     programs/CONTENT/     program, classes, and a seal: digests of both
//
// A request is everything that is known before compiling: paths, flags, the compiler, this program itself. It
// leads to the files that the compiler read last time; if they are the same, so is the program. Stamps make
// this cost one question to the file system per file. What this cannot see is a new file that would now be
// found before one that was read.
//
// Nobody waits for anybody. Files are written under another name and renamed; an entry comes into being by
// renaming its folder, whoever is first; one that is damaged, whatever the reason, fails its seal. An entry
// is removed only by whoever gets its lock, which all of its users share.
#include "cxx/program_cache.hpp"

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
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

#include "base/atomic_file.hpp"
#include "base/digest.hpp"
#include "cxx/scratch_folder.hpp"

namespace fretsaw::cxx {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(FileStamp, size, inode, modified, changed)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ReadFile, path, stamp, digest)

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::size_t kVariantsPerRequest = 8;

struct Variant {
  std::string digest;
  std::vector<ReadFile> files;
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Variant, digest, files)

struct Seal {
  std::string program;
  std::string classes;
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Seal, program, classes)

std::string content_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

// Nothing if there is none, or it is not of this type.
template <class T>
std::optional<T> read_json(const std::string& path) {
  const Json json = Json::parse(content_of(path), nullptr, false);
  if (json.is_discarded()) return std::nullopt;
  try {
    return json.get<T>();
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

// The file is the old one or the new one at any time.
Status replace_file(const std::string& path, const std::string& folder, const std::string& content) {
  auto scratch = ScratchFolder::create(folder);
  if (!scratch) return scratch.error();
  auto written = scratch->write("file", content);
  if (!written) return written.error();
  if (std::rename(written->c_str(), path.c_str()) != 0)
    return input_error(fmt::format("{} cannot be replaced: {}", path, std::strerror(errno)));
  return Done{};
}

// Its users have shared locks. Nothing if it is not there (any more).
std::optional<Lease> lock_entry(const std::string& entry, int how) {
  const int descriptor = open(entry.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return std::nullopt;
  Lease lease(descriptor);
  // A file system without locks is shared without care: whoever loses an entry builds again.
  if (flock(descriptor, how | LOCK_NB) != 0 && errno == EWOULDBLOCK) return std::nullopt;
  struct stat held = {};
  struct stat named = {};
  const bool is_there = fstat(descriptor, &held) == 0 && stat(entry.c_str(), &named) == 0;
  if (!is_there || held.st_ino != named.st_ino) return std::nullopt;
  return lease;
}

// What is in a file may be anything; a name in the cache is not.
bool is_digest(const std::string& text) {
  return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

std::string home_folder() {
  if (const char* const home = std::getenv("HOME"); home != nullptr && *home == '/') return home;
  return "";
}

}  // namespace

CacheSettings cache_settings(const Note& note) {
  CacheSettings settings;
  const char* const xdg = std::getenv("XDG_CACHE_HOME");
  const std::string home = home_folder();
  if (xdg != nullptr && *xdg == '/')
    settings.folder = std::string(xdg) + "/fretsaw";
  else if (!home.empty())
    settings.folder = home + "/.cache/fretsaw";
  if (const char* const text = std::getenv("FRETSAW_CACHE_MB"); text != nullptr && *text != '\0') {
    std::uint64_t megabytes = 0;
    const char* const end = text + std::strlen(text);
    const auto [stop, error] = std::from_chars(text, end, megabytes);
    const bool good = error == std::errc() && stop == end && megabytes <= (~std::uint64_t{0} >> 20);
    if (good)
      settings.most_bytes = megabytes << 20;
    else if (note)
      note(fmt::format("FRETSAW_CACHE_MB={} is no number of megabytes: {} it is", text,
                       settings.most_bytes >> 20));
  }
  if (settings.most_bytes == 0) settings.folder.clear();
  return settings;
}

Lease::Lease(Lease&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

Lease& Lease::operator=(Lease&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

Lease::~Lease() {
  if (descriptor_ >= 0) close(descriptor_);
}

ProgramCache::ProgramCache(CacheSettings settings, Note note)
    : settings_(std::move(settings)), note_(std::move(note)) {
  if (!is_on()) return;
  for (const char* const name : {"requests", "programs", "temporary"}) {
    std::error_code error;
    const fs::path folder = fs::path(settings_.folder) / name;
    fs::create_directories(folder, error);
    if (!error && access(folder.c_str(), W_OK | X_OK) == 0) continue;
    this->note(fmt::format("programs are not kept: {} cannot be written", folder.string()));
    settings_.folder.clear();
    return;
  }
}

void ProgramCache::note(const std::string& text) const {
  if (note_) note_(text);
}

std::optional<ProgramCache::Entry> ProgramCache::find(const std::string& request) const {
  if (!is_on()) return std::nullopt;
  const std::string manifest = settings_.folder + "/requests/" + request;
  auto variants = read_json<std::vector<Variant>>(manifest);
  if (!variants) return std::nullopt;
  for (Variant& variant : *variants) {
    const Freshness freshness = is_digest(variant.digest) ? check(variant.files) : Freshness::Changed;
    if (freshness == Freshness::Changed) continue;
    const std::string folder = settings_.folder + "/programs/" + variant.digest;
    auto lease = lock_entry(folder, LOCK_SH);
    if (!lease) continue;
    const auto seal = read_json<Seal>(folder + "/seal");
    Entry entry{variant.digest, folder + "/program", content_of(folder + "/classes"), std::move(*lease)};
    const bool is_whole =
        seal && digest_of(entry.classes) == seal->classes && digest_of_file(entry.program) == seal->program;
    if (!is_whole) {
      note(fmt::format("a damaged program is built again: {}", folder));
      entry.lease = Lease();
      remove(folder);
      return std::nullopt;
    }
    utimensat(AT_FDCWD, (folder + "/seal").c_str(), nullptr, 0);  // when it was last used
    if (freshness == Freshness::SameContent)
      (void)replace_file(manifest, settings_.folder + "/temporary", Json(*variants).dump());
    return entry;
  }
  return std::nullopt;
}

void ProgramCache::store(const std::string& request, const std::string& digest,
                         const std::vector<ReadFile>& files, const std::string& program,
                         const std::string& classes) const {
  if (!is_on()) return;
  const std::string temporary = settings_.folder + "/temporary";
  const auto give_up = [&](const std::string& why) { note("the program is not kept: " + why); };
  auto scratch = ScratchFolder::create(temporary);
  if (!scratch) return give_up(scratch.error().message);
  const std::string folder = scratch->path("entry");
  std::error_code error;
  fs::create_directory(folder, error);
  if (!error) fs::copy_file(program, folder + "/program", error);
  if (error) return give_up(error.message());
  const auto copied = digest_of_file(folder + "/program");
  if (!copied || copied != digest_of_file(program)) return give_up("it could not be copied");
  if (Status s = write_file(folder + "/classes", classes); !s) return give_up(s.error().message);
  const Seal seal = {*copied, digest_of(classes)};
  if (Status s = write_file(folder + "/seal", Json(seal).dump()); !s) return give_up(s.error().message);

  const std::string entry = settings_.folder + "/programs/" + digest;
  if (std::rename(folder.c_str(), entry.c_str()) != 0 && errno != ENOTEMPTY && errno != EEXIST)
    return give_up(std::strerror(errno));
  const std::string manifest = settings_.folder + "/requests/" + request;
  std::vector<Variant> variants = {{digest, files}};
  for (Variant& earlier : read_json<std::vector<Variant>>(manifest).value_or(std::vector<Variant>())) {
    if (earlier.digest != digest && variants.size() < kVariantsPerRequest)
      variants.push_back(std::move(earlier));
  }
  if (Status s = replace_file(manifest, temporary, Json(variants).dump()); !s)
    return give_up(s.error().message);
  evict();
}

bool ProgramCache::remove(const std::string& entry) const {
  const auto lease = lock_entry(entry, LOCK_EX);
  if (!lease) return false;
  auto scratch = ScratchFolder::create(settings_.folder + "/temporary");
  return scratch && std::rename(entry.c_str(), scratch->path("entry").c_str()) == 0;
}

// The least recently used go first, until the rest is small enough. Requests that lead nowhere, and what was
// left behind by those who were killed, go too.
void ProgramCache::evict() const {
  struct Kept {
    std::string path;
    std::uint64_t bytes = 0;
    std::int64_t used = 0;
  };
  std::vector<Kept> kept;
  std::uint64_t bytes = 0;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(settings_.folder + "/programs", error)) {
    Kept one{entry.path().string()};
    for (const auto& file : fs::directory_iterator(entry.path(), error)) {
      const auto size = file.file_size(error);
      if (!error) one.bytes += size;
    }
    if (const auto stamp = stamp_of(one.path + "/seal")) one.used = stamp->modified;
    bytes += one.bytes;
    kept.push_back(std::move(one));
  }
  if (bytes <= settings_.most_bytes) return;
  std::sort(kept.begin(), kept.end(), [](const Kept& a, const Kept& b) { return a.used < b.used; });
  for (const Kept& one : kept) {
    if (bytes <= settings_.most_bytes) break;
    if (remove(one.path)) bytes -= one.bytes;
  }
  for (const auto& request : fs::directory_iterator(settings_.folder + "/requests", error)) {
    const auto variants = read_json<std::vector<Variant>>(request.path().string());
    const bool leads_somewhere =
        variants && std::any_of(variants->begin(), variants->end(), [&](const Variant& v) {
          return is_digest(v.digest) && fs::exists(settings_.folder + "/programs/" + v.digest, error);
        });
    if (!leads_somewhere) fs::remove(request.path(), error);
  }
  constexpr std::int64_t kDay = std::int64_t{86'400} * 1'000'000'000;
  for (const auto& left : fs::directory_iterator(settings_.folder + "/temporary", error)) {
    const auto stamp = stamp_of(left.path().string());
    if (stamp && stamp->modified < file_clock() - kDay) fs::remove_all(left.path(), error);
  }
}

}  // namespace fretsaw::cxx
