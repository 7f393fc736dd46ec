// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "alloy/lowering/decode.hpp"
#include "alloy/session/internals.hpp"
#include "alloy/session/prove.hpp"
#include "base/stopwatch.hpp"
#include "logic/finder/internals.hpp"

namespace fretsaw {

namespace session {

Result<lowering::LoweredCommand> lower(const SelectedCommand& chosen, Budget& budget,
                                       lowering::LowerOptions options) {
  options.overflow = chosen.overflow;
  options.traces = true;
  return lowering::lower(chosen.model(), chosen.command, options, budget);
}

Result<Trace> checked_trace(const lowering::LoweredCommand& lowered, const Instance& instance,
                            Budget& budget) {
  Trace trace = trace_of(lowered, instance);
  const auto right = holds(lowered.timeline->timed, trace, budget);
  if (right && !*right) {
    return input_error("internal error: the trace found does not satisfy the formulas",
                       "report this defect of Fretsaw with the model");
  }
  return trace;
}

namespace {

using lowering::Origin;
using lowering::OriginKind;

const char* origin_word(OriginKind kind) {
  switch (kind) {
    case OriginKind::Sig:
      return "sig";
    case OriginKind::Scope:
      return "scope";
    case OriginKind::Field:
      return "field";
    case OriginKind::Fact:
      return "fact";
    case OriginKind::Goal:
      return "goal";
  }
  return "";
}

// A formula may have become several of the problem: each place counts once.
std::vector<CoreFormula> core_formulas(const std::vector<std::size_t>& positions,
                                       const std::vector<Origin>& origins) {
  std::vector<CoreFormula> core;
  std::vector<const Origin*> taken;
  for (const std::size_t position : positions) {
    const Origin& origin = origins[position];
    const bool known = std::ranges::any_of(taken, [&](const Origin* other) {
      return other->kind == origin.kind && other->span.source == origin.span.source &&
             other->span.begin == origin.span.begin && other->span.end == origin.span.end;
    });
    if (known) continue;
    taken.push_back(&origin);
    CoreFormula formula{origin_word(origin.kind), std::string(origin.span.text()), std::nullopt};
    if (origin.span.source != nullptr)
      formula.location = origin.span.source->locate(origin.span.begin, origin.span.end);
    core.push_back(std::move(formula));
  }
  return core;
}

class Question {
 public:
  Question(const SelectedCommand& chosen, const AnswerOptions& options, Budget& budget)
      : selected_(chosen), budget_(budget) {
    // As in Alloy, where an instance is expected nothing is left out of the search.
    const Symmetry usual = chosen.command.expect == 1 ? Symmetry::None : Symmetry::Lex;
    options_.symmetry = options.symmetry.value_or(usual);
    explaining_.symmetry = options.symmetry.value_or(Symmetry::Lex);
  }

  // Fills in the answer as far as it comes.
  Status ask(CommandAnswer& answer, const AnswerOptions& wanted) {
    if (selected_.command.is_temporal) {
      const Status asked = ask_for_trace(answer, wanted.core, wanted.prove);
      const bool can_fork = asked && wanted.fork && answer.verdict == Verdict::Sat;
      return can_fork ? fork(answer, *wanted.fork) : asked;
    }
    const bool with_core = wanted.core;
    if (wanted.fork) return usage_error("'--fork' requires a temporal command");
    const auto lowered = lower(selected_, budget_);
    if (!lowered) return lowered.error();
    answer.warnings = lowered->warnings;
    const auto goal = selected_.command.is_check ? goal_of(*lowered) : std::vector<std::size_t>();
    auto found = find(lowered->problem(), goal, options_, budget_);
    if (!found) return found.error();
    const FindResult& finding = found->finding;
    answer.verdict = finding.verdict;
    answer.stop = finding.stop;
    answer.statistics = finding.statistics;
    if (finding.instance) answer.instance = to_alloy_instance(*lowered, *finding.instance, finding.witnesses);
    if (finding.verdict != Verdict::Unsat) return Success{};
    answer.vacuous = !goal.empty() && found->without_goal == Verdict::Unsat;
    if (with_core) answer.core = core();
    return Success{};
  }

 private:
  static constexpr std::size_t kMaxUnboundedSteps = 40;
  static constexpr std::size_t kMaxRounds = 8;
  static constexpr std::size_t kMaxSingleSteps = 3;
  static constexpr std::uint64_t kQuickProofQueries = 1000;

  Status ask_for_trace(CommandAnswer& answer, bool with_core, bool prove) {
    const auto lowered = lower(selected_, budget_, {.steps = 1});
    if (!lowered) return lowered.error();
    first_ = *lowered;
    answer.warnings = lowered->warnings;
    const auto asked_for = selected_.command.scopes.max_steps;
    const bool fixed = lowered->timeline->timed.varying.empty();  // then one state is enough
    const std::size_t wanted = max_steps(*lowered);
    const bool bounded = fixed || (asked_for && wanted == static_cast<std::size_t>(*asked_for));
    // Short traces, a quick proof that there is none at all, as many states as were asked for: what is easy
    // comes first. Then proofs and longer traces in turn.
    std::size_t tried = 0;
    const auto grown = [&](std::size_t steps) {
      const Status searched = search(answer, *lowered, tried, steps);
      tried = std::max(tried, steps);
      return searched;
    };
    const auto nothing = [&](const Status& status) { return status && answer.verdict == Verdict::Unsat; };
    if (auto searched = grown(std::min<std::size_t>(wanted, kMaxSingleSteps)); !nothing(searched))
      return searched;
    answer.proved =
        fixed || proved_for_all_lengths(answer, *lowered, {.rounds = 1, .max_queries = kQuickProofQueries});
    if (asked_for && !answer.proved) {
      if (auto searched = grown(wanted); !nothing(searched)) return searched;
    }
    Effort effort{.rounds = 1, .max_queries = 10 * kQuickProofQueries};
    for (; (!bounded || prove) && !answer.proved && effort.rounds <= kMaxRounds; effort.rounds *= 2) {
      answer.proved = proved_for_all_lengths(answer, *lowered, effort);
      effort.max_queries *= 2;
      if (answer.proved || asked_for) continue;
      if (auto searched = grown(std::min(2 * tried, kMaxUnboundedSteps)); !nothing(searched)) return searched;
    }
    if (!bounded && !answer.proved) {
      answer.verdict = Verdict::Limit;
      answer.stop = budget_.reason();
      answer.warnings.push_back(
          warning_at(selected_.command.pos,
                     fmt::format("no trace of at most {} states; longer traces were not searched", tried)));
      return Success{};
    }
    answer.vacuous = selected_.command.is_check && facts_have_no_trace(answer.statistics);
    if (with_core) answer.core = core();
    return Success{};
  }

  // A trace that loops within k states does so within more, so the number of states is grown to find the
  // shortest one, and where there is none for the most, there is none. There is none with `without` states.
  Status search(CommandAnswer& answer, const lowering::LoweredCommand& lowered, std::size_t without,
                std::size_t most) {
    for (std::size_t steps = without + 1; steps <= std::min(most, kMaxSingleSteps); ++steps) {
      if (auto asked = try_steps(answer, lowered, steps); !asked) return asked;
      if (answer.verdict != Verdict::Unsat) return Success{};
      without = steps;
    }
    if (most > without) {
      if (auto asked = try_steps(answer, lowered, most); !asked) return asked;
    }
    for (std::size_t with = most; answer.verdict == Verdict::Sat && with > without + 1;) {
      const std::size_t middle = (without + with) / 2;
      CommandAnswer shorter = answer;
      if (auto asked = try_steps(shorter, lowered, middle); !asked) return asked;
      if (shorter.verdict == Verdict::Limit) {
        answer.stop = shorter.stop;
        break;
      }
      answer.statistics = shorter.statistics;
      (shorter.verdict == Verdict::Sat ? with : without) = middle;
      if (shorter.verdict == Verdict::Sat) answer.instance = std::move(shorter.instance);
    }
    return Success{};
  }

  bool proved_for_all_lengths(CommandAnswer& answer, const lowering::LoweredCommand& lowered,
                              const Effort& effort) {
    const Stopwatch watch;
    bool proved = false;
    try {
      proved = no_trace_of_any_length(lowered, effort, budget_);
    } catch (const LimitReached&) {  // NOLINT(bugprone-empty-catch): what was found before stands
    }
    answer.statistics.solve_ms += watch.milliseconds();
    return proved;
  }

  std::size_t max_steps(const lowering::LoweredCommand& lowered) const {
    if (lowered.timeline->timed.varying.empty()) return 1;
    const auto wanted = static_cast<std::size_t>(selected_.command.scopes.max_steps.value_or(10));
    return std::min(wanted, lowering::kMaxSteps);
  }

  Status try_steps(CommandAnswer& answer, const lowering::LoweredCommand& first, std::size_t steps) {
    const auto start = std::chrono::steady_clock::now();
    const lowering::LoweredCommand lowered =
        steps == 1 ? first : lowering::grow(first, steps, false, budget_);
    const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - start;
    answer.statistics.translate_ms += taken.count();
    return ask_for(answer, lowered);
  }

  Status ask_for(CommandAnswer& answer, const lowering::LoweredCommand& lowered) {
    auto found = find(lowered.problem(), options_, budget_);
    if (!found) return found.error();
    answer.verdict = found->verdict;
    answer.stop = found->stop;
    const Statistics before = answer.statistics;
    answer.statistics = found->statistics;
    answer.statistics.translate_ms += before.translate_ms;
    answer.statistics.solve_ms += before.solve_ms;
    if (!found->instance) return Success{};
    const auto trace = checked_trace(lowered, *found->instance, budget_);
    if (!trace) return trace.error();
    answer.instance = to_alloy_instance(lowered, *trace, found->witnesses);
    trace_ = *trace;
    return Success{};
  }

  // Another trace that is the same up to the state, and then continues differently.
  Status fork(CommandAnswer& answer, std::size_t state) {
    const Trace known = at_least(std::move(trace_), state + 2);
    const std::size_t most = max_steps(*first_);
    answer = CommandAnswer{.verdict = Verdict::Unsat, .warnings = answer.warnings};
    for (std::size_t steps = std::min(state + 2, most); steps <= most; ++steps) {
      lowering::LoweredCommand lowered = lowering::grow(*first_, steps, false, budget_);
      if (steps < state + 2) break;
      require_another_future(lowered, known, state);
      if (auto asked = ask_for(answer, lowered); !asked || answer.verdict != Verdict::Unsat) return asked;
    }
    return Success{};
  }

  static void require_another_future(lowering::LoweredCommand& lowered, const Trace& known,
                                     std::size_t state) {
    lowering::LoweringContext& context = lowered.context;
    const lowering::Timeline& timeline = *lowered.timeline;
    std::vector<Formula> same_next;
    for (const Bound& bound : timeline.timed.problem.bounds) {
      if (bound.auxiliary || bound.lower == bound.upper) continue;
      const auto varying = timeline.unrolled.copies.find(bound.relation.leaf());
      for (std::size_t s = 0; s <= state + 1; ++s) {
        if (varying == timeline.unrolled.copies.end() && s > 0) break;
        const Relation value = context.add_constant("known", known.states[s][bound.relation]);
        const Relation& relation =
            varying == timeline.unrolled.copies.end() ? bound.relation : varying->second[s];
        if (s == state + 1) {
          same_next.push_back(equal(relation, value));
        } else {
          context.require(equal(relation, value), OriginKind::Scope);
        }
      }
    }
    context.require(!conjunction(same_next), OriginKind::Scope);
  }

  // Without these the problem is one about the facts.
  static std::vector<std::size_t> goal_of(const lowering::LoweredCommand& lowered) {
    std::vector<std::size_t> goal;
    for (std::size_t i = 0; i < lowered.problem().formulas.size(); ++i) {
      if (lowered.context.origins[i].kind == OriginKind::Goal) goal.push_back(i);
    }
    return goal;
  }

  bool facts_have_no_trace(Statistics& statistics) {
    const Stopwatch watch;
    const bool none = no_trace_of_facts({.goal = false, .steps = 1}) && no_trace_of_facts({.goal = false});
    statistics.solve_ms += watch.milliseconds();
    return none;
  }

  bool no_trace_of_facts(const lowering::LowerOptions& options) {
    const auto facts = lower(selected_, budget_, options);
    if (!facts) return false;
    const auto found = satisfiable(facts->problem(), explaining_, budget_);
    return found && *found == Verdict::Unsat;
  }

  // Formulas as small as they come, which is not how instances are found: those would lack their skolem
  // constants.
  std::optional<std::vector<CoreFormula>> core() {
    const auto lowered = lower(selected_, budget_, {.split_existentials = true});
    if (!lowered) return std::nullopt;
    const auto core = unsatisfiable_core(lowered->problem(), explaining_, budget_);
    if (!core || core->verdict != Verdict::Unsat) return std::nullopt;
    return core_formulas(core->formulas, lowered->context.origins);
  }

  const SelectedCommand& selected_;
  FindOptions options_;
  FindOptions explaining_;
  Budget& budget_;
  std::optional<lowering::LoweredCommand> first_;  // of a command about traces, with one state
  Trace trace_;                                    // the last one that was found, in its terms
};

}  // namespace

}  // namespace session

Result<CommandAnswer> Command::answer(const AnswerOptions& options) const {
  if (error()) return *error();
  Budget budget(options.limits);
  CommandAnswer answer;
  const Status status =
      within_limits([&] { return session::Question(*selected_, options, budget).ask(answer, options); },
                    [&](StopReason reason) {
                      answer.stop = reason;
                      return Status(Success{});
                    });
  if (!status) return status.error();
  return answer;
}

}  // namespace fretsaw
