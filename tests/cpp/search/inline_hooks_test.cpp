// SPDX-License-Identifier: MIT
#include "cpp/search/inline_hooks.hpp"

#include <gtest/gtest.h>

namespace fretsaw {
namespace {

TEST(InlineHooks, TestReadsOnTheSpot) {
  EXPECT_EQ(search::inline_hooks("\tleaq\t8(%rbx), %rdi\n\tcall\t__tsan_read8@PLT\n\tmovq\t8(%rbx), %rsi\n"),
            "\tleaq\t8(%rbx), %rdi\n"
            "\tmovq\t%rdi, %rax\n\tshrq\t$32, %rax\n\tje\t.Lfretsaw_call0\n"
            ".Lfretsaw_back0:\n"
            "\t.subsection 1\n"
            ".Lfretsaw_call0:\n\tcall\tfretsaw_read_low8\n\tjmp\t.Lfretsaw_back0\n"
            "\t.subsection 0\n"
            "\tmovq\t8(%rbx), %rsi\n");
}

TEST(InlineHooks, TestWritesOnTheSpot) {
  const std::string edited = search::inline_hooks("\tcall\t__tsan_write4\n");
  EXPECT_NE(edited.find("\tcmpl\t$0x5000, %eax\n\tjne\t.Lfretsaw_call0\n"), std::string::npos) << edited;
  EXPECT_NE(edited.find("\tcall\tfretsaw_write_outside4\n"), std::string::npos) << edited;
}

TEST(InlineHooks, KnowUnalignedAndVolatileAccesses) {
  const std::string edited =
      search::inline_hooks("\tcall\t__tsan_unaligned_read2\n\tcall\t__tsan_unaligned_volatile_write16@PLT\n");
  EXPECT_NE(edited.find("\tcall\tfretsaw_read_low2\n"), std::string::npos) << edited;
  EXPECT_NE(edited.find(".Lfretsaw_call1:\n\tcall\tfretsaw_write_outside16\n"), std::string::npos) << edited;
}

TEST(InlineHooks, LeaveEverythingElseAsItIs) {
  const std::string others =
      "\tcall\t__tsan_read_range@PLT\n"
      "\tcall\t__tsan_vptr_update\n"
      "\tcall\t__tsan_atomic32_load\n"
      "\tcall\t__tsan_read8 # a comment\n"
      "\tcall\t__tsan_read32\n"
      "\tjmp\t__tsan_read8\n"
      "\t.string\t\"call __tsan_read8\"\n";
  EXPECT_EQ(search::inline_hooks(others), others);
}

}  // namespace
}  // namespace fretsaw
