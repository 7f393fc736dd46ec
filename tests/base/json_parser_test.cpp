// SPDX-License-Identifier: MIT
#include "base/json_parser.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace fretsaw {
namespace {

// Writes down what it is told.
class Recorder : public JsonEvents {
 public:
  std::string told;

  void begin(JsonKind kind, std::size_t at) override { add(kind == JsonKind::Array ? "[" : "{", at); }
  void end(std::size_t behind) override { add(")", behind); }
  void key(std::string&& text, std::size_t begin, std::size_t) override { add(text + "=", begin); }
  void scalar(JsonKind kind, std::string&& text, std::size_t begin, std::size_t end) override {
    add(to_string(kind) + (":" + text), begin);
    told += "-" + std::to_string(end);
  }

 private:
  void add(const std::string& what, std::size_t at) {
    told += (told.empty() ? "" : " ") + what + "@" + std::to_string(at);
  }
};

std::string told_of(std::string_view text) {
  Recorder events;
  const auto problem = parse_json_events(text, events);
  return problem
             ? problem->message + " " + std::to_string(problem->begin) + ".." + std::to_string(problem->end)
             : events.told;
}

TEST(JsonParser, ReportsOffsetsOfValues) {
  EXPECT_EQ(
      told_of(" {\"a\": [1, -2.5], \"b\": null}\n"),
      "{@1 a=@2 [@7 a number:1@8-9 a number that is not an integer:-2.5@11-15 )@16 b=@18 null:null@23-27 )@28");
  EXPECT_EQ(told_of("\xEF\xBB\xBFtrue"), "a boolean:true@3-7");
  EXPECT_EQ(told_of(R"("\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00é")"), "a string:\"\\/\b\f\n\r\té\U0001F600é@0-38");
  EXPECT_EQ(told_of("9223372036854775807"), "a number:9223372036854775807@0-19");
  EXPECT_EQ(told_of("9223372036854775808"), "a number that is not an integer:9223372036854775808@0-19");
  EXPECT_EQ(told_of("-9223372036854775808"), "a number:-9223372036854775808@0-20");
}

struct BadJsonText {
  std::string text;
  const char* problem;
};

TEST(JsonParser, ReportsWhatIsNotJson) {
  const BadJsonText all[] = {
      {"", "not JSON: expected a value, found the end of the text 0..1"},
      {"{", "not JSON: expected a key or '}', found the end of the text 1..2"},
      {"{\"a\" 1}", "not JSON: expected ':', found '1' 5..6"},
      {"{\"a\": 1 \"b\"", "not JSON: expected ',' or '}', found '\"' 8..9"},
      {"{\"a\": 1,}", "not JSON: expected a key, found '}' 8..9"},
      {"[1,]", "not JSON: expected a value, found ']' 3..4"},
      {"[,", "not JSON: expected a value or ']', found ',' 1..2"},
      {"[1 2]", "not JSON: expected ',' or ']', found '2' 3..4"},
      {"[1}", "not JSON: expected ',' or ']', found '}' 2..3"},
      {"{}x", "not JSON: expected the end of the text, found 'x' 2..3"},
      {"nul", "not JSON: expected a value, found 'nul' 0..3"},
      {"NaN", "not JSON: expected a value, found 'NaN' 0..3"},
      {"Infinity", "not JSON: expected a value, found 'Infinity' 0..8"},
      {"[01]", "not JSON: invalid number '01' 1..3"},
      {"[1.]", "not JSON: invalid number '1.' 1..3"},
      {"[-]", "not JSON: invalid number '-' 1..2"},
      {"[1e]", "not JSON: invalid number '1e' 1..3"},
      {"1e999", "the number is too large 0..5"},
      {"\"abc", "not JSON: unterminated string 0..4"},
      {"\"a\nb\"", "not JSON: unterminated string 0..2"},
      {"\"a\tb\"", "not JSON: control character in a string 2..3"},
      {"\"\\x\"", "not JSON: invalid escape sequence in a string 1..3"},
      {"\"\\", "not JSON: invalid escape sequence in a string 1..3"},
      {"\"\\u12g4\"", "not JSON: expected four hexadecimal digits after '\\u' 1..6"},
      {"\"\\udead\"", "not JSON: half of a surrogate pair in a string 1..7"},
      {"\"\\ud800\\u0041\"", "not JSON: half of a surrogate pair in a string 1..13"},
      {"\"\xff\"", "not JSON: invalid UTF-8 in a string 1..2"},
      {"\"\xc3\"", "not JSON: invalid UTF-8 in a string 2..3"},
      {"\"\xe0\x80\x80\"", "not JSON: invalid UTF-8 in a string 2..3"},
      {"\"\xed\xa0\x80\"", "not JSON: invalid UTF-8 in a string 2..3"},
      {"\"\xf4\x90\x80\x80\"", "not JSON: invalid UTF-8 in a string 2..3"},
      {"\"\xc3\\n\"", "not JSON: invalid UTF-8 in a string 2..3"},
      {std::string("\0", 1), "not JSON: expected a value, found the byte 0x00 0..1"},
      {"{\"a\": {\"b\": 1}, \"a\": 2}", "not JSON: duplicate key 'a' 16..19"},
      {"[{\"a\": 1}, {\"a\": 2, \"\\u0061\": 3}]", "not JSON: duplicate key 'a' 20..28"},
      {std::string(100'000, '['), "nested more than 1000 deep 1000..1001"}};
  for (const auto& [text, problem] : all) EXPECT_EQ(told_of(text), problem) << text.substr(0, 100);
}

TEST(JsonParser, ReadsPiecesLikeTheWhole) {
  const std::string text = R"({"a": ["é\u00e9", 12345, {}], "b": false})";
  for (std::size_t size = 1; size < text.size(); ++size) {
    Recorder events;
    std::string_view rest = text;
    const JsonInput pieces = [&] {
      const std::string_view piece = rest.substr(0, size);
      rest.remove_prefix(piece.size());
      return piece;
    };
    EXPECT_FALSE(parse_json_events(pieces, events));
    EXPECT_EQ(events.told, told_of(text)) << size;
  }
}

TEST(JsonPath, LeadsThereAndBack) {
  const std::string text = R"({"results": [{"sigs": {"Node": ["a", "b"]}}, {"A.f": [[1]]}], "": 2})";
  for (const auto& [path, value] : {std::pair("results[0].sigs.Node[1]", "\"b\""),
                                    std::pair("results[0].sigs", "{\"Node\": [\"a\", \"b\"]}"),
                                    std::pair("results[1][\"A.f\"][0][0]", "1"), std::pair("[\"\"]", "2")}) {
    std::string_view rest = text;
    const auto place = json_place_of([&] { return std::exchange(rest, {}); }, path);
    ASSERT_TRUE(place) << path;
    EXPECT_EQ(text.substr(place->begin, place->end - place->begin), value);
    EXPECT_EQ(json_path_at(text, place->begin), path);
  }
  EXPECT_EQ(json_path_at(text, 0), "");
  EXPECT_FALSE(json_path_at(text, 1));
}

}  // namespace
}  // namespace fretsaw
