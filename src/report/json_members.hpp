// SPDX-License-Identifier: MIT
// Members of objects in a JsonTree that need not be there. Absent, or null, is empty; a member of another
// type is an error, of which the first is kept.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "fretsaw/diagnostic.hpp"
#include "report/json_tree.hpp"

namespace fretsaw {

class JsonMembers {
 public:
  std::string text(const JsonTree& of, std::string_view name);
  std::uint64_t number(const JsonTree& of, std::string_view name);  // from 1 on; 0: absent
  std::span<const JsonTree> list(const JsonTree& of, std::string_view name);

  void refuse(const JsonTree& value, std::string_view expected);
  const std::optional<Diagnostic>& error() const { return error_; }

 private:
  const JsonTree* find(const JsonTree& of, std::string_view name);

  std::optional<Diagnostic> error_;
};

}  // namespace fretsaw
