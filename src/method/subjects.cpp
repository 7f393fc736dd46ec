// SPDX-License-Identifier: MIT
#include "method/subjects.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cxx/glue.hpp"
#include "method/runtime/call_wire.hpp"

namespace fretsaw::method {

namespace {

bool is_predicate_of(const cxx::Callable& callable, const cxx::ClassInfo& info) {
  const bool is_named = callable.name == "rep_ok" || callable.name == "repOk";
  return is_named && callable.kind == cxx::Callable::Kind::Method && callable.scope == info.name &&
         callable.parameters.empty() && callable.result.type == "bool" &&
         callable.result.passing == cxx::Passing::Value;
}

void add_invariants_of(const cxx::Classes& classes, std::size_t index, const contract::Contracts& contracts,
                       std::vector<CxxInvariant>& out) {
  const int class_index = static_cast<int>(index);
  if (const contract::ClassContract* stated = contracts.of_class(index)) {
    for (const contract::Clause& clause : stated->invariants) {
      if (clause.is_cxx()) out.push_back({class_index, &clause, -1});
    }
    return;
  }
  for (std::size_t i = 0; i < classes.callables.size(); ++i) {
    if (!is_predicate_of(classes.callables[i], classes.classes[index])) continue;
    out.push_back({class_index, nullptr, static_cast<int>(i)});
    return;
  }
}

}  // namespace

std::string full_name(const cxx::Callable& callable) {
  std::vector<std::string> types;
  for (const cxx::Parameter& parameter : callable.parameters) types.push_back(cxx::written_type(parameter));
  const std::string scope = callable.owner_name.empty() ? "" : callable.owner_name + "::";
  return fmt::format("{}{}({}){}", scope, callable.name, fmt::join(types, ", "),
                     callable.is_const ? " const" : "");
}

Result<Subjects> read_subjects(const std::string& header, const cxx::Classes& classes,
                               const std::vector<int>& callables, const std::vector<SourcePtr>& purposes) {
  auto contracts = contract::read_contracts(header, contract::declared_in(classes));
  if (!contracts) return contracts.error();
  Subjects subjects;
  for (const int callable : callables) {
    auto subject = contract::make_subject(classes, *contracts, {callable, purposes});
    if (!subject) return subject.error();
    if ((*subject)->promises.size() > static_cast<std::size_t>(calls::kMostBehaviors))
      return input_error(
          fmt::format("a contract of more than {} behaviors cannot be checked", calls::kMostBehaviors));
    const cxx::Callable& called = classes.callables[static_cast<std::size_t>(callable)];
    subjects.methods.push_back(
        {callable, full_name(called), *subject, contract::reach_of(classes, called).classes});
  }
  // Clauses are those that the first subject keeps: all have the same.
  if (subjects.methods.empty()) return subjects;
  for (std::size_t i = 0; i < classes.classes.size(); ++i) {
    if (!classes.classes[i].is_frame)
      add_invariants_of(classes, i, *subjects.methods.front().subject->contracts, subjects.invariants);
  }
  return subjects;
}

}  // namespace fretsaw::method
