// SPDX-License-Identifier: MIT
#include "finder/model_source.hpp"

#include "finder/parallel_source.hpp"
#include "sat/enumerator.hpp"

namespace fretsaw {

Enumerator enumerator_for(const Plan& plan, std::size_t cube) {
  EnumeratorOptions options;
  options.gates = Gates::Follow;
  options.order = DecisionOrder::Static;
  options.static_order = plan.decision_order;
  options.cube = plan.cubes[cube];
  return Enumerator(plan.clauses.encoding.cnf, options);
}

namespace {

class SequentialSource final : public ModelSource {
 public:
  explicit SequentialSource(const Plan& plan) : plan_(plan) {
    if (plan.by_canonical_form) forms_.emplace(plan.problem, plan.classes);
  }

  Step next(Budget& budget) override {
    while (enumerator_ || cube_ < plan_.cubes.size()) {
      if (!enumerator_) enumerator_ = enumerator_for(plan_, cube_++);
      const Step step = enumerator_->next(budget);
      if (step != Step::Done) return step;
      enumerator_.reset();
    }
    return Step::Done;
  }

  bool value(int variable) const override { return enumerator_->value(variable); }

  FormHash form() override {
    return forms_->of(
        decode_instance(plan_.problem, plan_.clauses, [this](int v) { return enumerator_->value(v); }));
  }

 private:
  const Plan& plan_;
  std::size_t cube_ = 0;
  std::optional<Enumerator> enumerator_;
  std::optional<CanonicalForms> forms_;
};

}  // namespace

std::unique_ptr<ModelSource> make_model_source(const Plan& plan, unsigned threads, const Limits& limits) {
  if (threads > 1 && plan.cubes.size() > 1) return make_parallel_source(plan, threads, limits);
  return std::make_unique<SequentialSource>(plan);
}

}  // namespace fretsaw
