// SPDX-License-Identifier: MIT
#include "finder/solution_source.hpp"

#include "finder/parallel_source.hpp"

namespace fretsaw {

Enumerator enumerator_for(const Plan& plan, std::size_t cube, Budget& budget) {
  EnumeratorOptions options;
  options.gates = Gates::Follow;
  options.order = DecisionOrder::Static;
  options.static_order = plan.decision_order;
  options.preferred_phase = plan.preferred_value;
  options.cube = plan.cubes[cube];
  return Enumerator(plan.clauses.encoding.cnf, options, budget);
}

bool Sieve::next(Enumerator& enumerator, Budget& budget) {
  while (enumerator.next(budget)) {
    if (!leaders_) return true;
    for (const std::uint32_t input : leaders_->inputs())
      values_[input] = enumerator.value(plan_.clauses.encoding.variable_of_input[input]);
    if (leaders_->is_leader(values_, budget)) return true;
  }
  return false;
}

namespace {

class SequentialSource final : public SolutionSource {
 public:
  explicit SequentialSource(const Plan& plan) : plan_(plan), sieve_(plan) {}

  bool next(Budget& budget) override {
    for (; enumerator_ || cube_ < plan_.cubes.size(); enumerator_.reset()) {
      if (!enumerator_) enumerator_ = enumerator_for(plan_, cube_++, budget);
      if (sieve_.next(*enumerator_, budget)) return true;
    }
    return false;
  }

  bool value(int variable) const override { return enumerator_->value(variable); }

 private:
  const Plan& plan_;
  Sieve sieve_;
  std::size_t cube_ = 0;
  std::optional<Enumerator> enumerator_;
};

}  // namespace

std::unique_ptr<SolutionSource> make_solution_source(const Plan& plan, const InstancesOptions& options,
                                                     const Budget& budget) {
  if (options.threads > 1 && plan.cubes.size() > 1) return make_parallel_source(plan, options, budget);
  return std::make_unique<SequentialSource>(plan);
}

}  // namespace fretsaw
