// SPDX-License-Identifier: MIT
// What fretsaw/alloy_instance.hpp declares. Programs of the user's code are linked with this file, too: it
// needs the standard library only.
#include <algorithm>
#include <set>

#include "fretsaw/alloy_instance.hpp"

namespace fretsaw {

std::string to_string(const AlloyAtom& atom) {
  if (const auto* number = std::get_if<std::int64_t>(&atom)) return std::to_string(*number);
  return std::get<std::string>(atom);
}

std::string to_string(const AlloyTuple& tuple) {
  std::string out;
  for (const AlloyAtom& atom : tuple) out += (out.empty() ? "" : "->") + to_string(atom);
  return out;
}

const std::vector<AlloyAtom>& AlloyState::atoms(std::string_view sig) const {
  static const std::vector<AlloyAtom> nothing;
  const auto found = std::ranges::find(sigs, sig, &AlloySig::name);
  return found == sigs.end() ? nothing : found->atoms;
}

const std::vector<AlloyTuple>& AlloyState::tuples(std::string_view name) const {
  static const std::vector<AlloyTuple> nothing;
  if (const auto field = std::ranges::find(fields, name, &AlloyField::key); field != fields.end())
    return field->tuples;
  const auto skolem = std::ranges::find(skolems, name, &AlloySkolem::name);
  return skolem == skolems.end() ? nothing : skolem->tuples;
}

namespace {

// "no sig 'Nod' in the instance, which has Node, List"
[[noreturn]] void refuse(const char* what, std::string_view name, const std::vector<std::string>& known) {
  std::string text = std::string("no ") + what + " '" + std::string(name) + "' in the instance, which has ";
  for (std::size_t i = 0; i < known.size(); ++i) text += (i > 0 ? ", " : "") + known[i];
  throw InstanceError(known.empty() ? text + "none" : text);
}

bool has_atom(const AlloyState& state, const AlloyAtom& atom) {
  return std::ranges::any_of(state.sigs,
                             [&](const AlloySig& sig) { return std::ranges::count(sig.atoms, atom) > 0; });
}

}  // namespace

std::int64_t to_number(const AlloyAtom& atom) {
  if (const auto* number = std::get_if<std::int64_t>(&atom)) return *number;
  throw InstanceError("the atom '" + to_string(atom) + "' is not a number");
}

const std::vector<AlloyAtom>& AlloyInstance::atoms(std::string_view sig) const {
  const auto& sigs = first().sigs;
  const auto found = std::ranges::find(sigs, sig, &AlloySig::name);
  if (found != sigs.end()) return found->atoms;
  std::vector<std::string> known;
  for (const AlloySig& each : sigs) known.push_back(each.name);
  refuse("sig", sig, known);
}

const std::vector<AlloyTuple>& AlloyInstance::tuples(std::string_view name) const {
  std::vector<std::string> known;
  const std::vector<AlloyTuple>* by_plain_name = nullptr;
  std::size_t of_plain_name = 0;
  for (const AlloyField& field : first().fields) {
    if (field.key == name) return field.tuples;
    known.push_back(field.key);
    if (std::string_view(field.key).substr(field.key.rfind('.') + 1) != name) continue;
    by_plain_name = &field.tuples;
    ++of_plain_name;
  }
  for (const AlloySkolem& skolem : first().skolems) {
    if (skolem.name == name) return skolem.tuples;
    known.push_back(skolem.name);
  }
  if (of_plain_name == 1) return *by_plain_name;
  if (of_plain_name > 1)
    throw InstanceError("field '" + std::string(name) + "' is ambiguous: write Sig." + std::string(name));
  refuse("field", name, known);
}

std::vector<AlloyTuple> AlloyInstance::join(const AlloyAtom& atom_or_sig, std::string_view field) const {
  const bool is_atom = std::holds_alternative<std::int64_t>(atom_or_sig) || has_atom(first(), atom_or_sig);
  const std::vector<AlloyAtom> from = is_atom ? std::vector{atom_or_sig} : atoms(to_string(atom_or_sig));
  std::vector<AlloyTuple> rest;
  std::set<AlloyTuple> seen;
  for (const AlloyTuple& tuple : tuples(field)) {
    if (std::ranges::count(from, tuple.front()) == 0) continue;
    AlloyTuple end(tuple.begin() + 1, tuple.end());
    if (seen.insert(end).second) rest.push_back(std::move(end));
  }
  return rest;
}

const AlloyAtom& AlloyInstance::one(std::string_view sig) const {
  const std::vector<AlloyAtom>& all = atoms(sig);
  if (all.size() == 1) return all.front();
  throw InstanceError("expected one atom in '" + std::string(sig) + "', found " + std::to_string(all.size()));
}

AlloyAtom AlloyInstance::one(const AlloyAtom& atom_or_sig, std::string_view field) const {
  const std::vector<AlloyTuple> all = join(atom_or_sig, field);
  if (all.size() == 1 && all.front().size() == 1) return all.front().front();
  throw InstanceError("expected one atom in " + to_string(atom_or_sig) + "." + std::string(field) +
                      ", found " + std::to_string(all.size()) + (all.size() == 1 ? " tuple" : " tuples"));
}

}  // namespace fretsaw
