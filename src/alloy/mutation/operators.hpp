// SPDX-License-Identifier: MIT
// The mutation operators: each examines one place of a model and gives the changes that it makes there. One
// file each, called like the operator.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "alloy/mutation/rewriting.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::mutation {

using Changes = std::vector<Change>;

Changes mor_of_sig(const SigSite& site);                  // one sig S -> lone sig S
Changes qor_of_expr(const Site& site);                    // all x: S | … -> some x: S | …
Changes uor_of_expr(const Site& site);                    // no e -> some e, *r -> ^r
Changes uor_of_declaration(const DeclarationSite& site);  // f: lone S -> f: set S
Changes bor_of_expr(const Site& site);                    // a + b -> a & b, a in b -> a = b
Changes lor_of_expr(const Site& site);                    // f && g -> f || g
Changes uoi_of_expr(const Site& site);                    // r -> ^r
Changes uoi_of_let_name(const Site& site);
Changes uod_of_expr(const Site& site);   // ^r -> r, !f -> f
Changes boe_of_expr(const Site& site);   // a - b -> b - a
Changes ieoe_of_expr(const Site& site);  // f => g else h -> f => h else g
Changes iid_of_expr(const Site& site);   // 3 -> 4, 3 -> 2

struct Operator {
  std::string_view name;
  std::string_view meaning;
  Changes (*of_expr)(const Site&) = nullptr;
  Changes (*of_declaration)(const DeclarationSite&) = nullptr;
  Changes (*of_sig)(const SigSite&) = nullptr;
  bool in_2017 = true;
  bool in_2018 = true;
};

// In the order in which reports name them.
std::span<const Operator> operator_table();

// "MOR,QOR", or the sets "2017", "2018", "all". The error names what is not an operator.
Result<std::vector<const Operator*>> choose_operators(std::string_view words);

// A binary relation over one and the same sig, where all subsigs of an abstract sig are that sig.
bool is_homogeneous(const model::Model& model, const model::Type& type);

}  // namespace fretsaw::mutation
