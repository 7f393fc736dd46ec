// SPDX-License-Identifier: MIT
// As much of Catch2 as emitted tests use, and a main() that fails if a test does.
#pragma once
#include <cstdio>
#include <vector>

struct MiniCatch {
  const char* name;
  void (*run)();
  static std::vector<MiniCatch>& all() {
    static std::vector<MiniCatch> tests;
    return tests;
  }
  static int& failed() {
    static int count = 0;
    return count;
  }
  MiniCatch(const char* title, void (*function)()) : name(title), run(function) { all().push_back(*this); }
};

#define MINI_JOIN2(a, b) a##b
#define MINI_JOIN(a, b) MINI_JOIN2(a, b)
#define TEST_CASE(title)                                                                    \
  static void MINI_JOIN(mini_test_, __LINE__)();                                            \
  static const MiniCatch MINI_JOIN(mini_case_, __LINE__)(title, MINI_JOIN(mini_test_, __LINE__)); \
  static void MINI_JOIN(mini_test_, __LINE__)()
#define INFO(text) const char* const mini_info = text
#define CHECK(holds) \
  if (!(holds)) std::printf("%s\n", mini_info), ++MiniCatch::failed()

int main() {
  int failing = 0;
  for (const MiniCatch& test : MiniCatch::all()) {
    MiniCatch::failed() = 0;
    test.run();
    std::printf("%s %s\n", MiniCatch::failed() > 0 ? "FAILED" : "OK", test.name);
    failing += MiniCatch::failed() > 0 ? 1 : 0;
  }
  return failing;
}
