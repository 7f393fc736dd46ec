// SPDX-License-Identifier: MIT
#include "cpp/code/cached_classes.hpp"

#include <filesystem>

#include "base/digest.hpp"
#include "cpp/code/clang_unit.hpp"
#include "cpp/code/classes_text.hpp"
#include "cpp/code/request_digest.hpp"

namespace fretsaw::code {

namespace {

std::string digest_of_request(const UserCode& code, const std::vector<std::string>& named,
                              const std::vector<std::string>& asked) {
  Digest digest;
  digest.field("fretsaw classes 2");
  add_surroundings(digest);
  digest.field(load_libclang() ? to_string(clang_getClangVersion()) : "");
  add_list(digest, named);
  add_list(digest, code.flags);
  add_list(digest, asked);
  return digest.hex();
}

}  // namespace

CachedClasses::CachedClasses(const ProgramCache& cache, const UserCode& code,
                             const std::vector<std::string>& asked)
    : cache_(cache), can_be_kept_(cache.is_on() && !hides_files(code.flags)) {
  if (!can_be_kept_) return;
  named_.push_back(std::filesystem::absolute(code.header).string());
  for (const std::string& source : code.sources) named_.push_back(std::filesystem::absolute(source).string());
  request_ = digest_of_request(code, named_, asked);
}

std::optional<Classes> CachedClasses::find() {
  if (!can_be_kept_) return std::nullopt;
  if (const auto entry = cache_.find(request_)) {
    if (auto classes = classes_from(entry->classes)) return classes;
  }
  watch_.emplace(named_);
  return std::nullopt;
}

void CachedClasses::store(const Reflection& reflection, const Classes& classes) const {
  if (!watch_) return;
  const auto files = stamped(reflection.files());
  if (!files || !watch_->are_unchanged(*files)) return;
  Digest digest;
  digest.field(request_);
  for (const ReadFile& file : *files) digest.field(file.path).field(file.digest);
  cache_.store(request_, digest.hex(), *files, std::nullopt, to_text(classes));
}

}  // namespace fretsaw::code
