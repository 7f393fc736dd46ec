// SPDX-License-Identifier: MIT
// The C library's memory and string functions, as the user's code calls them. They are not instrumented, so
// the program is linked with --wrap for each: what they read and write is reported first. (The program is
// compiled so that these calls stay calls; see kInstrumentationFlags.)
#include <cstddef>
#include <cstring>
#include <cwchar>

#include "cpp/search/child/watch.hpp"

using fretsaw::search::on_read_range;
using fretsaw::search::on_write_range;

namespace {

// Reads as the function will: byte by byte up to and including the terminator or the first difference, so
// that a later byte's value is no choice yet.
std::size_t watch_string(const char* s, std::size_t limit = ~std::size_t{0}) {
  std::size_t length = 0;
  for (; length < limit; ++length) {
    on_read_range(s + length, 1);
    if (s[length] == '\0') break;
  }
  return length;
}

void watch_comparison(const char* a, const char* b, std::size_t limit, bool to_terminator) {
  for (std::size_t i = 0; i < limit; ++i) {
    on_read_range(a + i, 1);
    on_read_range(b + i, 1);
    if (a[i] != b[i] || (to_terminator && a[i] == '\0')) return;
  }
}

const char* bytes(const void* p) { return static_cast<const char*>(p); }

}  // namespace

extern "C" {

int __real_memcmp(const void* a, const void* b, std::size_t size);
int __real_bcmp(const void* a, const void* b, std::size_t size);
void* __real_memcpy(void* to, const void* from, std::size_t size);
void* __real_memmove(void* to, const void* from, std::size_t size);
void* __real_memset(void* to, int value, std::size_t size);
void* __real_memchr(const void* s, int value, std::size_t size);
int __real_strcmp(const char* a, const char* b);
int __real_strncmp(const char* a, const char* b, std::size_t size);
std::size_t __real_strlen(const char* s);
std::size_t __real_strnlen(const char* s, std::size_t size);
char* __real_strcpy(char* to, const char* from);
char* __real_strncpy(char* to, const char* from, std::size_t size);
char* __real_strcat(char* to, const char* from);
char* __real_strchr(const char* s, int c);
char* __real_strrchr(const char* s, int c);
char* __real_strstr(const char* s, const char* part);
char* __real_strdup(const char* s);
char* __real_strndup(const char* s, std::size_t size);
int __real_wmemcmp(const wchar_t* a, const wchar_t* b, std::size_t size);

int __wrap_memcmp(const void* a, const void* b, std::size_t size) {
  watch_comparison(bytes(a), bytes(b), size, false);
  return __real_memcmp(a, b, size);
}
int __wrap_bcmp(const void* a, const void* b, std::size_t size) {
  watch_comparison(bytes(a), bytes(b), size, false);
  return __real_bcmp(a, b, size);
}
int __wrap_wmemcmp(const wchar_t* a, const wchar_t* b, std::size_t size) {
  watch_comparison(bytes(a), bytes(b), size * sizeof(wchar_t), false);
  return __real_wmemcmp(a, b, size);
}
void* __wrap_memcpy(void* to, const void* from, std::size_t size) {
  on_read_range(from, size);
  on_write_range(to, size);
  return __real_memcpy(to, from, size);
}
void* __wrap_memmove(void* to, const void* from, std::size_t size) {
  on_read_range(from, size);
  on_write_range(to, size);
  return __real_memmove(to, from, size);
}
void* __wrap_memset(void* to, int value, std::size_t size) {
  on_write_range(to, size);
  return __real_memset(to, value, size);
}
void* __wrap_memchr(const void* s, int value, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    on_read_range(bytes(s) + i, 1);
    if (bytes(s)[i] == static_cast<char>(value)) break;
  }
  return __real_memchr(s, value, size);
}
int __wrap_strcmp(const char* a, const char* b) {
  watch_comparison(a, b, ~std::size_t{0}, true);
  return __real_strcmp(a, b);
}
int __wrap_strncmp(const char* a, const char* b, std::size_t size) {
  watch_comparison(a, b, size, true);
  return __real_strncmp(a, b, size);
}
std::size_t __wrap_strlen(const char* s) { return watch_string(s); }
std::size_t __wrap_strnlen(const char* s, std::size_t size) { return watch_string(s, size); }
char* __wrap_strcpy(char* to, const char* from) {
  on_write_range(to, watch_string(from) + 1);
  return __real_strcpy(to, from);
}
char* __wrap_strncpy(char* to, const char* from, std::size_t size) {
  watch_string(from, size);
  on_write_range(to, size);
  return __real_strncpy(to, from, size);
}
char* __wrap_strcat(char* to, const char* from) {
  const std::size_t length = watch_string(to);
  on_write_range(to + length, watch_string(from) + 1);
  return __real_strcat(to, from);
}
char* __wrap_strchr(const char* s, int c) {
  watch_string(s);
  return __real_strchr(s, c);
}
char* __wrap_strrchr(const char* s, int c) {
  watch_string(s);
  return __real_strrchr(s, c);
}
char* __wrap_strdup(const char* s) {
  watch_string(s);
  return __real_strdup(s);
}
char* __wrap_strndup(const char* s, std::size_t size) {
  watch_string(s, size);
  return __real_strndup(s, size);
}
char* __wrap_strstr(const char* s, const char* part) {
  watch_string(s);
  watch_string(part);
  return __real_strstr(s, part);
}
}
