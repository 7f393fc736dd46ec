// SPDX-License-Identifier: MIT
// fretsaw mutate: mutants of a model, which of them are equivalent, and how many a suite kills.
#include <fmt/format.h>

#include <atomic>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "alloy/mutation/mutation_report.hpp"
#include "alloy/mutation/mutation_run.hpp"
#include "base/atomic_file.hpp"
#include "base/budget.hpp"
#include "base/progress.hpp"
#include "base/text.hpp"
#include "cli/interrupts.hpp"
#include "cli/limit_report.hpp"
#include "cli/part_document.hpp"
#include "cli/verbs.hpp"
#include "report/output.hpp"

namespace fretsaw::cli {

namespace {

using mutation::Equivalence;
using mutation::MutationRun;
using mutation::Tally;
using Json = nlohmann::ordered_json;

// One file per mutant: 0001_MOR.als, … Those of a literate model are literate, too.
Status write_mutants(const MutationRun& run, const ResultFiles& files) {
  for (std::size_t i = 0; i < run.mutants->all.size(); ++i) {
    const mutation::Mutant& mutant = run.mutants->all[i];
    const std::string name = fmt::format("{:04}_{}", run.numbers[i] + 1, mutant.op->name);
    const std::string ending = std::filesystem::path(mutant.source->name()).extension().string();
    const bool is_literate = ending == ".md" || ending == ".MD";
    if (auto written = files.write(name, is_literate ? ending.substr(1) : "als", mutant.source->text());
        !written) {
      Diagnostic error = written.error();
      error.notes.push_back(
          {fmt::format("written before: {} of {}", grouped(i), counted(run.mutants->all.size(), "mutant")),
           std::nullopt});
      return error;
    }
  }
  return Success{};
}

Json json_of(const Tally& tally, bool scored) {
  Json json{{"mutants", tally.mutants},
            {"invalid", tally.invalid},
            {"equivalent", tally.equivalent},
            {"nonequivalent", tally.different},
            {"undecided", tally.undecided}};
  json["killed"] = scored ? Json(tally.killed) : Json();
  json["score"] = scored ? Json(tally.score()) : Json();
  return json;
}

const char* status_name(const MutationRun& run, std::size_t mutant) {
  switch (run.results.all[mutant].state) {
    case Equivalence::Equivalent:
      return "equivalent";
    case Equivalence::Undecided:
      return "undecided";
    case Equivalence::Different:
      break;
  }
  if (!run.score || !run.score->reached[mutant]) return "nonequivalent";
  return run.killed(mutant) ? "killed" : "survived";
}

Json json_of(const MutationRun& run, std::size_t index) {
  const mutation::Mutant& mutant = run.mutants->all[index];
  const Span& place = mutant.change.place;
  const Location at = run.mutants->source->locate(place.begin, place.end);
  Json json{{"operator", mutant.op->name},
            {"file", at.file},
            {"line", at.line},
            {"column", at.column},
            {"paragraph", run.mutants->units[mutant.unit].title},
            {"change", mutant.change.what},
            {"fate", status_name(run, index)},
            {"diff", mutation::line_diff(*run.mutants->source, *mutant.source)}};
  if (run.killed(index)) json["killed_by"] = run.score->tests[run.score->killers[index].front()];
  if (run.survived(index)) json["test"] = mutation::killing_test(run, index);
  return json;
}

void show_document(const MutationRun& run, const Settings& settings, Console& console) {
  const bool scored = run.score.has_value();
  Json document = json_of(run.total(), scored);
  document["duplicates"] = run.mutants->duplicates;
  document["scope"] = run.scope_text;
  if (scored) document["tests"] = run.score->tests.size();
  document["operators"] = Json::object();
  document["by_operator"] = Json::object();
  for (const auto& [name, tally] : run.by_operator()) {
    document["operators"][name] = tally.mutants;
    document["by_operator"][name] = json_of(tally, scored);
  }
  document["by_paragraph"] = Json::object();
  for (const auto& [title, tally] : run.by_paragraph())
    document["by_paragraph"][title] = json_of(tally, scored);
  console.document().add_all(document);
  console.document().open_list("results");
  for (std::size_t i = 0; i < run.mutants->all.size(); ++i) console.document().add_element(json_of(run, i));
  if (settings.search_part) {
    std::vector<std::string> texts;
    for (const SourcePtr& source : run.mutants->model.sources) texts.emplace_back(source->text());
    for (std::size_t i = 1; i < settings.operands.size(); ++i) {
      if (auto source = read_source(settings.operands[i])) texts.emplace_back((*source)->text());
    }
    std::vector<work::PlaceCount> places;
    for (const std::size_t number : run.numbers) places.push_back({number, 1});
    console.document().add(
        "part", part_json(*settings.search_part, search_identity("mutate", settings, texts), places));
  }
  if (run.stop() == StopReason::None) return;
  console.document().add("not_reached", run.not_reached());
  console.document().add("stop", to_string(run.stop()));
  if (interrupted()) console.document().add("interrupted", true);
}

Result<MutationRun> make_run(const Settings& settings, Console& console) {
  auto model = read_source(settings.operands.front());
  if (!model) return model.error();
  std::vector<SourcePtr> tests;
  for (std::size_t i = 1; i < settings.operands.size(); ++i) {
    auto source = read_source(settings.operands[i]);
    if (!source) return source.error();
    tests.push_back(*std::move(source));
  }
  std::optional<Progress> progress;
  mutation::MutationOptions options;
  options.operators = settings.operators.value_or("all");
  options.assertions = settings.assertions;
  options.strict = settings.strict;
  if (settings.scope) options.scope = std::make_shared<const Source>("--scope", *settings.scope);
  options.stage = {settings.overflow, console.limits()};
  options.load.include_directories = settings.include_directories;
  options.threads = settings.threads.value_or(1);
  options.part = settings.search_part.value_or(SearchPart());
  options.shares = true;
  options.checkpoint = settings.checkpoint;
  options.identity =
      search_identity(fmt::format("mutate {}/{}", options.part.number, options.part.count), settings, {});
  options.begins = [&](std::size_t steps) {
    progress.emplace(console.shows_progress(false), "mutants", steps);
  };
  options.progress = [&] {
    if (progress) progress->advance();
  };
  return mutation::run_mutation(*model, tests, options);
}

// Writes all reports; the first error of those that could not be written.
Status write_files(const MutationRun& run, const Settings& settings,
                   const std::optional<ResultFiles>& files) {
  Status all = Success{};
  const auto keep = [&](const Status& written) {
    if (!written && all) all = written;
  };
  if (files) keep(write_mutants(run, *files));
  if (settings.junit) keep(write_file(*settings.junit, mutation::mutation_junit(run)));
  if (settings.html) {
    const std::string title = fmt::format("Mutants of {}", settings.operands.front());
    keep(write_file(*settings.html, mutation::mutation_html(run, title)));
  }
  return all;
}

Result<Exit> execute_mutate(const Settings& settings, Console& console) {
  std::optional<ResultFiles> files;
  if (settings.out) {
    auto opened = ResultFiles::open(*settings.out);
    if (!opened) return opened.error();
    files = *std::move(opened);
  }
  auto made = make_run(settings, console);
  if (!made) return made.error();
  const MutationRun& run = *made;
  for (const Diagnostic& warning : run.mutants->model.warnings) console.warn(warning);
  if (run.resumed_count > 0)
    console.print_status(fmt::format("resumed after {}\n", counted(run.resumed_count, "mutant")));
  const Status written = write_files(run, settings, files);  // results are shown even if writing fails
  if (console.json()) {
    show_document(run, settings, console);
  } else {
    if (!run.scope_was_chosen)
      console.print_status("no scope given: using scope 3 (use --scope to change it)\n");
    console.out().write(mutation::mutation_text(run));
  }
  if (const StopReason stop = run.stop(); stop != StopReason::None) {
    console.print_status(fmt::format("{}: {} of {} not reached\n", stop_text(stop),
                                     grouped(run.not_reached()), counted(run.mutants->all.size(), "mutant")));
  }
  if (!written) return written.error();
  if (const StopReason stop = run.stop(); stop != StopReason::None) return exit_after(stop);
  const bool too_low = settings.fail_under && run.score && 100 * run.total().score() < *settings.fail_under;
  return too_low ? Exit::Unexpected : Exit::AsExpected;
}

}  // namespace

Result<Exit> mutate(const Settings& settings, Console& console) {
  try {
    return execute_mutate(settings, console);
  } catch (const LimitReached& limit) {
    return report_limit(console, limit.reason, "generating the mutants");
  }
}

}  // namespace fretsaw::cli
