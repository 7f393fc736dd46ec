// SPDX-License-Identifier: MIT
#include "cli/part_form.hpp"

#include <initializer_list>
#include <map>
#include <string>

#include "work/checkpoint.hpp"

namespace fretsaw::cli {

namespace {

// Every JSON reader represents such a number exactly, and sums of them do not overflow.
constexpr std::uint64_t kMaxCount = std::uint64_t{1} << 53;

std::uint64_t count_in(const PartCursor& json, std::string_view key) {
  return json[key].integer<std::uint64_t>(0, kMaxCount);
}

// A number that follows from others of the document.
void expect_count(const PartCursor& json, std::string_view key, std::uint64_t expected,
                  std::string_view reason) {
  const std::uint64_t count = count_in(json, key);
  if (json.good() && count != expected)
    json[key].refuse(fmt::format("{} ({})", expected, reason), std::to_string(count));
}

void check_optional_text(const PartCursor& json, std::initializer_list<std::string_view> keys) {
  for (const std::string_view key : keys) {
    if (json.has(key)) json[key].text();
  }
}

std::uint64_t sum_of(const PartCursor& object) {
  std::uint64_t sum = 0;
  object.members([&](const std::string&, const auto& count) {
    sum += count.template integer<std::uint64_t>(0, kMaxCount);
  });
  return sum;
}

// The reason for the end, and the time.
void check_ending(const PartCursor& json) {
  if (json["complete"].boolean() && json.has("stop"))
    json["complete"].refuse("false because of 'stop'", "true");
  json["ms"].real();
  check_optional_text(json, {"stop"});
}

// Without a line it is about the whole file.
void check_place(const PartCursor& warning) {
  if (!warning.has("file") || warning["file"].is_null()) return;
  warning["file"].text();
  if (!warning.has("line") || warning["line"].is_null()) return;
  warning["line"].integer<std::uint32_t>(1);
  warning["column"].integer<std::uint32_t>(1);
}

void check_warnings(const PartCursor& document) {
  document["warnings"].each([](const auto& warning) {
    warning["message"].text();
    check_optional_text(warning, {"hint"});
    check_place(warning);
    if (!warning.has("notes")) return;
    warning["notes"].each([](const auto& note) {
      note["message"].text();
      check_place(note);
    });
  });
}

void check_results(const PartCursor& document, const std::vector<work::PlaceCount>& places,
                   std::string_view count) {
  check_ending(document);
  std::uint64_t sum = 0;
  for (const work::PlaceCount& each : places) sum += each.count;
  if (document["complete"].boolean()) expect_count(document, count, sum, "the sum of 'part.places'");
  count_in(document, count);
}

void check_enumeration(const PartCursor& document, const std::vector<work::PlaceCount>& places) {
  // Null if a limit was reached before it was known.
  if (!document["index"].is_null()) document["index"].integer<std::int64_t>();
  document["symmetry"].text();
  check_results(document, places, "instances");
}

void check_structures(const PartCursor& document, const std::vector<work::PlaceCount>& places) {
  document["class"].text();
  check_results(document, places, "structures");
  count_in(document, "candidates");
  if (document.has("aborted_by"))
    expect_count(document, "aborted", sum_of(document["aborted_by"]), "the sum of 'aborted_by'");
  else
    expect_count(document, "aborted", 0, "no 'aborted_by'");
  const PartCursor about = document["part"];
  if (document.has("first_aborted") != document.has("aborted_by"))
    document.refuse("both 'first_aborted' and 'aborted_by'", "one of them");
  if (document.has("first_aborted")) {
    document["first_aborted"].members([](const std::string&, const auto&) {});
    if (about.has("first_aborted_place")) count_in(about, "first_aborted_place");
  }
  if (document.has("mismatches")) count_in(document, "mismatches");
  if (document.has("vector_length")) count_in(document, "vector_length");
  // As unread_fields() takes them.
  if (about.has("fields"))
    about["fields"].members([](const std::string&, const auto& how) { how.template integer<int>(0, 3); });
}

// Of one method or harness, or of all methods.
void check_report(const PartCursor& report) {
  check_ending(report);
  expect_count(report, "inputs", count_in(report, "passed") + count_in(report, "failed"),
               "'passed' and 'failed'");
  if (report.has("excluded")) count_in(report, "excluded");
  std::uint64_t found = 0;
  report["counterexamples"].each([&](const auto& counterexample) {
    counterexample["input"].template integer<std::uint64_t>(1);
    ++found;
  });
  if (report.good() && found > count_in(report, "failed"))
    report["counterexamples"].refuse("at most as many as 'failed'", fmt::format("{} elements", found));
}

void check_method(const PartCursor& report) {
  report["method"].text();
  report["signature"].text();
  check_report(report);
}

void check_methods(const PartCursor& document) {
  if (!document.has("methods")) return check_method(document);
  check_report(document);
  if (!document["method"].is_null()) document["method"].refuse("null next to 'methods'");
  std::uint64_t inputs = 0, failed = 0, found = 0;
  document["methods"].each([&](const auto& report) {
    check_method(report);
    inputs += count_in(report, "inputs");
    failed += count_in(report, "failed");
    found += report["counterexamples"].size();
  });
  if (document.good() && document["counterexamples"].size() != found)
    document["counterexamples"].refuse(fmt::format("the {} of 'methods'", found), "another number");
  expect_count(document, "inputs", inputs, "the sum of 'methods'");
  expect_count(document, "failed", failed, "the sum of 'methods'");
}

void check_harness(const PartCursor& document, const std::vector<work::PlaceCount>& places) {
  check_report(document);
  document["harness"].text();
  document["index"].integer<std::int64_t>();
  document["postcondition"].text();
  std::uint64_t sum = 0;
  for (const work::PlaceCount& each : places) sum += each.count;
  document["counterexamples"].each([&](const auto& found) {
    if (found["input"].template integer<std::uint64_t>() > sum)
      found["input"].refuse(fmt::format("at most {} (the sum of 'part.places')", sum), "a larger number");
  });
  if (document["complete"].boolean()) expect_count(document, "inputs", sum, "the sum of 'part.places'");
}

// Mutants by status.
void check_tally(const PartCursor& tally, bool is_scored) {
  count_in(tally, "invalid");
  expect_count(
      tally, "mutants",
      count_in(tally, "equivalent") + count_in(tally, "nonequivalent") + count_in(tally, "undecided"),
      "'equivalent', 'nonequivalent' and 'undecided'");
  const PartCursor killed = tally["killed"];
  if (!is_scored) {
    if (!killed.is_null()) killed.refuse("null, as in the whole document");
    if (!tally["score"].is_null()) tally["score"].refuse("null, as in the whole document");
    return;
  }
  if (killed.integer<std::uint64_t>() > count_in(tally, "nonequivalent"))
    killed.refuse("at most as many as 'nonequivalent'", "a larger number");
  if (!tally["score"].is_null()) tally["score"].real();
}

void check_operators(const PartCursor& document, bool is_scored) {
  constexpr std::string_view kCounts[] = {"mutants", "equivalent", "nonequivalent", "undecided"};
  std::map<std::string_view, std::uint64_t> sums;
  document["by_operator"].members([&](const std::string&, const auto& tally) {
    check_tally(tally, is_scored);
    for (const std::string_view key : kCounts) sums[key] += count_in(tally, key);
    if (is_scored) sums["killed"] += count_in(tally, "killed");
  });
  constexpr std::string_view kReason = "the sum of 'by_operator'";
  for (const std::string_view key : kCounts) expect_count(document, key, sums[key], kReason);
  if (is_scored) expect_count(document, "killed", sums["killed"], kReason);
  document["operators"].members([&](const std::string& name, const auto& count) {
    const auto mutants = count.template integer<std::uint64_t>();
    if (document.good() && mutants != count_in(document["by_operator"][name], "mutants"))
      count.refuse("the number in 'by_operator'", std::to_string(mutants));
  });
}

void check_mutants(const PartCursor& document, const std::vector<work::PlaceCount>& places) {
  const bool is_scored = document.good() && !document["killed"].is_null();
  check_tally(document, is_scored);
  check_operators(document, is_scored);
  // Paragraphs of the same title share an entry.
  document["by_paragraph"].members(
      [&](const std::string&, const auto& tally) { check_tally(tally, is_scored); });
  count_in(document, "duplicates");
  document["scope"].text();
  if (document.has("tests")) count_in(document, "tests");
  if (document.has("not_reached")) count_in(document, "not_reached");
  check_optional_text(document, {"stop"});
  std::uint64_t sum = 0;
  for (const work::PlaceCount& each : places) sum += each.count;
  expect_count(document, "mutants", sum, "the sum of 'part.places'");
}

}  // namespace

std::vector<work::PlaceCount> check_part_header(const PartCursor& document) {
  document["command"].text();
  const PartCursor part = document["part"];
  part["of"].text();
  const auto count = part["count"].integer<std::uint64_t>(1);
  const auto number = part["number"].integer<std::uint64_t>(1);
  if (part.good() && number > count)
    part["number"].refuse(fmt::format("at most {}", count), std::to_string(number));
  std::vector<work::PlaceCount> places;
  part["places"].each([&](const auto& pair) {
    if (pair.size() != 2) pair.refuse("an array of a place and a count");
    places.push_back(
        {pair[0].template integer<std::uint64_t>(), pair[1].template integer<std::uint64_t>(0, kMaxCount)});
  });
  return places;
}

void check_part_form(const PartCursor& document, const std::vector<work::PlaceCount>& places) {
  const std::string verb = document["command"].text();
  if (verb == "enumerate") check_enumeration(document, places);
  if (verb == "generate") check_structures(document, places);
  if (verb == "check") check_methods(document);
  if (verb == "check-model") check_harness(document, places);
  if (verb == "mutate") check_mutants(document, places);
  check_warnings(document);
}

}  // namespace fretsaw::cli
