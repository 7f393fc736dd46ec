// SPDX-License-Identifier: MIT
#include "cpp/harness/child/payloads.hpp"

#include <cstring>

namespace fretsaw::harness {

Writer& Writer::number(std::uint64_t value) {
  bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  return *this;
}

Writer& Writer::text(std::string_view value) {
  number(value.size());
  bytes_.append(value);
  return *this;
}

Writer& Writer::atoms(const std::vector<AlloyAtom>& atoms) {
  number(atoms.size());
  for (const AlloyAtom& atom : atoms) {
    const auto* const integer = std::get_if<std::int64_t>(&atom);
    number(integer != nullptr ? 1 : 0);
    if (integer != nullptr)
      number(static_cast<std::uint64_t>(*integer));
    else
      text(std::get<std::string>(atom));
  }
  return *this;
}

Writer& Writer::tuples(const std::vector<AlloyTuple>& tuples) {
  number(tuples.size());
  for (const AlloyTuple& tuple : tuples) atoms(tuple);
  return *this;
}

std::uint64_t Reader::number() {
  std::uint64_t value = 0;
  good_ = good_ && rest_.size() >= sizeof value;
  if (!good_) return 0;
  std::memcpy(&value, rest_.data(), sizeof value);
  rest_.remove_prefix(sizeof value);
  return value;
}

std::size_t Reader::count() {
  const std::uint64_t value = number();
  good_ = good_ && value <= rest_.size();
  return good_ ? static_cast<std::size_t>(value) : 0;
}

std::string Reader::text() {
  const std::size_t size = count();
  std::string value(rest_.substr(0, size));
  rest_.remove_prefix(size);
  return value;
}

std::vector<AlloyAtom> Reader::atoms() {
  std::vector<AlloyAtom> atoms(count());
  for (AlloyAtom& atom : atoms) {
    if (number() == 1)
      atom = static_cast<std::int64_t>(number());
    else
      atom = text();
  }
  return atoms;
}

std::vector<AlloyTuple> Reader::tuples() {
  std::vector<AlloyTuple> tuples(count());
  for (AlloyTuple& tuple : tuples) tuple = atoms();
  return tuples;
}

// Of the first state: harnesses are for models without time.
std::string encode(const AlloyInstance& instance) {
  Writer out;
  const AlloyState& state = instance.first();
  out.number(static_cast<std::uint64_t>(instance.bitwidth))
      .number(static_cast<std::uint64_t>(instance.max_seq));
  out.number(state.sigs.size());
  for (const AlloySig& sig : state.sigs) out.text(sig.name).atoms(sig.atoms);
  out.number(state.fields.size());
  for (const AlloyField& field : state.fields)
    out.text(field.key).number(static_cast<std::uint64_t>(field.arity)).tuples(field.tuples);
  out.number(state.skolems.size());
  for (const AlloySkolem& skolem : state.skolems)
    out.text(skolem.name).number(static_cast<std::uint64_t>(skolem.arity)).tuples(skolem.tuples);
  return out.take();
}

std::optional<AlloyInstance> decode_instance(std::string_view bytes) {
  Reader in(bytes);
  AlloyInstance instance;
  instance.bitwidth = static_cast<int>(in.number());
  instance.max_seq = static_cast<int>(in.number());
  AlloyState& state = instance.first();
  state.sigs.resize(in.count());
  for (AlloySig& sig : state.sigs) {
    sig.name = in.text();
    sig.atoms = in.atoms();
  }
  state.fields.resize(in.count());
  for (AlloyField& field : state.fields) {
    field.key = in.text();
    field.arity = static_cast<int>(in.number());
    field.tuples = in.tuples();
  }
  state.skolems.resize(in.count());
  for (AlloySkolem& skolem : state.skolems) {
    skolem.name = in.text();
    skolem.arity = static_cast<int>(in.number());
    skolem.tuples = in.tuples();
  }
  return in.is_whole() ? std::optional(std::move(instance)) : std::nullopt;
}

std::string encode(const ModelResults& results, std::string_view printed) {
  Writer out;
  out.text(printed).number(results.size());
  for (const auto& [name, tuples] : results) out.text(name).tuples(tuples);
  return out.take();
}

std::optional<ModelResults> decode_results(std::string_view bytes, std::string* printed) {
  Reader in(bytes);
  std::string text = in.text();
  if (printed != nullptr) *printed = std::move(text);
  ModelResults results;
  for (std::size_t i = in.count(); i > 0; --i) {
    std::string name = in.text();
    results[std::move(name)] = in.tuples();
  }
  return in.is_whole() ? std::optional(std::move(results)) : std::nullopt;
}

}  // namespace fretsaw::harness
