// SPDX-License-Identifier: MIT
// True while code of this runtime runs: its own memory is not the user's.
#pragma once

namespace fretsaw::path {

extern bool in_user_code;

class EngineScope {
 public:
  EngineScope() : before_(in_user_code) { in_user_code = false; }
  ~EngineScope() { in_user_code = before_; }
  EngineScope(const EngineScope&) = delete;
  EngineScope& operator=(const EngineScope&) = delete;

 private:
  bool before_;
};

}  // namespace fretsaw::path
