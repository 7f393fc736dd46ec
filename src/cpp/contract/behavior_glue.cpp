// SPDX-License-Identifier: MIT
#include "cpp/contract/behavior_glue.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cpp/code/glue.hpp"
#include "cpp/contract/cxx_clause.hpp"
#include "cpp/contract/predicate_choice.hpp"

namespace fretsaw::contract {

using code::Callable;

namespace {

std::string parameter_type(const code::Parameter& parameter, const code::TypeInfo& type) {
  switch (type.kind) {
    case detail::kReferenceType:
      return fmt::format("fretsaw_type< {} >", type.name);
    case detail::kBoolType:
    case detail::kIntegerType:
    case detail::kCharType:
    case detail::kFloatType:
    case detail::kEnumType:
    case detail::kPointerType:
      return parameter.passing == code::Passing::Reference
                 ? fmt::format("{}fretsaw_type< {} >&", parameter.is_fixed ? "const " : "", type.name)
                 : fmt::format("const fretsaw_type< {} >&", type.name);
    default:
      return fmt::format("{}fretsaw_type< {} >&", parameter.is_const ? "const " : "", type.name);
  }
}

}  // namespace

CallGlue::CallGlue(const code::Classes& classes, const Callable& callable)
    : classes_(classes), callable_(callable) {
  const code::ClassInfo& frame = classes.at(callable.frame);
  std::size_t field = callable.kind == Callable::Kind::Method ? 1 : 0;
  for (const code::Parameter& parameter : callable.parameters) {
    fields_.push_back(&frame.fields[field++]);
    types_.push_back(parameter_type(parameter, classes.type(fields_.back()->type)));
  }
}

std::string CallGlue::parameters(const std::vector<std::string>& names) const {
  std::string out;
  for (std::size_t i = 0; i < types_.size(); ++i) {
    const std::string name = i < names.size() && !names[i].empty() ? names[i] : callable_.parameters[i].name;
    out += (out.empty() ? "" : ", ") + types_[i] + " " + name;
  }
  return out;
}

bool CallGlue::has_result() const {
  return callable_.result_type >= 0 && callable_.kind != Callable::Kind::Constructor;
}

std::string CallGlue::result_type() const {
  std::string type = classes_.type(callable_.result_type).name;
  while (type.ends_with('&') || type.ends_with(' ')) type.pop_back();
  return fmt::format("fretsaw_type< {} >", type);
}

std::string CallGlue::arguments() const {
  std::string out;
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    const code::TypeInfo& type = classes_.type(fields_[i]->type);
    const std::string at = fmt::format("bytes + {}", fields_[i]->offset);
    out += out.empty() ? "" : ", ";
    out += type.kind == detail::kReferenceType
               ? fmt::format("*static_cast<std::remove_reference_t< {} >*>(*reinterpret_cast<void**>({}))",
                             types_[i], at)
               : fmt::format("*reinterpret_cast<std::remove_reference_t< {} >*>({})", types_[i], at);
  }
  return out;
}

std::string CallGlue::receiver(const std::string& base, const std::string& as) const {
  const std::string object = callable_.kind == Callable::Kind::Constructor
                                 ? fmt::format("static_cast< ::{}*>(result)", callable_.scope)
                                 : fmt::format("static_cast< ::{}*>(*reinterpret_cast<void**>(bytes))",
                                               classes_.at(callable_.owner).name);
  return fmt::format("reinterpret_cast< {}*>((::{}*)({}))", as, base, object);
}

std::string CallGlue::result_argument() const {
  const bool refers = classes_.type(callable_.result_type).kind == detail::kReferenceType ||
                      code::is_result_elsewhere(classes_, callable_);
  return refers ? fmt::format("*static_cast<{}*>(*static_cast<void**>(result))", result_type())
                : fmt::format("*static_cast<{}*>(result)", result_type());
}

std::string CallGlue::old(const std::string& value, std::size_t number) const {
  return fmt::format("*static_cast<std::decay_t<decltype({})>*>(old[{}])", value, number);
}

Result<InvariantGlue> invariant_glue(const code::Classes& classes, const CxxInvariant& invariant,
                                     const std::string& id, bool notes_parts) {
  const code::ClassInfo& info = classes.at(invariant.class_index);
  if (invariant.clause == nullptr) {
    const Callable& predicate = classes.callables[static_cast<std::size_t>(invariant.predicate)];
    return InvariantGlue{
        "", fmt::format("static_cast<bool>({})",
                        predicate_call(predicate, fmt::format("static_cast< ::{}*>(object)", info.name)))};
  }
  auto clause = read_cxx_clause(*invariant.clause, false, notes_parts);
  if (!clause) return clause.error();
  const Scope scope = scope_of(info);
  return InvariantGlue{placed(scope, info.name, id,
                              fmt::format("bool holds() {{ return static_cast<bool>{};{}}}\n",
                                          clause->expression, kEndOfClause)),
                       fmt::format("static_cast< {}*>(static_cast< ::{}*>(object))->holds()",
                                   placed_name(scope, id), info.name)};
}

BehaviorGlue::BehaviorGlue(const code::Classes& classes, const CallGlue& call,
                           const BehaviorContract& behavior_contract, std::string id)
    : call_(call), behavior_contract_(behavior_contract), id_(std::move(id)) {
  if (behavior_contract.receiver >= 0) {
    base_ = classes.at(behavior_contract.receiver).name;
    scope_ = scope_of(classes.at(behavior_contract.receiver));
  } else {
    scope_ = scope_of(call.callable());
  }
  self_ = placed_name(scope_, id_);
}

Status BehaviorGlue::read(bool only_preconditions) {
  for (const auto& condition : behavior_contract_.preconditions) {
    if (condition.clause->is_cxx()) add(condition, Phase::Before, preconditions_);
  }
  for (const auto& condition : behavior_contract_.postconditions) {
    if (!only_preconditions && condition.clause->is_cxx()) add(condition, Phase::After, postconditions_);
  }
  for (std::size_t i = 0; i < behavior_contract_.exceptions.size() && !only_preconditions; ++i) {
    const Condition& condition = behavior_contract_.exceptions[i];
    members_ += fmt::format(
        "static bool caught{}() {{ try {{ throw; }} catch ({} const&) {{{} return true; }} catch (...) {{ "
        "return false; }} }}\n",
        i, exception_type(*condition.clause), kEndOfClause);
    if (condition.clause->is_cxx()) add(condition, Phase::Thrown, signals_);
  }
  if (error_) return *error_;
  return Success{};
}

std::string BehaviorGlue::catches(std::size_t number) const {
  return fmt::format("{}::caught{}", self_, number);
}

// Whether it has members.
bool BehaviorGlue::has_object(Phase phase) const {
  switch (call_.callable().kind) {
    case Callable::Kind::Method:
      return true;
    case Callable::Kind::Constructor:
      return phase == Phase::After;
    default:
      return false;
  }
}

std::string BehaviorGlue::prefix(Phase phase) const {
  return has_object(phase) ? call_.receiver(base_, self_) + "->" : self_ + "::";
}

void BehaviorGlue::add(const Condition& condition, Phase phase, std::vector<Question>& list) {
  auto clause =
      read_cxx_clause(*condition.clause, call_.has_result(), phase == Phase::After && call_.notes_parts());
  if (!clause) {
    if (!error_) error_ = clause.error();
    return;
  }
  const auto linkage = [&](Phase of) { return has_object(of) ? "" : "static "; };
  const std::string name = fmt::format("f{}", count_++);
  const std::string fixed = call_.parameters(behavior_contract_.parameter_names);
  std::vector<std::string> parameters, templates, arguments;
  if (!fixed.empty()) {
    parameters.push_back(fixed);
    arguments.push_back(call_.arguments());
  }
  if (clause->uses_result) {
    parameters.push_back(fmt::format("{}& {}", call_.result_type(), kResultName));
    arguments.push_back(call_.result_argument());
  }
  for (std::size_t i = 0; i < clause->old.size(); ++i) {
    const std::string old = fmt::format("{}_old{}", name, i);
    members_ += fmt::format("{}auto {}({}) {{ return {};{}}}\n", linkage(Phase::Before), old, fixed,
                            clause->old[i], kEndOfClause);
    const std::string value = fmt::format("{}{}({})", prefix(Phase::Before), old, call_.arguments());
    templates.push_back(fmt::format("class Old{}", i));
    parameters.push_back(fmt::format("Old{0}& fretsaw_old_{0}", i));
    arguments.push_back(call_.old(value, olds_.size()));
    olds_.push_back(value);
  }
  if (!templates.empty()) members_ += fmt::format("template <{}> ", fmt::join(templates, ", "));
  members_ += fmt::format("{}bool {}({}) {{ return static_cast<bool>{};{}}}\n", linkage(phase), name,
                          fmt::join(parameters, ", "), clause->expression, kEndOfClause);
  list.push_back({&condition, fmt::format("{}{}({})", prefix(phase), name, fmt::join(arguments, ", "))});
}

}  // namespace fretsaw::contract
