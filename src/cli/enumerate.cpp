// SPDX-License-Identifier: MIT
// fretsaw enumerate: all instances of one command, each shown as soon as it is found, so that memory does not
// grow with their number. In JSON the results come first; counts, known only at the end, come after them.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "alloy/exchange/writers.hpp"
#include "alloy/session/internals.hpp"
#include "base/progress.hpp"
#include "base/source.hpp"
#include "base/stopwatch.hpp"
#include "base/text.hpp"
#include "cli/limit_report.hpp"
#include "cli/model_input.hpp"
#include "cli/part_document.hpp"
#include "cli/verbs.hpp"
#include "fretsaw/model.hpp"
#include "report/result_sink.hpp"
#include "work/checkpoint.hpp"

namespace fretsaw::cli {

namespace {

using Json = nlohmann::ordered_json;

struct Listing {
  std::uint64_t instances = 0;  // counted, or shown
  StreamEnd end;
};

Symmetry symmetry_of(const Settings& settings) { return settings.symmetry.value_or(Symmetry::Exact); }

// The enumeration that the settings define, as a stream or as a sample.
class Enumeration {
 public:
  Enumeration(const Command& command, const Settings& settings, Console& console, const RenderOptions& look,
              ResultSink* sink)
      : command_(command), settings_(settings), console_(console), look_(look), sink_(sink) {}

  // Errors here come before anything has been shown.
  Status open() {
    if (settings_.sample) return draw_sample();
    EnumerationOptions options;
    options.symmetry = symmetry_of(settings_);
    options.root = settings_.root.value_or("");
    options.part = settings_.search_part.value_or(SearchPart());
    options.order = settings_.order.value_or(Order::Search);
    options.threads = settings_.threads.value_or(1);
    options.only_count = !sink_;
    options.limits = console_.limits();
    std::optional<session::Checkpoint> checkpoint;
    if (settings_.checkpoint) checkpoint = {*settings_.checkpoint, identity()};
    auto opened = session::instances(command_, options, checkpoint);
    if (!opened) return opened.error();
    stream_ = *std::move(opened);
    for (const Diagnostic& warning : stream_->warnings()) console_.warn(warning);
    console_.note(stream_->method());
    console_.note(fmt::format("{} ({} primary), {}", counted(stream_->statistics().variables, "variable"),
                              grouped(stream_->statistics().primary),
                              counted(stream_->statistics().clauses, "clause")));
    return Success{};
  }

  Listing show() { return sample_ ? show_sample() : drain(); }

  std::string identity() const {
    std::vector<std::string> texts = {std::to_string(command_.index())};
    for (const SourcePtr& source : internals(command_).model().sources) texts.emplace_back(source->text());
    return search_identity("enumerate", settings_, texts);
  }
  std::vector<work::PlaceCount> places() const {
    std::vector<work::PlaceCount> counts;
    if (!stream_) return counts;
    for (const auto& [place, count] : internals(*stream_).places()) counts.push_back({place, count});
    return counts;
  }
  std::string classes() const { return stream_ ? internals(*stream_).classes() : std::string(); }
  std::uint64_t resumed_count() const { return stream_ ? internals(*stream_).resumed_count() : 0; }

 private:
  Status draw_sample() {
    const Progress progress(console_.shows_progress(false), "sample");
    auto drawn = command_.sample({.count = *settings_.sample,
                                  .seed = settings_.seed.value_or(1),
                                  .symmetry = symmetry_of(settings_),
                                  .root = settings_.root.value_or(""),
                                  .limits = console_.limits()});
    if (!drawn) return drawn.error();
    sample_ = *std::move(drawn);
    for (const Diagnostic& warning : sample_->warnings) console_.warn(warning);
    console_.note(sample_->method);
    return Success{};
  }

  Listing show_sample() {
    Listing outcome{sink_ ? 0 : sample_->instances.size(),
                    {.complete = sample_->complete, .stop = sample_->stop, .error = std::nullopt}};
    for (const AlloyInstance& instance : sample_->instances) {
      if (sink_ && !show(instance, outcome)) break;
    }
    return outcome;
  }

  // Takes instances from the stream until it ends, --limit is reached, or standard output is closed.
  Listing drain() {
    Progress progress(console_.shows_progress(sink_ && sink_->on_standard_output()), "instances",
                      settings_.limit);
    Listing outcome;
    outcome.instances = stream_->yielded_count();
    progress.advance(outcome.instances);
    work::CheckpointClock clock;
    Stopwatch since_update;
    while (!(outcome.end.limit_reached = settings_.limit && outcome.instances >= *settings_.limit)) {
      std::optional<AlloyInstance> instance;
      if (sink_) instance = stream_->next();
      if (sink_ ? !instance : !stream_->skip()) {
        outcome.end = {.complete = stream_->complete(), .stop = stream_->stop(), .error = stream_->failure()};
        break;
      }
      progress.advance();
      if (constexpr double kUpdateSeconds = 0.1; since_update.seconds() > kUpdateSeconds) {
        progress.update({.done = stream_->yielded_count(),
                         .total = settings_.limit,
                         .fraction = stream_->progress_fraction()});
        since_update = Stopwatch();
      }
      if (!sink_) {
        ++outcome.instances;
      } else if (!show(*instance, outcome)) {
        break;
      }
      if (!settings_.checkpoint || !clock.is_due()) continue;
      if (const Status saved = clock.time([&] { return save(); }); !saved) {
        outcome.end.error = saved.error();
        return outcome;
      }
    }
    if (outcome.end.limit_reached) {
      if (const Status unique = internals(*stream_).compare(); !unique)
        outcome.end = {.error = unique.error()};
    }
    if (settings_.checkpoint && !outcome.end.error) {
      if (const Status saved = save(); !saved) outcome.end.error = saved.error();
    }
    return outcome;
  }

  // Instances in a new checkpoint are not shown again: if showing them failed, the last checkpoint stays.
  Status save() {
    console_.out().flush();
    return console_.out().usable() ? internals(*stream_).save() : Status(Success{});
  }

  // False if it could not be shown, or if standard output is closed.
  bool show(const AlloyInstance& instance, Listing& outcome) {
    const model::Model& model = internals(command_).model();
    const auto status = sink_->add(
        outcome.instances + 1, [&] { return instance_to_json(model, instance); },
        [&] { return fretsaw::render(model, instance, chosen_format(settings_), look_); });
    if (!status) {
      outcome.end = {.error = status.error()};
      return false;
    }
    ++outcome.instances;
    if (console_.out().usable()) return true;
    outcome.end = {};
    return false;
  }

  const Command& command_;
  const Settings& settings_;
  Console& console_;
  const RenderOptions& look_;
  ResultSink* sink_;  // null if instances are only counted
  std::optional<AlloyInstances> stream_;
  std::optional<AlloySample> sample_;
};

std::string summary(const Listing& outcome, const Settings& settings, double ms) {
  std::string complete = ", search complete";
  if (settings.sample) complete = ", drawn at random";
  if (const auto& part = settings.search_part) complete = part_complete_text(*part);
  std::string text =
      fmt::format("{}{} (symmetry {}, {:.1f} ms)\n", counted(outcome.instances, "instance"),
                  stream_end_text(outcome.end, complete), to_string(symmetry_of(settings)), ms);
  if (settings.out && !settings.count && outcome.instances > 0)
    text += written_text(outcome.instances, "instance", *settings.out);
  return text;
}

Exit exit_of(const StreamEnd& end) { return end.error ? Exit::BadInput : exit_after(end.stop); }

// The beginning of the document: the keys before the first instance.
void begin_document(const Settings& settings, Console& console, const Json& index) {
  if (!console.json()) return;
  console.document().add("index", index);
  console.document().add("symmetry", to_string(symmetry_of(settings)));
  if (!settings.count) console.document().open_list("results");
}

// The end of the document, or the summary; on standard error if standard output is for instances only.
Exit print_summary(const Listing& outcome, const Settings& settings, Console& console, double ms,
                   bool only_instances) {
  const StreamEnd& end = outcome.end;
  if (end.error) console.report_error(*end.error);
  if (console.json()) {
    JsonDocument& document = console.document();
    document.add("instances", outcome.instances);
    document.add("complete", end.complete);
    document.add("ms", ms);
    if (end.stop != StopReason::None) document.add("stop", to_string(end.stop));
    if (end.error) document.add("error", to_json(*end.error));
  } else if (only_instances) {
    console.print_status(summary(outcome, settings, ms));
  } else {
    console.print_summary(summary(outcome, settings, ms));
  }
  return exit_of(end);
}

Result<Exit> enumerate_all(const Settings& settings, Console& console, const Stopwatch& watch) {
  const auto model = load_model(settings, console);
  if (!model) return model.error();
  const auto command = select_command(*model, settings);
  if (!command) return command.error();
  const bool with_results = !settings.count;
  const Format format = chosen_format(settings);
  ResultSink sink({.noun = "instance",
                   .extension = file_extension(format),
                   .for_people = format == Format::Text,
                   .spaced = format == Format::Text},
                  console.out(), console.json() ? &console.document() : nullptr);
  if (settings.out && with_results) {
    if (auto status = sink.open_results_directory(*settings.out); !status) return status.error();
  }
  const RenderOptions look{.command = describe(*command, settings),
                           .color = console.colors_output() && sink.on_standard_output()};
  Enumeration enumeration(*command, settings, console, look, with_results ? &sink : nullptr);
  if (auto status = enumeration.open(); !status) return status.error();
  begin_document(settings, console, command->index());
  const Listing outcome = enumeration.show();
  if (enumeration.resumed_count() > 0)
    console.print_status(fmt::format("resumed after {}\n", counted(enumeration.resumed_count(), "instance")));
  if (console.json() && settings.search_part)
    console.document().add("part", part_json(*settings.search_part, enumeration.identity(),
                                             enumeration.places(), enumeration.classes()));
  return print_summary(outcome, settings, console, watch.milliseconds(), with_results && sink.only_results());
}

}  // namespace

Result<Exit> enumerate(const Settings& settings, Console& console) {
  const Stopwatch watch;
  auto exit = enumerate_all(settings, console, watch);
  if (exit || exit.error().stop == StopReason::None) return exit;
  begin_document(settings, console, nullptr);
  return print_summary({0, {.stop = exit.error().stop, .error = std::nullopt}}, settings, console,
                       watch.milliseconds(), false);
}

}  // namespace fretsaw::cli
