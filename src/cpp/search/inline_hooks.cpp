// SPDX-License-Identifier: MIT
// Most loads and stores of a predicate concern its own containers, and a call and a return for each of them
// cost more than the rest of the candidate: on binary trees, a third of the time. At the call of a hook, the
// address is in rdi; all other registers that a call may change are free, and so are the flags.
//
// The calls themselves are put behind the section's other code (.subsection), so that the usual way is
// straight.
#include "cpp/search/inline_hooks.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <optional>

#include "cpp/space/child/memory_map.hpp"

namespace fretsaw::search {

namespace {

struct Hook {
  bool is_write;
  std::string_view size;
};

bool drop_prefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

// "<tab>call<tab>__tsan_unaligned_read8@PLT"
std::optional<Hook> called_hook(std::string_view line) {
  if (!drop_prefix(line, "\tcall\t__tsan_")) return std::nullopt;
  if (line.ends_with("@PLT")) line.remove_suffix(4);
  drop_prefix(line, "unaligned_");
  drop_prefix(line, "volatile_");
  const bool is_write = drop_prefix(line, "write");
  if (!is_write && !drop_prefix(line, "read")) return std::nullopt;
  for (const std::string_view size : {"1", "2", "4", "8", "16"}) {
    if (line == size) return Hook{is_write, size};
  }
  return std::nullopt;
}

std::string tested_call(const Hook& hook, std::size_t number) {
  using namespace space;
  static_assert(is_low(0xFFFF'FFFF) && !is_low(0x1'0000'0000) && is_private(kPrivateBase + 0xFFFF'FFFF));
  const std::string test =
      hook.is_write ? fmt::format("\tcmpl\t${:#x}, %eax\n\tjne", kPrivateBase >> 32) : std::string("\tje");
  return fmt::format(
      "\tmovq\t%rdi, %rax\n\tshrq\t$32, %rax\n{0}\t.Lfretsaw_call{1}\n"
      ".Lfretsaw_back{1}:\n"
      "\t.subsection 1\n"
      ".Lfretsaw_call{1}:\n\tcall\tfretsaw_{2}{3}\n\tjmp\t.Lfretsaw_back{1}\n"
      "\t.subsection 0\n",
      test, number, hook.is_write ? "write_outside" : "read_low", hook.size);
}

}  // namespace

std::string inline_hooks(std::string_view assembly) {
  std::string out;
  out.reserve(2 * assembly.size());
  std::size_t calls = 0;
  while (!assembly.empty()) {
    const std::size_t end = assembly.find('\n');
    const std::string_view line = assembly.substr(0, end);
    if (const auto hook = called_hook(line)) {
      out += tested_call(*hook, calls++);
    } else {
      out.append(line) += '\n';
    }
    assembly.remove_prefix(end == std::string_view::npos ? assembly.size() : end + 1);
  }
  return out;
}

}  // namespace fretsaw::search
