// SPDX-License-Identifier: MIT
#include "alloy/mutation/mutation_run.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "alloy/modeltest/test_file.hpp"
#include "alloy/mutation/mutant_work.hpp"
#include "alloy/mutation/remote_mutants.hpp"
#include "alloy/syntax/parser.hpp"
#include "base/digest.hpp"
#include "work/remote_process.hpp"

namespace fretsaw::mutation {

namespace {

constexpr int kDefaultScope = 3;
constexpr const char* kOperatorSet2018 = "2018";

Status choose_scope(const MutationOptions& options, bool uses_operator_set_2018, MutationRun& run) {
  if (options.scope) {
    auto parsed = alloy::parse_scopes(options.scope, run.mutants->model.primes);
    if (!parsed) return parsed.error();
    run.scope = *std::move(parsed);
    run.scope_text = options.scope->text();
    return Success{};
  }
  const model::Command& first = run.mutants->model.commands.front();
  const bool written = first.span.source != nullptr && (first.syntax.overall || !first.syntax.scopes.empty());
  if (written && !uses_operator_set_2018) {
    run.scope.overall = first.syntax.overall;
    run.scope.scopes = first.syntax.scopes;
    run.scope_text = modeltest::scope_text(run.scope).substr(std::string_view("for ").size());
    return Success{};
  }
  run.scope.overall = kDefaultScope;
  run.scope_text = std::to_string(kDefaultScope);
  run.scope_was_chosen = false;
  return Success{};
}

void count(const MutationRun& run, std::size_t mutant, Tally& tally) {
  ++tally.mutants;
  const Equivalence state = run.results.all[mutant].state;
  tally.equivalent += state == Equivalence::Equivalent ? 1 : 0;
  tally.different += state == Equivalence::Different ? 1 : 0;
  tally.undecided += state == Equivalence::Undecided ? 1 : 0;
  tally.killed += state == Equivalence::Different && run.killed(mutant) ? 1 : 0;
}

void keep_part(const MutationOptions& options, MutationRun& run) {
  const auto keep = [&](std::vector<Mutant>& list, std::vector<std::size_t>* numbers) {
    std::vector<Mutant> mine;
    for (std::size_t i = options.part.number - 1; i < list.size(); i += options.part.count) {
      mine.push_back(std::move(list[i]));
      if (numbers != nullptr) numbers->push_back(i);
    }
    list = std::move(mine);
  };
  keep(run.mutants->all, &run.numbers);
  keep(run.mutants->invalid, nullptr);
  if (options.part.number > 1) run.mutants->duplicates = 0;  // the first part counts them
}

// As many at each place as there are threads here. A place that cannot be reached is nothing to fail for.
std::vector<std::unique_ptr<RemoteMutants>> start_remotes(const SourcePtr& model,
                                                          const std::vector<SourcePtr>& tests,
                                                          const MutationOptions& options) {
  std::vector<std::unique_ptr<RemoteMutants>> remotes;
  if (!options.shares) return remotes;
  for (unsigned place = 0; place < work::remote_slot_count(); ++place) {
    for (std::size_t i = 0; i < options.threads; ++i) {
      auto socket = work::start_remote_process(place, mutant_server_command(), 0);
      if (!socket) continue;
      auto remote = std::make_unique<RemoteMutants>(*socket);
      if (remote->send_setup(model, tests, options)) remotes.push_back(std::move(remote));
    }
  }
  return remotes;
}

}  // namespace

bool MutationRun::survived(std::size_t mutant) const {
  return score && results.all[mutant].state == Equivalence::Different && score->reached[mutant] &&
         !killed(mutant);
}

Tally MutationRun::total() const {
  Tally tally;
  tally.invalid = mutants->invalid.size();
  for (std::size_t i = 0; i < mutants->all.size(); ++i) count(*this, i, tally);
  return tally;
}

std::vector<std::pair<std::string, Tally>> MutationRun::by_operator() const {
  std::vector<std::pair<std::string, Tally>> result;
  for (const Operator* op : operators) {
    Tally tally;
    for (std::size_t i = 0; i < mutants->all.size(); ++i) {
      if (mutants->all[i].op == op) count(*this, i, tally);
    }
    for (const Mutant& mutant : mutants->invalid) tally.invalid += mutant.op == op ? 1 : 0;
    result.emplace_back(op->name, tally);
  }
  return result;
}

std::vector<std::pair<std::string, Tally>> MutationRun::by_paragraph() const {
  std::vector<std::pair<std::string, Tally>> result;
  const auto tally_of = [&](const Mutant& mutant) -> Tally& {
    const std::string& title = mutants->units[mutant.unit].title;
    auto found = std::ranges::find(result, title, &std::pair<std::string, Tally>::first);
    return found == result.end() ? result.emplace_back(title, Tally()).second : found->second;
  };
  for (std::size_t i = 0; i < mutants->all.size(); ++i) count(*this, i, tally_of(mutants->all[i]));
  for (const Mutant& mutant : mutants->invalid) ++tally_of(mutant).invalid;
  return result;
}

StopReason MutationRun::stop() const {
  if (results.stop != StopReason::None || !score) return results.stop;
  return score->stop;
}

std::size_t MutationRun::not_reached() const {
  std::size_t result = 0;
  for (std::size_t i = 0; i < mutants->all.size(); ++i) {
    const EquivalenceResult& equivalence = results.all[i];
    const bool uncompared = equivalence.state == Equivalence::Undecided && equivalence.why.empty();
    const bool unscored = score && equivalence.state == Equivalence::Different && !score->reached[i];
    result += uncompared || unscored ? 1 : 0;
  }
  return result;
}

Result<MutationRun> prepare_mutation(const SourcePtr& model, const MutationOptions& options, Budget& budget) {
  const bool uses_operator_set_2018 = options.operators == kOperatorSet2018;
  MutationRun run;
  auto operators = choose_operators(options.operators);
  if (!operators) return operators.error();
  run.operators = *operators;
  MutantOptions making;
  making.sites = {*operators, options.assertions, !uses_operator_set_2018, uses_operator_set_2018};
  making.distinct = !uses_operator_set_2018;
  making.strict = options.strict;
  making.threads = options.threads;
  making.load = options.load;
  auto mutants = make_mutants(model, making, budget);
  if (!mutants) return mutants.error();
  run.mutants = *std::move(mutants);
  keep_part(options, run);
  if (auto chosen = choose_scope(options, uses_operator_set_2018, run); !chosen) return chosen.error();
  return run;
}

std::string fingerprint(const MutationRun& run) {
  Digest digest;
  for (const SourcePtr& source : run.mutants->model.sources) digest.field(source->text());
  for (const Mutant& mutant : run.mutants->all) digest.field(mutant.source->text());
  return digest.hex();
}

EquivalenceOptions equivalence_options(const MutationRun& run, const MutationOptions& options) {
  EquivalenceOptions comparison_options;
  comparison_options.stage = options.stage;
  comparison_options.stage.atoms_only_for_integer_fields = options.operators == kOperatorSet2018;
  comparison_options.scope = run.scope;
  comparison_options.in_place = options.operators != kOperatorSet2018;
  comparison_options.progress = options.progress;
  return comparison_options;
}

ScoreOptions scoring_options(const MutationOptions& options) {
  ScoreOptions scoring;
  scoring.stage = options.stage;
  scoring.stage.atoms_only_for_integer_fields = options.operators == kOperatorSet2018;
  scoring.load = options.load;
  scoring.threads = options.threads;
  scoring.progress = options.progress;
  return scoring;
}

Result<MutationRun> run_mutation(const SourcePtr& model, const std::vector<SourcePtr>& tests,
                                 const MutationOptions& options) {
  Budget budget(options.stage.limits);
  auto remotes = start_remotes(model, tests, options);
  auto run = prepare_mutation(model, options, budget);
  if (!run) return run;
  options.begins(run->mutants->all.size() * (tests.empty() ? 1 : 2));
  const EquivalenceOptions comparison_options = equivalence_options(*run, options);
  const ScoreOptions scoring = scoring_options(options);
  std::optional<Scorer> scorer;
  try {
    if (!tests.empty()) {
      auto made = Scorer::make(run->mutants->source, tests, scoring, budget);
      if (!made) return made.error();
      scorer = *std::move(made);
    }
  } catch (const LimitReached& limit) {
    run->results.all.resize(run->mutants->all.size());
    run->results.stop = limit.reason;
    return run;
  }
  for (const auto& remote : remotes) {
    if (auto agreed = remote->agree(*run); !agreed) return agreed.error();
  }
  const MutantWork work(*run, comparison_options, scorer ? &*scorer : nullptr);
  MutationOptions all = options;
  Digest identity;
  identity.field(options.identity).field(fingerprint(*run));
  for (const SourcePtr& test : tests) identity.field(test->text());
  all.identity = identity.hex();
  if (auto done = run_all_units(*run, work, all, budget, remotes); !done) return done.error();
  return run;
}

std::string killing_test(const MutationRun& run, std::size_t mutant) {
  return killing_test(run, mutant, run.results.all[mutant]);
}

std::string killing_test(const MutationRun& run, std::size_t mutant, const EquivalenceResult& equivalence) {
  if (!equivalence.test) return equivalence.test_text;
  modeltest::WrittenTest test = *equivalence.test;
  test.name = fmt::format("kills_{}", run.numbers[mutant] + 1);
  const auto write =
      needs_short_form(*run.mutants, mutant) ? modeltest::write_short_form : modeltest::write_plain;
  return write(run.mutants->model, {test}, {});
}

}  // namespace fretsaw::mutation
