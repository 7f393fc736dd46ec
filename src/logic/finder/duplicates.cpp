// SPDX-License-Identifier: MIT
//
// Exact enumeration relies on proofs about the problem and on the symmetry of the formula; instances are not
// stored, so a defect would only result in a wrong count. Therefore a sample of the instances is compared.
// Its modulus grows with the number of instances, and members that the new modulus excludes are dropped:
// memory and time stay small, and samples with different moduli can still be compared, at the larger one.
//
// Canonical forms are only computed for instances with the same invariant, and for all of them if the sample
// is passed on.
#include "logic/finder/duplicates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <nlohmann/json.hpp>

#include "base/digest.hpp"

namespace fretsaw {

namespace {

using Json = nlohmann::json;

Diagnostic defect(std::uint64_t one, std::uint64_t other) {
  return input_error(fmt::format("internal error: instances {} and {} are isomorphic", one, other),
                     "report this defect of Fretsaw with the model and the command line");
}

std::string digest_of_form(const std::vector<std::uint32_t>& form) {
  constexpr std::size_t kDigits = 32;
  std::string text;
  for (const std::uint32_t number : form) text += fmt::format("{},", number);
  return digest_of(text).substr(0, kDigits);
}

}  // namespace

void Duplicates::add(SampledInstance instance) {
  if (!samples(instance.hash)) return;
  members_.push_back(std::move(instance));
  while (members_.size() > kMaxSampleSize) {
    // Of instances that all have the same hash, none can be kept.
    if (modulus_ == std::uint64_t{1} << 63) members_.clear();
    raise(2 * modulus_);
  }
}

void Duplicates::raise(std::uint64_t modulus) {
  if (modulus <= modulus_) return;
  modulus_ = modulus;
  std::erase_if(members_, [&](const SampledInstance& member) { return !samples(member.hash); });
}

void Duplicates::forget_after(std::uint64_t number) {
  std::erase_if(members_, [&](const SampledInstance& member) { return member.number > number; });
}

Status Duplicates::compare(const Shapes& shapes) const {
  std::vector<const SampledInstance*> alike;
  for (const SampledInstance& member : members_) alike.push_back(&member);
  std::ranges::stable_sort(alike, {}, &SampledInstance::hash);
  for (std::size_t begin = 0, end = 0; begin < alike.size(); begin = end) {
    while (end < alike.size() && alike[end]->hash == alike[begin]->hash) ++end;
    if (end - begin == 1) continue;
    std::map<std::vector<std::uint32_t>, std::uint64_t> numbers;  // by form
    for (std::size_t i = begin; i < end; ++i) {
      auto form = shapes.canonical_form(alike[i]->bits);
      if (!form) continue;
      const auto [same, is_new] = numbers.emplace(*std::move(form), alike[i]->number);
      if (!is_new) return defect(same->second, alike[i]->number);
    }
  }
  return Success{};
}

Json Duplicates::to_json() const {
  Json members = Json::array();
  for (const SampledInstance& member : members_) {
    std::string bits;
    for (const std::uint64_t word : member.bits) bits += fmt::format("{:016x}", word);
    members.push_back({member.number, fmt::format("{:016x}", member.hash), std::move(bits)});
  }
  return {{"modulus", modulus_}, {"members", std::move(members)}};
}

namespace {

// The number that takes up all of the text.
std::optional<std::uint64_t> whole_number(std::string_view text, int base) {
  std::uint64_t number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (text.empty() || error != std::errc() || stop != text.data() + text.size()) return std::nullopt;
  return number;
}

constexpr std::size_t kDigitsOfWord = 16;
constexpr int kHexadecimal = 16;

bool is_modulus(std::uint64_t number) { return number != 0 && (number & (number - 1)) == 0; }

}  // namespace

std::optional<Duplicates> Duplicates::from_json(const Json& json, const Shapes& shapes) {
  Duplicates result;
  if (!json.is_object() || !json.contains("modulus") || !json.contains("members")) return std::nullopt;
  const Json& modulus = json.at("modulus");
  const Json& members = json.at("members");
  if (!modulus.is_number_unsigned() || !members.is_array() || members.size() > kMaxSampleSize)
    return std::nullopt;
  result.modulus_ = modulus.get<std::uint64_t>();
  if (!is_modulus(result.modulus_)) return std::nullopt;
  for (const Json& member : members) {
    if (!member.is_array() || member.size() != 3 || !member[0].is_number_unsigned() ||
        !member[1].is_string() || !member[2].is_string())
      return std::nullopt;
    const auto hash = whole_number(member[1].get_ref<const std::string&>(), kHexadecimal);
    const std::string_view text = member[2].get_ref<const std::string&>();
    if (!hash || !result.samples(*hash) || text.size() != shapes.words() * kDigitsOfWord) return std::nullopt;
    SampledInstance instance{member[0].get<std::uint64_t>(), *hash, {}};
    for (std::size_t i = 0; i < shapes.words(); ++i) {
      const auto word = whole_number(text.substr(i * kDigitsOfWord, kDigitsOfWord), kHexadecimal);
      if (!word) return std::nullopt;
      instance.bits.push_back(*word);
    }
    constexpr std::size_t kBits = 64;
    const std::size_t left = shapes.bits() % kBits;
    if (left != 0 && instance.bits.back() >> left != 0) return std::nullopt;
    result.members_.push_back(std::move(instance));
  }
  return result;
}

std::string Duplicates::class_text(const Shapes& shapes) const {
  std::string text = std::to_string(modulus_);
  for (const SampledInstance& member : members_) {
    if (const auto form = shapes.canonical_form(member.bits))
      text += fmt::format(" {}:{:x}:{}", member.number, member.hash, digest_of_form(*form));
  }
  return text;
}

namespace {

struct ClassEntry {
  std::uint64_t number;
  std::uint64_t hash;
  std::string_view form;
};

struct ClassList {
  std::uint64_t modulus = 1;
  std::vector<ClassEntry> entries{};
};

std::string_view take_until(std::string_view& text, char end) {
  const std::string_view taken = text.substr(0, text.find(end));
  text.remove_prefix(std::min(text.size(), taken.size() + 1));
  return taken;
}

std::optional<ClassList> class_list(std::string_view text) {
  ClassList list;
  const auto modulus = whole_number(take_until(text, ' '), 10);
  if (!modulus || !is_modulus(*modulus)) return std::nullopt;
  list.modulus = *modulus;
  while (!text.empty()) {
    std::string_view entry = take_until(text, ' ');
    const auto number = whole_number(take_until(entry, ':'), 10);
    const auto hash = whole_number(take_until(entry, ':'), kHexadecimal);
    if (!number || !hash || entry.empty()) return std::nullopt;
    list.entries.push_back({*number, *hash, entry});
  }
  return list;
}

}  // namespace

ComparedClasses compare_classes(const std::vector<std::string>& class_texts) {
  std::vector<ClassList> lists;
  std::uint64_t modulus = 1;
  for (std::size_t part = 0; part < class_texts.size(); ++part) {
    auto list = class_list(class_texts[part]);
    if (!list) return {.malformed = part};
    modulus = std::max(modulus, list->modulus);
    lists.push_back(*std::move(list));
  }
  std::map<std::string_view, ComparedClasses::Place> places;  // by form
  for (std::size_t part = 0; part < lists.size(); ++part) {
    for (const ClassEntry& entry : lists[part].entries) {
      if ((entry.hash & (modulus - 1)) != 0) continue;
      const ComparedClasses::Place place{part, entry.number};
      const auto [same, is_new] = places.emplace(entry.form, place);
      if (!is_new) return {.duplicate = std::pair(same->second, place)};
    }
  }
  return {};
}

}  // namespace fretsaw
