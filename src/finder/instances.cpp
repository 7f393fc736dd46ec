// SPDX-License-Identifier: MIT
#include <chrono>

#include "finder/prepare.hpp"
#include "finder/verify.hpp"
#include "fretsaw/finder.hpp"
#include "sat/enumerator.hpp"

namespace fretsaw {

// Owns all that the enumeration needs, the problem included: the caller's may be gone when the next instance is asked for.
class Instances::Stream {
 public:
  Stream(const Problem& problem, const Limits& limits)
      : problem_(problem), budget_(limits) {}

  Status open(const FindOptions& options) {
    auto prepared = prepare(problem_, {.symmetry = options.symmetry, .skolem_depth = -1}, budget_);
    if (!prepared) return prepared.error();
    if (*prepared) {
      clauses_ = **std::move(prepared);
      verifier_.emplace(problem_, clauses_.skolems);
      EnumeratorOptions settings;
      settings.gates = Gates::Follow;
      settings.order = DecisionOrder::Static;
      enumerator_.emplace(clauses_.encoding.cnf, settings);
    }
    return Done{};
  }

  bool advance(bool counting) {
    if (!enumerator_ || complete_ || failed_) return false;
    const auto start = std::chrono::steady_clock::now();
    const Step step = enumerator_->next(budget_);
    clauses_.statistics.solve_ms +=
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    complete_ = step == Step::Done;
    if (step != Step::Model) return false;
    ++given_;
    constexpr std::uint64_t kAlwaysVerified = 1000;
    constexpr std::uint64_t kSample = 1000;
    current_.reset();
    if (!counting || given_ <= kAlwaysVerified || given_ % kSample == 0) {
      const Valuation value = [&](int variable) { return enumerator_->value(variable); };
      current_ = decode_instance(problem_, clauses_, value);
      const auto status = verifier_->verify(*current_, decode_witnesses(problem_, clauses_, value));
      if (!status) failed_ = status.error();
    }
    return !failed_;
  }

  std::optional<Instance> take() { return std::move(current_); }
  bool complete() const { return complete_; }
  Stop stop() const { return complete_ ? Stop::None : budget_.reason(); }
  std::uint64_t given() const { return given_; }
  const Statistics& statistics() const { return clauses_.statistics; }
  const std::optional<Diagnostic>& failure() const { return failed_; }

 private:
  Problem problem_;
  Budget budget_;
  Clauses clauses_;
  std::optional<Verifier> verifier_;
  std::optional<Enumerator> enumerator_;
  std::optional<Instance> current_;
  std::optional<Diagnostic> failed_;
  std::uint64_t given_ = 0;
  bool complete_ = false;
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
const std::optional<Diagnostic>& Instances::failure() const { return stream_->failure(); }
Instances::Iterator Instances::begin() { return Iterator(*this); }

Result<Instances> instances(const Problem& problem, const FindOptions& options) {
  if (auto status = check(problem); !status) return status.error();
  auto stream = std::make_unique<Instances::Stream>(problem, options.limits);
  if (auto status = stream->open(options); !status) return status.error();
  return Instances(std::move(stream));
}

}  // namespace fretsaw
