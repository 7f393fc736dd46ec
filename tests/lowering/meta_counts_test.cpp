// SPDX-License-Identifier: MIT
// Models with meta names: how many instances their commands have, as Alloy 6.2.0 says.
#include <gtest/gtest.h>

#include <vector>

#include "lowering/commands.hpp"

namespace fretsaw::lowering {
namespace {

struct Case {
  const char* text;
  std::vector<std::uint64_t> counts;  // one per command
};

const Case kCases[] = {
    {R"(sig A { f: set A }
sig B extends A { g: A -> A }
run { some s: sig$ | no s.value } for 2
check { B$.parent = A$ and no A$.parent } for 2
check { A$.subfields = A$f + B$g and A$.fields = A$f and B$.subfields = B$g } for 2
run { #sig$ = 2 and #field$ = 2 } for 1)",
     {19, 0, 0, 7}},
    {R"(abstract sig P {} 
sig Q, R extends P { x: lone P }
run { all s: sig$ - P$ | one s.value } for 3
run { some s: sig$ | s.parent = P$ and no s.value } for 2
check { all s: sig$ | s.parent in P$ } for 3)",
     {9, 23, 0}},
    {R"(sig A { f: set A }
sig S in A { k: lone S }
run { some S$.value and no S$.parent and S$.fields = S$k and A$.subfields = A$f } for 2
run { all f: field$ | some f.value } for 2)",
     {212, 151}},
    {R"(open util/ordering[A]
sig A { f: lone A }
run { all f: A$.fields | some f.value } for exactly 2 A
run { some s: sig$ | s not in A$ and some s.fields } for 2)",
     {8, 9}},
    {R"(sig A { f: A -> A, g: A }
run { all r: A$.fields | some r.value } for 2
run { some r: A$.fields | #r.value > 1 } for 2)",
     {1021, 1024}},
    {R"(sig A { f: set A }
let props[s] = s.fields
run { some x: props[A$] | some x.value } for 2
let all_of[s, p] = { all x: s.fields | some x.value }
run { all_of[A$, 1] } for 2)",
     {16, 16}},
    {R"(sig A { f: set A }
run { some A$ } for 2
run { #univ > 3 } for 2
run { some x: univ | x in A$ } for 1)",
     {19, 0, 3}},
    {R"(sig A { f: set A }
run { some disj x, y: sig$ + field$ | x != y } for 2
run { all x: sig$ + field$ | some x.value } for 2
run { one x: field$ | some x.value } for 2
run { lone x: sig$ | some x.value } for 2)",
     {19, 16, 16, 19}},
    {R"(sig A { f: set A }
sig B { g: set A }
run { let c = {x: field$ | some x.value} | #c = 1 } for 2
run { some {x: sig$ | some x.value} } for 2
fun cnt: Int { #{x: sig$ | no x.value} }
run { cnt = 1 } for 2)",
     {70, 352, 20}},
    {R"(sig A { }
run { no field$ and some sig$ } for 2
run { some field$ } for 2
run { all f: field$ | some f.value } for 2
run { some A$.fields } for 2)",
     {3, 0, 3, 0}},
    {R"(run { no sig$ } for 2
run { some univ } for 2)",
     {1, 1}},
    {R"(private sig A { private f: set A }
run { all f: field$ | some f.value } for 2)",
     {16}},
    {R"(sig A { f: set A }
run { some static$ and no var$ } for 2
run { A$ in static$ } for 1
run { some var$ } for 1)",
     {19, 3, 0}},
    {R"(one sig A { f: set B, i: Int }
sig B { }
run { all f: A$.fields | some f.value } for 2 but 2 int
run { all f: A$.fields | one A.(f.value) } for 2 but 2 int)",
     {16, 12}},
    {R"(sig A { s: seq A }
run { all f: A$.fields | some f.value } for 2
run { some s: sig$ | some s.value } for 1)",
     {50, 2}},
    {R"(sig A { f: set A } { all x: A$.fields | some x.value }
run { } for 2)",
     {17}},
    {R"(sig A { f: set A }
sig B { g: set B }
run { all x: A$.fields + B$.fields | some x.value } for 2
run { all s: A$ + B$ | some s.fields.value } for 2)",
     {256, 256}},
    {R"(sig A { f: set A }
sig B { g: set B }
run { some s: sig$ | all f: s.fields | some f.value } for 2
run { all s: sig$ | all f: s.fields | some f.value } for 2
run { all s: sig$ | some s.value => some s.fields.value } for 2)",
     {352, 256, 289}},
    {R"(sig A { f: set A, g: A -> A }
run { all x: A$.fields | all a: A | some a.(x.value) } for 2
run { all x: A$.fields | no x.value & x.value } for 2)",
     {2027, 3}},
    {R"(sig A { f: set A }
run { A$ = A } for 2
run { no A$ & A } for 2)",
     {0, 19}},
    {R"(sig A { f: set A }
run { all x: sig$, y: field$ | some x.value and some y.value } for 2
run { some x: sig$ | some x.value.f } for 2)",
     {16, 16}},
    {R"(sig A { f: set A }
assert a { all x: field$ | some x.value }
check a for 2
fact { some x: sig$ | some x.value }
pred p { all f: field$ | some f.value }
run p for 2
fun vals: set A { {a: A | some x: A$.fields | a in a.(x.value)} }
run { some vals } for 2)",
     {2, 16, 13}},
    {R"(sig A { f: set A }
run { some x: set sig$ | some x and some x.value } for 1
run { some x: lone field$ | some x.value } for 1
run { some x: one field$ | some x.value } for 1)",
     {2, 1, 1}},
    {R"(sig A { f: set A }
run { all f: field$ | some f.value } for 1
run { all f: field$ | some a: A | f.value = a->a } for 2
run { A$.fields.value = A -> A } for 2
run { A.(A$.fields.value) = A } for 2
run { some A.(A$f.value) } for 2)",
     {1, 3, 3, 11, 16}},
    {R"(sig A { f: set A, g: Int }
run { all x: A$.fields | some a: A | a.(x.value) = a } for 2 but 2 int
run { all x: A$.fields | some a: A | a.(x.value) in A } for 2 but 2 int)",
     {0, 0}},
    {R"(sig A { f: set B }
sig B { g: set A, h: set B }
pred acyclic[s: univ, r: univ -> univ] { no s & s.^r }
run { all x: B$.fields | acyclic[B, x.value] } for 2
run { all x: A$.subfields | A in x.value.univ } for 2
run { all x: field$ | lone x.value } for 1)",
     {297, 2527, 12}},
    {R"(sig A { f: set A }
sig B extends A {}
run { some x: B$.parent | some x.value } for 2
run { some x: B$.fields | some x } for 2
run { no x: B$.fields | some x } for 2
run { some x: A$.parent | some x } for 2
check { no B$.fields } for 2
check { no A$.parent } for 2)",
     {52, 0, 53, 0, 0, 0}},
};

TEST(MetaSigs, HaveTheInstancesThatAlloyGives) {
  std::size_t commands = 0;
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.text);
    const model::Model model = model_of(c.text);
    ASSERT_EQ(model.commands.size(), c.counts.size());
    for (std::size_t i = 0; i < c.counts.size(); ++i) {
      EXPECT_EQ(count(model, i, Overflow::Prevent), c.counts[i]) << "command " << i;
      ++commands;
    }
  }
  EXPECT_GT(commands, 72U);
}

}  // namespace
}  // namespace fretsaw::lowering
