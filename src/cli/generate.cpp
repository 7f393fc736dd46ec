// SPDX-License-Identifier: MIT
// fretsaw generate: all objects of a class that satisfy its predicate, each shown as soon as all before it
// are.
#include "predicate/generate.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <utility>

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

std::string counted(std::uint64_t count, std::string_view thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
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
      return render_cpp(graph, number);
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
        class_name_(*settings.class_name),
        opening_(settings.object_format == ObjectFormat::Cpp ? cpp_opening(settings.operands.front()) : ""),
        format_(settings.object_format.value_or(settings.json ? ObjectFormat::Json : ObjectFormat::Text)),
        with_results_(!settings.count) {}

  Status open_folder(const std::string& folder) {
    auto opened = ResultFiles::open(folder);
    if (!opened) return opened.error();
    files_ = *std::move(opened);
    return Done{};
  }

  void start(const CandidateReader& reader) {
    reader_ = reader;
    begin_document();
  }

  Status add(std::uint64_t number, std::span<const std::uint32_t> candidate) {
    const ObjectGraph graph = reader_->graph(candidate);
    if (console_.json()) {
      console_.out().write(first_ ? "\n" : ",\n");
      console_.out().write(render_json(graph).dump());
      first_ = false;
      if (!files_) return Done{};
    }
    auto text = shown(graph, format_, number + 1);
    if (!text) return text.error();
    if (files_) {
      const auto path =
          files_->write(fmt::format("structure-{:06}", number + 1), extension(format_), opening_ + *text);
      return path ? Status(Done{}) : path.error();
    }
    console_.out().write(std::exchange(opening_, {}));
    if (format_ == ObjectFormat::Text) console_.out().write(fmt::format("structure {}\n", number + 1));
    console_.out().write(*text);
    if (format_ == ObjectFormat::Text || format_ == ObjectFormat::Cpp) console_.out().write("\n");
    return Done{};
  }

  bool started() const { return reader_.has_value(); }
  bool on_terminal() const { return !files_ && !console_.json(); }
  bool only_structures() const { return on_terminal() && format_ != ObjectFormat::Text; }
  const CandidateReader& reader() const { return *reader_; }

  // Also if nothing was ever found.
  void finish_document(Json rest) {
    begin_document();
    rest["warnings"] = console_.warnings();
    console_.out().write((with_results_ ? "\n]," : ",") + rest.dump().substr(1) + "\n");
  }

 private:
  void begin_document() {
    if (!console_.json() || std::exchange(document_begun_, true)) return;
    Json document = console_.document();
    document["class"] = class_name_;
    std::string text = document.dump();
    text.pop_back();
    console_.out().write(text + (with_results_ ? ",\"results\":[" : ""));
  }

  Console& console_;
  std::string class_name_;
  std::string opening_;  // what a file, or the terminal, begins with
  ObjectFormat format_;
  std::optional<ResultFiles> files_;
  std::optional<CandidateReader> reader_;
  bool with_results_;
  bool document_begun_ = false;
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

// In the hint of a message, without the newline at its end.
std::string indented(const ObjectGraph& graph) {
  std::string out;
  for (const char c : render_text(graph)) {
    if (out.empty() || out.back() == '\n') out += "    ";
    out += c;
  }
  if (out.ends_with('\n')) out.pop_back();
  return out;
}

void warn_about_aborts(const SearchTotals& totals, const CandidateReader& reader, Console& console) {
  if (!totals.first_abort) return;
  const AbortedCandidate& first = *totals.first_abort;
  const std::string detail = first.detail.empty() ? "" : fmt::format(" ({})", first.detail);
  const std::string_view advice =
      first.kind == kStepLimitAbort
          ? "\n    --step-limit sets how often the predicate may read fields of one candidate"
          : "";
  console.warn(warning(fmt::format("the predicate did not come to an end on {}, which {} as false: {}",
                                   counted(totals.all_aborted(), "candidate"),
                                   totals.all_aborted() == 1 ? "counts" : "count", abort_summary(totals)),
                       fmt::format("the first, {}{}:\n{}{}", kAbortNames[first.kind], detail,
                                   indented(reader.graph(first.candidate)), advice)));
}

void warn_about(const SearchTotals& totals, const CandidateReader& reader, Console& console) {
  warn_about_aborts(totals, reader, console);
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
        fmt::format("on {}, running the predicate again gave another answer, or read other fields",
                    counted(totals.mismatches, "candidate")),
        fmt::format("it depends on something else than the object: a global variable, the time, an address. "
                    "The first:\n{}",
                    indented(reader.graph(*first)))));
  }
}

std::string summary(const SearchTotals& totals, const Settings& settings, double ms) {
  std::string text = counted(totals.structures, "structure");
  if (totals.complete)
    text += settings.search_part ? " in this part" : " in all";
  else if (totals.stop == Stop::Cancelled)
    text += ", interrupted";
  else if (totals.stop != Stop::None)
    text += fmt::format(", stopped by the {} limit", to_string(totals.stop));
  else
    text += settings.limit ? ", stopped by --limit" : ", stopped";
  text += ", " + counted(totals.candidates, "candidate");
  if (totals.all_aborted() > 0) text += fmt::format(" ({} aborted)", totals.all_aborted());
  text += fmt::format(", {:.1f} ms\n", ms);
  if (totals.continued > 0)
    text += fmt::format("continued after {}\n", counted(totals.continued, "structure"));
  if (settings.cross_check && totals.mismatches == 0)
    text += "cross-check: both ways agree on every candidate\n";
  if (settings.out && !settings.count) text += fmt::format("one file each in {}\n", *settings.out);
  return text;
}

Json totals_json(const SearchTotals& totals, const Sink& sink, const Settings& settings, double ms) {
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
                             {"object", render_json(sink.reader().graph(first.candidate))}};
  }
  if (settings.cross_check) json["mismatches"] = totals.mismatches;
  if (sink.started()) json["vector_length"] = sink.reader().slots();
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

// The end of all that is said: the totals, or what went wrong after the search had begun.
Exit conclude(const SearchTotals& found, const std::optional<Diagnostic>& problem, double ms,
              const Settings& settings, Sink& sink, Console& console) {
  if (sink.started()) warn_about(found, sink.reader(), console);
  if (problem) console.complain(*problem);
  if (console.json()) {
    Json rest = totals_json(found, sink, settings, ms);
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
  SearchTotals found;
  std::optional<Diagnostic> problem;
  SearchListener listener;
  listener.started = [&](const CandidateReader& reader) {
    console.note(fmt::format("{}, a space of 2^{:.1f} candidates", counted(reader.slots(), "field"),
                             reader.log2_of_state_space()));
    sink.start(reader);
    return Status(Done{});
  };
  listener.structure = [&](std::uint64_t number, std::span<const std::uint32_t> candidate) {
    found.structures = number + 1;
    if (const auto status = sink.add(number, candidate); !status) problem = status.error();
    return !problem && console.out().usable();
  };
  listener.progress = [&](const SearchProgress& progress) {
    found.candidates = progress.candidates;
    if (settings.checkpoint) console.out().flush();
    line.update(progress);
  };
  const auto totals =
      fretsaw::generate(*request, listener, [&](const std::string& note) { console.note(note); });
  line.clear();
  if (totals) found = *totals;
  if (!totals && !sink.started()) {
    found.stop = console.stop();
    if (found.stop == Stop::None) return totals.error();  // otherwise it never came to a search
  } else if (!totals) {
    problem = totals.error();
  }
  return conclude(found, problem, milliseconds_since(start), settings, sink, console);
}

}  // namespace fretsaw::cli
