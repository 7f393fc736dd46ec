// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/digest.hpp"
#include "base/json_cursor.hpp"
#include "base/stopwatch.hpp"
#include "fretsaw/finder.hpp"
#include "logic/finder/clauses.hpp"
#include "logic/finder/duplicates.hpp"
#include "logic/finder/internals.hpp"
#include "logic/finder/plan.hpp"
#include "logic/finder/solution_source.hpp"
#include "logic/finder/unit_runner.hpp"
#include "logic/finder/verify.hpp"
#include "logic/sat/dimacs.hpp"
#include "work/checkpoint.hpp"

namespace fretsaw {

namespace {

using Places = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

}  // namespace

// Owns all that the enumeration needs, the problem included: the caller's may be gone when the next instance
// is asked for.
class Instances::Stream {
 public:
  explicit Stream(const Budget& budget) : budget_(budget) {}

  Status open(const Problem& problem, const InstancesOptions& options, const work::Position* from) {
    return within_limits(
        [&]() -> Status {
          const Stopwatch watch;
          auto plan = plan_enumeration(problem, options, budget_);
          if (!plan) return plan.error();
          plan_ = *std::move(plan);
          if (auto status = from != nullptr ? begin_at(*from) : resume_from(options); !status) return status;
          verifier_.emplace(plan_.problem, plan_.clauses.skolems);
          source_ = make_solution_source(plan_, options, budget_);
          plan_.clauses.statistics.translate_ms = watch.milliseconds();
          return Success{};
        },
        [&](StopReason reason) {
          stop_ = reason;
          return Status(Success{});
        });
  }

  bool advance(bool counting) {
    if (stop_ != StopReason::None || complete_ || failed_) return false;
    const ScopedTimer time(plan_.clauses.statistics.solve_ms);
    return within_limits([&] { return find_next(counting); },
                         [&](StopReason reason) {
                           stop_ = reason;
                           return false;
                         });
  }

  std::optional<Instance> take() { return std::move(current_); }
  bool complete() const { return complete_; }
  StopReason stop() const { return stop_; }
  std::uint64_t yielded_count() const { return given_; }
  const Statistics& statistics() const { return plan_.clauses.statistics; }
  const std::string& method() const { return plan_.method; }
  const std::optional<Diagnostic>& failure() const { return failed_; }
  const Places& places() const { return places_; }
  std::uint64_t resumed_count() const { return continued_; }
  const std::string& caller_data() const { return caller_data_; }

  Status compare() const {
    if (!plan_.shapes) return Success{};
    return sample_.compare(*plan_.shapes);
  }
  std::string classes() const { return plan_.shapes ? sample_.class_text(*plan_.shapes) : std::string(); }

  double progress_fraction() const { return complete_ ? 1 : source_ ? source_->progress_fraction() : 0; }
  bool has_begun() const { return source_ != nullptr; }
  work::Position position() const {
    return source_ ? source_->rest() : work::Position{plan_.placed_units, 0};
  }

  Status save(const std::string& caller_data) {
    if (!checkpoint_) return Success{};
    work::Position rest = position();
    Places places = places_;
    if (rest.repeated > 0) places.back().second -= rest.repeated;
    nlohmann::json totals = {{"instances", given_ - rest.repeated}, {"places", places}};
    if (!caller_data.empty()) totals["remark"] = caller_data;
    if (plan_.shapes) {
      Duplicates kept = sample_;
      kept.forget_after(given_ - rest.repeated);
      totals["sample"] = kept.to_json();
    }
    return work::write_checkpoint(*checkpoint_,
                                  {fingerprint_, std::move(totals), std::move(rest.placed_units)});
  }

 private:
  bool fits(const std::vector<work::PlacedUnit>& placed_units) const {
    return std::ranges::all_of(placed_units, [&](const work::PlacedUnit& placed_unit) {
      return belongs_to(search_of(plan_), placed_unit.unit);
    });
  }

  Status begin_at(const work::Position& from) {
    if (!fits(from.placed_units)) return input_error("the position does not belong to this enumeration");
    plan_.placed_units = from.placed_units;
    return Success{};
  }

  // From the checkpoint, if there is one.
  Status resume_from(const InstancesOptions& options) {
    if (!options.checkpoint) return Success{};
    checkpoint_ = options.checkpoint;
    Digest digest;
    digest.field(options.identity).field(to_dimacs(plan_.clauses.encoding.cnf));
    for (const int variable : plan_.decision_order) digest.field(std::to_string(variable));
    digest.field(std::to_string(options.part.number))
        .field(std::to_string(options.part.count))
        .field(options.only_count ? "count" : "");
    fingerprint_ = digest.hex();
    auto earlier = work::read_checkpoint(*checkpoint_, fingerprint_);
    if (!earlier) return earlier.error();
    if (!*earlier) return save({});  // whether it can be written is better known now than later
    if (!fits((*earlier)->rest)) return work::damaged_checkpoint(*checkpoint_);
    JsonSchemaError schema_error;
    const JsonCursor totals((*earlier)->totals, schema_error);
    given_ = continued_ = totals["instances"].integer<std::uint64_t>();
    places_.clear();
    for (const auto& [place, count] : work::place_counts(totals["places"]))
      places_.emplace_back(place, count);
    if (totals.has("remark")) caller_data_ = totals["remark"].text();
    if (plan_.shapes) {
      auto sample = Duplicates::from_json(totals["sample"].value(), *plan_.shapes);
      if (!sample) return work::damaged_checkpoint(*checkpoint_);
      sample_ = *std::move(sample);
    }
    if (schema_error.message) return work::damaged_checkpoint(*checkpoint_);
    plan_.placed_units = std::move((*earlier)->rest);
    return Success{};
  }

  void fail(Diagnostic failure) {
    failed_ = std::move(failure);
    complete_ = false;
  }

  bool find_next(bool counting) {
    constexpr std::uint64_t kFirstVerified = 1000;
    constexpr std::uint64_t kVerificationInterval = 1000;
    current_.reset();
    if (!source_->next(budget_)) {
      complete_ = true;
      if (const Status unique = compare(); !unique) fail(unique.error());
      return false;
    }
    const std::uint64_t number = given_ + 1;
    if (plan_.shapes) {
      if (auto instance = source_->sampled(sample_)) {
        instance->number = number;
        sample_.add(*std::move(instance));
      }
    }
    const bool wanted = !counting || number <= kFirstVerified || number % kVerificationInterval == 0;
    if (wanted && source_->has_values()) {
      const Assignment value = [this](int variable) { return source_->value(variable); };
      current_ = decode_instance(plan_.problem, plan_.clauses, value);
      if (const Status status = verify(value); !status) failed_ = status.error();
    }
    given_ = number;
    if (places_.empty() || places_.back().first != source_->place())
      places_.emplace_back(source_->place(), 0);
    ++places_.back().second;
    return !failed_;
  }

  // The source has passed it: a resumed enumeration does not return to it. So a limit that is reached
  // meanwhile ends the enumeration behind this instance.
  Status verify(const Assignment& value) {
    const auto witnesses = decode_witnesses(plan_.problem, plan_.clauses, value);
    try {
      return verifier_->verify(*current_, witnesses, budget_);
    } catch (const LimitReached& limit) {
      stop_ = limit.reason;
      Budget no_limit;
      return verifier_->verify(*current_, witnesses, no_limit);
    }
  }

  Budget budget_;
  Plan plan_;
  std::optional<Verifier> verifier_;
  std::unique_ptr<SolutionSource> source_;
  std::optional<Instance> current_;
  std::optional<Diagnostic> failed_;
  std::uint64_t given_ = 0;
  std::uint64_t continued_ = 0;
  std::string caller_data_;
  Places places_;
  Duplicates sample_;
  std::optional<std::string> checkpoint_;
  std::string fingerprint_;
  bool complete_ = false;
  StopReason stop_ = StopReason::None;
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
StopReason Instances::stop() const { return stream_->stop(); }
double Instances::progress_fraction() const { return stream_->progress_fraction(); }
std::uint64_t Instances::yielded_count() const { return stream_->yielded_count(); }
const Statistics& Instances::statistics() const { return stream_->statistics(); }
const std::string& Instances::method() const { return stream_->method(); }
const std::optional<Diagnostic>& Instances::failure() const { return stream_->failure(); }
Status Instances::compare() const { return stream_->compare(); }
std::string Instances::classes() const { return stream_->classes(); }
const Places& Instances::places() const { return stream_->places(); }
Status Instances::save(const std::string& caller_data) { return stream_->save(caller_data); }
const std::string& Instances::caller_data() const { return stream_->caller_data(); }
std::uint64_t Instances::resumed_count() const { return stream_->resumed_count(); }

Result<Instances> instances(const Problem& problem, const InstancesOptions& options) {
  return instances(problem, options, Budget(options.limits));
}

Result<Instances> instances(const Problem& problem, const InstancesOptions& options, const Budget& budget) {
  auto stream = std::make_unique<Instances::Stream>(budget);
  if (auto status = stream->open(problem, options, nullptr); !status) return status.error();
  return Instances(std::move(stream));
}

Result<LocatedInstances> located_instances(const Problem& problem, const InstancesOptions& options,
                                           const std::optional<work::Position>& from) {
  auto stream = std::make_unique<Instances::Stream>(Budget(options.limits));
  if (auto status = stream->open(problem, options, from ? &*from : nullptr); !status) return status.error();
  const Instances::Stream* const where = stream.get();
  return LocatedInstances{Instances(std::move(stream)), [where] {
                            return where->has_begun() ? std::optional(where->position()) : std::nullopt;
                          }};
}

}  // namespace fretsaw
