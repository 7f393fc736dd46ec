// SPDX-License-Identifier: MIT
#include "cpp/code/classes_text.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>

#include "cpp/code/reflect.hpp"
#include "cpp/code/scratch_directory.hpp"

namespace fretsaw::code {
namespace {

class ClassesText : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    const auto folder = ScratchDirectory::create();
    const std::string header =
        *folder->write("classes.hpp",
                       "enum class Color { Red, Green = 4 };\n"
                       "struct Base { virtual ~Base() {} short id : 3; };\n"
                       "struct Tree : Base { Tree* left; Color color; int numbers[3];\n"
                       "  bool has(const Tree& other, int n) const noexcept; };\n");
    auto reflection = Reflection::of_class({header, {}, {"-std=c++20"}}, "Tree");
    ASSERT_TRUE(reflection) << render(reflection.error());
    const auto& callables = reflection->listing().callables;
    const auto has = std::ranges::find(callables, "has", &Callable::name);
    auto classes = reflection->bind({{static_cast<int>(has - callables.begin())}});
    ASSERT_TRUE(classes) << render(classes.error());
    text_ = to_text(*classes);
  }

  static inline std::string text_;
};

TEST_F(ClassesText, ComesBackTheSame) {
  const auto classes = classes_from(text_);
  ASSERT_TRUE(classes);
  EXPECT_EQ(to_text(*classes), text_);
  EXPECT_EQ(classes->at(classes->root).name, "Tree");
  EXPECT_FALSE(classes->callables.empty());
}

TEST_F(ClassesText, KeepsWhereACallableIsDeclaredAgainAndWhatKindItIs) {
  auto classes = classes_from(text_);
  ASSERT_TRUE(classes);
  Callable& made = classes->callables.front();
  made.is_virtual = made.is_hidden_friend = true;
  made.redeclarations = {{{"tree.ipp", 3, 4}, {"other", "n"}}};
  const auto read = classes_from(to_text(*classes));
  ASSERT_TRUE(read);
  const Callable& kept = read->callables.front();
  EXPECT_TRUE(kept.is_virtual);
  EXPECT_TRUE(kept.is_hidden_friend);
  ASSERT_EQ(kept.redeclarations.size(), 1u);
  EXPECT_EQ(kept.redeclarations[0].place.file, "tree.ipp");
  EXPECT_EQ(kept.redeclarations[0].parameter_names, (std::vector<std::string>{"other", "n"}));
}

TEST_F(ClassesText, GarbageIsRefused) {
  for (const char* const garbage : {"", "null", "[]", "{}", "{\"header\":1}", "\xff\xfe"})
    EXPECT_FALSE(classes_from(garbage)) << garbage;
  for (std::size_t size = 0; size < text_.size(); ++size)
    EXPECT_FALSE(classes_from(std::string_view(text_).substr(0, size))) << size;
}

TEST_F(ClassesText, IndicesThatLeadNowhereAreFound) {
  const auto damaged = [&](const std::function<void(nlohmann::json&)>& damage) {
    auto json = nlohmann::json::parse(text_);
    damage(json);
    return !classes_from(json.dump()).has_value();
  };
  EXPECT_TRUE(damaged([](auto& j) { j["root"] = 99; }));
  EXPECT_TRUE(damaged([](auto& j) { j["root"] = -2; }));
  EXPECT_TRUE(damaged([](auto& j) { j["classes"][0]["fields"][0]["type"] = 77; }));
  EXPECT_TRUE(damaged([](auto& j) { j["callables"][0]["owner"] = 50; }));
  EXPECT_TRUE(damaged([](auto& j) { j["types"][0]["kind"] = 1000; }));
  EXPECT_FALSE(damaged([](auto&) {}));
}

// Whatever it is read as, nothing in it leads outside.
TEST_F(ClassesText, RandomDamageNeverCrashes) {
  std::mt19937 random(5);
  for (int round = 0; round < 2000; ++round) {
    std::string text = text_;
    for (unsigned i = 0; i <= random() % 3; ++i)
      text[random() % text.size()] = static_cast<char>(' ' + random() % 95);
    if (const auto classes = classes_from(text))
      EXPECT_FALSE(to_text(*classes).empty()) << "seed 5, round " << round;
  }
}

}  // namespace
}  // namespace fretsaw::code
