// SPDX-License-Identifier: MIT
#include "cpp/code/cached_classes.hpp"

#include <gtest/gtest.h>

#include "support/folder.hpp"

namespace fretsaw::code {
namespace {

class KeptClassesTest : public ::testing::Test {
 protected:
  KeptClassesTest() {
    folder_.write("inner.hpp", "struct Inner { int number; };\n");
    folder_.write("outer.hpp", "#include \"inner.hpp\"\nstruct Outer { Inner inner; };\n");
  }

  // What is kept; reads and keeps it if nothing is.
  std::optional<Classes> kept(const std::vector<std::string>& asked) {
    const ProgramCache cache({folder_ / "cache"});
    const UserCode code{folder_ / "outer.hpp", {}, {"-std=c++20"}};
    CachedClasses classes(cache, code, asked);
    if (auto found = classes.find()) return found;
    auto reflection = Reflection::of_class(code, "Outer");
    if (!reflection) return std::nullopt;
    const auto read = reflection->bind({});
    if (read) classes.store(*reflection, *read);
    return std::nullopt;
  }

  test::Folder folder_;
};

TEST_F(KeptClassesTest, AreFoundUntilAFileChanges) {
  EXPECT_FALSE(kept({"class"}));
  const auto found = kept({"class"});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->at(found->root).name, "Outer");
  EXPECT_EQ(found->classes.size(), 2U);
  folder_.write("inner.hpp", "struct Inner { int number, other; };\n");
  EXPECT_FALSE(kept({"class"}));
  EXPECT_TRUE(kept({"class"}));
}

TEST_F(KeptClassesTest, BelongToTheirRequest) {
  EXPECT_FALSE(kept({"one"}));
  EXPECT_FALSE(kept({"another"}));
  EXPECT_TRUE(kept({"one"}));
}

TEST_F(KeptClassesTest, AreNoPrograms) {
  EXPECT_FALSE(kept({"class"}));
  const ProgramCache cache({folder_ / "cache"});
  EXPECT_EQ(cache.size().programs, 0U);
  EXPECT_GT(cache.size().bytes, 0U);
  cache.clear();
  EXPECT_EQ(cache.size(), CacheSize());
}

}  // namespace
}  // namespace fretsaw::code
