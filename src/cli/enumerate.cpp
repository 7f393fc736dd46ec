// SPDX-License-Identifier: MIT
// fretsaw enumerate: all instances of one command, each shown as soon as it is found, so that memory does not
// grow with their number. In JSON the results come first and what is known only at the end comes after them.
#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "base/progress.hpp"
#include "cli/interrupts.hpp"
#include "cli/model_input.hpp"
#include "cli/result_files.hpp"
#include "cli/verbs.hpp"
#include "fretsaw/finder.hpp"
#include "instance/format.hpp"
#include "instance/json_writer.hpp"
#include "lowering/decode.hpp"
#include "lowering/lower.hpp"

namespace fretsaw::cli {

namespace {

using Json = nlohmann::ordered_json;

// Where the instances go, one by one.
class Sink {
 public:
  Sink(const lowering::Lowered& lowered, std::string command, const Settings& settings, Console& console)
      : lowered_(lowered), console_(console), format_(chosen_format(settings)) {
    options_.command = std::move(command);
    options_.color = console.colors_output() && !settings.out;
  }

  Status open_folder(const std::string& folder) {
    auto opened = ResultFiles::open(folder);
    if (!opened) return opened.error();
    files_ = *std::move(opened);
    return Done{};
  }

  Status add(std::uint64_t number, const Instance& instance) {
    const auto shown = to_alloy_instance(lowered_, instance);
    const model::Model& model = *lowered_.frame.model;
    if (console_.json()) {
      console_.out().write(number == 1 ? "\n" : ",\n");
      console_.out().write(json_text(instance_to_json(model, shown)));
      if (!files_) return Done{};
    }
    const auto text = fretsaw::render(model, shown, format_, options_);
    if (!text) return text.error();
    if (files_) {
      const auto path = files_->write(fmt::format("instance-{:06}", number), file_extension(format_), *text);
      return path ? Status(Done{}) : path.error();
    }
    if (format_ == Format::Text) console_.out().write(fmt::format("instance {}\n", number));
    console_.out().write(*text);
    if (format_ == Format::Text) console_.out().write("\n");
    return Done{};
  }

  bool on_terminal() const { return !files_ && !console_.json(); }
  bool only_instances() const { return on_terminal() && format_ != Format::Text; }

 private:
  const lowering::Lowered& lowered_;
  Console& console_;
  Format format_;
  RenderOptions options_;
  std::optional<ResultFiles> files_;
};

struct Outcome {
  std::uint64_t instances = 0;
  bool complete = false;
  Stop stop = Stop::None;
  std::optional<Diagnostic> error;
};

// Takes instances from the stream until there are no more, or enough, or nobody wants them.
Outcome drain(Instances& stream, const Settings& settings, Console& console, Sink* sink) {
  Progress progress(console.shows_progress(sink && sink->on_terminal()), "instances", settings.limit);
  Outcome outcome;
  while (!settings.limit || outcome.instances < *settings.limit) {
    std::optional<Instance> instance;
    if (sink ? !(instance = stream.next()) : !stream.skip()) {
      outcome.complete = stream.complete();
      outcome.stop = stream.stop();
      outcome.error = stream.failure();
      break;
    }
    ++outcome.instances;
    progress.advance();
    if (!sink) continue;
    if (const auto status = sink->add(outcome.instances, *instance); !status) {
      outcome.error = status.error();
      break;
    }
    if (!console.out().usable()) break;
  }
  return outcome;
}

std::string summary(const Outcome& outcome, const Settings& settings, Symmetry symmetry, double ms) {
  const char* const noun = outcome.instances == 1 ? "instance" : "instances";
  std::string text = fmt::format("{} {}", outcome.instances, noun);
  if (outcome.complete) {
    text += " in all";
  } else if (outcome.stop == Stop::None) {
    text += settings.limit ? ", stopped by --limit" : ", stopped";
  } else {
    text += outcome.stop == Stop::Cancelled
                ? ", interrupted"
                : fmt::format(", stopped by the {} limit", to_string(outcome.stop));
  }
  text += fmt::format(" (symmetry {}, {:.1f} ms)\n", to_string(symmetry), ms);
  if (settings.out && !settings.count) text += fmt::format("one file each in {}\n", *settings.out);
  return text;
}

Exit exit_of(const Outcome& outcome) {
  if (outcome.error) return Exit::BadInput;
  if (interrupted()) return Exit::Interrupted;
  return outcome.stop == Stop::None ? Exit::AsExpected : Exit::Limit;
}

// The document without its end: {"schema":…,…,"results":[
std::string document_start(Json document, bool with_results) {
  std::string text = json_text(document);
  text.pop_back();
  return with_results ? text + ",\"results\":[" : text;
}

std::string document_end(const Outcome& outcome, double ms, const Console& console, bool with_results) {
  Json rest = {{"instances", outcome.instances}, {"complete", outcome.complete}, {"ms", ms}};
  if (outcome.stop != Stop::None) rest["stop"] = to_string(outcome.stop);
  if (outcome.error) rest["error"] = to_json(*outcome.error);
  rest["warnings"] = console.warnings();
  return (with_results ? "\n]," : ",") + json_text(rest).substr(1) + "\n";
}

}  // namespace

Result<Exit> enumerate(const Settings& settings, Console& console) {
  const auto start = std::chrono::steady_clock::now();
  const auto model = load_model(settings, console);
  if (!model) return model.error();
  const auto command = select_command(*model, settings);
  if (!command) return command.error();
  const auto lowered = lowering::lower(*model, *command, {.overflow = settings.overflow});
  if (!lowered) return lowered.error();
  for (const Diagnostic& warning : lowered->warnings) console.warn(warning);

  InstancesOptions options;
  options.symmetry = settings.symmetry.value_or(Symmetry::Lex);
  options.limits = console.limits();
  if (!settings.symmetry) console.note("symmetry lex: no --symmetry was given");
  Sink sink(*lowered, describe(*command, settings), settings, console);
  if (settings.out && !settings.count) {
    if (auto status = sink.open_folder(*settings.out); !status) return status.error();
  }
  auto stream = instances(lowered->problem(), options);
  if (!stream) return stream.error();
  console.note(fmt::format("{} variables ({} primary), {} clauses", stream->statistics().variables,
                           stream->statistics().primary, stream->statistics().clauses));

  const bool with_results = !settings.count;
  if (console.json()) {
    Json document = console.document();
    document["index"] = command->index;
    document["symmetry"] = to_string(options.symmetry);
    console.out().write(document_start(std::move(document), with_results));
  }
  const Outcome outcome = drain(*stream, settings, console, with_results ? &sink : nullptr);
  const double ms =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  if (outcome.error) console.complain(*outcome.error);
  if (console.json()) {
    console.out().write(document_end(outcome, ms, console, with_results));
  } else if (const std::string text = summary(outcome, settings, options.symmetry, ms);
             with_results && sink.only_instances()) {
    console.tell(text);
  } else {
    console.out().write(text);
  }
  return exit_of(outcome);
}

}  // namespace fretsaw::cli
