// SPDX-License-Identifier: MIT
// Instances and results survive the way to another process, and garbage is recognized.
#include "cpp/harness/child/payloads.hpp"

#include <gtest/gtest.h>

#include <random>

namespace fretsaw::harness {
namespace {

AlloyAtom random_atom(std::mt19937& random) {
  const auto number = static_cast<std::int64_t>(random() % 5) - 2;
  if (random() % 2 == 0) return number;
  return "Node$" + std::to_string(number);
}

std::vector<AlloyTuple> random_tuples(std::mt19937& random) {
  std::vector<AlloyTuple> tuples(random() % 4, AlloyTuple(1 + random() % 3));
  for (AlloyTuple& tuple : tuples) {
    for (AlloyAtom& atom : tuple) atom = random_atom(random);
  }
  return tuples;
}

AlloyInstance random_instance(std::mt19937& random) {
  AlloyInstance instance;
  instance.bitwidth = 1 + static_cast<int>(random() % 8);
  instance.max_seq = static_cast<int>(random() % 4);
  for (std::size_t i = random() % 4; i > 0; --i) {
    AlloySig sig{"Sig" + std::to_string(i), {}};
    for (std::size_t k = random() % 3; k > 0; --k) sig.atoms.push_back(random_atom(random));
    instance.first().sigs.push_back(sig);
    instance.first().fields.push_back({"Sig.f" + std::to_string(i), 2, random_tuples(random)});
    instance.first().skolems.push_back({"$x" + std::to_string(i), 1, {}, random_tuples(random)});
  }
  return instance;
}

void expect_same(const AlloyInstance& a, const AlloyInstance& b) {
  EXPECT_EQ(a.bitwidth, b.bitwidth);
  EXPECT_EQ(a.max_seq, b.max_seq);
  ASSERT_EQ(a.first().sigs.size(), b.first().sigs.size());
  for (std::size_t i = 0; i < a.first().sigs.size(); ++i) {
    EXPECT_EQ(a.first().sigs[i].name, b.first().sigs[i].name);
    EXPECT_EQ(a.first().sigs[i].atoms, b.first().sigs[i].atoms);
    EXPECT_EQ(a.first().fields[i].key, b.first().fields[i].key);
    EXPECT_EQ(a.first().fields[i].arity, b.first().fields[i].arity);
    EXPECT_EQ(a.first().fields[i].tuples, b.first().fields[i].tuples);
    EXPECT_EQ(a.first().skolems[i].name, b.first().skolems[i].name);
    EXPECT_EQ(a.first().skolems[i].tuples, b.first().skolems[i].tuples);
  }
}

TEST(Wire, WhatIsWrittenIsReadAgain) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    const AlloyInstance instance = random_instance(random);
    const auto read = decode_instance(encode(instance));
    ASSERT_TRUE(read);
    expect_same(instance, *read);
    const ModelResults results = {{"a", random_tuples(random)}, {"", {}}, {"b.c", random_tuples(random)}};
    EXPECT_EQ(decode_results(encode(results)), results);
  }
}

TEST(Wire, WhatIsCutOffOrChangedIsRefusedOrSomethingElseButNeverReadBeyondItsEnd) {
  std::mt19937 random(7);
  const std::string whole = encode(random_instance(random));
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_FALSE(decode_instance(whole.substr(0, size))) << size;
  EXPECT_FALSE(decode_instance(whole + "x"));
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string changed = whole;
    changed[at] = static_cast<char>(0xff);
    decode_instance(changed);  // the sanitizers see to the rest
  }
  EXPECT_FALSE(decode_results(std::string(8, '\xff')));
}

}  // namespace
}  // namespace fretsaw::harness
