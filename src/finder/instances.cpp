// SPDX-License-Identifier: MIT
#include <chrono>

#include "finder/model_source.hpp"
#include "finder/plan.hpp"
#include "finder/verify.hpp"
#include "fretsaw/finder.hpp"

namespace fretsaw {

// Owns all that the enumeration needs, the problem included: the caller's may be gone when the next instance
// is asked for.
class Instances::Stream {
 public:
  explicit Stream(const Limits& limits) : budget_(limits) {}

  Status open(const Problem& problem, const InstancesOptions& options) {
    const auto start = std::chrono::steady_clock::now();
    auto plan = plan_enumeration(problem, options, budget_);
    if (!plan) return plan.error();
    if (*plan) {
      plan_ = **std::move(plan);
      verifier_.emplace(plan_->problem, plan_->clauses.skolems);
      source_ = make_model_source(*plan_, options);
      plan_->clauses.statistics.translate_ms = milliseconds_since(start);
    }
    return Done{};
  }

  bool advance(bool counting) {
    if (!plan_ || complete_ || failed_) return false;
    const auto start = std::chrono::steady_clock::now();
    const bool found = next_wanted(counting);
    plan_->clauses.statistics.solve_ms += milliseconds_since(start);
    return found;
  }

  std::optional<Instance> take() { return std::move(current_); }
  bool complete() const { return complete_; }
  Stop stop() const { return complete_ ? Stop::None : budget_.reason(); }
  std::uint64_t given() const { return given_; }
  const Statistics& statistics() const { return plan_ ? plan_->clauses.statistics : no_statistics_; }
  const std::string& method() const { return plan_ ? plan_->method : no_method_; }
  const std::optional<Diagnostic>& failure() const { return failed_; }

 private:
  static double milliseconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  }

  bool next_wanted(bool counting) {
    const Step step = source_->next(budget_);
    if (step == Step::Model) {
      ++given_;
      constexpr std::uint64_t kAlwaysVerified = 1000;
      constexpr std::uint64_t kSample = 1000;
      current_.reset();
      const bool wanted = !counting || given_ <= kAlwaysVerified || given_ % kSample == 0;
      if (wanted && source_->has_values()) {
        const Valuation value = [this](int variable) { return source_->value(variable); };
        current_ = decode_instance(plan_->problem, plan_->clauses, value);
        const auto status =
            verifier_->verify(*current_, decode_witnesses(plan_->problem, plan_->clauses, value));
        if (!status) failed_ = status.error();
      }
      return !failed_;
    }
    complete_ = step == Step::Done;
    return false;
  }

  Budget budget_;
  std::optional<Plan> plan_;
  std::optional<Verifier> verifier_;
  std::unique_ptr<ModelSource> source_;
  std::optional<Instance> current_;
  std::optional<Diagnostic> failed_;
  std::uint64_t given_ = 0;
  bool complete_ = false;
  Statistics no_statistics_;
  std::string no_method_;
};

Instances::Instances(std::unique_ptr<Stream> stream) : stream_(std::move(stream)) {}
Instances::~Instances() = default;
Instances::Instances(Instances&&) noexcept = default;
Instances& Instances::operator=(Instances&&) noexcept = default;

std::optional<Instance> Instances::next() {
  if (!stream_->advance(false)) return std::nullopt;
  return stream_->take();
}

bool Instances::skip() { return stream_->advance(true); }
bool Instances::complete() const { return stream_->complete(); }
Stop Instances::stop() const { return stream_->stop(); }
std::uint64_t Instances::given() const { return stream_->given(); }
const Statistics& Instances::statistics() const { return stream_->statistics(); }
const std::string& Instances::method() const { return stream_->method(); }
const std::optional<Diagnostic>& Instances::failure() const { return stream_->failure(); }
Instances::Iterator Instances::begin() { return Iterator(*this); }

Result<Instances> instances(const Problem& problem, const InstancesOptions& options) {
  auto stream = std::make_unique<Instances::Stream>(options.limits);
  if (auto status = stream->open(problem, options); !status) return status.error();
  return Instances(std::move(stream));
}

}  // namespace fretsaw
