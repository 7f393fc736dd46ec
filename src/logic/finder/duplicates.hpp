// SPDX-License-Identifier: MIT
// The net behind exact enumeration: of a sample of the instances that were given, no two may be isomorphic.
// Which instances are in the sample depends only on what isomorphic ones have in common, so that either both
// of two duplicates are in it or neither.
//
//     Duplicates sample;
//     if (const std::uint64_t hash = shapes.invariant(bits); sample.samples(hash)) sample.add({number, hash,
//     bits}); if (auto status = sample.compare(shapes); !status) complain(status.error());
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fretsaw/diagnostic.hpp"
#include "logic/symmetry/shapes.hpp"

namespace fretsaw {

// An instance of the sample.
struct SampledInstance {
  std::uint64_t number = 0;  // among all that were given, from 1
  std::uint64_t hash = 0;    // Shapes::invariant
  std::vector<std::uint64_t> bits{};
};

class Duplicates {
 public:
  explicit Duplicates(std::uint64_t modulus = 1) : modulus_(modulus) {}

  static constexpr std::size_t kMaxSampleSize = 256;  // instances in the sample

  // Instances with this hash are in the sample if it is a multiple of the modulus, a power of two.
  bool samples(std::uint64_t hash) const { return (hash & (modulus_ - 1)) == 0; }
  std::uint64_t modulus() const { return modulus_; }
  bool empty() const { return members_.empty(); }
  const std::vector<SampledInstance>& members() const { return members_; }

  // Doubles the modulus when there are too many.
  void add(SampledInstance instance);
  // Drops what is in no sample of this modulus, a power of two.
  void raise(std::uint64_t modulus);
  // Those after this number will be given again.
  void forget_after(std::uint64_t number);

  // An error, which is a defect of Fretsaw, if two are isomorphic.
  Status compare(const Shapes& shapes) const;

  // As bytes and back (work/bytes.hpp).
  template <class Archive>
  void pass(Archive& archive);

  // For checkpoints. Of what is no such value, nothing.
  nlohmann::json to_json() const;
  static std::optional<Duplicates> from_json(const nlohmann::json& json, const Shapes& shapes);

  // For comparison with the samples of other parts: "modulus number:hash:form …", where the form is a digest
  // that only isomorphic instances have in common.
  std::string class_text(const Shapes& shapes) const;

 private:
  std::uint64_t modulus_ = 1;
  std::vector<SampledInstance> members_;
};

template <class Archive>
void Duplicates::pass(Archive& archive) {
  std::uint64_t size = members_.size();
  archive(modulus_);
  archive(size);
  members_.resize(std::min<std::size_t>(size, kMaxSampleSize));
  for (SampledInstance& member : members_) {
    archive(member.number);
    archive(member.hash);
    archive(member.bits);
  }
}

// Of which instances, by part and number, two parts say that they are isomorphic: the first such pair.
// `malformed`: the first text that is none of Duplicates::class_text.
struct ComparedClasses {
  struct Place {
    std::size_t part = 0;
    std::uint64_t number = 0;
  };
  std::optional<std::pair<Place, Place>> duplicate{};
  std::optional<std::size_t> malformed{};
};
ComparedClasses compare_classes(const std::vector<std::string>& class_texts);

}  // namespace fretsaw
