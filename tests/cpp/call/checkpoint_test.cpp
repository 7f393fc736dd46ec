// SPDX-License-Identifier: MIT
// A check that ends early resumes from its checkpoint, and its reports together are that of a single
// run.
#include "work/checkpoint.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "cpp/call/check_checkpoint.hpp"
#include "cpp/call/checking.hpp"
#include "cpp/call/show.hpp"
#include "support/bounds.hpp"
#include "support/folder.hpp"

namespace fretsaw::call {
namespace {

const std::string kPairs = FRETSAW_SOURCE_DIR "/tests/cpp/call/headers/pairs.hpp";

class CheckCheckpoint : public testing::Test {
 protected:
  CheckRequest request(std::vector<std::string> methods) {
    CheckRequest request;
    request.code.header = kPairs;
    request.bounds.size = 1;
    const auto add = [&](const std::string& of, const std::vector<std::string>& texts) {
      if (std::ranges::any_of(methods, [&](const std::string& method) { return method.starts_with(of); }))
        for (auto& bound : values_of(texts)) request.bounds.values.push_back(std::move(bound));
    };
    add("Pair", {"Pair::a_=0..20", "Pair::b_=0..20"});
    add("Range", {"Range::from_=0..6", "Range::to_=0..6"});
    request.methods = std::move(methods);
    request.keeps_going = true;
    request.per_block = request.methods.front() == "Range::length" ? 4 : 20;
    request.identity = "a check";
    return request;
  }
  CheckRequest kept(std::vector<std::string> methods) {
    CheckRequest with = request(std::move(methods));
    with.checkpoint = folder_ / "checkpoint";
    return with;
  }

  struct Told {
    std::string text;  // everything, in order
    StopReason stop = StopReason::None;
    std::uint64_t resumed = 0;
    std::optional<Diagnostic> error;
  };
  // Interrupted at the step with that number: when an input was found, or some were called with.
  static Told told(CheckRequest request, std::uint64_t last_step = ~std::uint64_t{0}) {
    Told told;
    std::string name;
    std::uint64_t steps = 0;
    request.limits.cancel = Cancel();
    CheckListener listener;
    listener.started = [&](const std::string& method) { told.text += (name = method) + "\n"; };
    listener.counterexample = [&](const Counterexample& found) {
      told.text += show_text(found, name, true) + show_dot(found, name);
    };
    listener.finished = [&](const MethodReport& report) {
      told.text += std::to_string(report.inputs) + " " + std::to_string(report.passed) + " " +
                   std::to_string(report.failed) + (report.complete ? " all" : " some") + "\n";
      told.stop = report.stop;
    };
    listener.resumed = [&](std::uint64_t inputs) { told.resumed = inputs; };
    listener.progress = [&](const MethodReport&) {
      if (++steps == last_step) request.limits.cancel.request();
    };
    if (const Status status = check(request, listener); !status) told.error = status.error();
    return told;
  }

  // Cut off after one step, then after two more, …: with other numbers of workers each time.
  void expect_to_go_on(const std::vector<std::string>& methods) {
    const Told whole = told(request(methods));
    ASSERT_FALSE(whole.error) << render(*whole.error);
    for (const std::uint64_t first : {0U, 1U, 2U, 4U}) {
      std::filesystem::remove(folder_ / "checkpoint");
      std::uint64_t runs = 0;
      Told last;
      do {
        ASSERT_LT(++runs, 100U);
        CheckRequest with = kept(methods);
        with.workers = 1 + static_cast<unsigned>(runs % 3);
        last = told(with, first + runs);
        ASSERT_FALSE(last.error) << render(*last.error);
      } while (last.stop != StopReason::None);
      EXPECT_EQ(last.text, whole.text) << "first after " << first + 1 << " steps, in " << runs << " runs";
      EXPECT_GT(runs, 1U);
      // Once more: nothing is left to do.
      const Told again = told(kept(methods));
      EXPECT_EQ(again.text, whole.text);
      EXPECT_GT(again.resumed, 0U);
    }
  }

  test::Folder folder_;
};

TEST_F(CheckCheckpoint, SearchedInputsAreResumed) { expect_to_go_on({"Pair::sum"}); }

TEST_F(CheckCheckpoint, SolvedInputsAreResumed) { expect_to_go_on({"Range::length"}); }

TEST_F(CheckCheckpoint, SeveralMethodsAreResumed) {
  expect_to_go_on({"Pair::sum", "Pair::difference", "Range::length"});
}

TEST_F(CheckCheckpoint, TheFirstFailureIsTheEndAlsoOfTheNextRun) {
  CheckRequest with = kept({"Pair::sum"});
  with.keeps_going = false;
  CheckRequest without = with;
  without.checkpoint.reset();
  const Told whole = told(without);
  EXPECT_THAT(whole.text, testing::HasSubstr("failed on input"));
  EXPECT_FALSE(told(with, 2).error);
  EXPECT_EQ(told(with).text, whole.text);
  EXPECT_EQ(told(with).text, whole.text);
}

TEST_F(CheckCheckpoint, TheNumberOfStoredCounterexamplesIsLimited) {
  CheckRequest with = kept({"Pair::sum"});
  with.max_counterexamples = 2;
  const std::string whole = told(with).text;
  const std::string again = told(with).text;
  const auto failures = [](const std::string& text) {
    std::size_t count = 0;
    for (std::size_t at = text.find("failed on"); at != std::string::npos;
         at = text.find("failed on", at + 1))
      ++count;
    return count;
  };
  EXPECT_EQ(failures(whole), 4U);  // 0 + 7, 1 + 6, 2 + 5, 3 + 4
  EXPECT_EQ(failures(again), 2U);
  EXPECT_EQ(again.substr(again.rfind('\n', again.size() - 2)),
            whole.substr(whole.rfind('\n', whole.size() - 2)));
}

TEST_F(CheckCheckpoint, ItBelongsToItsCheck) {
  const CheckRequest with = kept({"Pair::sum"});
  ASSERT_FALSE(told(with, 2).error);
  const auto message = [](const CheckRequest& request) {
    const Told now = told(request);
    return now.error ? now.error->message : std::string();
  };
  const std::string other = "the checkpoint was written by a different search";
  CheckRequest renamed = with;
  renamed.identity = "another";
  EXPECT_EQ(message(renamed), other);
  CheckRequest informed = with;
  informed.known_inputs = {"an input"};
  EXPECT_EQ(message(informed), other);
  EXPECT_EQ(message(kept({"Pair::difference"})), other);
  CheckRequest changed = with;
  const Variant other_header(kPairs, {{"!= 7", "!= 8"}});
  changed.code.header = other_header.path();
  EXPECT_EQ(message(changed), other);
  EXPECT_EQ(message(with), "");
  CheckRequest nowhere = with;
  nowhere.checkpoint = "/nowhere/at/all";
  EXPECT_EQ(message(nowhere), "cannot write '/nowhere/at/all': No such file or directory");
}

TEST_F(CheckCheckpoint, ADamagedOneIsRejected) {
  const CheckRequest with = kept({"Pair::sum"});
  ASSERT_FALSE(told(with, 2).error);
  const std::string file = folder_.read("checkpoint");
  const std::string good = file.substr(file.find('\n') + 1);
  const auto message_with = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from << " in " << good;
    if (at != std::string::npos) text.replace(at, from.size(), to);
    folder_.write("checkpoint", work::sealed_checkpoint(text));
    const Told now = told(with);
    return now.error ? now.error->message : std::string();
  };
  const std::string damaged = "the checkpoint is damaged";
  EXPECT_EQ(message_with("\"called\":", "\"called\":99999999"), damaged);
  EXPECT_EQ(message_with("\"found\":", "\"found\":1"), damaged);
  EXPECT_EQ(message_with("\"block\":\"", "\"block\":\"77777 "), damaged);
  EXPECT_EQ(message_with("\"seen\"", "\"sin\""), damaged);
  EXPECT_EQ(
      message_with("\"counterexamples\":[",
                   "\"counterexamples\":[\"xy\"" +
                       std::string(good.find("\"counterexamples\":[]") == std::string::npos ? "," : "")),
      damaged);
}

// Whatever becomes of the text: it is a counterexample as before, or none.
TEST(CounterexampleText, TruncatedOrChangedIsRejectedOrCanBeShown) {
  Counterexample found;
  found.number = 3;
  found.failures = {
      {FailureKind::Postcondition, "wrong", Location{"a.hpp", 1, 2, 3, "line"}, "c", {{"x", "1"}}}};
  space::GraphValue reference;
  reference.kind = space::GraphValue::Kind::Reference;
  reference.object = 1;
  space::GraphValue row;
  row.kind = space::GraphValue::Kind::Sequence;
  row.parts = {{"", reference}};
  found.before.objects = {{"call", "frame", true, {{"this", reference}}},
                          {"A$0", "A", false, {{"row", row}}}};
  found.after = found.before;
  found.result = reference;
  found.thrown = "\xff";
  found.deleted = {"A$0"};
  const std::string text = counterexample_text(found);
  const auto same = counterexample_from(text);
  ASSERT_TRUE(same);
  EXPECT_EQ(show_text(*same, "A::f()", false), show_text(found, "A::f()", false));
  EXPECT_EQ(counterexample_text(*same), text);
  for (std::size_t size = 0; size < text.size(); ++size)
    EXPECT_FALSE(counterexample_from(text.substr(0, size))) << size;
  EXPECT_FALSE(counterexample_from(text + "00"));
  std::size_t readable = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string changed = text;
    changed[i] = changed[i] == '1' ? 'e' : '1';
    if (const auto read = counterexample_from(changed)) {
      ++readable;
      EXPECT_EQ(counterexample_from(counterexample_text(*read)).has_value(), true);
    }
  }
  EXPECT_GT(readable, 0U);
}

}  // namespace
}  // namespace fretsaw::call
