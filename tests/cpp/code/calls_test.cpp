// SPDX-License-Identifier: MIT
// The glue calls anything with arguments in memory: a program without instrumentation does, and prints.
#include <gtest/gtest.h>

#include <fstream>

#include "cpp/code/glue.hpp"
#include "cpp/code/program.hpp"
#include "cpp/code/reflect.hpp"
#include "work/process.hpp"

namespace fretsaw::code {
namespace {

constexpr const char* kHeader = R"(
#include <stdexcept>
#include <string>
#include <vector>
namespace shop {
class Item {
 public:
  Item() : price_(1) {}
  int price() const noexcept { return price_; }
  Item& raise(int by) { price_ += by; return *this; }
  Item operator+(const Item& other) const { return Item(price_ + other.price_); }
  int sum(const std::vector<int>& more, const std::string& text, long by) const {
    int s = price_ + static_cast<int>(text.size() + by);
    for (int n : more) s += n;
    return s;
  }
  int take(std::string&& text) { std::string mine = static_cast<std::string&&>(text); return static_cast<int>(mine.size()); }
  void fail(Item* other) { if (other == nullptr) throw std::runtime_error("no other"); other->price_ = 0; }
 private:
  explicit Item(int price) : price_(price) {}
  static int twice(int n) { return 2 * n; }
  bool hidden(int n) const { return n == price_; }
  int price_;
};
inline const Item& dearer(const Item& a, const Item& b) { return a.price() < b.price() ? b : a; }
}
)";

// Fills frames by the names of their fields, as the table describes them.
constexpr const char* kMain = R"(
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>
#include "fretsaw/detail/class_table.hpp"
using namespace fretsaw::detail;
extern "C" const ClassTable* fretsaw_classes_main();
namespace {
const ClassTable& table = *fretsaw_classes_main();
alignas(16) char frame[256];
const CallableEntry& named(const char* name, int nth = 0) {
  for (int i = 0; i < table.callable_count; ++i)
    if (std::strcmp(table.callables[i].name, name) == 0 && nth-- == 0) return table.callables[i];
  std::printf("no %s\n", name);
  throw 1;
}
char* field(const CallableEntry& callable, const char* name) {
  const ClassEntry& entry = table.classes[callable.frame];
  for (int i = 0; i < entry.field_count; ++i)
    if (std::strcmp(entry.fields[i].name, name) == 0) return frame + entry.fields[i].offset;
  std::printf("no field %s\n", name);
  throw 1;
}
template <class T> void put(const CallableEntry& callable, const char* name, const T& value) {
  new (field(callable, name)) T(value);
}
}
int main() {
  int item = 0, other = 0, number = 0;  // a shop::Item is one int
  const CallableEntry& by_default = named("Item", 0);
  by_default.call(frame, &item);
  const CallableEntry& by_price = named("Item", 1);  // private
  put(by_price, "price", 5);
  by_price.call(frame, &other);
  std::printf("%d %d\n", item, other);
  const CallableEntry& raise = named("raise");
  void* referred = nullptr;
  put(raise, "this", static_cast<void*>(&item));
  put(raise, "by", 3);
  raise.call(frame, &referred);
  std::printf("%d %d\n", item, referred == &item);
  const CallableEntry& plus = named("operator+");
  put(plus, "this", static_cast<void*>(&item));
  put(plus, "other", static_cast<void*>(&other));
  plus.call(frame, &number);
  std::printf("%d\n", number);
  const CallableEntry& sum = named("sum");
  put(sum, "this", static_cast<void*>(&item));
  put(sum, "more", std::vector<int>{10, 20});
  put(sum, "text", std::string("abc"));
  put(sum, "by", 100L);
  sum.call(frame, &number);
  std::printf("%d\n", number);
  const CallableEntry& take = named("take");
  put(take, "this", static_cast<void*>(&item));
  put(take, "text", std::string("a text that is too long for a small string"));
  take.call(frame, &number);
  std::printf("%d %zu\n", number, reinterpret_cast<std::string*>(field(take, "text"))->size());
  const CallableEntry& twice = named("shop::Item::twice");  // private
  put(twice, "n", 21);
  twice.call(frame, &number);
  const CallableEntry& hidden = named("hidden");  // private
  bool answer = false;
  put(hidden, "this", static_cast<void*>(&item));
  put(hidden, "n", 4);
  hidden.call(frame, &answer);
  std::printf("%d %d\n", number, answer);
  const CallableEntry& fail = named("fail");
  put(fail, "this", static_cast<void*>(&item));
  put(fail, "other", static_cast<void*>(nullptr));
  try {
    fail.call(frame, nullptr);
  } catch (const std::runtime_error& error) {
    std::printf("%s\n", error.what());
  }
  const CallableEntry& dearer = named("shop::dearer");
  put(dearer, "a", static_cast<void*>(&item));
  put(dearer, "b", static_cast<void*>(&other));
  dearer.call(frame, &referred);
  std::printf("%d\n", referred == &other);
}
)";

class Calls : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    const auto folder = ScratchDirectory::create();
    ProgramSources sources;
    sources.code = {*folder->write("item.hpp", kHeader), {}, {"-std=c++20"}};
    auto reflection = Reflection::of_class(sources.code, "shop::Item");
    ASSERT_TRUE(reflection) << render(reflection.error());
    std::vector<Binding> all(reflection->listing().callables.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i].callable = static_cast<int>(i);
    auto classes = reflection->bind(all);
    ASSERT_TRUE(classes) << render(classes.error());
    sources.generated = {
        {"calls.cpp", calls_source(*classes, kProgramId), CompileUnit::Kind::User, classes->header},
        {"classes.cpp", table_source(*classes, kProgramId), CompileUnit::Kind::Glue, ""},
        {"main.cpp", kMain, CompileUnit::Kind::Plain, ""}};
    sources.classes = std::make_shared<const Classes>(*std::move(classes));
    sources.runtime.headers = {{"fretsaw/detail/class_table.hpp", table_header()}};
    program_ = new Result<Program>(Program::make(sources, {}));
  }
  static void TearDownTestSuite() { delete program_; }

  static const std::string& table_header() {
    static const std::string kText = [] {
      std::ifstream in(std::string(FRETSAW_SOURCE_DIR) + "/include/fretsaw/detail/class_table.hpp");
      return std::string(std::istreambuf_iterator<char>(in), {});
    }();
    return kText;
  }

  static const Callable& find(const std::string& name) {
    for (const Callable& callable : (*program_)->classes().callables) {
      if (callable.name == name) return callable;
    }
    ADD_FAILURE() << name;
    return (*program_)->classes().callables.front();
  }

  static inline Result<Program>* program_ = nullptr;
};

TEST_F(Calls, EverythingWithArgumentsInMemoryAndTheResultToo) {
  ASSERT_TRUE(*program_) << render(program_->error());
  const work::CommandResult run = work::run_commands({{(*program_)->path()}}).front();
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.output,
            "1 5\n"
            "4 1\n"
            "9\n"
            "137\n"
            "42 0\n"
            "42 1\n"
            "no other\n"
            "1\n");
}

TEST_F(Calls, CallablesAreDescribed) {
  ASSERT_TRUE(*program_) << render(program_->error());
  const Callable& price = find("price");
  EXPECT_TRUE(price.is_const);
  EXPECT_TRUE(price.is_noexcept);
  EXPECT_TRUE(price.is_accessible);
  EXPECT_EQ(price.result.type, "int");
  EXPECT_EQ(price.place.line, 9U);
  const Callable& raise = find("raise");
  EXPECT_FALSE(raise.is_const);
  EXPECT_EQ(raise.result.passing, Passing::Reference);
  const Callable& sum = find("sum");
  ASSERT_EQ(sum.parameters.size(), 3U);
  EXPECT_EQ(sum.parameters[0].passing, Passing::Reference);
  EXPECT_TRUE(sum.parameters[0].is_const);
  EXPECT_EQ(sum.parameters[2].type, "long");
  EXPECT_EQ(find("take").parameters[0].passing, Passing::RvalueReference);
  EXPECT_EQ(find("twice").kind, Callable::Kind::StaticMethod);
  EXPECT_FALSE(find("twice").is_accessible);
  EXPECT_EQ(find("shop::dearer").kind, Callable::Kind::Function);
  EXPECT_EQ(find("Item").kind, Callable::Kind::Constructor);
  EXPECT_EQ(find("operator+").name, "operator+");
}

}  // namespace
}  // namespace fretsaw::code
