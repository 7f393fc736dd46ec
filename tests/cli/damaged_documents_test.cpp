// SPDX-License-Identifier: MIT
// Documents in which one value is another, or missing: whoever reads them accepts what can still be meant,
// with the same sums, or says which file and which key is wrong. One document of every verb, in the process
// of the test; a few through the program.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "alloy/exchange/format.hpp"
#include "alloy/model/load.hpp"
#include "cli/console.hpp"
#include "cli/process.hpp"
#include "cli/verbs.hpp"
#include "cpp/call/known_inputs.hpp"
#include "support/json_edits.hpp"

namespace fretsaw::test {
namespace {

using Json = nlohmann::ordered_json;
using testing::HasSubstr;

const std::string kDocuments = FRETSAW_SOURCE_DIR "/tests/cli/documents/";

Json document(const std::string& name) {
  std::ifstream in(kDocuments + name);
  return Json::parse(in);
}

// What is written to standard output meanwhile goes to a file.
class CapturedOutput {
 public:
  explicit CapturedOutput(const std::string& file) : file_(file), standard_(dup(STDOUT_FILENO)) {
    const int descriptor = open(file.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    dup2(descriptor, STDOUT_FILENO);
    close(descriptor);
  }
  ~CapturedOutput() { restore(); }
  CapturedOutput(const CapturedOutput&) = delete;
  CapturedOutput& operator=(const CapturedOutput&) = delete;

  std::string text() {
    restore();
    std::ifstream in(file_);
    return {std::istreambuf_iterator<char>(in), {}};
  }

 private:
  void restore() {
    if (standard_ < 0) return;
    dup2(standard_, STDOUT_FILENO);
    close(standard_);
    standard_ = -1;
  }

  std::string file_;
  int standard_;
};

class DamagedDocuments : public testing::Test {
 protected:
  struct Answer {
    std::optional<Diagnostic> error;
    Json document;
  };
  Answer merged(const std::string& one, const std::string& two) {
    cli::Settings settings;
    settings.operands = {one, two};
    settings.json = true;
    return answer_of(cli::merge, settings, "merge");
  }
  Answer shown(const std::string& file) {
    cli::Settings settings;
    settings.operands = {file};
    settings.json = true;
    return answer_of(cli::show, settings, "show");
  }

  // Of a refusal: it names the file, and the key if a value is to blame.
  void expect_located(const Diagnostic& error, const std::string& file, const std::string& what) {
    ASSERT_TRUE(error.location) << what << ": " << error.message;
    EXPECT_EQ(error.location->file, file) << what;
    EXPECT_FALSE(error.message.empty());
    EXPECT_THAT(error.message, testing::Not(HasSubstr("json.exception"))) << what;
  }

  Folder folder_;

 private:
  template <class Verb>
  Answer answer_of(Verb verb, const cli::Settings& settings, const char* name) {
    CapturedOutput output(folder_ / "output");
    Answer answer;
    {
      cli::Console console(name, settings);
      const auto exit = verb(settings, console);
      if (!exit) answer.error = exit.error();
      console.finish();
    }
    answer.document = Json::parse(output.text(), nullptr, false);
    EXPECT_FALSE(answer.document.is_discarded());
    return answer;
  }
};

class DamagedParts : public DamagedDocuments, public testing::WithParamInterface<const char*> {};

TEST_P(DamagedParts, AreRefusedOrAddUpToTheSame) {
  const std::string verb = GetParam();
  const std::string first = kDocuments + verb + "1.json";
  const Answer whole = merged(first, kDocuments + verb + "2.json");
  ASSERT_FALSE(whole.error) << render(*whole.error);
  const std::string file = folder_ / "edited.json";
  std::size_t refused = 0, accepted = 0;
  for_each_edit(document(verb + "2.json"), [&](const JsonEdit& edit) {
    folder_.write("edited.json", edit.text);
    const Answer answer = merged(first, file);
    if (answer.error) {
      ++refused;
      const bool is_about_both = !answer.error->location;  // parts that are missing
      if (!is_about_both) expect_located(*answer.error, file, edit.what);
      return;
    }
    ++accepted;
    for (const char* const key :
         {"merged",        "index",     "symmetry", "class",  "method",    "harness", "instances",
          "structures",    "aborted",   "inputs",   "passed", "failed",    "mutants", "equivalent",
          "nonequivalent", "undecided", "killed",   "score",  "operators", "complete"})
      EXPECT_EQ(answer.document.value(key, Json()), whole.document.value(key, Json())) << edit.what;
    for (const char* const key : {"results", "methods"})
      EXPECT_EQ(answer.document.value(key, Json()).size(), whole.document.value(key, Json()).size())
          << edit.what;
    // A document may list fewer counterexamples than there are.
    const auto listed = [](const Answer& of) { return of.document.value("counterexamples", Json()).size(); };
    EXPECT_LE(listed(answer), listed(whole)) << edit.what;
  });
  EXPECT_GT(refused, 100U);
  EXPECT_GT(accepted, 0U);
}

INSTANTIATE_TEST_SUITE_P(All, DamagedParts,
                         testing::Values("enumerate", "generate", "check", "methods", "check_model",
                                         "mutate"),
                         [](const auto& of) { return std::string(of.param); });

class DamagedExhibits : public DamagedDocuments, public testing::WithParamInterface<const char*> {};

TEST_P(DamagedExhibits, AreRefusedOrShown) {
  const std::string file = folder_ / "edited.json";
  for_each_edit(document(GetParam()), [&](const JsonEdit& edit) {
    folder_.write("edited.json", edit.text);
    const Answer answer = shown(file);
    if (answer.error) expect_located(*answer.error, file, edit.what);
  });
}

INSTANTIATE_TEST_SUITE_P(All, DamagedExhibits,
                         testing::Values("run.json", "trace.json", "eval.json", "test.json", "suite.json",
                                         "explore.json", "whole_check.json", "enumerate1.json",
                                         "generate1.json", "check_model2.json", "mutate1.json"),
                         [](const auto& of) {
                           std::string name = of.param;
                           return name.substr(0, name.find('.'));
                         });

TEST_F(DamagedDocuments, OfKnownInputsAreRefusedOrGiveAsMany) {
  for (const std::string name : {"whole_check.json", "methods2.json"}) {
    const auto whole = call::known_inputs(kDocuments + name);
    ASSERT_TRUE(whole);
    ASSERT_FALSE(whole->empty());
    const std::string file = folder_ / "edited.json";
    for_each_edit(document(name), [&](const JsonEdit& edit) {
      folder_.write("edited.json", edit.text);
      const auto known = call::known_inputs(file);
      if (known) {
        EXPECT_LE(known->size(), whole->size()) << edit.what;
      } else if (known.error().location) {
        expect_located(known.error(), file, edit.what);
      } else {
        EXPECT_THAT(known.error().message, HasSubstr("is not the output of 'fretsaw check --json'"))
            << edit.what;
      }
    });
  }
}

TEST_F(DamagedDocuments, OfInstancesAreRefusedOrAssembled) {
  const auto model = model::load(std::make_shared<const Source>(
      "list.als", "sig Node { next: lone Node }\nfact Acyclic { all n: Node | n not in n.^next }\n"));
  ASSERT_TRUE(model);
  for (const char* const name : {"run.json", "enumerate2.json", "check_model2.json"}) {
    for_each_edit(document(name), [&](const JsonEdit& edit) {
      const auto read = read_instance(*model, std::make_shared<const Source>("edited.json", edit.text));
      if (!read) expect_located(read.error(), "edited.json", edit.what);
    });
  }
}

// Through the program: the status is 2, and the message names file, place and key.
TEST_F(DamagedDocuments, AreBadInputOfTheProgram) {
  const auto expect = [&](const std::string& verb, const char* pointer, const Json& value,
                          const std::string& message) {
    Json edited = document(verb + "2.json");
    edited[Json::json_pointer(pointer)] = value;
    const std::string file = folder_.write("edited.json", edited.dump());
    const Finished done = fretsaw({"merge", kDocuments + verb + "1.json", file});
    EXPECT_EQ(done.status, 2) << pointer;
    EXPECT_EQ(done.out, "");
    EXPECT_THAT(done.err, testing::StartsWith(file + ":1:")) << pointer;
    EXPECT_THAT(done.err, HasSubstr(": error: " + message + "\n")) << pointer;
  };
  expect("enumerate", "/complete", nullptr, "expected true or false in 'complete', found null");
  expect("enumerate", "/warnings", {3}, "expected an object in 'warnings[0]', found a number");
  expect("enumerate", "/instances", -1,
         "expected an integer from 0 to 9007199254740992 in 'instances', found -1");
  expect("enumerate", "/instances", 1e30,
         "expected an integer from 0 to 9007199254740992 in 'instances', found 1e+30");
  expect("enumerate", "/instances", 2000, "expected 3 (the sum of 'part.places') in 'instances', found 2000");
  expect("enumerate", "/part/places/0/1", "1",
         "expected an integer from 0 to 9007199254740992 in 'part.places[0][1]', found a string");
  expect("enumerate", "/results", Json::object(), "expected an array in 'results', found an object");
  expect("enumerate", "/results/1", 7, "expected an object in 'results[1]', found a number");
  expect(
      "check_model", "/counterexamples/0/input", 99,
      "expected at most 3 (the sum of 'part.places') in 'counterexamples[0].input', found a larger number");
  Json cut = document("check2.json");
  cut.erase("inputs");
  EXPECT_THAT(fretsaw({"merge", kDocuments + "check1.json", folder_.write("cut.json", cut.dump())}).err,
              HasSubstr("cut.json:1:1: error: missing key 'inputs'\n"));
}

TEST_F(DamagedDocuments, ThatAreNoJsonAreRefusedWithTheirPlace) {
  const auto error = [&](const std::string& text) {
    const Finished done = fretsaw({"merge", folder_.write("bad.json", text)});
    EXPECT_EQ(done.status, 2);
    return done.err.substr(folder_.path().size() + 1);
  };
  EXPECT_THAT(error(""),
              HasSubstr("bad.json:1:1: error: not JSON: expected a value, found the end of the text\n"));
  EXPECT_THAT(error("{\"a\": 1,\n  \"a\": 2}"),
              HasSubstr("bad.json:2:3: error: not JSON: duplicate key 'a'\n"));
  EXPECT_THAT(error(std::string(100'000, '[')), HasSubstr("error: nested more than 1000 deep\n"));
  EXPECT_THAT(error("{\"a\": NaN}"),
              HasSubstr("bad.json:1:7: error: not JSON: expected a value, found 'NaN'\n"));
  EXPECT_THAT(error(std::string("\x7f"
                                "ELF\0\xff",
                                6)),
              HasSubstr("expected a value, found the byte 0x7F\n"));
  EXPECT_THAT(error("{\"a\": \"\xff\"}"),
              HasSubstr("bad.json:1:8: error: not JSON: invalid UTF-8 in a string\n"));
  EXPECT_THAT(fretsaw({"merge", folder_.path()}).err, HasSubstr("error: not a regular file: '"));
  EXPECT_THAT(fretsaw({"merge", "/dev/zero"}).err, HasSubstr("error: not a regular file: '/dev/zero'\n"));
}

}  // namespace
}  // namespace fretsaw::test
