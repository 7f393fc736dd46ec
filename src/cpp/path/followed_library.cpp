// SPDX-License-Identifier: MIT
// Characters are those of the "C" locale, which programs begin with. What can be asked in one comparison is,
// since every comparison is a condition of a path: of letters, (c | 32) - 'a' < 26 in unsigned numbers. The
// bits of the answers are those of g++ with glibc: code that compares them with 1 is wrong in the same way.
#include "cpp/path/followed_library.hpp"

namespace fretsaw::path {

namespace {

constexpr const char* kFollowed[] = {"memcmp",   "memchr",  "strlen",  "strcmp",  "strncmp", "strchr",
                                     "strrchr",  "isdigit", "isupper", "islower", "isalpha", "isalnum",
                                     "isspace",  "isblank", "isprint", "isgraph", "iscntrl", "ispunct",
                                     "isxdigit", "toupper", "tolower", "strdup",  "strndup"};

// The allocator of strings is declared to be in the library, which is true of some of it only.
constexpr const char* kSource = R"(
#if __has_include(<bits/allocator.h>)
#include <bits/allocator.h>
#else
#include <memory>
#endif
template class std::allocator<char>;
extern "C" {
int __wrap_memcmp(const void* a, const void* b, unsigned long size) {
  const unsigned char* x = static_cast<const unsigned char*>(a);
  const unsigned char* y = static_cast<const unsigned char*>(b);
  for (; size > 0; --size, ++x, ++y)
    if (*x != *y) return *x < *y ? -1 : 1;
  return 0;
}
void* __wrap_memchr(const void* memory, int wanted, unsigned long size) {
  const unsigned char* at = static_cast<const unsigned char*>(memory);
  for (; size > 0; --size, ++at)
    if (*at == static_cast<unsigned char>(wanted)) return const_cast<unsigned char*>(at);
  return nullptr;
}
unsigned long __wrap_strlen(const char* text) {
  unsigned long size = 0;
  while (text[size] != 0) ++size;
  return size;
}
int __wrap_strcmp(const char* a, const char* b) {
  while (*a != 0 && *a == *b) ++a, ++b;
  return static_cast<unsigned char>(*a) - static_cast<unsigned char>(*b);
}
int __wrap_strncmp(const char* a, const char* b, unsigned long size) {
  for (; size > 0; --size, ++a, ++b) {
    if (*a != *b) return static_cast<unsigned char>(*a) - static_cast<unsigned char>(*b);
    if (*a == 0) return 0;
  }
  return 0;
}
char* __wrap_strchr(const char* text, int wanted) {
  for (;; ++text) {
    if (*text == static_cast<char>(wanted)) return const_cast<char*>(text);
    if (*text == 0) return nullptr;
  }
}
char* __wrap_strrchr(const char* text, int wanted) {
  const char* found = nullptr;
  for (;; ++text) {
    if (*text == static_cast<char>(wanted)) found = text;
    if (*text == 0) return const_cast<char*>(found);
  }
}
char* __wrap_strndup(const char* text, unsigned long most) {
  unsigned long size = 0;
  while (size < most && text[size] != 0) ++size;
  char* const copy = static_cast<char*>(__builtin_malloc(size + 1));
  if (copy == nullptr) return nullptr;
  for (unsigned long i = 0; i < size; ++i) copy[i] = text[i];
  copy[size] = 0;
  return copy;
}
char* __wrap_strdup(const char* text) { return __wrap_strndup(text, ~0UL); }
int __wrap_isdigit(int c) { return c - 48U < 10; }
int __wrap_isupper(int c) { return (c - 65U < 26) << 8; }
int __wrap_islower(int c) { return (c - 97U < 26) << 9; }
int __wrap_isalpha(int c) { return ((c | 32) - 97U < 26) << 10; }
int __wrap_isalnum(int c) { return (((c | 32) - 97U < 26) | (c - 48U < 10)) << 3; }
int __wrap_isspace(int c) { return ((c == 32) | (c - 9U < 5)) << 13; }
int __wrap_isblank(int c) { return (c == 32) | (c == 9); }
int __wrap_isprint(int c) { return (c - 32U < 95) << 14; }
int __wrap_isgraph(int c) { return (c - 33U < 94) << 15; }
int __wrap_iscntrl(int c) { return ((static_cast<unsigned>(c) < 32) | (c == 127)) << 1; }
int __wrap_ispunct(int c) { return ((c - 33U < 94) & !(((c | 32) - 97U < 26) | (c - 48U < 10))) << 2; }
int __wrap_isxdigit(int c) { return ((c - 48U < 10) | ((c | 32) - 97U < 6)) << 12; }
int __wrap_toupper(int c) { return c - 32 * (c - 97U < 26); }
int __wrap_tolower(int c) { return c + 32 * (c - 65U < 26); }
}
)";

}  // namespace

std::span<const char* const> followed_functions() { return kFollowed; }

std::string followed_source() { return "\n#line 1 \"" + std::string(kFollowedFile) + "\"\n" + kSource; }

}  // namespace fretsaw::path
