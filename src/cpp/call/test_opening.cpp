// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <filesystem>
#include <vector>

#include "cpp/call/emit.hpp"
#include "cpp/code/compile_flags.hpp"
#include "cpp/space/render.hpp"
#include "work/process.hpp"

namespace fretsaw::call {

namespace {

// How the file is compiled: as the user's code is, in C++17 or later, from the folder where that was given.
std::string test_command(const code::CodeRequest& code, TestKind kind) {
  std::vector<std::string> words = {"g++"}, libraries;
  const auto user = code::user_code(code);
  const std::vector<std::string> flags = user ? user->flags : std::vector<std::string>();
  const std::string standard = code::standard_flag(flags).value_or("-std=c++20");
  words.push_back(code::standard_year(standard) < 2017 ? "-std=c++17" : standard);
  for (const std::string& flag : flags) {
    if (code::standard_flag({flag})) continue;
    const bool is_library = flag.starts_with("-l") || flag.starts_with("-L") || flag.starts_with("-Wl,");
    (is_library ? libraries : words).push_back(flag);
  }
  words.insert(words.end(), {"-fno-access-control", "FILE"});
  words.insert(words.end(), code.sources.begin(), code.sources.end());
  if (kind == TestKind::GoogleTest) words.insert(words.end(), {"-lgtest", "-lgtest_main", "-pthread"});
  words.insert(words.end(), libraries.begin(), libraries.end());
  return work::command_line(words);
}

}  // namespace

std::string test_opening(const code::CodeRequest& code, TestKind kind) {
  const bool is_google = kind == TestKind::GoogleTest;
  std::string out = fmt::format(
      "// What Fretsaw has found, as tests. They name members whether these are private or not:\n"
      "//   {}\n{}"
      "#include \"{}\"\n\n",
      test_command(code, kind),
      is_google
          ? ""
          : "// With version 3 of Catch2 add -lCatch2Main -lCatch2. With version 2 this file has the main\n"
            "// function, unless there is another one: -DFRETSAW_NO_MAIN.\n",
      std::filesystem::absolute(code.header).lexically_normal().string());
  for (const char* const name :
       {"algorithm", "cstdint", "cstring", "functional", "iterator", "map", "new", "optional", "set",
        "stdexcept", "string", "tuple", "type_traits", "utility", "vector"})
    out += fmt::format("#include <{}>\n", name);
  out += "#include <unistd.h>\n\n";
  out += is_google ? "#include <gtest/gtest.h>\n"
                     "#define FRETSAW_TEST(suite, name) TEST(suite, name)\n"
                     "#define FRETSAW_CHECK(holds, text) EXPECT_TRUE((holds)) << text\n"
                   : "#if __has_include(<catch2/catch_test_macros.hpp>)\n"
                     "#include <catch2/catch_test_macros.hpp>\n#else\n"
                     "#ifndef FRETSAW_NO_MAIN\n#define CATCH_CONFIG_MAIN\n#endif\n"
                     "#include <catch2/catch.hpp>\n#endif\n"
                     "#define FRETSAW_TEST(suite, name) TEST_CASE(#suite \".\" #name)\n"
                     "#define FRETSAW_CHECK(holds, text) do { INFO(text); CHECK((holds)); } while (false)\n";
  return out +
         "template <class T> using fretsaw_type = T;\n"
         "// By value: what cannot be copied is given away. A vector says that it can, whatever it holds.\n"
         "template <class T, class = void> struct fretsaw_elements { using type = T; };\n"
         "template <class T> struct fretsaw_elements<T, std::void_t<typename T::value_type>> {\n"
         "  using type = typename T::value_type;\n};\n"
         "template <class T, class E = typename fretsaw_elements<T>::type> struct fretsaw_has_copies {\n"
         "  static constexpr bool value = std::is_copy_constructible_v<T> && "
         "fretsaw_has_copies<E>::value;\n};\n"
         "template <class T> struct fretsaw_has_copies<T, T> : std::is_copy_constructible<T> {};\n"
         "template <class T> decltype(auto) fretsaw_pass(T& value) {\n"
         "  if constexpr (fretsaw_has_copies<T>::value) return static_cast<const T&>(value);\n"
         "  else return static_cast<T&&>(value);\n}\n\n" +
         space::cpp_helpers();
}

}  // namespace fretsaw::call
