// SPDX-License-Identifier: MIT
//
// Both kinds of suite start from the model without its facts, so that the facts are formulas like others: an
// instance keeps them or not, and a test is labelled by what evaluation says.
//
// By coverage: an instance that keeps the facts and meets a requirement not met so far; when there is none,
// one that breaks the facts; when there is none of these either, what is left is infeasible in the scope. An
// instance that keeps the facts becomes a test of each predicate, function and assertion of which it meets
// something new, with as few argument lists as meet all of it; if it meets something new only of sigs and
// facts, it becomes a test of the facts. One that breaks the facts becomes one test, with `expect 0`.
//
// By enumeration: every instance up to isomorphism, with every predicate and assertion and all arguments up
// to isomorphism; and for each smaller scope one instance that breaks a fact.
#include "modeltest/suite.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "modeltest/build_expr.hpp"
#include "modeltest/caller.hpp"
#include "modeltest/seek.hpp"

namespace fretsaw::modeltest {

namespace {

constexpr std::size_t kMostArguments = 4096;  // of one predicate in one instance
constexpr std::size_t kShownRequirements = 3;
constexpr int kMostGrowth = 1000;

using UnderTest = std::function<bool(const Span&)>;

class Maker {
 public:
  Maker(const model::Model& model, const UnderTest& under_test, const SuiteOptions& options)
      : model_(model), free_(without_facts(model)), options_(options), suite_(std::make_unique<Suite>()) {
    suite_->requirements = collect_requirements(model, under_test);
    suite_->coverage = Coverage(suite_->requirements);
  }

  Status begin() {
    auto command = empty_command(free_, options_.scope);
    if (!command) return command.error();
    command_ = *std::move(command);
    auto stage = Stage::make(free_, command_, options_.stage);
    if (!stage) return stage.error();
    stage_ = *std::move(stage);
    if (const auto& unknown = stage_->placing().unknown_relation())
      return input_error(
          fmt::format("in this scope the translation needs '{}', which a test cannot name", *unknown));
    for (const model::Fact& fact : model_.facts) {
      if (!model_.modules[fact.module].builtin) facts_.push_back(fact.formula);
    }
    auto seeker = Seeker::make(suite_->requirements, *stage_, facts_, options_.stage.limits);
    if (!seeker) return seeker.error();
    seeker_ = *std::move(seeker);
    return Done{};
  }

  Status by_coverage();
  Status by_enumeration();
  Status minimise();

  std::unique_ptr<Suite> take() { return std::move(suite_); }

 private:
  bool full() const { return options_.limit && suite_->tests.size() >= *options_.limit; }

  void stop(Stop why) {
    suite_->complete = false;
    suite_->stop = why;
  }

  std::string describe(std::size_t requirement) const {
    const Requirement& r = suite_->requirements.all[requirement];
    return fmt::format("{}: {}", suite_->requirements.elements[r.element].text, r.what);
  }

  std::vector<std::string> purpose(std::string first, const std::vector<std::size_t>& covers) const {
    std::vector<std::string> lines{std::move(first)};
    for (std::size_t i = 0; i < covers.size() && i < kShownRequirements; ++i)
      lines.push_back("  covers " + describe(covers[i]));
    if (covers.size() > kShownRequirements)
      lines.push_back(fmt::format("  and {} more", covers.size() - kShownRequirements));
    return lines;
  }

  void add(const Caller& caller, const Instance& instance, std::string name,
           std::vector<std::string> comments, std::vector<alloy::ExprPtr> claims, int expect,
           std::vector<std::size_t> covers, const alloy::Command& scope, const Paragraph* called = nullptr,
           const Arguments& arguments = {}) {
    if (full()) return stop(Stop::None);
    SuiteTest made;
    made.test.name = fmt::format("test{}_{}", suite_->tests.size() + 1, name);
    made.test.comments = std::move(comments);
    made.test.valuation = caller.valuation();
    made.test.claims = std::move(claims);
    made.test.expect = expect;
    made.test.scope = scope;
    made.valuation = suite_->valuations;
    made.covers = std::move(covers);
    if (called != nullptr)
      made.paragraph = static_cast<std::size_t>(called - suite_->requirements.paragraphs.data());
    made.arguments = arguments;
    made.instance = instance;
    suite_->tests.push_back(std::move(made));
  }

  Status grow(Instance& instance, std::vector<std::size_t>& fresh, const std::vector<std::size_t>& left,
              bool facts, RequirementMeter& meter);
  void cover(const Instance& instance, const std::vector<std::size_t>& fresh);
  std::vector<std::size_t> callers_first() const;
  void call(Caller& caller, const Instance& instance, std::size_t paragraph, std::set<std::size_t>& left);
  void call_with_all(Caller& caller, const Instance& instance);
  Status break_facts();
  std::vector<std::size_t> covers_of(const SuiteTest& test, RequirementMeter& meter);
  const model::Function* function_of(const Paragraph& paragraph) const {
    const bool is_function =
        paragraph.kind == ParagraphKind::Predicate || paragraph.kind == ParagraphKind::Function;
    return is_function ? &model_.functions[paragraph.index] : nullptr;
  }

  static std::string plain_identifier(const std::string& name) {
    std::string result;
    for (const char c : plain_name(name)) {
      const bool good =
          (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
      result += good ? c : '_';
    }
    return result;
  }

  const model::Model& model_;
  model::Model free_;
  const SuiteOptions& options_;
  std::unique_ptr<Suite> suite_;
  model::Command command_;
  std::unique_ptr<Stage> stage_;
  std::vector<model::ExprPtr> facts_;
  std::unique_ptr<Seeker> seeker_;
};

Status Maker::by_coverage() {
  Coverage& coverage = suite_->coverage;
  RequirementMeter meter(suite_->requirements, *stage_);
  std::vector<std::size_t> left;
  for (std::size_t i = 0; i < suite_->requirements.all.size(); ++i) {
    if (seeker_->answerable(i)) {
      left.push_back(i);
    } else {
      coverage.set(i, Covered::Undecided);
    }
  }
  bool facts_exhausted = false;
  while (!left.empty() && !full()) {
    const std::vector<std::size_t> target = options_.target == Target::All ? left : std::vector{left.front()};
    bool facts = !facts_exhausted;
    auto found = seeker_->find({}, target, facts);
    if (found && found->verdict == Verdict::Unsat && facts && !facts_.empty()) {
      facts_exhausted = options_.target == Target::All;
      facts = false;
      found = seeker_->find({}, target, facts);
    }
    if (!found) return found.error();
    if (found->verdict == Verdict::Limit) {
      for (const std::size_t r : left) coverage.set(r, Covered::Undecided);
      stop(found->stop);
      return Done{};
    }
    if (found->verdict == Verdict::Unsat) {
      for (const std::size_t r : target) coverage.set(r, Covered::Infeasible);
      std::erase_if(left, [&](std::size_t r) { return coverage.state(r) == Covered::Infeasible; });
      continue;
    }
    Instance instance = *std::move(found->instance);
    std::vector<std::size_t> fresh = meter.met(instance, left);
    if (fresh.empty()) return input_error("an instance does not meet what it was found for");
    if (options_.target == Target::All) {
      if (auto grown = grow(instance, fresh, left, facts, meter); !grown) return grown;
    }
    for (const std::size_t r : fresh) coverage.set(r, Covered::Yes);
    std::erase_if(left, [&](std::size_t r) { return coverage.state(r) == Covered::Yes; });
    cover(instance, fresh);
    ++suite_->valuations;
  }
  if (!left.empty()) stop(Stop::None);
  return Done{};
}

// Looks for instances that meet all of what this one meets, and more.
Status Maker::grow(Instance& instance, std::vector<std::size_t>& fresh, const std::vector<std::size_t>& left,
                   bool facts, RequirementMeter& meter) {
  for (int step = 0; step < kMostGrowth; ++step) {
    std::vector<std::size_t> more;
    std::ranges::set_difference(left, fresh, std::back_inserter(more));
    if (more.empty()) return Done{};
    auto found = seeker_->find(fresh, more, facts, true);
    if (!found) return found.error();
    if (!found->instance) return Done{};
    instance = *std::move(found->instance);
    fresh = meter.met(instance, left);
  }
  return Done{};
}

void Maker::cover(const Instance& instance, const std::vector<std::size_t>& fresh) {
  Caller caller(model_, *stage_, instance);
  if (!caller.facts_hold()) {
    add(caller, instance, "breaks_facts",
        purpose(fmt::format("Breaks {}.", fmt::join(caller.broken_facts(), " and ")), fresh), {}, 0, fresh,
        command_.syntax);
    return;
  }
  std::map<std::size_t, std::vector<std::size_t>> by_paragraph;
  std::vector<std::size_t> others;
  for (const std::size_t r : fresh) {
    const std::size_t p = suite_->requirements.elements[suite_->requirements.all[r].element].paragraph;
    const ParagraphKind kind = suite_->requirements.paragraphs[p].kind;
    if (kind == ParagraphKind::Sig || kind == ParagraphKind::Fact) {
      others.push_back(r);
    } else {
      by_paragraph[p].push_back(r);
    }
  }
  const std::size_t before = suite_->tests.size();
  std::set<std::size_t> left;
  for (const auto& [paragraph, covered] : by_paragraph) left.insert(covered.begin(), covered.end());
  for (const std::size_t paragraph : callers_first()) {
    if (by_paragraph.contains(paragraph)) call(caller, instance, paragraph, left);
  }
  if (suite_->tests.size() > before) {
    std::vector<std::size_t>& covers = suite_->tests[before].covers;
    covers.insert(covers.end(), others.begin(), others.end());
    return;
  }
  add(caller, instance, "facts", purpose("Keeps the facts.", fresh), {}, 1, fresh, command_.syntax);
}

// Predicates and functions that call others before those: a call exercises what it calls, too. Assertions
// last.
std::vector<std::size_t> Maker::callers_first() const {
  const Requirements& requirements = suite_->requirements;
  std::vector<std::size_t> order, done(requirements.paragraphs.size(), 0);
  const std::function<void(std::size_t)> visit = [&](std::size_t paragraph) {
    if (done[paragraph]++ > 0) return;
    for (const CallSite& site : requirements.calls) {
      if (site.paragraph != paragraph) continue;
      for (std::size_t callee = 0; callee < requirements.paragraphs.size(); ++callee) {
        const Paragraph& other = requirements.paragraphs[callee];
        if (function_of(other) != nullptr && other.index == index(site.callee)) visit(callee);
      }
    }
    order.push_back(paragraph);
  };
  for (std::size_t i = 0; i < requirements.paragraphs.size(); ++i) {
    if (requirements.paragraphs[i].kind != ParagraphKind::Assertion) visit(i);
  }
  std::ranges::reverse(order);
  for (std::size_t i = 0; i < requirements.paragraphs.size(); ++i) {
    if (requirements.paragraphs[i].kind == ParagraphKind::Assertion) order.push_back(i);
  }
  return order;
}

// Takes what the call exercises off `left`. As few argument lists as meet everything of the paragraph that is
// left: always the one that adds most.
void Maker::call(Caller& caller, const Instance& instance, std::size_t paragraph,
                 std::set<std::size_t>& left) {
  const Requirements& requirements = suite_->requirements;
  const Paragraph& called = requirements.paragraphs[paragraph];
  const model::Function* const function = function_of(called);
  const auto own_left = [&] {
    std::vector<std::size_t> own;
    for (const std::size_t r : left) {
      if (requirements.elements[requirements.all[r].element].paragraph == paragraph) own.push_back(r);
    }
    return own;
  };
  std::vector<std::size_t> own = own_left();
  if (own.empty()) return;
  std::vector<Arguments> lists{{}};
  if (function != nullptr) {
    ArgumentList listed = arguments_of(*function, *stage_, instance, kMostArguments);
    if (!listed.complete)
      suite_->note = fmt::format("{} has too many arguments to list them all", called.title);
    lists = without_isomorphic(std::move(listed.all), *stage_, instance);
  }
  std::vector<std::set<std::size_t>> met(lists.size());
  for (const std::size_t r : own) {
    const model::ExprPtr formula = requirements.exercised_by(paragraph, requirements.all[r]);
    for (std::size_t i = 0; i < lists.size(); ++i) {
      if (caller.meets(formula, function, lists[i])) met[i].insert(r);
    }
  }
  for (; !own.empty(); own = own_left()) {
    std::size_t best = 0;
    std::ptrdiff_t most = 0;
    for (std::size_t i = 0; i < lists.size(); ++i) {
      const auto adds = std::ranges::count_if(met[i], [&](std::size_t r) { return left.contains(r); });
      if (adds > most) {
        most = adds;
        best = i;
      }
    }
    if (most == 0) break;
    std::vector<std::size_t> covers;
    for (const std::size_t r : left) {
      const bool is_own = met[best].contains(r);
      if (is_own) covers.push_back(r);
      if (is_own || std::ranges::find(own, r) != own.end()) continue;
      const model::ExprPtr formula = requirements.exercised_by(paragraph, requirements.all[r]);
      if (formula && caller.meets(formula, function, lists[best])) covers.push_back(r);
    }
    for (const std::size_t r : covers) left.erase(r);
    const auto made = caller.call(called, lists[best]);
    if (!made) continue;
    const bool is_function = called.kind == ParagraphKind::Function;
    const std::string says = is_function
                                 ? fmt::format("The value of {}.", made->text)
                                 : fmt::format("{} {}.", made->text, made->holds ? "holds" : "does not hold");
    const std::string name = (made->holds ? "" : "not_") + plain_identifier(called.name);
    add(caller, instance, name, purpose(says, covers), {made->claim}, 1, covers, command_.syntax, &called,
        lists[best]);
  }
}

// Everything of the called paragraph that the test meets, whether others do or not, and of sigs and facts; of
// a test that breaks the facts, everything.
std::vector<std::size_t> Maker::covers_of(const SuiteTest& test, RequirementMeter& meter) {
  std::vector<std::size_t> covers;
  if (!test.instance) return covers;
  Caller caller(model_, *stage_, *test.instance);
  for (std::size_t r = 0; r < suite_->requirements.all.size(); ++r) {
    const Requirement& requirement = suite_->requirements.all[r];
    const std::size_t home = suite_->requirements.elements[requirement.element].paragraph;
    const Paragraph& paragraph = suite_->requirements.paragraphs[home];
    bool meets = false;
    if (paragraph.kind == ParagraphKind::Sig || paragraph.kind == ParagraphKind::Fact ||
        test.test.expect == 0) {
      meets = meter.meets(r, *test.instance);
    } else if (test.paragraph) {
      const model::ExprPtr formula = suite_->requirements.exercised_by(*test.paragraph, requirement);
      const model::Function* const function = function_of(suite_->requirements.paragraphs[*test.paragraph]);
      meets = formula && caller.meets(formula, function, test.arguments);
    }
    if (meets) covers.push_back(r);
  }
  return covers;
}

Status Maker::by_enumeration() {
  const Problem problem = seeker_->with_facts();
  InstancesOptions options;
  options.limits = options_.stage.limits;
  auto stream = instances(problem, options);
  if (!stream) return stream.error();
  while (!full()) {
    const auto instance = stream->next();
    if (!instance) break;
    Caller caller(model_, *stage_, *instance);
    call_with_all(caller, *instance);
    ++suite_->valuations;
  }
  if (stream->failure()) return *stream->failure();
  if (!stream->complete()) stop(stream->stop());
  if (!facts_.empty() && !full()) {
    if (auto done = break_facts(); !done) return done;
  }
  RequirementMeter meter(suite_->requirements, *stage_);
  std::set<std::size_t> seen;
  for (const SuiteTest& test : suite_->tests) {
    if (!test.instance || !seen.insert(test.valuation).second) continue;
    for (const std::size_t r : meter.met(*test.instance, suite_->coverage.in_state(Covered::No)))
      suite_->coverage.set(r, Covered::Yes);
  }
  return find_infeasible(model_, command_, options_.stage, suite_->coverage);
}

void Maker::call_with_all(Caller& caller, const Instance& instance) {
  const std::string number = fmt::format("Instance {}", suite_->valuations + 1);
  bool called = false;
  for (const Paragraph& paragraph : suite_->requirements.paragraphs) {
    if (paragraph.kind != ParagraphKind::Predicate && paragraph.kind != ParagraphKind::Assertion) continue;
    std::vector<Arguments> lists{{}};
    if (const model::Function* function = function_of(paragraph)) {
      ArgumentList listed = arguments_of(*function, *stage_, instance, kMostArguments);
      if (!listed.complete) {
        suite_->complete = false;
        suite_->note = fmt::format("{} has too many arguments to list them all", paragraph.title);
      }
      lists = without_isomorphic(std::move(listed.all), *stage_, instance);
    }
    for (const Arguments& arguments : lists) {
      if (full()) return stop(Stop::None);
      const auto made = caller.call(paragraph, arguments);
      if (!made) continue;
      called = true;
      const std::string name = (made->holds ? "" : "not_") + plain_identifier(paragraph.name);
      add(caller, instance, name,
          {fmt::format("{}: {} {}.", number, made->text, made->holds ? "holds" : "does not hold")},
          {made->claim}, 1, {}, command_.syntax, &paragraph, arguments);
    }
  }
  if (!called) add(caller, instance, "facts", {number + ": keeps the facts."}, {}, 1, {}, command_.syntax);
}

// For each scope up to the suite's, one instance that breaks a fact.
Status Maker::break_facts() {
  const int most = command_.syntax.overall.value_or(3);
  for (int size = 0; size <= most && !full(); ++size) {
    model::Command command = command_;
    command.syntax.overall = size;
    auto scopes = model::compute_scopes(free_, command.syntax, {});
    if (!scopes) continue;
    command.scopes = *std::move(scopes);
    auto stage = Stage::make(free_, command, options_.stage);
    if (!stage) continue;
    auto seeker =
        Seeker::make({}, **stage, {make_not(make_formula(model::Op::Block, facts_))}, options_.stage.limits);
    if (!seeker) return seeker.error();
    const auto found = (*seeker)->find({}, {}, true);
    if (!found) return found.error();
    if (found->verdict == Verdict::Limit) {
      stop(found->stop);
      return Done{};
    }
    if (!found->instance) continue;
    Caller caller(model_, **stage, *found->instance);
    const bool repeated = std::ranges::any_of(suite_->tests, [&](const SuiteTest& test) {
      return test.test.expect == 0 && test.test.valuation == caller.valuation();
    });
    if (repeated) continue;
    add(caller, *found->instance, "breaks_facts",
        {fmt::format("Breaks {}, in scope {}.", fmt::join(caller.broken_facts(), " and "), size)}, {}, 0, {},
        command.syntax);
    // It is an instance of another stage: place it in this one, for coverage.
    bool foreign = false;
    suite_->tests.back().instance = stage_->placing().place(caller.valuation(), foreign).instance;
    ++suite_->valuations;
  }
  return Done{};
}

Status Maker::minimise() {
  std::vector<std::vector<std::size_t>> rows;
  RequirementMeter meter(suite_->requirements, *stage_);
  for (SuiteTest& test : suite_->tests) {
    test.covers = covers_of(test, meter);
    rows.push_back(test.covers);
  }
  const std::size_t before = suite_->tests.size();
  const Cover cover = smallest_cover(rows);
  std::vector<SuiteTest> kept;
  for (const std::size_t row : cover.rows) kept.push_back(std::move(suite_->tests[row]));
  suite_->tests = std::move(kept);
  std::set<std::size_t> valuations;
  for (const SuiteTest& test : suite_->tests) valuations.insert(test.valuation);
  suite_->valuations = valuations.size();
  suite_->note += fmt::format("{}minimised from {} to {} tests, {}", suite_->note.empty() ? "" : "; ", before,
                              suite_->tests.size(),
                              cover.proved ? "and no fewer would do" : "perhaps not the fewest possible");
  return Done{};
}

Result<std::unique_ptr<Suite>> make(const model::Model& model, const UnderTest& under_test,
                                    const SuiteOptions& options, Status (Maker::*way)()) {
  Maker maker(model, under_test, options);
  if (auto begun = maker.begin(); !begun) return begun.error();
  if (auto done = (maker.*way)(); !done) return done.error();
  if (options.minimise) {
    if (auto done = maker.minimise(); !done) return done.error();
  }
  return maker.take();
}

}  // namespace

Result<std::unique_ptr<Suite>> suite_by_coverage(const model::Model& model, const UnderTest& under_test,
                                                 const SuiteOptions& options) {
  return make(model, under_test, options, &Maker::by_coverage);
}

Result<std::unique_ptr<Suite>> suite_by_enumeration(const model::Model& model, const UnderTest& under_test,
                                                    const SuiteOptions& options) {
  return make(model, under_test, options, &Maker::by_enumeration);
}

}  // namespace fretsaw::modeltest
