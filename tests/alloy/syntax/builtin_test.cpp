// SPDX-License-Identifier: MIT
#include "alloy/syntax/builtin.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "alloy/syntax/support.hpp"

namespace fretsaw::alloy {
namespace {

using testing::ElementsAre;

TEST(BuiltinModules, AreAlloysStandardOnes) {
  EXPECT_THAT(builtin_module_names(),
              ElementsAre("util/boolean", "util/graph", "util/integer", "util/natural", "util/ordering",
                          "util/relation", "util/seqrel", "util/sequence", "util/sequniv", "util/ternary",
                          "util/time"));
}

TEST(BuiltinModules, AreFoundByTheirPath) {
  ASSERT_TRUE(builtin_module("util/ordering"));
  EXPECT_EQ(builtin_module("util/ordering")->find("module util/ordering[exactly elem]"), 0U);
  EXPECT_FALSE(builtin_module("ordering"));
  EXPECT_FALSE(builtin_module("util/nosuch"));
}

// Everything that users may call: "name/number of parameters"; sigs and macros without the latter.
std::set<std::string> public_names(const std::string& path) {
  std::set<std::string> result;
  for (const Paragraph& paragraph : module_of(std::string(*builtin_module(path))).paragraphs) {
    if (const auto* function = std::get_if<Function>(&paragraph); function && !function->private_function) {
      std::size_t parameters = 0;
      for (const Decl& decl : function->parameters) parameters += decl.names.size();
      result.insert(function->name.text + "/" + std::to_string(parameters));
    } else if (const auto* sig = std::get_if<Sig>(&paragraph); sig && !sig->private_sig) {
      for (const Name& name : sig->names) result.insert(name.text);
    } else if (const auto* macro = std::get_if<Macro>(&paragraph)) {
      result.insert(macro->name.text + "[" + std::to_string(macro->parameters.size()) + "]");
    }
  }
  return result;
}

using Names = std::set<std::string>;

TEST(BuiltinModules, OfferEveryNameThatAlloysDo) {
  EXPECT_EQ(public_names("util/ordering"),
            (Names{"first/0", "last/0", "next/0", "prev/0", "prevs/1", "nexts/1", "lt/2", "gt/2", "lte/2",
                   "gte/2", "larger/2", "smaller/2", "max/1", "min/1"}));
  EXPECT_EQ(public_names("util/integer"),
            (Names{"add/2",    "plus/2",   "sub/2",    "minus/2",  "mul/2",    "div/2",      "rem/2",
                   "negate/1", "eq/2",     "gt/2",     "lt/2",     "gte/2",    "lte/2",      "zero/1",
                   "pos/1",    "neg/1",    "nonpos/1", "nonneg/1", "signum/1", "int2elem/3", "elem2int/2",
                   "max/0",    "min/0",    "next/0",   "prev/0",   "max/1",    "min/1",      "prevs/1",
                   "nexts/1",  "larger/2", "smaller/2"}));
  EXPECT_EQ(public_names("util/relation"),
            (Names{"dom/1",         "ran/1",       "total/2",         "functional/2",   "function/2",
                   "surjective/2",  "injective/2", "bijective/2",     "bijection/3",    "reflexive/2",
                   "irreflexive/1", "symmetric/1", "antisymmetric/1", "transitive/1",   "acyclic/2",
                   "complete/2",    "preorder/2",  "equivalence/2",   "partialOrder/2", "totalOrder/2"}));
  EXPECT_EQ(public_names("util/ternary"), (Names{"dom/1", "ran/1", "mid/1", "select12/1", "select13/1",
                                                 "select23/1", "flip12/1", "flip13/1", "flip23/1"}));
  EXPECT_EQ(public_names("util/graph"),
            (Names{"undirected/1", "noSelfLoops/1", "weaklyConnected/1", "stronglyConnected/1", "rootedAt/2",
                   "ring/1", "dag/1", "forest/1", "tree/1", "treeRootedAt/2", "roots/1", "leaves/1",
                   "innerNodes/1"}));
  EXPECT_EQ(public_names("util/boolean"), (Names{"Bool", "True", "False", "isTrue/1", "isFalse/1", "Not/1",
                                                 "And/2", "Or/2", "Xor/2", "Nand/2", "Nor/2"}));
  EXPECT_EQ(public_names("util/natural"),
            (Names{"Natural", "Zero", "One", "inc/1", "dec/1", "add/2", "sub/2", "mul/2", "div/2", "gt/2",
                   "lt/2", "gte/2", "lte/2", "max/1", "min/1"}));
}

TEST(BuiltinModules, OfferEveryNameOfSequences) {
  const Names on_relations = {"isSeq/1",        "elems/1",   "first/1",     "last/1",   "rest/1",
                              "butlast/1",      "isEmpty/1", "hasDups/1",   "inds/1",   "lastIdx/1",
                              "afterLastIdx/1", "idxOf/2",   "lastIdxOf/2", "indsOf/2", "add/2",
                              "setAt/3",        "insert/3",  "delete/2",    "append/2", "subseq/3"};
  EXPECT_EQ(public_names("util/sequniv"), on_relations);
  Names with_indices = on_relations;
  with_indices.insert({"SeqIdx", "firstIdx/0", "finalIdx/0"});
  EXPECT_EQ(public_names("util/seqrel"), with_indices);
  EXPECT_EQ(public_names("util/sequence"),
            (Names{"SeqIdx",     "Seq",         "noDuplicates/0", "allExist/0",   "allExistNoDuplicates/0",
                   "at/2",       "elems/1",     "first/1",        "last/1",       "rest/2",
                   "isEmpty/1",  "hasDups/1",   "inds/1",         "lastIdx/1",    "afterLastIdx/1",
                   "idxOf/2",    "lastIdxOf/2", "indsOf/2",       "startsWith/2", "add/3",
                   "setAt/4",    "insert/4",    "copy/3",         "append/3",     "subseq/4",
                   "firstIdx/0", "finalIdx/0"}));
  EXPECT_EQ(public_names("util/time"),
            (Names{"Time", "dynamic[1]", "dynamicSet[1]", "then[4]", "while[0]", "while0[4]", "while1[4]",
                   "while2[4]", "while3[4]", "while4[4]", "while5[4]", "while6[4]", "while7[4]", "while8[4]",
                   "while9[4]"}));
}

}  // namespace
}  // namespace fretsaw::alloy
