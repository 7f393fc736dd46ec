// SPDX-License-Identifier: MIT
#include "cpp/harness/postcondition.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "alloy/lowering/atom_names.hpp"
#include "alloy/lowering/decode.hpp"
#include "alloy/lowering/evaluate.hpp"
#include "alloy/lowering/expr_lowerer.hpp"
#include "alloy/model/names.hpp"
#include "alloy/session/internals.hpp"
#include "base/nearest_name.hpp"
#include "cpp/harness/explain.hpp"

namespace fretsaw::harness {

namespace {

Diagnostic unknown_postcondition(const model::Model& model, const std::string& name) {
  std::vector<std::string> known;
  for (const model::Function& function : model.functions) {
    if (function.name == name && !function.is_predicate)
      return error_at(function.span, ErrorClass::Usage,
                      fmt::format("'{}' is a function; a predicate or assertion is required", name));
    if (function.is_predicate && model.modules[function.module].path.empty()) known.push_back(function.name);
  }
  for (const model::Assertion& assertion : model.assertions) known.push_back(assertion.name);
  return with_note(usage_error(fmt::format("unknown predicate or assertion '{}'{}", name,
                                           suggestion(nearest_name(name, known)))),
                   known.empty() ? "the model has no predicates and assertions"
                                 : fmt::format("the model has: {}", fmt::join(known, ", ")));
}

bool is_in(const AlloyState& state, const model::Model& model, const AlloyAtom& atom, model::SigId sig) {
  if (sig == model::kUniv) return true;
  if (sig == model::kInt || sig == model::kSeqInt) return std::holds_alternative<std::int64_t>(atom);
  return std::ranges::count(state.sig(sig).atoms, atom) > 0 && model.sigs.size() == state.sigs.size();
}

bool has_type(const AlloyState& state, const model::Model& model, const AlloyTuple& tuple,
              const model::Type& type) {
  return std::ranges::any_of(type.products, [&](const model::Product& product) {
    if (product.size() != tuple.size()) return false;
    for (std::size_t i = 0; i < tuple.size(); ++i) {
      if (!is_in(state, model, tuple[i], product[i])) return false;
    }
    return true;
  });
}

// An unknown atom, or one of another sig: two different mistakes.
Status check_tuples(const AlloyState& state, const model::Model& model, const lowering::AtomNames& atoms,
                    const std::string& name, const std::vector<AlloyTuple>& tuples, const model::Type& type,
                    const Span& place) {
  for (const AlloyTuple& tuple : tuples) {
    if (!type.has_arity(static_cast<int>(tuple.size())))
      return error_at(place, ErrorClass::Type,
                      fmt::format("invalid result '{}': expected tuples of arity {}, found {} with arity {}",
                                  name, type.arity(), to_string(tuple), tuple.size()));
    for (const AlloyAtom& atom : tuple) {
      if (atoms.contains(atom)) continue;
      const bool is_number = std::holds_alternative<std::int64_t>(atom);
      return error_at(
          place, ErrorClass::Input,
          fmt::format("invalid result '{}': the {} {} {}", name, is_number ? "number" : "atom",
                      to_string(atom),
                      is_number ? "does not fit the bit width of the command" : "is not in the instance"),
          is_number ? "use a larger bit width, as in '6 int'" : "return only atoms of the instance");
    }
    if (!has_type(state, model, tuple, type))
      return error_at(place, ErrorClass::Type,
                      fmt::format("invalid result '{}': the tuple {} is not of type {}", name,
                                  to_string(tuple), model::to_string(type, model)));
  }
  return Success{};
}

TupleSet rows_of(const lowering::AtomNames& atoms, const std::vector<AlloyTuple>& tuples, int arity) {
  std::vector<Atom> rows;
  for (const AlloyTuple& tuple : tuples) {
    for (const AlloyAtom& atom : tuple) rows.push_back(atoms.find(atom)->second);
  }
  return TupleSet::from_rows(arity, std::move(rows));
}

// What a relation of that type can have at most; nothing if that is too much to be listed.
std::optional<TupleSet> upper_bound_of(const lowering::LoweringContext& frame, const model::Type& type) {
  constexpr std::size_t kMaxTuples = 200'000;
  std::vector<Atom> rows;
  const int arity = std::max(type.arity(), 1);
  for (const model::Product& product : type.products) {
    std::optional<TupleSet> tuples;
    for (const model::SigId sig : product) {
      const TupleSet column =
          sig == model::kUniv ? TupleSet::all(1, frame.problem.universe.size()) : frame.upper(sig);
      if (tuples && tuples->size() * column.size() > kMaxTuples) return std::nullopt;
      tuples = tuples ? TupleSet::product(*tuples, column) : column;
    }
    if (tuples) rows.insert(rows.end(), tuples->atoms().begin(), tuples->atoms().end());
  }
  return TupleSet::from_rows(arity, std::move(rows));
}

// A parameter says how many there shall be: `found: lone Record`.
std::optional<CheckFailure> wrong_number(const std::string& name, const model::Decl& decl,
                                         std::size_t count) {
  const bool is_right = decl.mult == model::Mult::One    ? count == 1
                        : decl.mult == model::Mult::Lone ? count <= 1
                        : decl.mult == model::Mult::Some ? count >= 1
                                                         : true;
  if (is_right) return std::nullopt;
  CheckFailure failure{
      .reason = "postcondition",
      .message = fmt::format("'{}' must be {} {}, but has {}", name, to_string(decl.mult),
                             decl.bound->span.text(), count == 0 ? "none" : std::to_string(count)),
      .formula = std::string(decl.span.text())};
  if (decl.span.source != nullptr)
    failure.location = decl.span.source->locate(decl.span.begin, decl.span.end);
  return failure;
}

}  // namespace

const model::Model& Postcondition::model() const { return internals(command_).model(); }

std::string Postcondition::listed_parameters() const {
  std::vector<std::string> names;
  for (const Place& place : parameters_) names.push_back(place.parameter->name);
  return names.empty() ? fmt::format("'{}' has no parameters", name_)
                       : fmt::format("parameters of '{}': {}", name_, fmt::join(names, ", "));
}

Result<Postcondition> Postcondition::find(const Command& command, const std::string& name, Budget& budget) {
  if (command.error()) return *command.error();
  if (command.is_temporal())
    return error_at(internals(command).command.pos, ErrorClass::Usage,
                    fmt::format("temporal command '{}' is not supported by 'check-model'", command.name()),
                    "choose a command without 'var' and temporal operators");
  const model::Model& model = internals(command).model();
  const model::Function* function = nullptr;
  for (const model::Function& each : model.functions) {
    if (each.name != name || !each.is_predicate) continue;
    if (function != nullptr)
      return error_at(each.span, ErrorClass::Usage, fmt::format("predicate '{}' is ambiguous", name),
                      "rename the predicates, so that one has this name");
    function = &each;
  }
  const auto assertion = std::ranges::find(model.assertions, name, &model::Assertion::name);
  if (function == nullptr && assertion == model.assertions.end()) return unknown_postcondition(model, name);
  auto lowered = session::lower(internals(command), budget, {.goal = false});
  if (!lowered) return lowered.error();
  Postcondition found(command, *std::move(lowered));
  found.name_ = name;
  if (function == nullptr) {
    found.formula_ = assertion->formula;
    found.place_ = assertion->span;
  } else {
    found.formula_ = function->body;
    found.place_ = function->span;
    for (const model::Decl& decl : function->parameters) {
      for (const model::VariablePtr& variable : decl.variables)
        found.parameters_.push_back({variable.get(), &decl});
    }
  }
  if (Status compiled = found.compile(budget); !compiled) return compiled.error();
  return found;
}

Status Postcondition::compile(Budget& budget) {
  lowering::LoweringContext frame = lowered_.context;
  frame.problem.formulas.clear();
  lowering::ExprLowerer lowerer(frame, "", budget);
  for (const Place& place : parameters_) {
    const auto upper = upper_bound_of(frame, place.parameter->type);
    if (!upper) return Success{};
    relations_.push_back(frame.add_relation(place.parameter->name, TupleSet(upper->arity()), *upper));
    lowerer.bind(*place.parameter, relations_.back().pointer());
  }
  const Formula formula = lowerer.formula(*formula_);
  if (lowerer.error()) return *lowerer.error();
  frame.problem.formulas = {formula};
  if (fretsaw::check(frame.problem)) evaluator_ = std::make_unique<Evaluator>(frame.problem);
  return Success{};
}

// The result is the value of a field or of a subset sig.
Status Postcondition::put(AlloyInstance& instance, const std::string& name,
                          const std::vector<AlloyTuple>& tuples) const {
  AlloyState& state = instance.first();
  for (const model::Field& field : model().fields) {
    if (lowering::field_key(model(), field.id) != name) continue;
    state.fields[model::index(field.id)].tuples = tuples;
    return Success{};
  }
  for (const model::Sig& sig : model().sigs) {
    if (sig.name != name || !sig.is_subset()) continue;
    auto& atoms = state.sigs[model::index(sig.id)].atoms;
    atoms.clear();
    for (const AlloyTuple& tuple : tuples) {
      if (tuple.size() != 1)
        return error_at(
            sig.span, ErrorClass::Type,
            fmt::format("invalid result '{}': expected a set, found tuples of arity {}", name, tuple.size()));
      atoms.push_back(tuple.front());
    }
    return Success{};
  }
  return with_note(
      with_note(error_at(place_, ErrorClass::Input,
                         fmt::format("unknown result '{}': not a parameter of '{}', a field or a subset sig",
                                     name, name_)),
                listed_parameters()),
      "the name of a field is Sig.field");
}

Result<PostconditionResult> Postcondition::evaluate(const AlloyInstance& instance,
                                                    const ModelResults& results, bool explains,
                                                    Budget& budget) {
  PostconditionResult equivalence{.instance = instance};
  for (const auto& [name, tuples] : results) {
    const auto is_named = [&](const Place& place) { return place.parameter->name == name; };
    if (std::ranges::any_of(parameters_, is_named)) continue;
    if (Status placed = put(equivalence.instance, name, tuples); !placed) return placed.error();
  }
  const auto atoms = lowering::rename_atoms(lowered_.context, instance.first());
  if (!atoms) return atoms.error();
  auto relational = lowering::to_relational(lowered_, equivalence.instance);
  if (!relational)
    return error_at(place_, ErrorClass::Input,
                    "the results contradict the model: " + relational.error().message,
                    relational.error().hint);
  std::vector<TupleSet> values;
  for (const Place& place : parameters_) {
    const model::Variable& parameter = *place.parameter;
    const auto given = results.find(parameter.name);
    if (given == results.end())
      return error_at(parameter.span, ErrorClass::Input,
                      fmt::format("missing result '{}', a parameter of '{}'", parameter.name, name_),
                      fmt::format("use results[\"{}\"] to add one, which may be empty", parameter.name));
    if (Status right = check_tuples(instance.first(), model(), *atoms, parameter.name, given->second,
                                    parameter.type, parameter.span);
        !right)
      return right.error();
    const int arity = std::max(parameter.type.arity(), 1);
    values.push_back(rows_of(*atoms, given->second, arity));
    equivalence.instance.first().skolems.push_back(
        {"$" + parameter.name, arity, lowering::type_names(model(), parameter.type), given->second});
    if (auto wrong = wrong_number(parameter.name, *place.decl, given->second.size()))
      equivalence.failures.push_back(*std::move(wrong));
  }
  Truth truth = Truth::TooLarge;
  if (evaluator_) {
    Instance with_results = *relational;
    for (std::size_t i = 0; i < values.size(); ++i)
      with_results.values().emplace_back(relations_[i], values[i]);
    truth = evaluator_->holds(with_results, budget);
  }
  equivalence.holds = truth == Truth::True && equivalence.failures.empty();
  if (truth == Truth::True || (truth == Truth::False && !explains)) return equivalence;

  lowering::InstanceEvaluator evaluator(lowered_, *std::move(relational));
  for (std::size_t i = 0; i < values.size(); ++i)
    evaluator.bind(*parameters_[i].parameter, std::move(values[i]));
  auto value = evaluator.evaluate(*formula_, budget);
  if (!value) return value.error();
  const bool is_true = std::get<bool>(*value);
  if (is_true && truth == Truth::False)
    return input_error("internal error: two ways to evaluate a postcondition disagree",
                       "report this defect of Fretsaw with the model");
  equivalence.holds = is_true && equivalence.failures.empty();
  if (!is_true && explains) {
    auto parts = failed_parts(model(), *formula_, evaluator, *atoms, budget);
    equivalence.failures.insert(equivalence.failures.end(), std::make_move_iterator(parts.begin()),
                                std::make_move_iterator(parts.end()));
  }
  return equivalence;
}

}  // namespace fretsaw::harness
