// SPDX-License-Identifier: MIT
#include "cpp/path/explore.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <future>
#include <map>

#include "base/budget.hpp"
#include "base/text.hpp"
#include "cpp/call/check_given_inputs.hpp"
#include "cpp/call/show.hpp"
#include "cpp/inputs/inputs.hpp"
#include "cpp/path/condition_text.hpp"
#include "cpp/path/ground.hpp"
#include "cpp/path/program.hpp"
#include "cpp/path/remarks.hpp"
#include "cpp/space/child/setup.hpp"
#include "report/result_sink.hpp"

namespace fretsaw::path {

namespace {

class MethodExploration {
 public:
  MethodExploration(const ExploreRequest& request, const ExploreListener& listener,
                    const call::MethodCode& code)
      : request_(request), listener_(listener), code_(code) {}

  Result<ExploreReport> run() {
    const Stopwatch watch;
    const call::CheckRequest& check = request_.check;
    const code::ProgramCache cache(
        check.use_cache ? code::cache_settings(listener_.note) : code::CacheSettings(), listener_.note);
    auto plugin = std::async(std::launch::async, require_plugin);
    auto read = call::read_methods(code_, check.limits, cache);
    if (Status status = plugin.get(); !status) return status.error();
    if (!read) return read.error();
    call::CheckRequest calls = check;
    calls.subjects = std::make_shared<const call::MethodSubjects>(*std::move(read));
    const auto chosen = call::chosen_subjects(*calls.subjects, check.only_method);
    if (!chosen) return chosen.error();
    index_ = chosen->front();
    // The program that calls is built while the other one is built and explored, and inputs are counted.
    caller_ = std::async(std::launch::async, [calls] { return call::caller_for(calls, {}); });
    if (request_.compares) comparison_.emplace(calls, caller_);
    auto program = make_explored(code_, *calls.subjects, limits_left(check.limits, watch), cache);
    if (!program) return program.error();
    program_ = &*program;
    report_.method = method().display;
    auto runner =
        Runner::start(command(), {.memory_mb = check.limits.memory_mb}, limits_left(check.limits, watch));
    if (!runner) return runner.error();
    auto model = InputModel::read(runner->space(), runner->cells(), classes());
    if (!model) return model.error();
    model_ = *std::move(model);
    mark_types();
    sites_ = SiteTable::read(runner->branches());
    report_.build_ms = watch.milliseconds();
    const std::string root = fmt::format("fretsaw_call_{}_{}", code::kProgramId, method().callable);
    if (Status status = check_body(root); !status) return status.error();
    std::optional<Explorer> explorer;
    for (const bool is_ordered : {true, false}) {
      explorer.emplace(*runner, model_, sites_, root, is_ordered);
      if (Status status = add_clauses(explorer->solver()); !status) return status.error();
      auto explored =
          explorer->run(search_limits(), for_search(limits_left(check.limits, watch)), listener_.progress);
      if (!explored) return explored.error();
      report_.exploration = *std::move(explored);
      if (!report_.exploration.needs_names) break;
    }
    if (report_.exploration.tests.empty() && report_.exploration.stop == StopReason::None) return no_input();
    describe_branches();
    describe_tests(explorer->terms());
    if (Status status = call_tests(limits_left(check.limits, watch)); !status) return status.error();
    const std::vector<std::string> narrowed = narrowings();
    add_remarks(report_, sites_, narrowed, request_.limits.criterion);
    report_.why_unknown = why_unknown(report_, narrowed);
    if (comparison_ && report_.exploration.stop == StopReason::None) {
      report_.check_inputs = comparison_->result(
          listener_.note, std::max(request_.comparison_timeout_seconds, watch.milliseconds() / 1000));
      if (comparison_->took_too_long() && !report_.check_inputs)
        report_.remarks.emplace_back(
            "the inputs of 'check' were not all counted: counting takes longer than exploring");
    }
    return std::move(report_);
  }

 private:
  const contract::CheckedMethod& method() const { return program_->subjects.methods[index_]; }
  const code::Classes& classes() const { return program_->program->classes(); }

  std::vector<std::string> command() const {
    const call::CheckRequest& check = request_.check;
    std::vector<std::string> out = {program_->program->path(), "method", std::to_string(index_)};
    for (std::string& word : space::to_words(check.bounds)) out.push_back(std::move(word));
    out.insert(out.end(), {"seconds", fmt::format("{}", check.input_timeout_seconds)});
    return out;
  }

  // A limit on depth or time replaces the internal ones.
  ExploreLimits search_limits() const {
    ExploreLimits limits = request_.limits;
    if (!limits.length && request_.check.limits.seconds == 0) return limits;
    limits.rounds.reset();
    limits.max_queries.reset();
    limits.conflicts.reset();
    return limits;
  }

  // What has been found when the time limit is reached is checked nevertheless.
  Limits for_search(Limits limits) const {
    limits.seconds *= request_.search_share;
    return limits;
  }

  Diagnostic at_method(Diagnostic error) const {
    error.location =
        code::to_location(classes().callables[static_cast<std::size_t>(method().callable)].place);
    return error;
  }

  // The method itself, if no call names it: it is virtual.
  std::set<std::size_t> bodies() const {
    const code::Callable& callable = classes().callables[static_cast<std::size_t>(method().callable)];
    const std::string prefix = fmt::format("{}::{}(", callable.scope, callable.name);
    std::set<std::size_t> out;
    for (std::size_t i = 0; i < sites_.functions.size(); ++i) {
      if (demangled(sites_.functions[i].symbol).starts_with(prefix)) out.insert(i);
    }
    return out;
  }

  // The method has a body, and all of it can be tracked.
  Status check_body(const std::string& root) const {
    bool has_body = false;
    for (const std::size_t number : sites_.reachable(root, bodies())) {
      const SiteFunction& function = sites_.functions[number];
      if (!is_users_file(function.file)) continue;
      has_body = true;
      if (function.has_assembly)
        return at_method(input_error(fmt::format("'{}' cannot be explored: '{}' contains assembly",
                                                 report_.method, demangled(function.symbol)),
                                     "use 'fretsaw check' to run it on every valid input"));
    }
    if (!has_body)
      return at_method(input_error(fmt::format("no definition of '{}' to explore", report_.method),
                                   "add the source file that defines it with --source FILE"));
    return Success{};
  }

  // Clauses in braces that define which inputs are valid.
  Status add_clauses(PathSolver& solver) const {
    const inputs::Question question = inputs::question_of(method());
    const bool any = !question.invariants.empty() || !question.preconditions.empty() ||
                     !question.extra_preconditions.empty();
    if (!any || !request_.solves_clauses) return Success{};
    auto clauses = inputs::InputSpace::build(*method().subject->theory, model_.space, question);
    if (!clauses) return clauses.error();
    return require_clauses(*clauses, model_, solver, [&](std::size_t variable) {
      const code::TypeInfo* const type = scalar_type(variable);
      return type != nullptr && (type->is_signed || type->kind == detail::kCharType);
    });
  }

  Diagnostic no_input() const {
    Diagnostic error = input_error(fmt::format("no valid input for {} found", report_.method));
    if (const std::uint64_t undecided_preconditions = report_.exploration.undecided_preconditions;
        undecided_preconditions > 0) {
      error.notes.push_back({undecided_preconditions_text(undecided_preconditions), std::nullopt});
      error.hint = "use smaller bounds";
      return at_method(std::move(error));
    }
    for (std::string& reason : narrowings()) error.notes.push_back({std::move(reason), std::nullopt});
    if (!error.notes.empty()) return at_method(std::move(error));
    error.message = fmt::format("no valid input for {} within the bounds", report_.method);
    error.notes.push_back({"no input satisfies the invariants and preconditions", std::nullopt});
    error.hint = "use larger bounds";
    return at_method(std::move(error));
  }

  // Values that inputs could have, and that are not tried.
  std::vector<std::string> narrowings() const {
    std::set<std::string> fixed, keys;
    for (const InputVariable& variable : model_.variables) {
      if (variable.is_fixed) fixed.insert(variable.field.substr(0, variable.field.rfind(".length")));
      if (!variable.keys.empty()) keys.insert(variable.keys);
    }
    std::vector<std::string> out = classes().doubts;
    if (!fixed.empty())
      out.push_back(fmt::format("variants and unions are not explored, and keep their first value: {}",
                                fmt::join(fixed, ", ")));
    if (!keys.empty())
      out.push_back(fmt::format("keys of containers are limited by --size (use --values {}=... to list them)",
                                fmt::join(keys, "=..., --values ")));
    return out;
  }

  void describe_branches() {
    const Exploration& found = report_.exploration;
    std::map<std::size_t, std::size_t> first;
    for (std::size_t t = 0; t < found.tests.size(); ++t) {
      for (const std::size_t outcome : found.tests[t].outcomes) first.emplace(outcome, t);
    }
    const bool is_proof =
        found.is_exhausted && found.is_certain() && found.stop == StopReason::None && narrowings().empty();
    for (const std::size_t function : found.functions) {
      for (const std::size_t number : sites_.functions[function].sites) {
        const Site& site = sites_.sites[number];
        for (std::size_t i = 0; i < site.outcomes(); ++i) {
          if (!site.counts(i)) continue;
          BranchReport branch;
          branch.function = demangled(sites_.functions[function].symbol);
          branch.file = sites_.functions[function].file;
          branch.line = site.line;
          branch.column = site.column;
          branch.outcome = site.outcome_text(i);
          const std::size_t outcome = site.first_outcome + i;
          branch.status = found.covered.contains(outcome)               ? BranchStatus::Covered
                          : is_proof && !found.longer.contains(outcome) ? BranchStatus::Infeasible
                                                                        : BranchStatus::Unknown;
          if (const auto test = first.find(outcome); test != first.end()) branch.test = test->second;
          report_.covered += branch.status == BranchStatus::Covered ? 1 : 0;
          report_.infeasible += branch.status == BranchStatus::Infeasible ? 1 : 0;
          report_.branches.push_back(std::move(branch));
        }
      }
    }
    std::ranges::stable_sort(report_.branches, {}, [](const BranchReport& b) {
      return std::tie(b.file, b.line, b.column, b.function);
    });
  }

  std::string place_of(const Step& step) const {
    const bool is_branch = step.kind == EventKind::Branch || step.kind == EventKind::Switch;
    return is_branch ? fmt::format("{}:{}", sites_.sites[step.site].line, sites_.sites[step.site].column)
                     : "";
  }

  void describe_divergence(const Terms& terms, const ConditionText& text) {
    const Exploration& found = report_.exploration;
    if (!found.first_divergence) return;
    const auto& [asked, input] = *found.first_divergence;
    const std::string place = place_of(asked);
    TermEvaluator values(terms, model_, input);
    report_.remarks.push_back(fmt::format(
        "{} of {} inputs diverged from the predicted path (first: {}{}): the path depends on more than "
        "the input, such as state left by an earlier call, or addresses of new memory",
        grouped(found.divergences), grouped(found.paths), text.show(asked.condition, values),
        place.empty() ? "" : fmt::format(" at {}", place)));
  }

  void describe_tests(const Terms& terms) {
    const ConditionText text(terms, model_);
    describe_divergence(terms, text);
    std::set<std::size_t> covered;
    const std::set<std::size_t> counted(report_.exploration.branches.begin(),
                                        report_.exploration.branches.end());
    for (const ExploredPath& path : report_.exploration.tests) {
      TestReport test;
      test.needs_allocation_failure = path.needs_allocation_failure;
      TermEvaluator values(terms, model_, path.input);
      for (const Step& step : path.steps) {
        if (step.kind == EventKind::Valid) continue;
        const bool is_branch = step.kind == EventKind::Branch || step.kind == EventKind::Switch;
        if (is_branch && !report_.exploration.functions.contains(sites_.sites[step.site].function)) continue;
        if (!is_branch && text.is_about_places(step.condition, values)) continue;
        std::string condition = text.show(step.condition, values);
        if (!is_branch && std::ranges::find(test.conditions, condition) != test.conditions.end()) continue;
        test.conditions.push_back(std::move(condition));
        test.places.push_back(place_of(step));
      }
      for (const std::size_t outcome : path.outcomes) {
        if (counted.contains(outcome) && covered.insert(outcome).second) ++test.new_branches;
      }
      report_.tests.push_back(std::move(test));
    }
  }

  // The same calls as 'check' makes, in a program that is not instrumented, with the same checks.
  Status call_tests(const Limits& limits) {
    if (report_.tests.empty()) return Success{};
    const auto& caller = caller_.get();
    if (!caller) return caller.error();
    const call::CheckRequest& check = request_.check;
    const call::GivenInputsRequest request{
        **caller,    index_, check.bounds, check.input_timeout_seconds, check.sanitizes_address,
        check.emits, limits};
    StopReason stop = StopReason::None;
    auto checked = call::check_given_inputs(request, inputs());
    if (!checked && checked.error().stop == StopReason::None) return checked.error();
    stop = checked ? checked->stop : checked.error().stop;
    for (std::size_t t = 0; checked && t < checked->calls.size(); ++t) {
      if (!checked->calls[t]) continue;
      TestReport& test = report_.tests[t];
      test.call = *std::move(checked->calls[t]);
      test.title = call::call_text(test.call.before, report_.method);
      report_.failed += test.call.failures.empty() ? 0 : 1;
      ++report_.checked;
    }
    const std::uint64_t left = report_.tests.size() - report_.checked;
    if (left == 0) return Success{};
    // Without clauses, there may be no valid input among those that were found.
    if (stop == StopReason::None && report_.checked == 0 && request_.solves_clauses) return no_input();
    if (stop != StopReason::None && report_.exploration.stop == StopReason::None)
      report_.exploration.stop = stop;
    report_.remarks.push_back(stop != StopReason::None
                                  ? fmt::format("{} not run: {}", counted(left, "test"), stop_text(stop))
                                  : fmt::format("{} invalid, and not run", counted(left, "test input")));
    return Success{};
  }

  const code::TypeInfo* type_of(std::size_t variable) const {
    const std::string& field = model_.variables[variable].field;
    for (const code::ClassInfo& info : classes().classes) {
      for (const code::FieldInfo& each : info.fields) {
        if (each.owner + "::" + each.name == field) return &classes().type(each.type);
      }
    }
    return nullptr;
  }

  // The innermost scalar type of a field. A pointer to numbers has only elements: whether it points to one or
  // to many is not known.
  const code::TypeInfo* scalar_type(std::size_t variable) const {
    const code::TypeInfo* type = type_of(variable);
    while (type != nullptr) {
      const bool holds_some = type->kind == detail::kArrayType || type->kind == detail::kVectorType ||
                              type->kind == detail::kOptionalType || type->kind == detail::kContainerType;
      const bool leads_to_some = type->kind == detail::kUnsupportedType && type->element >= 0;
      if (!holds_some && !leads_to_some) break;
      type = &classes().type(holds_some ? type->target : type->element);
    }
    return type;
  }

  // As far as readers see it.
  void mark_types() {
    for (std::size_t v = 0; v < model_.variables.size(); ++v) {
      InputVariable& variable = model_.variables[v];
      const code::TypeInfo* const type = scalar_type(v);
      if (type == nullptr || variable.is_length) continue;
      variable.is_character = variable.is_free && variable.bits == 8 && type->kind == detail::kCharType;
      variable.is_unsigned = !variable.is_character && !type->is_signed &&
                             (variable.is_free || type->kind == detail::kIntegerType);
    }
  }

  // In 64 bits, with its sign.
  std::uint64_t number_of(std::size_t variable, std::uint64_t word) const {
    const code::TypeInfo* const type = scalar_type(variable);
    const bool is_character = type != nullptr && type->kind == detail::kCharType;
    const unsigned bits = model_.variables[variable].bits;
    if (type == nullptr || !(type->is_signed || is_character) || bits >= 64) return word;
    const std::uint64_t sign = std::uint64_t{1} << (bits - 1);
    return (word ^ sign) - sign;
  }

  // Of the tests, as the program that calls takes them.
  std::vector<InputWords> inputs() const {
    std::vector<InputWords> out;
    for (const ExploredPath& path : report_.exploration.tests) {
      InputWords& words = out.emplace_back(path.input);
      for (std::size_t v = 0; v < words.size(); ++v) {
        if (model_.variables[v].is_free) words[v] = number_of(v, words[v]);
      }
    }
    return out;
  }

  const ExploreRequest& request_;
  const ExploreListener& listener_;
  const call::MethodCode& code_;
  const call::MethodProgram* program_ = nullptr;
  std::size_t index_ = 0;  // of the method, in its subjects
  InputModel model_;
  SiteTable sites_;
  ExploreReport report_;
  FutureCaller caller_;
  std::optional<Comparison> comparison_;
};

}  // namespace

Result<ExploreReport> explore(const ExploreRequest& request, const ExploreListener& listener) {
  auto user = code::user_code(request.check.code);
  if (!user) return user.error();
  call::MethodCode code;
  code.user = *std::move(user);
  code.methods = request.check.methods;
  code.extra_preconditions = request.check.extra_preconditions;
  code.predicate = request.check.predicate;
  code.finitization = request.check.finitization;
  code.ignored = request.check.ignored;
  return MethodExploration(request, listener, code).run();
}

}  // namespace fretsaw::path
