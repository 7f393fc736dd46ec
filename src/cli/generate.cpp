// SPDX-License-Identifier: MIT
// fretsaw generate: all objects of a class that satisfy its predicate, each shown as soon as all before it
// are.
#include "predicate/generate.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "base/progress.hpp"
#include "cli/class_input.hpp"
#include "cli/interrupts.hpp"
#include "cli/result_files.hpp"
#include "cli/verbs.hpp"
#include "instance/graphviz.hpp"
#include "predicate/render.hpp"

namespace fretsaw::cli {

namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

const char* extension(ObjectFormat format) {
  switch (format) {
    case ObjectFormat::Text:
      return "txt";
    case ObjectFormat::Json:
      return "json";
    case ObjectFormat::Dot:
      return "dot";
    case ObjectFormat::Svg:
      return "svg";
    case ObjectFormat::Cpp:
      return "cpp";
  }
  return "txt";
}

Result<std::string> shown(const ObjectGraph& graph, ObjectFormat format, std::uint64_t number) {
  switch (format) {
    case ObjectFormat::Text:
      return render_text(graph);
    case ObjectFormat::Json:
      return render_json(graph).dump() + "\n";
    case ObjectFormat::Dot:
      return render_dot(graph, fmt::format("structure {}", number));
    case ObjectFormat::Svg:
      return draw_svg(render_dot(graph, fmt::format("structure {}", number)));
    case ObjectFormat::Cpp:
      return render_cpp(graph);
  }
  return std::string();
}

// A line on the terminal that is redrawn: how many, how fast, how far.
class SearchLine {
 public:
  explicit SearchLine(bool is_shown) : is_shown_(is_shown) {}
  ~SearchLine() { clear(); }

  void update(const SearchProgress& progress) {
    if (!is_shown_ || milliseconds_since(last_) < 200) return;
    last_ = Clock::now();
    const double seconds = milliseconds_since(start_) / 1000;
    const std::string line =
        fmt::format("\r{} structures, {} candidates, {}/s, about {:.0f}% explored\033[K",
                    grouped(progress.structures), grouped(progress.candidates),
                    grouped(static_cast<std::uint64_t>(static_cast<double>(progress.candidates) / seconds)),
                    100 * progress.fraction);
    drawn_ = write(STDERR_FILENO, line.data(), line.size()) > 0;
  }

  void clear() {
    constexpr std::string_view kErase = "\r\033[K";
    if (drawn_) drawn_ = write(STDERR_FILENO, kErase.data(), kErase.size()) < 0;
  }

 private:
  bool is_shown_;
  bool drawn_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
};

// Where structures go, one by one.
class Sink {
 public:
  Sink(const Settings& settings, Console& console)
      : console_(console),
        format_(settings.object_format.value_or(settings.json ? ObjectFormat::Json : ObjectFormat::Text)) {}

  Status open_folder(const std::string& folder) {
    auto opened = ResultFiles::open(folder);
    if (!opened) return opened.error();
    files_ = *std::move(opened);
    return Done{};
  }

  void start(const CandidateReader& reader, Json document, bool with_results) {
    reader_ = reader;
    with_results_ = with_results;
    if (!console_.json()) return;
    std::string text = document.dump();
    text.pop_back();
    console_.out().write(text + (with_results ? ",\"results\":[" : ""));
  }

  Status add(std::uint64_t number, std::span<const std::uint32_t> candidate) {
    const ObjectGraph graph = reader_->graph(candidate);
    if (console_.json()) {
      console_.out().write(first_ ? "\n" : ",\n");
      console_.out().write(render_json(graph).dump());
      first_ = false;
      if (!files_) return Done{};
    }
    const auto text = shown(graph, format_, number + 1);
    if (!text) return text.error();
    if (files_) {
      const auto path = files_->write(fmt::format("structure-{:06}", number + 1), extension(format_), *text);
      return path ? Status(Done{}) : path.error();
    }
    if (format_ == ObjectFormat::Text) console_.out().write(fmt::format("structure {}\n", number + 1));
    console_.out().write(*text);
    if (format_ == ObjectFormat::Text) console_.out().write("\n");
    return Done{};
  }

  bool started() const { return reader_.has_value(); }
  bool on_terminal() const { return !files_ && !console_.json(); }
  bool only_structures() const { return on_terminal() && format_ != ObjectFormat::Text; }
  const CandidateReader& reader() const { return *reader_; }

  void finish_document(Json rest) {
    rest["warnings"] = console_.warnings();
    console_.out().write((with_results_ ? "\n]," : ",") + rest.dump().substr(1) + "\n");
  }

 private:
  Console& console_;
  ObjectFormat format_;
  std::optional<ResultFiles> files_;
  std::optional<CandidateReader> reader_;
  bool with_results_ = false;
  bool first_ = true;
};

Diagnostic warning(std::string message, std::string hint = {}) {
  Diagnostic diagnostic = input_error(std::move(message), std::move(hint));
  diagnostic.severity = Severity::Warning;
  return diagnostic;
}

std::string abort_summary(const SearchTotals& totals) {
  std::string out;
  for (std::size_t kind = 0; kind < kAbortKinds; ++kind) {
    if (totals.aborted[kind] == 0) continue;
    out += fmt::format("{}{} × {}", out.empty() ? "" : ", ", totals.aborted[kind], kAbortNames[kind]);
  }
  return out;
}

void warn_about(const SearchTotals& totals, const CandidateReader& reader, Console& console) {
  if (const auto& first = totals.first_abort) {
    const std::string detail = first->detail.empty() ? "" : fmt::format(" ({})", first->detail);
    const bool by_limit = totals.aborted[7] > 0;
    console.warn(warning(
        fmt::format("the predicate did not come to an end on {} candidates, which count as false: {}",
                    totals.all_aborted(), abort_summary(totals)),
        fmt::format(
            "the first, {}{}:\n{}{}", kAbortNames[first->kind], detail,
            render_text(reader.graph(first->candidate)),
            by_limit ? "--step-limit sets how often the predicate may read fields of one candidate" : "")));
  }
  if (totals.writes_fields) {
    const std::string field = totals.first_slot_written >= 0
                                  ? reader.slot_name(static_cast<std::size_t>(totals.first_slot_written))
                                  : "an object";
    console.warn(warning(fmt::format(
        "the predicate writes to the object that it is asked about (first to {}); this was undone", field)));
  }
  if (totals.writes_globals) {
    console.warn(warning(
        "the predicate writes to variables outside of the object; this was undone after every candidate",
        "if its answer depends on them, --cross-check will tell"));
  }
  if (const auto& first = totals.first_mismatch) {
    console.warn(warning(
        fmt::format("on {} candidates, running the predicate again gave another answer, or read other fields",
                    totals.mismatches),
        fmt::format("it depends on something else than the object: a global variable, the time, an address. "
                    "The first:\n{}",
                    render_text(reader.graph(*first)))));
  }
}

std::string summary(const SearchTotals& totals, const Settings& settings, double ms) {
  std::string text =
      fmt::format("{} {}", totals.structures, totals.structures == 1 ? "structure" : "structures");
  if (totals.complete)
    text += settings.search_part ? " in this part" : " in all";
  else if (totals.stop == Stop::Cancelled)
    text += ", interrupted";
  else if (totals.stop != Stop::None)
    text += fmt::format(", stopped by the {} limit", to_string(totals.stop));
  else
    text += settings.limit ? ", stopped by --limit" : ", stopped";
  text += fmt::format(", {} candidates", totals.candidates);
  if (totals.all_aborted() > 0) text += fmt::format(" ({} aborted)", totals.all_aborted());
  text += fmt::format(", {:.1f} ms\n", ms);
  if (totals.continued > 0) text += fmt::format("continued after {} structures\n", totals.continued);
  if (settings.cross_check && totals.mismatches == 0)
    text += "cross-check: both ways agree on every candidate\n";
  if (settings.out && !settings.count) text += fmt::format("one file each in {}\n", *settings.out);
  return text;
}

Json totals_json(const SearchTotals& totals, const CandidateReader& reader, const Settings& settings,
                 double ms) {
  Json json = {{"structures", totals.structures},
               {"candidates", totals.candidates},
               {"aborted", totals.all_aborted()}};
  if (totals.all_aborted() > 0) {
    Json kinds = Json::object();
    for (std::size_t kind = 0; kind < kAbortKinds; ++kind) {
      if (totals.aborted[kind] > 0) kinds[kAbortNames[kind]] = totals.aborted[kind];
    }
    json["aborted_by"] = std::move(kinds);
    const AbortedCandidate& first = *totals.first_abort;
    json["first_aborted"] = {{"reason", kAbortNames[first.kind]},
                             {"detail", first.detail},
                             {"object", render_json(reader.graph(first.candidate))}};
  }
  if (settings.cross_check) json["mismatches"] = totals.mismatches;
  json["vector_length"] = reader.slots();
  json["complete"] = totals.complete;
  if (totals.stop != Stop::None) json["stop"] = to_string(totals.stop);
  json["ms"] = ms;
  return json;
}

Exit exit_of(const SearchTotals& totals) {
  if (interrupted()) return Exit::Interrupted;
  if (totals.stop != Stop::None) return Exit::Limit;
  return totals.mismatches > 0 ? Exit::Unexpected : Exit::AsExpected;
}

}  // namespace

Result<Exit> generate(const Settings& settings, Console& console) {
  const auto start = Clock::now();
  auto request = class_request(settings, console);
  if (!request) return request.error();
  Sink sink(settings, console);
  if (settings.out && !settings.count) {
    if (auto status = sink.open_folder(*settings.out); !status) return status.error();
  }
  SearchLine line(console.shows_progress(!settings.count && sink.on_terminal()));
  std::optional<Diagnostic> problem;
  SearchListener listener;
  listener.started = [&](const CandidateReader& reader) {
    console.note(fmt::format("{} fields, a space of 2^{:.1f} candidates", reader.slots(),
                             reader.log2_of_state_space()));
    Json document = console.document();
    document["class"] = *settings.class_name;
    sink.start(reader, std::move(document), !settings.count);
    return Status(Done{});
  };
  listener.structure = [&](std::uint64_t number, std::span<const std::uint32_t> candidate) {
    if (const auto status = sink.add(number, candidate); !status) problem = status.error();
    return !problem && console.out().usable();
  };
  listener.progress = [&](const SearchProgress& progress) {
    if (settings.checkpoint) console.out().flush();
    line.update(progress);
  };
  const auto totals =
      fretsaw::generate(*request, listener, [&](const std::string& note) { console.note(note); });
  line.clear();
  if (!totals && !sink.started()) return totals.error();
  if (!totals) problem = totals.error();
  const double ms = milliseconds_since(start);
  const SearchTotals found = totals ? *totals : SearchTotals{};
  warn_about(found, sink.reader(), console);
  if (problem) console.complain(*problem);
  if (console.json()) {
    Json rest = totals_json(found, sink.reader(), settings, ms);
    if (problem) rest["error"] = to_json(*problem);
    sink.finish_document(std::move(rest));
  } else if (!problem) {
    const std::string text = summary(found, settings, ms);
    if (sink.only_structures() && !settings.count)
      console.tell(text);
    else
      console.out().write(text);
  }
  return problem ? Exit::BadInput : exit_of(found);
}

}  // namespace fretsaw::cli
