// SPDX-License-Identifier: MIT
#include "cpp/path/pass/library_calls.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringSet.h>

namespace fretsaw::path {

using namespace llvm;

bool starts_with_one_of(StringRef name, ArrayRef<const char*> prefixes) {
  return any_of(prefixes, [&](const char* prefix) { return name.starts_with(prefix); });
}

Library library_of(const Function& callee) {
  const StringRef name = callee.getName();
  if (name == "malloc") return Library::Memory;
  if (name == "free") return Library::Harmless;
  if (name == "valloc" || name == "pvalloc") return Library::Memory;
  if (name == "realloc" || name == "aligned_alloc" || name == "memalign") return Library::MemoryOfSecond;
  if (name == "posix_memalign") return Library::MemoryOfThird;
  if (name == "calloc") return Library::MemoryOfFirstTimesSecond;
  if (name == "reallocarray") return Library::MemoryOfSecondTimesThird;
  if (!callee.isDeclaration()) return Library::Unknown;
  if (starts_with_one_of(name, {"_Znwm", "_Znam"})) return Library::Memory;
  // Memory that is given back, exceptions, and ends of the program.
  if (starts_with_one_of(name, {"_Zdl", "_Zda", "__cxa_", "__clang_call_terminate", "_Unwind", "__assert",
                                "_ZSt9terminatev"}) ||
      name.contains("__throw_"))
    return Library::Harmless;
  if (name == "printf" || name == "puts" || name == "putchar") return Library::Harmless;
  if (starts_with_one_of(name,
                         {"_ZNSolsE", "_ZNSo9_M_insert", "_ZNSo3put", "_ZNSo5flush", "_ZNSo5write", "_ZStls",
                          "_ZSt4endl", "_ZSt16__ostream_insert", "fprintf", "fputs", "fputc", "fflush"}))
    return Library::Output;
  // Links of nodes, and numbers of buckets.
  if (name.contains("_Rb_tree_")) return Library::Tree;
  if (name.contains("_List_node_base") || name.contains("_Prime_rehash_policy") || name == "__dynamic_cast")
    return Library::Pinned;
  return Library::Unknown;
}

// The standard library does, apart from clocks and the like; of others, only these are known to.
bool is_function_of_arguments(const Function& callee) {
  const StringRef name = callee.getName();
  if (library_of(callee) != Library::Unknown) return true;
  if (starts_with_one_of(name, {"_ZSt", "_ZNSt", "_ZNKSt", "_ZN9__gnu_cxx", "_ZNK9__gnu_cxx"}))
    return !name.contains("chrono") && !name.contains("random_device") && !name.contains("istream");
  static const StringSet<> kPure = {
      "strlen",  "strnlen", "memcmp",  "bcmp",    "strcmp",   "strncmp",  "strcoll", "abs",
      "labs",    "llabs",   "toupper", "tolower", "isalpha",  "isdigit",  "isalnum", "isspace",
      "isupper", "islower", "ispunct", "isprint", "isxdigit", "iscntrl",  "isgraph", "atoi",
      "atol",    "atoll",   "strtol",  "strtoll", "strtoul",  "strtoull", "wcslen",  "wmemcmp",
      "strspn",  "strcspn", "div",     "ldiv",    "lldiv"};
  // Addresses of what they are given, or of memory of their own, which does not depend on the input.
  static const StringSet<> kOfAddresses = {
      "memchr",  "memrchr", "strchr",  "strrchr", "strchrnul", "strstr", "strpbrk",
      "bsearch", "memcpy",  "memmove", "mempcpy", "memset",    "strcpy", "strncpy",
      "stpcpy",  "stpncpy", "strcat",  "strncat", "wmemcpy",   "wcschr", "__errno_location"};
  static const StringSet<> kOfNumbers = {
      "sqrt",  "cbrt", "pow",    "exp",     "exp2",  "expm1",     "log",      "log2",  "log10",
      "log1p", "sin",  "cos",    "tan",     "asin",  "acos",      "atan",     "atan2", "sinh",
      "cosh",  "tanh", "asinh",  "acosh",   "atanh", "floor",     "ceil",     "fmod",  "fabs",
      "fmin",  "fmax", "round",  "trunc",   "rint",  "nearbyint", "hypot",    "ldexp", "fma",
      "erf",   "erfc", "lround", "llround", "lrint", "llrint",    "copysign", "atof"};
  const bool has_suffix = name.ends_with("f") || name.ends_with("l");  // float, long double
  return kPure.contains(name) || name.starts_with("__ctype_") || kOfAddresses.contains(name) ||
         kOfNumbers.contains(name) || (has_suffix && kOfNumbers.contains(name.drop_back()));
}

}  // namespace fretsaw::path
