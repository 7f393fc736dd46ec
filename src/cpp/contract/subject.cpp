// SPDX-License-Identifier: MIT
#include "cpp/contract/subject.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>
#include <tuple>

#include "alloy/syntax/parser.hpp"
#include "cpp/space/heap_cursor.hpp"

namespace fretsaw::contract {

namespace {

class SubjectBuilder {
 public:
  SubjectBuilder(const code::Classes& classes, const Contracts& contracts)
      : classes_(classes), subject_(std::make_shared<Subject>()) {
    subject_->contracts = std::make_shared<const Contracts>(contracts);
  }

  Result<std::shared_ptr<const Subject>> run(const SubjectRequest& request) {
    if (request.callable) reach_ = reach_of(classes_, callable(*request.callable));
    for (const ClassContract& contract : subject_->contracts->classes) {
      if (reach_ && !reach_->classes.contains(static_cast<int>(contract.class_index))) continue;
      for (const Clause& clause : contract.invariants) {
        OwnedClause owned;
        owned.receiver = static_cast<int>(contract.class_index);
        subject_->invariants.push_back({owned.receiver, condition(clause, owned)});
      }
    }
    if (request.callable) {
      add_behavior_contracts(*request.callable);
      if (auto done = add_extra_preconditions(request); !done) return done.error();
    }
    // Without formulas nothing depends on what classes are as relations, and some are none.
    if (owned_.empty()) return std::shared_ptr<const Subject>(subject_);
    std::vector<const alloy::Function*> helpers;
    for (const auto& helper : subject_->contracts->helpers) {
      if (!reach_ || is_used(*helper)) helpers.push_back(helper.get());
    }
    std::vector<SourcePtr> sources;
    for (const auto& text : subject_->contracts->texts) sources.push_back(text->source);
    sources.insert(sources.end(), request.extra_preconditions.begin(), request.extra_preconditions.end());
    auto theory = build_theory({&classes_.classes, &classes_.types, reach_}, owned_, helpers, sources);
    if (!theory) return theory.error();
    subject_->theory = std::make_shared<const Theory>(*std::move(theory));
    return std::shared_ptr<const Subject>(subject_);
  }

 private:
  static bool has_word(std::string_view text, std::string_view word) {
    const auto is_part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
      const bool begins = at == 0 || !is_part(text[at - 1]);
      const bool ends = at + word.size() == text.size() || !is_part(text[at + word.size()]);
      if (begins && ends) return true;
    }
    return false;
  }

  // Whether any clause or helper uses it. Unused helpers may belong to other classes.
  bool is_used(const alloy::Function& helper) const {
    const std::string& name = helper.name.text;
    const auto& helpers = subject_->contracts->helpers;
    return std::ranges::any_of(
               owned_, [&](const OwnedClause& each) { return has_word(each.clause->span.text(), name); }) ||
           std::ranges::any_of(helpers, [&](const auto& other) {
             return other.get() != &helper && has_word(other->span.text(), name) &&
                    std::ranges::any_of(owned_, [&](const OwnedClause& each) {
                      return has_word(each.clause->span.text(), other->name.text);
                    });
           });
  }

  Condition condition(const Clause& clause, OwnedClause owned) {
    if (!clause.is_relational()) return {&clause, std::nullopt};
    owned.clause = &clause;
    owned_.push_back(std::move(owned));
    return {&clause, owned_.size() - 1};
  }

  const code::Callable& callable(int index) const {
    return classes_.callables[static_cast<std::size_t>(index)];
  }

  int class_named(const std::string& name) const {
    const auto found = std::ranges::find_if(
        classes_.classes, [&](const code::ClassInfo& info) { return !info.is_frame && info.name == name; });
    return found == classes_.classes.end() ? -1 : static_cast<int>(found - classes_.classes.begin());
  }

  // What clauses of the callable may refer to. `names` are those that they use; empty: the header's.
  OwnedClause about(int index, int receiver, const std::vector<std::string>& names) const {
    const code::Callable& called = callable(index);
    OwnedClause owned;
    const bool has_receiver =
        called.kind == code::Callable::Kind::Method || called.kind == code::Callable::Kind::Constructor;
    owned.receiver = has_receiver ? receiver : -1;
    owned.constructs = called.kind == code::Callable::Kind::Constructor;
    owned.result = called.result_type;
    const auto& fields = classes_.at(called.frame).fields;
    for (std::size_t i = 0; i < called.parameters.size(); ++i) {
      const code::Parameter& parameter = called.parameters[i];
      const auto field = std::ranges::find(fields, parameter.name, &code::FieldInfo::name);
      ClauseParameter made;
      made.name = i < names.size() && !names[i].empty() ? names[i] : parameter.name;
      made.field = parameter.name;
      made.type = field->type;
      const code::TypeInfo& type = classes_.type(field->type);
      made.has_two_states =
          code::is_settable(parameter, type) || (space::is_row(type) && !parameter.is_const);
      owned.parameters.push_back(std::move(made));
    }
    return owned;
  }

  void add(const Behavior& behavior, int receiver, const OwnedClause& about) {
    BehaviorContract behavior_contract;
    behavior_contract.behavior = &behavior;
    behavior_contract.receiver = receiver;
    for (const ClauseParameter& parameter : about.parameters)
      behavior_contract.parameter_names.push_back(parameter.name);
    OwnedClause before = about;
    before.result = -1;
    if (about.constructs) before.receiver = -1;
    OwnedClause after = about;
    after.two_states = true;
    OwnedClause thrown = after;
    thrown.result = -1;
    if (about.constructs) thrown.receiver = -1;
    for (const Clause& clause : behavior.preconditions)
      behavior_contract.preconditions.push_back(condition(clause, before));
    for (const Clause& clause : behavior.postconditions)
      behavior_contract.postconditions.push_back(condition(clause, after));
    for (const Clause& clause : behavior.exceptions)
      behavior_contract.exceptions.push_back(condition(clause, thrown));
    subject_->behavior_contracts.push_back(std::move(behavior_contract));
  }

  void add_behavior_contracts(int index) {
    const code::Callable& called = callable(index);
    if (const FunctionContract* own = subject_->contracts->of_function(static_cast<std::size_t>(index))) {
      const int receiver = class_named(called.scope);
      for (const Behavior& behavior : own->behaviors)
        add(behavior, receiver >= 0 ? receiver : called.owner,
            about(index, receiver >= 0 ? receiver : called.owner, own->parameter_names));
    }
    if (called.kind != code::Callable::Kind::Method) return;
    const int own_class = class_named(called.scope);
    if (own_class < 0) return;
    for (const int base : classes_.at(own_class).bases) add_inherited(index, base);
  }

  static bool has_same_parameters(const code::Callable& one, const code::Callable& other) {
    return std::ranges::equal(one.parameters, other.parameters, [](const auto& a, const auto& b) {
      return a.type == b.type && a.passing == b.passing && a.is_const == b.is_const &&
             a.is_fixed == b.is_fixed;
    });
  }

  // What the base's method that it overrides promises.
  void add_inherited(int index, int base) {
    const code::Callable& called = callable(index);
    for (const HiddenContract& hidden : subject_->contracts->hidden) {
      if (static_cast<int>(hidden.class_index) != base || hidden.name != called.name) continue;
      if (hidden.parameter_names.size() != called.parameters.size()) continue;
      for (const Behavior& behavior : hidden.behaviors)
        add(behavior, base, about(index, base, hidden.parameter_names));
    }
    std::set<std::tuple<std::string, unsigned, unsigned>> seen;
    for (const FunctionContract& contract : subject_->contracts->functions) {
      const code::Callable& other = classes_.callables[contract.function];
      const bool is_of_base = static_cast<int>(contract.function) != index &&
                              other.scope == classes_.at(base).name && other.name == called.name;
      if (!is_of_base || !has_same_parameters(other, called)) continue;
      const bool is_overridden = other.is_virtual && called.is_virtual && other.is_const == called.is_const;
      if (!is_overridden) continue;  // a method of the same name is another method
      // A method is listed once for each class that has it.
      if (!seen.emplace(other.place.file, other.place.line, other.place.column).second) continue;
      std::vector<std::string> names = contract.parameter_names;
      for (std::size_t i = names.size(); i < other.parameters.size(); ++i)
        names.push_back(other.parameters[i].name);
      for (const Behavior& behavior : contract.behaviors) add(behavior, base, about(index, base, names));
    }
  }

  Status add_extra_preconditions(const SubjectRequest& request) {
    OwnedClause before = about(*request.callable, callable(*request.callable).owner, {});
    before.result = -1;
    if (before.constructs) before.receiver = -1;
    subject_->extra_precondition_clauses.reserve(request.extra_preconditions.size());
    for (const SourcePtr& purpose : request.extra_preconditions) {
      const auto size = static_cast<std::uint32_t>(purpose->text().size());
      auto parsed = alloy::parse_clause({purpose.get(), purpose->text(), 0, size});
      if (!parsed) return parsed.error();
      const Span all{purpose.get(), 0, size};
      Clause clause;
      clause.kind = ClauseKind::Requires;
      clause.relational = *std::move(parsed);
      clause.keyword = clause.span = all;
      subject_->extra_precondition_clauses.push_back(std::move(clause));
      subject_->extra_preconditions.push_back(
          *condition(subject_->extra_precondition_clauses.back(), before).relational);
    }
    return Success{};
  }

  const code::Classes& classes_;
  std::shared_ptr<Subject> subject_;
  std::vector<OwnedClause> owned_;
  std::optional<Reach> reach_;
};

}  // namespace

bool Subject::has_relational_invariants() const {
  return std::ranges::any_of(invariants,
                             [](const Invariant& each) { return each.condition.relational.has_value(); });
}

Result<std::shared_ptr<const Subject>> make_subject(const code::Classes& classes, const Contracts& contracts,
                                                    const SubjectRequest& request) {
  return SubjectBuilder(classes, contracts).run(request);
}

}  // namespace fretsaw::contract
