// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "alloy/lowering/decode.hpp"
#include "alloy/model/names.hpp"
#include "alloy/session/internals.hpp"
#include "base/budget.hpp"
#include "base/nearest_name.hpp"
#include "logic/finder/internals.hpp"

namespace fretsaw {

namespace session {

namespace {

// What there is to compare: every sig and field, by what it is in the problem.
std::vector<Root::Part> parts_of(const lowering::LoweringContext& context) {
  std::vector<Root::Part> parts;
  for (const model::Sig& sig : context.model->sigs) {
    if (!sig.builtin) parts.push_back({sig.name, context.sig(sig.id), context.upper(sig.id)});
  }
  for (const model::Field& field : context.model->fields) {
    parts.push_back({field.name, context.field(field.id), *context.field_upper[model::index(field.id)]});
  }
  return parts;
}

}  // namespace

Result<Root> root_of(const lowering::LoweredCommand& lowered, const std::string& name) {
  std::vector<std::string> names;
  for (const model::Sig& sig : lowered.context.model->sigs) {
    if (sig.mult == model::SigMult::One) names.push_back(sig.name);
    if (sig.name != name) continue;
    if (sig.mult != model::SigMult::One)
      return usage_error(fmt::format("invalid value '{}' for '--root': expected a 'one sig'", sig.name));
    for (const Bound& bound : lowered.problem().bounds) {
      if (bound.relation.leaf() == lowered.context.sig(sig.id).node().leaf.get())
        return Root{bound.relation, parts_of(lowered.context)};
    }
    return usage_error(fmt::format("'{}' cannot be the root: it is defined by other sigs", sig.name));
  }
  return usage_error(
      fmt::format("unknown sig '{}' for '--root'{}", name, suggestion(nearest_name(name, names))));
}

// Of traces there are only so many if their number of states is bounded.
Status can_list(const SelectedCommand& chosen, const std::string& root) {
  if (!chosen.command.is_temporal) return Success{};
  if (!root.empty()) return usage_error("'--root' is not supported for temporal commands", "remove '--root'");
  const auto& steps = chosen.command.scopes.max_steps;
  if (steps && static_cast<std::size_t>(*steps) <= lowering::kMaxSteps) return Success{};
  return usage_error(fmt::format("traces of more than {} states cannot be listed", lowering::kMaxSteps),
                     "use a scope such as '10 steps'");
}

class InstanceStream {
 public:
  InstanceStream(Command command, lowering::LoweredCommand lowered, Instances instances)
      : command_(std::move(command)), lowered_(std::move(lowered)), instances_(std::move(instances)) {}

  std::optional<AlloyInstance> next() {
    if (failure_) return std::nullopt;
    const auto instance = instances_.next();
    if (!instance) return std::nullopt;
    if (lowered_.timeline) {
      const auto trace = checked_trace(lowered_, *instance, no_limits());
      if (trace) return to_alloy_instance(lowered_, *trace);
      failure_ = trace.error();
      return std::nullopt;
    }
    return to_alloy_instance(lowered_, *instance);
  }
  const std::vector<Diagnostic>& warnings() const { return lowered_.warnings; }
  Instances& relational() { return instances_; }
  const Instances& relational() const { return instances_; }
  const std::optional<Diagnostic>& failure() const { return failure_ ? failure_ : instances_.failure(); }

 private:
  Command command_;  // keeps the model
  lowering::LoweredCommand lowered_;
  Instances instances_;
  std::optional<Diagnostic> failure_;
};

Result<AlloyInstances> instances(const Command& command, const EnumerationOptions& options,
                                 const std::optional<Checkpoint>& checkpoint) {
  const SelectedCommand& chosen = internals(command);
  Budget budget(options.limits);
  return within_limits(
      [&]() -> Result<AlloyInstances> {
        auto lowered = lower(chosen, budget, {.each_trace_once = true});
        if (!lowered) return lowered.error();
        if (auto possible = can_list(chosen, options.root); !possible) return possible.error();
        InstancesOptions inner;
        inner.symmetry = options.symmetry;
        if (!options.root.empty()) {
          auto root = root_of(*lowered, options.root);
          if (!root) return root.error();
          inner.root = *std::move(root);
        } else {
          inner.auxiliary_bounds_are_alike = true;
        }
        inner.part = options.part;
        inner.order = options.order;
        inner.threads = options.threads;
        inner.only_count = options.only_count;
        if (checkpoint) {
          inner.checkpoint = checkpoint->file;
          inner.identity = checkpoint->identity;
        }
        auto stream = fretsaw::instances(lowered->problem(), inner, budget);
        if (!stream) return stream.error();
        return AlloyInstances(
            std::make_unique<InstanceStream>(command, *std::move(lowered), *std::move(stream)));
      },
      [](StopReason reason) {
        return Result<AlloyInstances>(limit_error(reason, "preparing the enumeration"));
      });
}

}  // namespace session

AlloyInstances::AlloyInstances(std::unique_ptr<session::InstanceStream> stream)
    : stream_(std::move(stream)) {}
AlloyInstances::~AlloyInstances() = default;
AlloyInstances::AlloyInstances(AlloyInstances&&) noexcept = default;
AlloyInstances& AlloyInstances::operator=(AlloyInstances&&) noexcept = default;

std::optional<AlloyInstance> AlloyInstances::next() { return stream_->next(); }
bool AlloyInstances::skip() { return stream_->relational().skip(); }
bool AlloyInstances::complete() const { return stream_->relational().complete(); }
StopReason AlloyInstances::stop() const { return stream_->relational().stop(); }
const std::optional<Diagnostic>& AlloyInstances::failure() const { return stream_->failure(); }
std::uint64_t AlloyInstances::yielded_count() const { return stream_->relational().yielded_count(); }
const Statistics& AlloyInstances::statistics() const { return stream_->relational().statistics(); }
const std::string& AlloyInstances::method() const { return stream_->relational().method(); }
const std::vector<Diagnostic>& AlloyInstances::warnings() const { return stream_->warnings(); }
double AlloyInstances::progress_fraction() const { return stream_->relational().progress_fraction(); }

Instances& internals(const AlloyInstances& stream) { return stream.stream_->relational(); }

Result<AlloyInstances> Command::instances(const EnumerationOptions& options) const {
  return session::instances(*this, options, std::nullopt);
}

Result<AlloySample> Command::sample(const AlloySampleOptions& options) const {
  Budget budget(options.limits);
  return within_limits(
      [&]() -> Result<AlloySample> {
        const auto lowered = session::lower(*selected_, budget, {.each_trace_once = true});
        if (!lowered) return lowered.error();
        if (auto possible = session::can_list(*selected_, options.root); !possible) return possible.error();
        SampleOptions inner;
        inner.count = options.count;
        inner.seed = options.seed;
        inner.symmetry = options.symmetry;
        if (!options.root.empty()) {
          auto root = session::root_of(*lowered, options.root);
          if (!root) return root.error();
          inner.root = *std::move(root);
        }
        auto drawn = fretsaw::sample(lowered->problem(), inner, budget);
        if (!drawn) return drawn.error();
        AlloySample sample{{}, drawn->complete, drawn->stop, drawn->method, lowered->warnings};
        for (const Instance& instance : drawn->instances)
          sample.instances.push_back(to_alloy_instance(*lowered, instance));
        return sample;
      },
      [](StopReason reason) { return Result<AlloySample>(limit_error(reason, "drawing the sample")); });
}

}  // namespace fretsaw
