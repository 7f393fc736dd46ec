// SPDX-License-Identifier: MIT
// fretsaw merge: combines the documents of all parts of one search into the document of an undivided search.
// Numbers are added; results come in the order of the whole search, which "places" defines (part_document.hpp).
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/text.hpp"
#include "cli/failure_report.hpp"
#include "cli/part_classes.hpp"
#include "cli/part_document.hpp"
#include "cli/part_file.hpp"
#include "cli/verbs.hpp"
#include "report/json_document.hpp"
#include "report/result_sink.hpp"

namespace fretsaw::cli {

namespace {

using Json = nlohmann::ordered_json;

// The keys that are equal in all parts of one search.
Status expect_same_subject(const PartFile& part, const PartFile& first) {
  const auto differ = [&](const std::string& key, const Json& here, const Json& there) {
    return about_file(part.path(), fmt::format("cannot merge: '{}' is {} here, and {} in '{}'", key,
                                               here.dump(), there.dump(), first.path()));
  };
  for (const char* const key : {"index", "symmetry", "class", "vector_length", "method", "signature",
                                "harness", "postcondition", "scope", "tests"}) {
    const Json here = part.document().value(key, Json()), there = first.document().value(key, Json());
    // A part that reached a limit may not have it.
    if (!here.is_null() && !there.is_null() && here != there) return differ(key, here, there);
  }
  if (!part.document().contains("methods")) return Success{};
  const Json& here = part.document().at("methods");
  const Json& there = first.document().at("methods");
  // A part that reached a limit has fewer.
  for (std::size_t i = 0; i < std::min(here.size(), there.size()); ++i) {
    if (here[i].at("signature") != there[i].at("signature"))
      return differ(fmt::format("methods[{}].signature", i), here[i].at("signature"),
                    there[i].at("signature"));
  }
  return Success{};
}

// The location of a warning or a note; without a line it is about the whole file.
std::optional<Location> place_in(const Json& message) {
  if (!message.contains("file") || !message.at("file").is_string()) return std::nullopt;
  Location where{.file = message.at("file"), .line = 0, .column = 0, .width = 1, .source_line = {}};
  if (message.contains("line") && message.at("line").is_number()) {
    where.line = message.at("line");
    where.column = message.value("column", 1U);
  }
  return where;
}

// In the order of their numbers.
Result<std::vector<PartFile>> open_parts(const std::vector<std::string>& paths) {
  std::vector<PartFile> parts;
  for (const std::string& path : paths) {
    auto part = PartFile::open(path);
    if (!part) return part.error();
    parts.push_back(*std::move(part));
  }
  const PartFile& first = parts.front();
  for (const PartFile& part : parts) {
    if (part.verb() != first.verb())
      return about_file(part.path(), fmt::format("cannot merge: output of '{}' here, of '{}' in '{}'",
                                                 part.verb(), first.verb(), first.path()));
    if (part.count() != first.count())
      return about_file(part.path(), fmt::format("cannot merge: one of {} parts here, one of {} in '{}'",
                                                 part.count(), first.count(), first.path()));
    if (part.document().contains("results") != first.document().contains("results") ||
        part.document().contains("methods") != first.document().contains("methods"))
      return about_file(part.path(),
                        fmt::format("cannot merge: other lists of results here than in '{}'", first.path()));
    if (auto status = expect_same_subject(part, first); !status) return status.error();
    if (part.identity() != first.identity())
      return about_file(
          part.path(), fmt::format("cannot merge: part of a different search than '{}'", first.path()),
          "use the same model or code, options, and versions of fretsaw and of the compiler for all parts");
  }
  std::ranges::stable_sort(parts, {}, &PartFile::number);
  std::vector<std::string> missing;
  std::uint64_t expected = 1;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0 && parts[i].number() == parts[i - 1].number())
      return about_file(parts[i].path(), fmt::format("duplicate part {}: it is also in '{}'",
                                                     parts[i].number(), parts[i - 1].path()));
    for (; expected < parts[i].number(); ++expected) missing.push_back(std::to_string(expected));
    ++expected;
  }
  const std::uint64_t count = parts.front().count();
  constexpr std::size_t kMaxNamed = 20;
  for (; expected <= count && missing.size() <= kMaxNamed; ++expected)
    missing.push_back(std::to_string(expected));
  if (missing.empty()) return parts;
  const std::size_t lacking = count - parts.size();
  const bool cut = missing.size() > kMaxNamed;
  if (cut) missing.resize(kMaxNamed);
  return input_error(fmt::format("{} of {} parts {} missing: {}{}", grouped(lacking), grouped(count),
                                 lacking == 1 ? "is" : "are", fmt::join(missing, ", "), cut ? ", …" : ""));
}

std::uint64_t number_in(const Json& document, const char* key) {
  return document.value(key, std::uint64_t{0});
}

class Merge {
 public:
  Merge(std::vector<PartFile> parts, const Settings& settings, Console& console)
      : parts_(std::move(parts)), settings_(settings), console_(console), verb_(parts_.front().verb()) {}

  Result<Exit> run() {
    const bool is_check = verb_ == "check" || verb_ == "check-model";
    if (verb_ != "enumerate" && verb_ != "generate" && verb_ != "mutate" && !is_check)
      return about_file(parts_.front().path(), fmt::format("output of '{}' cannot be merged", verb_));
    if (settings_.out && verb_ == "mutate")
      return usage_error(
          "'--out' is not supported for the output of 'mutate', which does not contain the mutants",
          "use 'fretsaw mutate --out DIR'");
    if (console_.json()) console_.document().add("merged", verb_);
    const Status status = is_check ? merge_check() : verb_ == "mutate" ? merge_mutate() : merge_results();
    if (!status) return status.error();
    add_warnings();
    if (fails_) return Exit::Unexpected;
    return stop_.empty() ? Exit::AsExpected : Exit::Limit;
  }

 private:
  const Json& first() const { return parts_.front().document(); }

  std::uint64_t sum(const char* key) const {
    std::uint64_t total = 0;
    for (const PartFile& part : parts_) total += number_in(part.document(), key);
    return total;
  }

  // The end of every document.
  void add_ending(Json& json) {
    bool complete = true;
    double ms = 0;
    for (const PartFile& part : parts_) {
      complete = complete && part.document().value("complete", true);
      ms += part.document().value("ms", 0.0);
      if (stop_.empty()) stop_ = part.document().value("stop", "");
    }
    json["complete"] = complete && stop_.empty();
    json["parts"] = parts_.size();
    if (!stop_.empty()) json["stop"] = stop_;
    json["ms"] = ms;
  }

  void print_result(const Json& json, const std::string& summary) {
    if (console_.json())
      console_.document().add_all(json);
    else
      console_.out().write(summary);
  }

  std::string ending(const Json& json) const {
    const std::string parts = fmt::format(" ({})", counted(parts_.size(), "part"));
    if (json.at("complete")) return ", search complete" + parts;
    if (stop_ == to_string(StopReason::Cancelled)) return ", interrupted" + parts;
    return (stop_.empty() ? ", stopped" : fmt::format(", stopped: {} limit reached", stop_)) + parts;
  }

  // The documents' results in the order of the whole.
  Status copy_result(const char* noun) {
    ResultSink sink({.noun = noun, .extension = "json", .for_people = false, .spaced = false}, console_.out(),
                    console_.json() ? &console_.document() : nullptr);
    if (settings_.out) {
      if (auto status = sink.open_results_directory(*settings_.out); !status) return status;
    }
    struct Run {
      work::PlaceCount run;
      std::size_t part;
    };
    std::vector<Run> runs;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      for (const work::PlaceCount& run : parts_[i].places()) runs.push_back({run, i});
    }
    std::ranges::stable_sort(runs, {}, [](const Run& r) { return r.run.place; });
    std::uint64_t number = 0;
    for (const Run& each : runs) {
      for (std::uint64_t i = 0; i < each.run.count; ++i) {
        const auto element = parts_[each.part].next();
        if (!element) return about_file(parts_[each.part].path(), "fewer results than 'part.places' states");
        if (!settings_.out && !console_.json()) continue;
        const auto status = sink.add(
            ++number, [&] { return *element; }, [&] { return Result<std::string>(element->dump() + "\n"); });
        if (status) continue;
        Diagnostic error = status.error();
        error.notes.push_back(
            {fmt::format("written before: {}", counted(number - 1, "result")), std::nullopt});
        return error;
      }
    }
    for (PartFile& part : parts_) {
      if (part.next()) return about_file(part.path(), "more results than 'part.places' states");
    }
    return Success{};
  }

  Status merge_results() {
    const bool is_enumeration = verb_ == "enumerate";
    const char* const noun = is_enumeration ? "instance" : "structure";
    if (console_.json()) {
      for (const char* const key : {"index", "symmetry", "class"}) {
        if (first().contains(key)) console_.document().add(key, first().at(key));
      }
    }
    if (first().contains("results")) {
      if (console_.json()) console_.document().open_list("results");
      if (auto status = copy_result(noun); !status) return status;
    }
    Json json;
    if (is_enumeration) {
      json["instances"] = sum("instances");
    } else {
      for (const char* const key : {"structures", "candidates", "aborted"}) json[key] = sum(key);
      add_search(json);
    }
    add_ending(json);
    print_result(json,
                 counted(json.at(is_enumeration ? "instances" : "structures"), noun) + ending(json) + "\n");
    return Success{};
  }

  void add_search(Json& json) {
    std::map<std::string, std::uint64_t> kinds;
    std::map<std::string, int> fields;
    const Json* earliest = nullptr;
    std::uint64_t place = 0;
    for (const PartFile& part : parts_) {
      const Json& document = part.document();
      if (document.contains("aborted_by")) {
        for (const auto& [kind, n] : document.at("aborted_by").items()) kinds[kind] += n.get<std::uint64_t>();
      }
      const Json& about = document.at("part");
      const std::uint64_t at = number_in(about, "first_aborted_place");
      if (document.contains("first_aborted") && (earliest == nullptr || at < place)) {
        earliest = &document.at("first_aborted");
        place = at;
      }
      if (about.contains("fields")) {
        for (const auto& [name, how] : about.at("fields").items()) fields[name] |= how.get<int>();
      }
    }
    if (!kinds.empty()) json["aborted_by"] = kinds;
    if (earliest != nullptr) json["first_aborted"] = *earliest;
    if (first().contains("mismatches")) json["mismatches"] = sum("mismatches");
    fails_ = sum("mismatches") > 0;
    if (const auto unread = unread_fields(fields); !unread.empty()) json["unread"] = unread;
    if (first().contains("vector_length")) json["vector_length"] = first().at("vector_length");
  }

  // The sum of the reports of all parts on one method, or on all methods.
  Json merged_method(const std::vector<const Json*>& reports) const {
    Json json;
    for (const char* const key : {"method", "signature", "harness", "index", "postcondition"}) {
      if (reports.front()->contains(key)) json[key] = reports.front()->at(key);
    }
    bool complete = true;
    double ms = 0;
    for (const char* const key : {"inputs", "passed", "failed", "excluded"}) {
      if (!reports.front()->contains(key)) continue;
      std::uint64_t total = 0;
      for (const Json* report : reports) total += number_in(*report, key);
      json[key] = total;
    }
    Json found = Json::array();
    std::string stop;
    for (const Json* report : reports) {
      complete = complete && report->value("complete", false);
      ms += report->value("ms", 0.0);
      if (stop.empty()) stop = report->value("stop", "");
      if (report->contains("counterexamples"))
        found.insert(found.end(), report->at("counterexamples").begin(), report->at("counterexamples").end());
    }
    json["complete"] = complete;
    if (!stop.empty()) json["stop"] = stop;
    if (reports.front()->contains("counterexamples")) json["counterexamples"] = std::move(found);
    json["ms"] = ms;
    return json;
  }

  Status write_counterexamples(const Json& report, ResultSink& sink, std::uint64_t& number) const {
    if (!settings_.out || !report.contains("counterexamples")) return Success{};
    for (const Json& found : report.at("counterexamples")) {
      const auto status = sink.add(
          ++number, [] { return Json(); }, [&] { return Result<std::string>(json_text(found) + "\n"); });
      if (!status) return status;
    }
    return Success{};
  }

  // The documents of a check that takes instances one after the other, with their numbers among all of them.
  Result<std::vector<Json>> numbered_in_whole() const {
    std::map<std::uint64_t, std::uint64_t> before;  // by place: how many come before it
    for (const PartFile& part : parts_) {
      for (const auto& [place, count] : part.places()) before[place] += count;
    }
    std::uint64_t total = 0;
    for (auto& [place, count] : before) total += std::exchange(count, total);
    std::vector<Json> documents;
    for (const PartFile& part : parts_) {
      Json& document = documents.emplace_back(part.document());
      for (Json& found : document["counterexamples"]) {
        std::uint64_t number = number_in(found, "input");  // in the part
        auto run = part.places().begin();
        while (run != part.places().end() && number > run->count) number -= (run++)->count;
        if (run == part.places().end())
          return about_file(part.path(), "more results than 'part.places' states");
        found["input"] = before.at(run->place) + number;
      }
    }
    return documents;
  }

  Status merge_check() {
    std::vector<Json> numbered;
    if (verb_ == "check-model") {
      auto documents = numbered_in_whole();
      if (!documents) return documents.error();
      numbered = *std::move(documents);
    }
    std::vector<const Json*> documents;
    for (std::size_t i = 0; i < parts_.size(); ++i)
      documents.push_back(numbered.empty() ? &parts_[i].document() : &numbered[i]);
    Json json = merged_method(documents);
    if (!numbered.empty())
      std::ranges::sort(json["counterexamples"].get_ref<Json::array_t&>(), {},
                        [](const Json& found) { return number_in(found, "input"); });
    ResultSink sink({.noun = "counterexample", .extension = "json"}, console_.out(), nullptr);
    if (settings_.out) {
      if (auto status = sink.open_results_directory(*settings_.out); !status) return status;
    }
    std::uint64_t number = 0;
    if (first().contains("methods")) {
      Json methods = Json::array();
      for (std::size_t m = 0; m < first().at("methods").size(); ++m) {
        std::vector<const Json*> reports;
        for (const Json* document : documents) {
          // A part that reached a limit has fewer.
          if (m < document->at("methods").size()) reports.push_back(&document->at("methods").at(m));
        }
        methods.push_back(merged_method(reports));
        if (reports.size() < parts_.size()) methods.back()["complete"] = json["complete"] = false;
        if (auto status = write_counterexamples(methods.back(), sink, number); !status) return status;
        if (stop_.empty()) stop_ = methods.back().value("stop", "");
      }
      json["methods"] = std::move(methods);
    } else if (auto status = write_counterexamples(json, sink, number); !status) {
      return status;
    }
    if (stop_.empty()) stop_ = json.value("stop", "");
    json["parts"] = parts_.size();
    fails_ = json.at("failed") != 0;
    const OutcomeText outcome{.noun = verb_ == "check" ? "input" : "instance", .scope = ""};
    print_result(json, (json.at("failed") == 0 ? outcome.passed(json.at("inputs"))
                                               : outcome.failed(json.at("failed"), json.at("inputs"))) +
                           ending(json) + "\n");
    return Success{};
  }

  static void add_tally(Json& total, const Json& more) {
    for (const char* const key :
         {"mutants", "invalid", "equivalent", "nonequivalent", "undecided", "killed"}) {
      if (more.value(key, Json()).is_null()) {
        total[key] = nullptr;
        continue;
      }
      const std::uint64_t before = total.contains(key) ? total.at(key).get<std::uint64_t>() : 0;
      total[key] = before + more.at(key).get<std::uint64_t>();
    }
    const bool is_scored = !total.at("killed").is_null();
    const double different = total.at("nonequivalent").get<double>();
    total["score"] =
        !is_scored ? Json() : Json(different == 0 ? 1 : total.at("killed").get<double>() / different);
  }

  Status merge_mutate() {
    Json json;
    Json by_operator = Json::object(), by_paragraph = Json::object(), operators = Json::object();
    for (const PartFile& part : parts_) {
      const Json& document = part.document();
      add_tally(json, document);
      for (const auto& [name, tally] : document.at("by_operator").items()) {
        add_tally(by_operator[name], tally);
        operators[name] = by_operator[name].at("mutants");
      }
      for (const auto& [title, tally] : document.at("by_paragraph").items())
        add_tally(by_paragraph[title], tally);
    }
    json["duplicates"] = sum("duplicates");
    for (const char* const key : {"scope", "tests"}) {
      if (first().contains(key)) json[key] = first().at(key);
    }
    json["operators"] = std::move(operators);
    json["by_operator"] = std::move(by_operator);
    json["by_paragraph"] = std::move(by_paragraph);
    if (const std::uint64_t missed = sum("not_reached"); missed > 0) json["not_reached"] = missed;
    for (const PartFile& part : parts_) {
      if (stop_.empty()) stop_ = part.document().value("stop", "");
    }
    json["parts"] = parts_.size();
    if (!stop_.empty()) json["stop"] = stop_;
    std::string summary =
        fmt::format("{}: {} equivalent, {} non-equivalent", counted(json.at("mutants"), "mutant"),
                    grouped(json.at("equivalent")), grouped(json.at("nonequivalent")));
    if (json.at("undecided") != 0) summary += fmt::format(", {} undecided", grouped(json.at("undecided")));
    if (!json.at("killed").is_null())
      summary += fmt::format("; {} killed ({:.1f} %)", grouped(json.at("killed")),
                             100 * json.at("score").get<double>());
    print_result(json, summary + "\n");
    if (console_.json()) console_.document().open_list("results");
    return copy_result("mutant");
  }

  void add_warnings() {
    std::vector<std::string> seen;
    for (const PartFile& part : parts_) {
      for (const Json& warning : part.document().value("warnings", Json::array())) {
        if (std::ranges::count(seen, warning.dump()) > 0) continue;
        seen.push_back(warning.dump());
        Diagnostic diagnostic = input_error(warning.value("message", ""), warning.value("hint", ""));
        diagnostic.severity = Severity::Warning;
        diagnostic.location = place_in(warning);
        for (const Json& note : warning.value("notes", Json::array()))
          diagnostic.notes.push_back({note.at("message"), place_in(note)});
        console_.warn(diagnostic);
      }
    }
  }

  std::vector<PartFile> parts_;
  const Settings& settings_;
  Console& console_;
  std::string verb_;
  std::string stop_;
  bool fails_ = false;
};

}  // namespace

Result<Exit> merge(const Settings& settings, Console& console) {
  auto parts = open_parts(settings.operands);
  if (!parts) return parts.error();
  if (auto status = compare_classes_of(*parts); !status) return status.error();
  return Merge(*std::move(parts), settings, console).run();
}

}  // namespace fretsaw::cli
