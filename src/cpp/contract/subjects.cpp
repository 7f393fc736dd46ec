// SPDX-License-Identifier: MIT
#include "cpp/contract/subjects.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cpp/code/glue.hpp"
#include "cpp/contract/predicate_choice.hpp"
#include "fretsaw/detail/contract_table.hpp"

namespace fretsaw::contract {

namespace {

void add_invariants_of(const code::Classes& classes, std::size_t index, const Contracts& contracts,
                       std::vector<CxxInvariant>& out) {
  const int class_index = static_cast<int>(index);
  if (const ClassContract* stated = contracts.of_class(index)) {
    for (const Clause& clause : stated->invariants) {
      if (clause.is_cxx()) out.push_back({class_index, &clause, -1});
    }
    return;
  }
  if (const auto predicate = default_predicate(classes, class_index))
    out.push_back({class_index, nullptr, *predicate});
}

// Those that classes state by themselves first, as far as another predicate does not take their place.
std::vector<CxxInvariant> cxx_invariants(const code::Classes& classes, const Contracts& contracts,
                                         const std::optional<ObjectPredicate>& instead) {
  std::vector<CxxInvariant> out;
  for (std::size_t i = 0; i < classes.classes.size(); ++i) {
    if (classes.classes[i].is_frame) continue;
    if (instead && instead->class_index == static_cast<int>(i))
      out.push_back({instead->class_index, nullptr, instead->callable});
    else
      add_invariants_of(classes, i, contracts, out);
  }
  return out;
}

}  // namespace

std::string full_name(const code::Callable& callable) {
  std::vector<std::string> types;
  for (const code::Parameter& parameter : callable.parameters) types.push_back(code::written_type(parameter));
  const std::string scope = callable.owner_name.empty() ? "" : callable.owner_name + "::";
  return fmt::format("{}{}({}){}", scope, callable.name, fmt::join(types, ", "),
                     callable.is_const ? " const" : "");
}

Result<Subjects> read_subjects(const std::string& header, const code::Classes& classes,
                               const std::vector<int>& callables,
                               const std::vector<SourcePtr>& extra_preconditions,
                               const std::optional<std::string>& predicate) {
  auto contracts = read_contracts(header, declared_in(classes));
  if (!contracts) return contracts.error();
  std::optional<ObjectPredicate> instead;
  if (predicate && !callables.empty()) {
    const auto named = [&](int callable) {
      return full_name(classes.callables[static_cast<std::size_t>(callable)]);
    };
    const std::string about = callables.size() == 1 ? named(callables.front()) : "the selected functions";
    auto found = find_object_predicate(classes, callables, *predicate, about);
    if (!found) return found.error();
    instead = *found;
    std::erase_if(contracts->classes, [&](const ClassContract& contract) {
      return static_cast<int>(contract.class_index) == found->class_index;
    });
  }
  Subjects subjects;
  for (const int callable : callables) {
    auto subject = make_subject(classes, *contracts, {callable, extra_preconditions});
    if (!subject) return subject.error();
    if ((*subject)->behavior_contracts.size() > std::size_t{detail::kMaxBehaviors})
      return input_error(fmt::format("{} has more than {} behaviors, which is not supported",
                                     full_name(classes.callables[static_cast<std::size_t>(callable)]),
                                     int{detail::kMaxBehaviors}));
    const code::Callable& called = classes.callables[static_cast<std::size_t>(callable)];
    subjects.methods.push_back({callable, full_name(called), *subject, reach_of(classes, called).classes});
  }
  // Clauses are those that the first subject keeps: all have the same.
  if (!subjects.methods.empty())
    subjects.invariants = cxx_invariants(classes, *subjects.methods.front().subject->contracts, instead);
  return subjects;
}

Result<Subjects> read_class_subject(const std::string& header, const code::Classes& classes) {
  auto contracts = read_contracts(header, declared_in(classes));
  if (!contracts) return contracts.error();
  auto subject = make_subject(classes, *contracts);
  if (!subject) return subject.error();
  Subjects subjects;
  subjects.methods.push_back(
      {-1, classes.at(classes.root).name, *subject, reach_of(classes, classes.root).classes});
  subjects.invariants = cxx_invariants(classes, *(*subject)->contracts, std::nullopt);
  if (invariants_of(subjects, 0).empty() && !(*subject)->has_relational_invariants())
    return no_predicate(classes);
  return subjects;
}

std::vector<const CxxInvariant*> invariants_of(const Subjects& subjects, std::size_t method) {
  std::vector<const CxxInvariant*> out;
  for (const CxxInvariant& invariant : subjects.invariants) {
    if (subjects.methods[method].classes.contains(invariant.class_index)) out.push_back(&invariant);
  }
  return out;
}

std::string invariants_text(const code::Classes& classes, const Subjects& subjects, std::size_t method) {
  std::vector<std::string> names;
  for (const CxxInvariant* const each : invariants_of(subjects, method))
    names.push_back(each->clause == nullptr
                        ? classes.callables[static_cast<std::size_t>(each->predicate)].name
                        : std::string(each->clause->cxx.text()));
  for (const Invariant& each : subjects.methods[method].subject->invariants) {
    if (each.condition.relational)
      names.push_back(fmt::format("the relational invariant of {}", classes.at(each.class_index).name));
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace fretsaw::contract
