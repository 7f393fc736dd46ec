// SPDX-License-Identifier: MIT
// fretsaw enumerate: all instances of one command, each shown as soon as it is found, so that memory does not
// grow with their number. In JSON the results come first and what is known only at the end comes after them.
#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "base/patience.hpp"
#include "base/progress.hpp"
#include "cli/arguments.hpp"
#include "cli/instance_sink.hpp"
#include "cli/limit_report.hpp"
#include "cli/model_input.hpp"
#include "cli/verbs.hpp"
#include "fretsaw/finder.hpp"
#include "instance/json_writer.hpp"
#include "lowering/lower.hpp"
#include "model/names.hpp"

namespace fretsaw::cli {

namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kMostThreads = 1024;

struct Outcome {
  std::uint64_t instances = 0;
  bool complete = false;
  Stop stop = Stop::None;
  std::optional<Diagnostic> error;
};

std::optional<Diagnostic> contradiction(const Settings& settings) {
  if (settings.threads && (*settings.threads < 1 || *settings.threads > kMostThreads)) {
    return usage_error(fmt::format("--threads wants a number between 1 and {}", kMostThreads));
  }
  if (settings.seed && !settings.sample) return usage_error("--seed is of use with --sample only");
  if (settings.sample && (settings.limit || settings.search_part || settings.order)) {
    return usage_error("--sample excludes --limit, --part and --order");
  }
  return std::nullopt;
}

// What there is to compare: every sig and field, by what it is in the problem.
std::vector<Root::Part> parts_of(const lowering::Frame& frame) {
  std::vector<Root::Part> parts;
  for (const model::Sig& sig : frame.model->sigs) {
    if (!sig.builtin) parts.push_back({sig.name, frame.sig(sig.id), frame.upper(sig.id)});
  }
  for (const model::Field& field : frame.model->fields) {
    parts.push_back({field.name, frame.field(field.id), *frame.field_upper[model::index(field.id)]});
  }
  return parts;
}

// The `one sig` that --root names.
Result<std::optional<Root>> root_of(const lowering::Lowered& lowered, const Settings& settings) {
  if (!settings.root) return std::optional<Root>();
  std::vector<std::string> names;
  for (const model::Sig& sig : lowered.frame.model->sigs) {
    if (sig.mult == model::SigMult::One) names.push_back(sig.name);
    if (sig.name != *settings.root) continue;
    if (sig.mult != model::SigMult::One)
      return usage_error(fmt::format("--root wants a 'one sig', which '{}' is not", sig.name));
    for (const Bound& bound : lowered.problem().bounds) {
      if (bound.relation.leaf() == lowered.frame.sig(sig.id).node().leaf.get())
        return std::optional(Root{bound.relation, parts_of(lowered.frame)});
    }
    return usage_error(fmt::format("'{}' cannot be the root: it is made of other sigs", sig.name));
  }
  const std::string closest = model::closest(*settings.root, names);
  return usage_error(fmt::format("the model has no sig '{}' for --root", *settings.root),
                     closest.empty() ? "" : fmt::format("did you mean '{}'?", closest));
}

Symmetry symmetry_of(const Settings& settings) { return settings.symmetry.value_or(Symmetry::Exact); }

// What is asked for, and how the answers come.
class Enumeration {
 public:
  Enumeration(const lowering::Lowered& lowered, const Settings& settings, Console& console,
              InstanceSink* sink)
      : lowered_(lowered), settings_(settings), console_(console), sink_(sink) {}

  // Errors here come before anything has been shown.
  Status open(const std::optional<Root>& root) {
    if (settings_.sample) return draw_sample(root);
    InstancesOptions options;
    options.symmetry = symmetry_of(settings_);
    options.root = root;
    if (settings_.search_part) {
      options.part = static_cast<std::uint32_t>(settings_.search_part->number);
      options.parts = static_cast<std::uint32_t>(settings_.search_part->count);
    }
    options.order = settings_.order.value_or(Order::Search);
    options.threads = static_cast<unsigned>(settings_.threads.value_or(1));
    options.only_count = !sink_;
    options.limits = console_.limits();
    auto opened = fretsaw::instances(lowered_.problem(), options);
    if (!opened) return opened.error();
    stream_ = *std::move(opened);
    console_.note(stream_->method());
    console_.note(fmt::format("{} variables ({} primary), {} clauses", stream_->statistics().variables,
                              stream_->statistics().primary, stream_->statistics().clauses));
    return Done{};
  }

  Outcome show() { return sample_ ? show_sample() : drain(); }

 private:
  Status draw_sample(const std::optional<Root>& root) {
    const Progress progress(console_.shows_progress(false), "sample");
    auto drawn = fretsaw::sample(lowered_.problem(), {.count = *settings_.sample,
                                                      .seed = settings_.seed.value_or(1),
                                                      .symmetry = symmetry_of(settings_),
                                                      .root = root,
                                                      .limits = console_.limits()});
    if (!drawn) return drawn.error();
    sample_ = *std::move(drawn);
    console_.note(sample_->method);
    return Done{};
  }

  Outcome show_sample() {
    Outcome outcome{sample_->instances.size(), sample_->complete, sample_->stop, std::nullopt};
    for (const Instance& instance : sample_->instances) {
      if (!wanted(instance, outcome)) break;
    }
    return outcome;
  }

  // Takes instances from the stream until there are no more, or enough, or nobody wants them.
  Outcome drain() {
    Progress progress(console_.shows_progress(sink_ && sink_->on_terminal()), "instances", settings_.limit);
    Outcome outcome;
    while (!settings_.limit || outcome.instances < *settings_.limit) {
      std::optional<Instance> instance;
      if (sink_ ? !(instance = stream_->next()) : !stream_->skip()) {
        outcome.complete = stream_->complete();
        outcome.stop = stream_->stop();
        outcome.error = stream_->failure();
        break;
      }
      ++outcome.instances;
      progress.advance();
      if (sink_ && !wanted(*instance, outcome)) break;
    }
    return outcome;
  }

  // Shows the instance. False if it could not be shown, or was the last that anybody read.
  bool wanted(const Instance& instance, Outcome& outcome) {
    if (!sink_) return true;
    if (const auto status = sink_->add(instance); !status) outcome.error = status.error();
    return !outcome.error && console_.out().usable();
  }

  const lowering::Lowered& lowered_;
  const Settings& settings_;
  Console& console_;
  InstanceSink* sink_;  // null if instances are only counted
  std::optional<Instances> stream_;
  std::optional<Sample> sample_;
};

std::string summary(const Outcome& outcome, const Settings& settings, Symmetry symmetry, double ms) {
  std::string text =
      fmt::format("{} {}", outcome.instances, outcome.instances == 1 ? "instance" : "instances");
  if (outcome.stop == Stop::Cancelled) {
    text += ", interrupted";
  } else if (outcome.stop != Stop::None) {
    text += fmt::format(", stopped by the {} limit", to_string(outcome.stop));
  } else if (!outcome.complete) {
    text += settings.limit ? ", stopped by --limit" : ", stopped";
  } else {
    text += settings.sample ? " drawn" : settings.search_part ? " in this part" : " in all";
  }
  text += fmt::format(" (symmetry {}, {:.1f} ms)\n", to_string(symmetry), ms);
  if (settings.out && !settings.count) text += fmt::format("one file each in {}\n", *settings.out);
  return text;
}

Exit exit_of(const Outcome& outcome) { return outcome.error ? Exit::BadInput : exit_after(outcome.stop); }

// The document without its end: {"schema":…,…,"results":[
std::string document_start(const Json& document, bool with_results) {
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

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

// The end of the document, or the summary; on standard error if standard output is for instances only.
void conclude(const Outcome& outcome, const Settings& settings, Console& console, double ms,
              bool only_instances) {
  if (console.json()) {
    console.out().write(document_end(outcome, ms, console, !settings.count));
    return;
  }
  const std::string text = summary(outcome, settings, symmetry_of(settings), ms);
  only_instances ? console.tell(text) : static_cast<void>(console.out().write(text));
}

// The beginning of the document, with all that is known before the first instance.
Json document_of(const Settings& settings, const Console& console, const Json& index) {
  Json document = console.document();
  document["index"] = index;
  document["symmetry"] = to_string(symmetry_of(settings));
  return document;
}

Result<Exit> enumerate_all(const Settings& settings, Console& console, Clock::time_point start) {
  if (auto wrong = contradiction(settings)) return *wrong;
  const auto model = load_model(settings, console);
  if (!model) return model.error();
  const auto command = select_command(*model, settings);
  if (!command) return command.error();
  const auto lowered =
      lowering::lower(*model, *command, {.overflow = settings.overflow, .limits = console.limits()});
  if (!lowered) return lowered.error();
  for (const Diagnostic& warning : lowered->warnings) console.warn(warning);
  const auto root = root_of(*lowered, settings);
  if (!root) return root.error();

  const bool with_results = !settings.count;
  InstanceSink sink(*lowered, describe(*command, settings), console);
  if (settings.out && with_results) {
    if (auto status = sink.open_folder(*settings.out); !status) return status.error();
  }
  Enumeration enumeration(*lowered, settings, console, with_results ? &sink : nullptr);
  if (auto status = enumeration.open(*root); !status) return status.error();
  if (console.json()) {
    console.out().write(document_start(document_of(settings, console, command->index), with_results));
  }
  const Outcome outcome = enumeration.show();
  if (outcome.error) console.complain(*outcome.error);
  conclude(outcome, settings, console, milliseconds_since(start), with_results && sink.only_instances());
  return exit_of(outcome);
}

}  // namespace

Result<Exit> enumerate(const Settings& settings, Console& console) {
  const auto start = Clock::now();
  try {
    return enumerate_all(settings, console, start);
  } catch (const LimitReached& limit) {
    const Outcome outcome{0, false, limit.reason, std::nullopt};
    if (console.json()) {
      console.out().write(document_start(document_of(settings, console, nullptr), !settings.count));
    }
    conclude(outcome, settings, console, milliseconds_since(start), false);
    return exit_of(outcome);
  }
}

}  // namespace fretsaw::cli
