// SPDX-License-Identifier: MIT
// fretsaw generate: all objects of a class that satisfy its predicate, shown in their order, each as soon as possible.
#include "cpp/inputs/generate.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/progress.hpp"
#include "base/stopwatch.hpp"
#include "base/text.hpp"
#include "cli/class_input.hpp"
#include "cli/interrupts.hpp"
#include "cli/part_document.hpp"
#include "cli/verbs.hpp"
#include "cpp/guest/describe.hpp"
#include "cpp/space/render.hpp"
#include "report/diagram.hpp"
#include "report/json_document.hpp"
#include "report/result_sink.hpp"

namespace fretsaw::cli {

namespace {

using Json = nlohmann::ordered_json;

Result<std::string> shown(const space::ObjectGraph& graph, ObjectFormat format, std::uint64_t number) {
  switch (format) {
    case ObjectFormat::Text:
      return space::render_text(graph);
    case ObjectFormat::Json:
      return json_text(space::render_json(graph)) + "\n";
    case ObjectFormat::Dot:
      return space::render_dot(graph, fmt::format("structure {}", number));
    case ObjectFormat::Svg:
      return draw_svg(space::render_dot(graph, fmt::format("structure {}", number)));
    case ObjectFormat::Cpp:
      return space::render_cpp(graph, number);
  }
  return std::string();
}

ObjectFormat format_of(const Settings& settings) {
  return settings.object_format.value_or(settings.json ? ObjectFormat::Json : ObjectFormat::Text);
}

SinkOptions sink_options(const Settings& settings) {
  const ObjectFormat format = format_of(settings);
  return {.noun = "structure",
          .extension = file_extension(format),
          .for_people = format == ObjectFormat::Text,
          .spaced = format == ObjectFormat::Text || format == ObjectFormat::Cpp,
          .opening = format == ObjectFormat::Cpp ? space::cpp_opening(settings.operands.front()) : ""};
}

// Where structures go, one by one, and the document around them.
class StructureSink {
 public:
  StructureSink(const Settings& settings, Console& console)
      : settings_(settings),
        console_(console),
        results_(sink_options(settings), console.out(), console.json() ? &console.document() : nullptr) {}

  Status open_results_directory(const std::string& folder) { return results_.open_results_directory(folder); }

  void start(const space::CandidateReader& reader) {
    reader_ = reader;
    begin_document();
  }

  Status add(std::uint64_t number, std::span<const std::uint32_t> candidate) {
    const space::ObjectGraph graph = reader_->graph(candidate);
    return results_.add(
        number + 1, [&] { return space::render_json(graph); },
        [&] { return shown(graph, format_of(settings_), number + 1); });
  }

  bool started() const { return reader_.has_value(); }
  bool on_standard_output() const { return results_.on_standard_output(); }
  bool only_structures() const { return results_.only_results(); }
  const space::CandidateReader& reader() const { return *reader_; }

  // The part before the structures, even if none is found.
  void begin_document() {
    if (!console_.json() || std::exchange(document_begun_, true)) return;
    console_.document().add("class", settings_.class_name.value_or(reader_ ? reader_->class_name() : ""));
    if (!settings_.count) console_.document().open_list("results");
  }

 private:
  const Settings& settings_;
  Console& console_;
  ResultSink results_;
  std::optional<space::CandidateReader> reader_;
  bool document_begun_ = false;
};

// In JSON documents this is guest::to_string().
std::string abort_text(guest::Termination how) {
  switch (how) {
    case guest::Termination::NullAccess:
      return "null pointer access";
    case guest::Termination::OutOfRange:
      return "out-of-range access";
    case guest::Termination::BadDelete:
      return "invalid delete";
    default:
      return guest::to_string(how);
  }
}

std::string abort_summary(const search::SearchTotals& totals) {
  std::string out;
  for (std::size_t kind = 0; kind < guest::kTerminations; ++kind) {
    if (totals.aborted[kind] == 0) continue;
    out += fmt::format("{}{} × {}", out.empty() ? "" : ", ", grouped(totals.aborted[kind]),
                       abort_text(static_cast<guest::Termination>(kind)));
  }
  return out;
}

// For the note of a message, which indents it: on lines of its own, without the newline at the end.
std::string shown_below(const space::ObjectGraph& graph) {
  std::string out = "\n" + space::render_text(graph);
  if (out.ends_with('\n')) out.pop_back();
  return out;
}

void warn_about_aborts(const search::SearchTotals& totals, const space::CandidateReader& reader,
                       Console& console) {
  if (!totals.first_abort) return;
  const search::AbortedCandidate& first = *totals.first_abort;
  const std::string detail = first.detail.empty() ? "" : fmt::format(" ({})", first.detail);
  const bool is_step_limit = first.how == guest::Termination::Steps;
  console.warn(fmt::format("the predicate aborted on {} (treated as invalid): {}",
                           counted(totals.all_aborted(), "candidate"), abort_summary(totals)),
               is_step_limit ? "raise --step-limit, the maximum number of field reads per candidate" : "",
               {{fmt::format("first abort: {}{}{}", abort_text(first.how), detail,
                             shown_below(reader.graph(first.candidate))),
                 std::nullopt}});
}

std::map<std::string, int> seen_fields(const search::SearchTotals& totals,
                                       const space::CandidateReader& reader) {
  std::map<std::string, int> fields;
  for (std::size_t variable = 0; variable < totals.reads.size(); ++variable)
    fields[reader.field_name(variable)] |= totals.reads[variable] - '0';
  return fields;
}

std::vector<std::string> fields_unread(const search::SearchTotals& totals,
                                       const space::CandidateReader& reader) {
  return unread_fields(seen_fields(totals, reader));
}

void warn_if_no_structure(const search::SearchTotals& totals, const space::CandidateReader& reader,
                          Console& console) {
  if (totals.structures > 0 || totals.candidates == 0 || !totals.complete) return;
  if (totals.filtered > 0) {
    console.warn(fmt::format("the C++ predicate accepts {}, but none satisfies the relational invariant",
                             counted(totals.filtered, "object")));
    return;
  }
  if (!totals.deepest) {
    console.warn("the predicate returns false without reading any field");
    return;
  }
  if (!totals.out_of_reach.empty()) {
    std::string names;
    for (const std::string& name : totals.out_of_reach) names += (names.empty() ? "'&" : ", '&") + name + "'";
    console.warn(
        fmt::format(
            "the predicate rejected all candidates; it uses {}, which {} not among the values of any pointer",
            names, totals.out_of_reach.size() == 1 ? "is" : "are"),
        "",
        {{"without other bounds, pointers may point to static members and namespace-scope variables that the header "
          "defines",
          std::nullopt}});
    return;
  }
  const search::DeepestCandidate& deepest = *totals.deepest;
  console.warn(
      totals.candidates == 1
          ? "the predicate rejected the only candidate"
          : fmt::format("the predicate rejected all {} candidates", grouped(totals.candidates)),
      "",
      {{fmt::format("on this candidate it read the most fields; the last was {} (possible values: {}):{}",
                    reader.variable_name(deepest.last), reader.values_text(deepest.last),
                    shown_below(reader.graph(deepest.candidate))),
        std::nullopt}});
}

void warn_about(const search::SearchTotals& totals, const space::CandidateReader& reader, Console& console) {
  warn_about_aborts(totals, reader, console);
  if (totals.writes_fields) {
    const std::string field =
        totals.first_variable_written >= 0
            ? fmt::format("'{}'",
                          reader.variable_name(static_cast<std::size_t>(totals.first_variable_written)))
            : "an object";
    console.warn(fmt::format(
        "the predicate modifies the object it checks (first {}); the changes were undone", field));
  }
  for (const std::string& doubt : totals.doubts) console.warn(doubt);
  warn_if_no_structure(totals, reader, console);
  if (totals.writes_globals) {
    console.warn(
        "the predicate modifies variables outside of the object; the changes were undone after every candidate",
        "use --cross-check to find out whether its result depends on them");
  }
  if (totals.processes_left > 0)
    console.warn(fmt::format("the predicate left {} running; killed",
                             totals.processes_left == 1
                                 ? "1 process"
                                 : fmt::format("{} processes", grouped(totals.processes_left))));
  if (const auto& first = totals.first_mismatch) {
    console.warn(
        fmt::format(
            "the predicate is not deterministic: on {}, a second run had another result or read other fields",
            counted(totals.mismatches, "candidate")),
        "",
        {{"its result may depend on a global variable, the time or an address", std::nullopt},
         {fmt::format("first mismatch:{}", shown_below(reader.graph(*first))), std::nullopt}});
  }
}

std::string summary(const search::SearchTotals& totals, const std::optional<Diagnostic>& problem,
                    const StructureSink& sink, const Settings& settings, double ms) {
  const StreamEnd end{.complete = totals.complete,
                      .limit_reached = settings.limit && totals.structures >= *settings.limit,
                      .stop = totals.stop,
                      .error = problem};
  const auto& part = settings.search_part;
  std::string text = counted(totals.structures, "structure") +
                     stream_end_text(end, part ? part_complete_text(*part) : ", search complete");
  text += " (" + counted(totals.candidates, "candidate");
  if (totals.all_aborted() > 0) text += fmt::format(", {} aborted", grouped(totals.all_aborted()));
  text += fmt::format(", {:.1f} ms)\n", ms);
  if (totals.resumed_count > 0)
    text += fmt::format("resumed after {}\n", counted(totals.resumed_count, "structure"));
  const auto unread = sink.started() ? fields_unread(totals, sink.reader()) : std::vector<std::string>();
  if (!unread.empty()) {
    text += fmt::format(
        "note: the predicate never reads {}; all values are enumerated (use --unread-fields default to keep the default "
        "value)\n",
        fmt::join(unread, ", "));
  }
  if (settings.cross_check && totals.mismatches == 0) text += "cross-check: no mismatch on any candidate\n";
  if (settings.out && !settings.count && totals.structures > 0)
    text += written_text(totals.structures, "structure", *settings.out);
  return text;
}

Json totals_json(const search::SearchTotals& totals, const StructureSink& sink, const Settings& settings,
                 double ms) {
  Json json = {{"structures", totals.structures},
               {"candidates", totals.candidates},
               {"aborted", totals.all_aborted()}};
  if (totals.all_aborted() > 0) {
    Json kinds = Json::object();
    for (std::size_t kind = 0; kind < guest::kTerminations; ++kind) {
      if (totals.aborted[kind] > 0)
        kinds[guest::to_string(static_cast<guest::Termination>(kind))] = totals.aborted[kind];
    }
    json["aborted_by"] = std::move(kinds);
    const search::AbortedCandidate& first = *totals.first_abort;
    json["first_aborted"] = {{"reason", guest::to_string(first.how)},
                             {"detail", first.detail},
                             {"object", space::render_json(sink.reader().graph(first.candidate))}};
  }
  if (settings.cross_check) json["mismatches"] = totals.mismatches;
  if (sink.started()) {
    const auto unread = fields_unread(totals, sink.reader());
    if (!unread.empty()) json["unread"] = unread;
  }
  if (sink.started()) json["vector_length"] = sink.reader().variables();
  if (settings.search_part) {
    Json part = part_json(*settings.search_part, search_identity("generate", settings, {totals.program}),
                          totals.places, totals.classes);
    if (totals.first_abort_place) part["first_aborted_place"] = *totals.first_abort_place;
    if (sink.started()) part["fields"] = seen_fields(totals, sink.reader());
    json["part"] = std::move(part);
  }
  json["complete"] = totals.complete;
  if (totals.stop != StopReason::None) json["stop"] = to_string(totals.stop);
  json["ms"] = ms;
  return json;
}

Exit exit_of(const search::SearchTotals& totals) {
  if (interrupted()) return Exit::Interrupted;
  if (totals.stop != StopReason::None) return Exit::Limit;
  return totals.mismatches > 0 ? Exit::Unexpected : Exit::AsExpected;
}

// The end of the output: the totals, or an error that came after the search had begun.
Exit print_summary(const search::SearchTotals& found, const std::optional<Diagnostic>& problem, double ms,
                   const Settings& settings, StructureSink& sink, Console& console) {
  if (sink.started()) warn_about(found, sink.reader(), console);
  if (problem) console.report_error(*problem);
  if (console.json()) {
    sink.begin_document();
    console.document().add_all(totals_json(found, sink, settings, ms));
    if (problem) console.document().add("error", to_json(*problem));
  } else {
    const std::string text = summary(found, problem, sink, settings, ms);
    if (sink.only_structures() && !settings.count)
      console.print_status(text);
    else
      console.print_summary(text);
  }
  return problem ? Exit::BadInput : exit_of(found);
}

}  // namespace

Result<Exit> generate(const Settings& settings, Console& console) {
  const Stopwatch watch;
  auto request = class_request(settings, console);
  if (!request) return request.error();
  StructureSink sink(settings, console);
  if (settings.out && !settings.count) {
    if (auto status = sink.open_results_directory(*settings.out); !status) return status.error();
  }
  std::optional<Progress> line;
  const bool shows_progress = console.shows_progress(!settings.count && sink.on_standard_output());
  line.emplace(shows_progress, "compiling");
  search::SearchTotals found;
  std::optional<Diagnostic> problem;
  std::uint64_t shown = 0;
  search::SearchListener listener;
  listener.started = [&](const space::CandidateReader& reader) {
    console.note(fmt::format("{}, at most 2^{:.1f} candidates", counted(reader.variables(), "field"),
                             reader.log2_of_state_space()));
    sink.start(reader);
    line.reset();
    line.emplace(shows_progress, "candidates");
    return Status(Success{});
  };
  listener.structure = [&](std::uint64_t number, std::span<const std::uint32_t> candidate) {
    if (const auto status = sink.add(number, candidate); !status)
      problem = status.error();
    else
      shown = number + 1;
    return !problem && console.out().usable();
  };
  listener.has_lost = [&] {
    console.out().flush();
    return problem || !console.out().usable();
  };
  listener.progress = [&](const search::SearchProgress& progress) {
    found.candidates = progress.candidates;
    if (!problem && console.out().usable()) shown = progress.structures;
    line->update({.done = progress.candidates,
                  .fraction = progress.fraction,
                  .found = counted(progress.structures, "structure")});
  };
  listener.warning = [&](const Diagnostic& warning) { line->hide_while([&] { console.warn(warning); }); };
  const auto totals =
      inputs::generate(*request, listener, [&](const std::string& note) { console.note(note); });
  line.reset();
  if (totals) found = *totals;
  if (problem || !totals) found.structures = shown;
  if (!totals && !sink.started()) {
    found.stop = totals.error().stop;
    if (found.stop == StopReason::None) return totals.error();  // otherwise there was no search
  } else if (!totals) {
    problem = totals.error();
  }
  return print_summary(found, problem, watch.milliseconds(), settings, sink, console);
}

}  // namespace fretsaw::cli
