// SPDX-License-Identifier: MIT
// Relational clauses are evaluated here, on the heaps that the guest reported; C++ clauses are evaluated in the
// guest. A behavior applies if its preconditions of both kinds held.
#include "cpp/call/contract_checker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <sstream>

#include "base/excerpt.hpp"
#include "base/text.hpp"
#include "cpp/call/constancy.hpp"
#include "cpp/call/heap_graph.hpp"
#include "cpp/contract/cxx_clause.hpp"
#include "cpp/guest/describe.hpp"
#include "cpp/space/render.hpp"
#include "work/bytes.hpp"

namespace fretsaw::call {

namespace {

using contract::BehaviorContract;
using contract::BehaviorKind;
using contract::Clause;
using contract::Condition;

// Text of the user's code, in one line.
std::string shown(std::string_view text) {
  return printable(text.substr(0, text.find_last_not_of('\n') + 1));
}

FailureKind kind_of(guest::Termination how) {
  switch (how) {
    case guest::Termination::Abort:
    case guest::Termination::Assertion:
    case guest::Termination::Terminate:
    case guest::Termination::Exit:
      return FailureKind::Abort;
    case guest::Termination::CpuTime:
    case guest::Termination::WallTime:
      return FailureKind::EndlessLoop;
    case guest::Termination::DoubleDelete:
    case guest::Termination::BadDelete:
    case guest::Termination::Sanitizer:
      return FailureKind::MemoryError;
    case guest::Termination::LeftProcesses:
      return FailureKind::Leak;
    default:
      return FailureKind::Crash;
  }
}

Failure of_termination(const guest::TerminationRecord& end) {
  const auto phase = static_cast<Phase>(end.phase);
  const std::string where = phase == Phase::After ? "after the call, evaluating a C++ clause: "
                            : phase == Phase::Remembering
                                ? "before the call, evaluating the operand of \\old: "
                                : "";
  const bool is_about_phase = end.how != guest::Termination::LeftProcesses;
  return {kind_of(end.how), (is_about_phase ? where : "") + guest::describe(end)};
}

Location location_of(const Span& span) { return span.source->locate(span.begin, span.end); }

// The violated subformula of a relational clause, and the values of its subexpressions.
void explain(Failure& failure, contract::HeapCheck& check, std::size_t clause, const CallRecord& record,
             const code::Classes& classes) {
  HeapGraphs graphs(classes);
  graphs.graph(record.before);
  graphs.graph(record.after);
  const auto reason =
      check.explain(clause, contract::State::After, [&](std::int64_t id) { return graphs.name(id); });
  if (!reason) return;
  failure.location = location_of(reason->place);
  for (const auto& [text, value] : reason->values) failure.parts.push_back({text, value});
}

// The same for a C++ clause, from the report of the guest on the defect of that number.
void explain(Failure& failure, const Clause& clause, const CallRecord& record, std::size_t defect) {
  const std::vector<contract::CxxSubexpression> parts = contract::parts_of(clause.cxx);
  std::vector<std::optional<std::string>> values(parts.size());
  std::istringstream lines{std::string(record.parts)};
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::size_t of = 0, number = 0;
    words >> of >> number;
    if (of != defect || number >= values.size()) continue;
    words.get();
    std::string value;
    std::getline(words, value);
    values[number] = value;
  }
  const auto is_false = [&](std::size_t i) { return parts[i].is_conjunct && values[i] == "false"; };
  std::size_t broken = 0;
  while (broken < parts.size() && !is_false(broken)) ++broken;
  if (broken == parts.size()) return;
  failure.location = location_of(parts[broken].span);
  for (std::size_t i = broken + 1; i < parts.size() && !parts[i].is_conjunct; ++i) {
    if (values[i]) failure.parts.push_back({one_line(parts[i].span.text()), *values[i]});
  }
}

Failure about(FailureKind kind, std::string message, const Clause* clause) {
  Failure out{kind, std::move(message)};
  if (clause == nullptr) return out;
  out.location = location_of(clause->keyword);
  out.clause = one_line(clause->span.text());
  return out;
}

// The types of exceptions that a behavior allows, as it writes them.
std::string allowed_types(const std::vector<const BehaviorContract*>& behavior_contracts) {
  std::string out;
  for (const BehaviorContract* behavior_contract : behavior_contracts) {
    for (const Condition& condition : behavior_contract->exceptions)
      out += (out.empty() ? "" : " or ") + std::string(condition.clause->exception.text());
  }
  return out;
}

}  // namespace

std::string modified_parameter_message(const std::string& name) {
  return fmt::format("const parameter '{}' was modified", name);
}

const char* to_string(FailureKind kind) {
  switch (kind) {
    case FailureKind::Crash:
      return "crash";
    case FailureKind::EndlessLoop:
      return "endless loop";
    case FailureKind::Abort:
      return "abort";
    case FailureKind::MemoryError:
      return "memory error";
    case FailureKind::Exception:
      return "exception";
    case FailureKind::NoException:
      return "no exception";
    case FailureKind::Invariant:
      return "invariant";
    case FailureKind::Postcondition:
      return "postcondition";
    case FailureKind::ConstParameter:
      return "const parameter";
    case FailureKind::Leak:
      return "leak";
  }
  return "";
}

Result<ContractChecker> ContractChecker::make(const code::Classes& classes,
                                              const contract::Subjects& subjects, std::size_t method) {
  ContractChecker checker(classes, subjects, method);
  for (const BehaviorContract& behavior_contract : checker.subject().behavior_contracts) {
    checker.has_relational_preconditions_ |= std::ranges::any_of(
        behavior_contract.preconditions, [](const Condition& each) { return each.relational.has_value(); });
  }
  if (checker.subject().theory != nullptr) {
    const code::Callable& callable = classes.callables[static_cast<std::size_t>(checker.method_->callable)];
    auto check = contract::HeapCheck::build(checker.subject().theory, callable.frame);
    if (!check) return check.error();
    checker.check_.emplace(*std::move(check));
  }
  return checker;
}

Diagnostic ContractChecker::beyond(std::size_t clause) const {
  return error_at(subject().theory->clauses[clause].owned.clause->keyword, ErrorClass::Input,
                  fmt::format("the clause cannot be evaluated on every input: {}", check_->failure_text()),
                  "use smaller bounds, or write the clause in C++");
}

Result<bool> ContractChecker::is_true(std::size_t clause) {
  const Truth truth = check_->holds(clause);
  if (truth == Truth::TooLarge) return beyond(clause);
  return truth == Truth::True;
}

// The relational ones among them.
Result<bool> ContractChecker::hold(const std::vector<Condition>& conditions) {
  for (const Condition& condition : conditions) {
    if (!condition.relational) continue;
    auto holds = is_true(*condition.relational);
    if (!holds || !*holds) return holds;
  }
  return true;
}

Result<std::uint64_t> ContractChecker::allowed(object::HeapWords before) {
  if (!check_) return kAllBehaviors;
  check_->load(before);
  for (const contract::Invariant& invariant : subject().invariants) {
    if (!invariant.condition.relational) continue;
    const Truth truth = check_->invariant(*invariant.condition.relational, contract::State::Before);
    if (truth == Truth::TooLarge) return beyond(*invariant.condition.relational);
    if (truth == Truth::False) return std::uint64_t{0};
  }
  for (const std::size_t purpose : subject().extra_preconditions) {
    auto holds = is_true(purpose);
    if (!holds) return holds.error();
    if (!*holds) return std::uint64_t{0};
  }
  if (subject().behavior_contracts.empty()) return kAllBehaviors;
  std::uint64_t bits = 0;
  for (std::size_t b = 0; b < subject().behavior_contracts.size(); ++b) {
    auto holds = hold(subject().behavior_contracts[b].preconditions);
    if (!holds) return holds.error();
    if (*holds) bits |= std::uint64_t{1} << b;
  }
  return bits;
}

Result<CallVerdict> ContractChecker::check(const CallRecord& record) {
  CallVerdict out;
  if (record.outcome == Outcome::Rejected) return out;
  out.output = record.output;
  if (record.outcome == Outcome::Died) {
    guest::TerminationRecord end;
    work::BytesReader reader{record.text};
    reader(end);
    if (!reader.good || static_cast<std::size_t>(end.how) >= guest::kTerminations)
      return input_error("the test process sent a malformed reply");
    out.output = end.output;
    const auto phase = static_cast<Phase>(end.phase);
    if (phase == Phase::Building)
      return input_error("cannot build an input: a constructor did not return: " + guest::describe(end));
    // A precondition that does not return is false.
    if (phase == Phase::Before) return out;
    out.verdict = CallVerdict::Verdict::Failed;
    out.failures.push_back(of_termination(end));
    return out;
  }
  std::vector<Failure>& failures = out.failures;
  for (const Defect& defect : record.defects) {
    if (defect.kind != DefectKind::OldThrew) continue;
    const auto& clauses = subject().behavior_contracts[static_cast<std::size_t>(defect.first)].postconditions;
    const auto uses_old = std::ranges::find_if(clauses, [](const Condition& each) {
      return each.clause->is_cxx() && each.clause->cxx.text().find("\\old") != std::string_view::npos;
    });
    failures.push_back(
        about(FailureKind::Postcondition,
              fmt::format("before the call, the operand of \\old threw an exception: {}", shown(record.text)),
              uses_old == clauses.end() ? nullptr : uses_old->clause));
    out.verdict = CallVerdict::Verdict::Failed;
    return out;
  }
  if (check_) check_->load(record.before, record.after, record.result);
  HeapGraphs graphs(*classes_);
  bool named = false;
  for (const Defect& defect : record.defects) {
    if (defect.kind != DefectKind::Dangling && defect.kind != DefectKind::Lost) continue;
    if (!std::exchange(named, true)) {
      graphs.graph(record.before);
      graphs.graph(record.after);
    }
    const std::string field = graphs.field_name(defect.first, defect.second);
    failures.push_back(
        {FailureKind::MemoryError,
         defect.kind == DefectKind::Dangling
             ? fmt::format("dangling pointer: {} points to a deleted object", field)
             : fmt::format("invalid pointer: {} is uninitialized or points to freed memory", field)});
  }
  if (named) {
    out.verdict = CallVerdict::Verdict::Failed;
    return out;
  }
  auto status = record.outcome == Outcome::Threw ? check_exception(record, failures) : Status(Success{});
  if (!status) return status.error();
  if (status = check_invariants(record, failures); !status) return status.error();
  if (record.outcome == Outcome::Returned) {
    if (status = check_return(record, failures); !status) return status.error();
  }
  check_constants(record, failures);
  for (const Defect& defect : record.defects) {
    if (defect.kind == DefectKind::Leaked)
      failures.push_back(
          {FailureKind::Leak,
           fmt::format("memory leak: {} in {}", counted(static_cast<std::uint64_t>(defect.first), "byte"),
                       counted(static_cast<std::uint64_t>(defect.second), "unreachable object"))});
  }
  out.verdict = failures.empty() ? CallVerdict::Verdict::Passed : CallVerdict::Verdict::Failed;
  return out;
}

Status ContractChecker::check_invariants(const CallRecord& record, std::vector<Failure>& failures) {
  for (const contract::Invariant& invariant : subject().invariants) {
    if (!invariant.condition.relational) continue;
    const std::size_t clause = *invariant.condition.relational;
    const Truth truth = check_->invariant(clause, contract::State::After);
    if (truth == Truth::TooLarge) return beyond(clause);
    if (truth == Truth::True) continue;
    failures.push_back(
        about(FailureKind::Invariant,
              fmt::format("invariant of '{}' violated", classes_->at(invariant.class_index).name),
              invariant.condition.clause));
    explain(failures.back(), *check_, clause, record, *classes_);
  }
  for (std::size_t d = 0; d < record.defects.size(); ++d) {
    const Defect& defect = record.defects[d];
    if (defect.kind != DefectKind::Invariant && defect.kind != DefectKind::InvariantThrew) continue;
    const contract::CxxInvariant& invariant = subjects_->invariants[static_cast<std::size_t>(defect.first)];
    const bool threw = defect.kind == DefectKind::InvariantThrew;
    Failure failure =
        about(FailureKind::Invariant,
              fmt::format("invariant of '{}' {}", classes_->at(invariant.class_index).name,
                          threw ? fmt::format("threw an exception: {}", shown(record.text)) : "violated"),
              invariant.clause);
    if (invariant.clause != nullptr && !threw) explain(failure, *invariant.clause, record, d);
    if (invariant.clause == nullptr) {
      const code::Callable& predicate = classes_->callables[static_cast<std::size_t>(invariant.predicate)];
      failure.location = code::to_location(predicate.place);
      HeapGraphs graphs(*classes_);
      graphs.graph(record.before);
      graphs.graph(record.after);
      failure.message +=
          fmt::format(": {}() returned false for {}", predicate.name, graphs.name(defect.second));
    }
    failures.push_back(std::move(failure));
  }
  return Success{};
}

Status ContractChecker::check_return(const CallRecord& record, std::vector<Failure>& failures) {
  for (std::size_t b = 0; b < subject().behavior_contracts.size(); ++b) {
    const BehaviorContract& behavior_contract = subject().behavior_contracts[b];
    if ((record.held >> b & 1) == 0) continue;
    if (behavior_contract.behavior->kind == BehaviorKind::Exceptional) {
      failures.push_back(about(
          FailureKind::NoException,
          fmt::format("returned normally, but the contract requires {}", allowed_types({&behavior_contract})),
          behavior_contract.exceptions.empty() ? nullptr : behavior_contract.exceptions.front().clause));
      continue;
    }
    for (const Condition& condition : behavior_contract.postconditions) {
      if (!condition.relational) continue;
      auto holds = is_true(*condition.relational);
      if (!holds) return holds.error();
      if (*holds) continue;
      failures.push_back(about(FailureKind::Postcondition, "postcondition violated", condition.clause));
      explain(failures.back(), *check_, *condition.relational, record, *classes_);
    }
    for (std::size_t d = 0; d < record.defects.size(); ++d) {
      const Defect& defect = record.defects[d];
      const bool threw = defect.kind == DefectKind::PostconditionThrew;
      if ((!threw && defect.kind != DefectKind::Postcondition) ||
          defect.first != static_cast<std::int64_t>(b))
        continue;
      failures.push_back(
          about(FailureKind::Postcondition,
                threw ? fmt::format("the postcondition threw an exception: {}", shown(record.text))
                      : "postcondition violated",
                behavior_contract.postconditions[static_cast<std::size_t>(defect.second)].clause));
      if (!threw)
        explain(failures.back(),
                *behavior_contract.postconditions[static_cast<std::size_t>(defect.second)].clause, record, d);
    }
  }
  return Success{};
}

Status ContractChecker::check_exception(const CallRecord& record, std::vector<Failure>& failures) {
  std::vector<const BehaviorContract*> broken;
  bool any = false;
  std::size_t bit = 0;
  for (std::size_t b = 0; b < subject().behavior_contracts.size(); ++b) {
    const BehaviorContract& behavior_contract = subject().behavior_contracts[b];
    const std::size_t first = bit;
    bit += behavior_contract.exceptions.size();
    if ((record.held >> b & 1) == 0) continue;
    any = true;
    bool fine = false;
    for (std::size_t e = 0;
         e < behavior_contract.exceptions.size() && behavior_contract.behavior->kind != BehaviorKind::Normal;
         ++e) {
      if ((record.caught >> (first + e) & 1) == 0) continue;
      const Condition& condition = behavior_contract.exceptions[e];
      auto holds = condition.relational ? is_true(*condition.relational) : Result<bool>(true);
      if (!holds) return holds.error();
      fine = fine || *holds;
    }
    if (!fine) broken.push_back(&behavior_contract);
  }
  if (any && broken.empty()) return Success{};
  const std::string types = allowed_types(broken);
  std::string message = fmt::format("unexpected exception {}", shown(record.text));
  if (!types.empty()) message += fmt::format(" (the contract allows {})", types);
  const Clause* clause = nullptr;
  if (!broken.empty()) {
    const auto& clauses =
        broken.front()->exceptions.empty() ? broken.front()->postconditions : broken.front()->exceptions;
    if (!clauses.empty()) clause = clauses.front().clause;
  }
  Failure failure = about(FailureKind::Exception, std::move(message), clause);
  failures.insert(failures.begin(), std::move(failure));
  return Success{};
}

void ContractChecker::check_constants(const CallRecord& record, std::vector<Failure>& failures) const {
  const code::Callable& callable = classes_->callables[static_cast<std::size_t>(method_->callable)];
  for (const std::string& name : changed_constants(*classes_, callable, record.before, record.after))
    failures.push_back({FailureKind::ConstParameter, modified_parameter_message(name)});
}

}  // namespace fretsaw::call
