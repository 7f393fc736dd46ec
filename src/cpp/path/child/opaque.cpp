// SPDX-License-Identifier: MIT
#include "cpp/path/child/opaque.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace fretsaw::path {

namespace {

struct Source {
  TrackingLoss why;
  const char* name;
  bool is_named = false;  // in the record
};

std::vector<Source>& sources() {
  static std::vector<Source>* const kSources = new std::vector<Source>();
  return *kSources;
}

}  // namespace

Id opaque(TrackingLoss why, const char* name) {
  std::vector<Source>& list = sources();
  const auto found = std::find_if(list.begin(), list.end(),
                                  [&](const Source& each) { return each.why == why && each.name == name; });
  if (found != list.end()) return kFirstOpaque + static_cast<Id>(found - list.begin());
  constexpr std::size_t kMaxSources = 0xfff0;
  if (list.size() < kMaxSources) list.push_back({why, name});
  return kFirstOpaque + static_cast<Id>(list.size() - 1);
}

void lose_opaque(Id id) {
  Source& source = sources()[id - kFirstOpaque];
  note_loss(source.why);
  if (!record->in_call || std::exchange(source.is_named, true)) return;
  note_name(source.name);
}

}  // namespace fretsaw::path
