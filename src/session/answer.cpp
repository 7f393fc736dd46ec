// SPDX-License-Identifier: MIT
#include <algorithm>

#include "finder/within.hpp"
#include "lowering/decode.hpp"
#include "session/internals.hpp"

namespace fretsaw {

namespace session {

Result<lowering::Lowered> lower(const Chosen& chosen, Budget& budget, lowering::LowerOptions options) {
  options.overflow = chosen.overflow;
  return lowering::lower(chosen.model(), chosen.command, options, budget);
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
  Question(const Chosen& chosen, const AnswerOptions& options, Budget& budget)
      : chosen_(chosen), budget_(budget) {
    // As in Alloy, where an instance is expected nothing is left out of the search.
    const Symmetry usual = chosen.command.expect == 1 ? Symmetry::None : Symmetry::Lex;
    options_.symmetry = options.symmetry.value_or(usual);
    explaining_.symmetry = options.symmetry.value_or(Symmetry::Lex);
  }

  // Fills in the answer as far as it comes.
  Status ask(CommandAnswer& answer, bool with_core) {
    const auto lowered = lower(chosen_, budget_);
    if (!lowered) return lowered.error();
    answer.warnings = lowered->warnings;
    auto found = find(lowered->problem(), options_, budget_);
    if (!found) return found.error();
    answer.verdict = found->verdict;
    answer.stop = found->stop;
    answer.statistics = found->statistics;
    if (found->instance) answer.instance = to_alloy_instance(*lowered, *found->instance, found->witnesses);
    if (found->verdict != Verdict::Unsat) return Done{};
    answer.vacuous = chosen_.command.is_check && facts_have_no_instance();
    if (with_core) answer.core = core();
    return Done{};
  }

 private:
  bool facts_have_no_instance() {
    const auto facts = lower(chosen_, budget_, {.goal = false});
    if (!facts) return false;
    const auto found = find(facts->problem(), explaining_, budget_);
    return found && found->verdict == Verdict::Unsat;
  }

  // Formulas as small as they come, which is not how instances are found: those would lack their skolem
  // constants.
  std::optional<std::vector<CoreFormula>> core() {
    const auto lowered = lower(chosen_, budget_, {.split_existentials = true});
    if (!lowered) return std::nullopt;
    const auto core = unsatisfiable_core(lowered->problem(), explaining_, budget_);
    if (!core || core->verdict != Verdict::Unsat) return std::nullopt;
    return core_formulas(core->formulas, lowered->frame.origins);
  }

  const Chosen& chosen_;
  FindOptions options_;
  FindOptions explaining_;
  Budget& budget_;
};

}  // namespace

}  // namespace session

Result<CommandAnswer> Command::answer(const AnswerOptions& options) const {
  if (error()) return *error();
  Budget budget(options.limits);
  CommandAnswer answer;
  const Status status =
      within_limits([&] { return session::Question(*chosen_, options, budget).ask(answer, options.core); },
                    [&](Stop reason) {
                      answer.stop = reason;
                      return Status(Done{});
                    });
  if (!status) return status.error();
  return answer;
}

}  // namespace fretsaw
