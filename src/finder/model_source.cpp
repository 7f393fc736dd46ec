// SPDX-License-Identifier: MIT
#include "finder/model_source.hpp"

#include "finder/parallel_source.hpp"

namespace fretsaw {

Enumerator enumerator_for(const Plan& plan, std::size_t cube) {
  EnumeratorOptions options;
  options.gates = Gates::Follow;
  options.order = DecisionOrder::Static;
  options.static_order = plan.decision_order;
  options.preferred_phase = plan.preferred_value;
  options.cube = plan.cubes[cube];
  return Enumerator(plan.clauses.encoding.cnf, options);
}

Step Sieve::next(Enumerator& enumerator, Budget& budget) {
  Step step = enumerator.next(budget);
  while (step == Step::Model && leaders_) {
    for (const std::uint32_t input : leaders_->inputs())
      values_[input] = enumerator.value(plan_.clauses.encoding.variable_of_input[input]);
    const auto keep = leaders_->is_leader(values_, budget);
    if (!keep) return Step::Limit;
    if (*keep) break;
    step = enumerator.next(budget);
  }
  return step;
}

namespace {

class SequentialSource final : public ModelSource {
 public:
  explicit SequentialSource(const Plan& plan) : plan_(plan), sieve_(plan) {}

  Step next(Budget& budget) override {
    while (enumerator_ || cube_ < plan_.cubes.size()) {
      if (!enumerator_) enumerator_ = enumerator_for(plan_, cube_++);
      const Step step = sieve_.next(*enumerator_, budget);
      if (step != Step::Done) return step;
      enumerator_.reset();
    }
    return Step::Done;
  }

  bool value(int variable) const override { return enumerator_->value(variable); }

 private:
  const Plan& plan_;
  Sieve sieve_;
  std::size_t cube_ = 0;
  std::optional<Enumerator> enumerator_;
};

}  // namespace

std::unique_ptr<ModelSource> make_model_source(const Plan& plan, const InstancesOptions& options) {
  if (options.threads > 1 && plan.cubes.size() > 1) return make_parallel_source(plan, options);
  return std::make_unique<SequentialSource>(plan);
}

}  // namespace fretsaw
