// SPDX-License-Identifier: MIT
#include "alloy/mutation/operators.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "base/nearest_name.hpp"

namespace fretsaw::mutation {

namespace {

constexpr std::array kOperators{
    Operator{"MOR", "multiplicity of a sig", nullptr, nullptr, mor_of_sig},
    Operator{"QOR", "quantifier", qor_of_expr},
    Operator{"UOR", "multiplicity of a declaration or test, closure", uor_of_expr, uor_of_declaration},
    Operator{"BOR", "binary operator", bor_of_expr},
    Operator{"LOR", "conjunction and disjunction", lor_of_expr, nullptr, nullptr, false},
    Operator{"UOI", "unary operator inserted", uoi_of_expr},
    Operator{"UOD", "unary operator deleted", uod_of_expr},
    Operator{"BOE", "operands of a binary operator exchanged", boe_of_expr},
    Operator{"IEOE", "branches of an if-else exchanged", ieoe_of_expr},
    Operator{"IID", "integer constant one more or less", iid_of_expr, nullptr, nullptr, true, false},
};

std::string known_names() {
  std::string names;
  for (const Operator& known : kOperators) names += fmt::format("{}, ", known.name);
  return names;
}

std::string suggestion_for(std::string_view word) {
  std::vector<std::string> names;
  for (const Operator& known : kOperators) names.emplace_back(known.name);
  return suggestion(nearest_name(word, names));
}

}  // namespace

std::span<const Operator> operator_table() { return kOperators; }

Result<std::vector<const Operator*>> choose_operators(std::string_view words) {
  std::vector<bool> chosen(kOperators.size(), false);
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(','), words.size());
    const std::string_view word = words.substr(0, end);
    words.remove_prefix(std::min(end + 1, words.size()));
    bool known = false;
    for (std::size_t i = 0; i < kOperators.size(); ++i) {
      const Operator& candidate = kOperators[i];
      const bool older_name =
          (word == "IOBU" && candidate.name == "UOI") || (word == "OD" && candidate.name == "UOD");
      const bool meant = word == candidate.name || older_name || word == "all" ||
                         (word == "2017" && candidate.in_2017) || (word == "2018" && candidate.in_2018);
      known = known || meant;
      if (meant) chosen[i] = true;
    }
    if (!known) {
      return usage_error(fmt::format("unknown mutation operator '{}'{}", word, suggestion_for(word)),
                         fmt::format("use {}or one of the sets 2017, 2018 and all", known_names()));
    }
  }
  std::vector<const Operator*> result;
  for (std::size_t i = 0; i < kOperators.size(); ++i) {
    if (chosen[i]) result.push_back(&kOperators[i]);
  }
  return result;
}

namespace {

// All subsigs of an abstract sig together are that sig: {P->Man, P->Woman} is {P->Person}.
std::set<model::Product> folded(const model::Model& model, const model::Type& type) {
  std::set<model::Product> products(type.products.begin(), type.products.end());
  for (bool again = true; again;) {
    again = false;
    for (const model::Product& product : products) {
      for (std::size_t column = 0; column < product.size() && !again; ++column) {
        const model::Sig& sig = model.sig(product[column]);
        if (sig.builtin || sig.parent == model::kUniv || !model.sig(sig.parent).is_abstract) continue;
        std::vector<model::Product> family;
        for (const model::SigId child : model.sig(sig.parent).children) {
          family.push_back(product);
          family.back()[column] = child;
        }
        if (!std::ranges::all_of(family, [&](const auto& member) { return products.contains(member); }))
          continue;
        model::Product whole = product;
        whole[column] = sig.parent;
        for (const model::Product& member : family) products.erase(member);
        products.insert(std::move(whole));
        again = true;
      }
      if (again) break;
    }
  }
  return products;
}

}  // namespace

bool is_homogeneous(const model::Model& model, const model::Type& type) {
  if (type.arity() != 2) return false;
  const auto products = folded(model, type);
  return products.size() == 1 && products.begin()->front() == products.begin()->back();
}

}  // namespace fretsaw::mutation
