// SPDX-License-Identifier: MIT
// MOR: the multiplicity of a sig becomes each of the others. Sigs that are declared together are declared
// apart, in the same order.
#include <fmt/format.h>

#include <array>
#include <string>

#include "alloy/mutation/operators.hpp"

namespace fretsaw::mutation {

namespace {

constexpr std::array kSigMultiplicities{"", "lone", "one", "some"};

std::string head_with(std::string multiplicity, const std::string& qualifiers) {
  if (!multiplicity.empty()) multiplicity += ' ';
  return multiplicity + qualifiers;
}

}  // namespace

Changes mor_of_sig(const SigSite& site) {
  const alloy::Sig& sig = site.syntax;
  const Source& source = site.extents.source();
  const alloy::Keyword now = sig.one ? sig.one : sig.lone ? sig.lone : sig.some;
  const std::string old(now ? now->text() : std::string_view());
  const Span keyword = site.extents.last_before(alloy::Tok::Sig, sig.names.front().span.begin);
  // `abstract sig ` without the multiplicity; and what follows the names.
  std::string qualifiers;
  if (sig.private_sig) qualifiers += "private ";
  if (sig.abstract_sig) qualifiers += "abstract ";
  const std::string rest(
      source.text().substr(sig.names.back().span.end, sig.span.end - sig.names.back().span.end));
  const auto part = [&](std::size_t from, std::size_t to, const std::string& multiplicity) {
    std::string names;
    for (std::size_t i = from; i < to; ++i) names += (i > from ? ", " : "") + sig.names[i].text;
    return head_with(multiplicity, qualifiers) + "sig " + names + rest;
  };
  Changes changes;
  for (const std::string multiplicity : kSigMultiplicities) {
    if (multiplicity == old) continue;
    const std::string what = fmt::format("{} -> {}", old.empty() ? "any number" : old,
                                         multiplicity.empty() ? "any number" : multiplicity);
    ChangeBuilder change_builder(site.extents);
    if (sig.names.size() > 1) {
      const std::size_t i = site.which, count = sig.names.size();
      std::string text = part(i, i + 1, multiplicity);
      if (i > 0) text.insert(0, part(0, i, old) + "\n");
      if (i + 1 < count) text += "\n" + part(i + 1, count, old);
      change_builder.replace(sig.span, text);
    } else if (now) {
      Span span = *now;
      if (multiplicity.empty() && source.text()[span.end] == ' ') ++span.end;
      change_builder.replace(span, multiplicity);
    } else {
      const std::uint32_t place = sig.abstract_sig ? sig.abstract_sig->begin : keyword.begin;
      change_builder.insert(place, multiplicity + " ");
    }
    changes.push_back(change_builder.finish(sig.names[site.which].span, what));
  }
  return changes;
}

}  // namespace fretsaw::mutation
