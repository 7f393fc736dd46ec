// SPDX-License-Identifier: MIT
// Models with meta names: how many instances their commands have. Alloy 6.2.0 gives these numbers, except
// where it shows an instance several times (for B extends A, and for every value of a skolem constant): there
// they were counted by hand.
#include <gtest/gtest.h>

#include <vector>

#include "alloy/lowering/commands.hpp"

namespace fretsaw::lowering {
namespace {

struct MetaCase {
  const char* text;
  std::vector<std::uint64_t> counts;  // one per command
};

const MetaCase kMetaCases[] = {
    {R"(sig A { f: set A }
sig B extends A { g: A -> A }
run { some s: sig$ | no s.value } for 2
check { B$.parent = A$ and no A$.parent } for 2
check { A$.subfields = A$f + B$g and A$.fields = A$f and B$.subfields = B$g } for 2
run { #sig$ = 2 and #field$ = 2 } for 1)",
     {21, 0, 0, 7}},
    {R"(abstract sig P {}
sig Q, R extends P { x: lone P }
run { all s: sig$ - P$ | one s.value } for 3
run { some s: sig$ | s.parent = P$ and no s.value } for 2
check { all s: sig$ | s.parent in P$ } for 3)",
     {54, 27, 0}},
    {R"(sig A { f: set A }
sig S in A { k: lone S }
run { some S$.value and no S$.parent and S$.fields = S$k and A$.subfields = A$f } for 2
run { all f: field$ | some f.value } for 2)",
     {216, 152}},
    {R"(open util/ordering[A]
sig A { f: lone A }
run { all f: A$.fields | some f.value } for exactly 2 A
run { some s: sig$ | s not in A$ and some s.fields } for 2)",
     {8, 9}},
    {R"(sig A { f: A -> A, g: A }
run { all r: A$.fields | some r.value } for 2
run { some r: A$.fields | #r.value > 1 } for 2)",
     {1022, 1024}},
    {R"(sig A { f: set A }
let props[s] = s.fields
let all_of[s, p] = { all x: s.fields | some x.value }
run { some x: props[A$] | some x.value } for 2
run { all_of[A$, 1] } for 2)",
     {17, 17}},
    {R"(sig A { f: set A }
run { some A$ } for 2
run { #univ > 3 } for 2
run { some x: univ | x in A$ } for 1
run { some disj x, y: sig$ + field$ | x != y } for 2
run { all x: sig$ + field$ | some x.value } for 2
run { one x: field$ | some x.value } for 2
run { lone x: sig$ | some x.value } for 2
run { some static$ and no var$ } for 2
run { A$ in static$ } for 1
run { some var$ } for 1
run { A$ = A } for 2
run { no A$ & A } for 2
run { all x: sig$, y: field$ | some x.value and some y.value } for 2
run { some x: sig$ | some x.value.f } for 2
run { some x: set sig$ | some x and some x.value } for 1
run { some x: lone field$ | some x.value } for 1
run { some x: one field$ | some x.value } for 1
run { all f: field$ | some f.value } for 1
run { all f: field$ | some a: A | f.value = a->a } for 2
run { A$.fields.value = A -> A } for 2
run { A.(A$.fields.value) = A } for 2
run { some A.(A$f.value) } for 2
run { no x: A$.fields | some x.value } for 1
run { no A$.parent and no A$.parent.parent } for 1
run { some A$f.parent } for 1
run { some A$f.fields } for 1
run { some x: univ | x = A$ and x in sig$ } for 1)",
     {21, 0, 3, 21, 17, 17, 21, 21, 3, 0, 0, 21, 17, 17, 2, 1, 1, 1, 4, 4, 12, 17, 2, 3, 0, 0, 3}},
    {R"(sig A { f: set A }
sig B { g: set A }
fun cnt: Int { #{x: sig$ | no x.value} }
run { let c = {x: field$ | some x.value} | #c = 1 } for 2
run { some {x: sig$ | some x.value} } for 2
run { cnt = 1 } for 2)",
     {99, 439, 23}},
    {R"(sig A { }
run { no field$ and some sig$ } for 2
run { some field$ } for 2
run { all f: field$ | some f.value } for 2
run { some A$.fields } for 2)",
     {4, 0, 4, 0}},
    {R"(
run { no sig$ } for 2
run { some univ } for 2)",
     {1, 1}},
    {R"(private sig A { private f: set A }
run { all f: field$ | some f.value } for 2)",
     {17}},
    {R"(one sig A { f: set B, i: Int }
sig B { }
run { all f: A$.fields | some f.value } for 2 but 2 int
run { all f: A$.fields | one A.(f.value) } for 2 but 2 int)",
     {20, 16}},
    {R"(sig A { s: seq A }
run { all f: A$.fields | some f.value } for 2
run { some s: sig$ | some s.value } for 1
run { all x: A$.fields | some x.value } for 1)",
     {52, 2, 1}},
    {R"(sig A { f: set A } { all x: A$.fields | some x.value }
run { } for 2)",
     {18}},
    {R"(sig A { f: set A }
sig B { g: set B }
run { all x: A$.fields + B$.fields | some x.value } for 2
run { all s: A$ + B$ | some s.fields.value } for 2
run { some s: sig$ | all f: s.fields | some f.value } for 2
run { all s: sig$ | all f: s.fields | some f.value } for 2
run { all s: sig$ | some s.value => some s.fields.value } for 2)",
     {289, 289, 425, 289, 324}},
    {R"(sig A { f: set A, g: A -> A }
run { all x: A$.fields | all a: A | some a.(x.value) } for 2
run { all x: A$.fields | no x.value & x.value } for 2)",
     {2028, 4}},
    {R"(sig A { f: set A }
assert a { all x: field$ | some x.value }
fact { some x: sig$ | some x.value }
pred p { all f: field$ | some f.value }
fun vals: set A { {a: A | some x: A$.fields | a in a.(x.value)} }
check a for 2
run p for 2
run { some vals } for 2)",
     {3, 17, 14}},
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
     {343, 2741, 12}},
    {R"(sig A { f: set A }
sig B extends A {}
run { some x: B$.parent | some x.value } for 2
run { some x: B$.fields | some x } for 2
run { no x: B$.fields | some x } for 2
run { some x: A$.parent | some x } for 2
check { no B$.fields } for 2
check { no A$.parent } for 2)",
     {72, 0, 73, 0, 0, 0}},
    {R"(sig A { f: set A, g: A -> A }
sig B extends A { h: lone A }
sig S in A { k: set B }
run { all disj x, y: A$.fields | x != y } for 1
run { all x: A$.fields | x.value in A -> A } for 1
run { some x: A$.fields | x.value in A -> A } for 1
run { all x: S$.subfields | some x.value } for 1
run { all x: B$.parent.fields | some x.value } for 1
run { {x: sig$ | some x.parent} = B$ } for 1
check { {x: sig$ | some x.parent} = B$ } for 1
check { {x: field$ | x.value in A -> A} = A$f + B$h + S$k } for 1
run { all x: sig$ | #x.value > 0 } for 1
run { (sum x: A$ | #x.value) = 1 } for 1
run { all x: A$ + B$ | x.value in A } for 1
run { all x: A$ + A$f | some x.value } for 1
run { all x: A$ + A | some x } for 1
run { all x: A$.fields & A$f | one x.value } for 1
run { let x = A$ | some x.value } for 1
run { some A.(A$f.value) and no A <: (A$g.value).A } for 1
run { sig$ = A$ + B$ + S$ } for 1
check { sig$ = A$ + B$ + S$ and field$ = A$f + A$g + B$h + S$k } for 1
check { static$ = sig$ + field$ and no var$ } for 1)",
     {33, 33, 33, 8, 8, 33, 0, 33, 16, 32, 33, 16, 33, 16, 32, 8, 33, 0, 0}},
    {R"(enum E { X, Y }
sig A { e: E }
run { all s: sig$ | s.parent = E$ } for 2
run { some s: sig$ | s.value = X } for 2)",
     {0, 9}},
    {R"(sig A { f: set A, g: A -> A }
sig B extends A { h: lone A }
sig S in A { k: set B }
fun kids: set univ { A$.subfields }
run { #kids = 4 } for 1
run { #kids = 3 } for 1)",
     {0, 33}},
    {R"(sig A { f: set A, g: A -> A }
sig B extends A { h: lone A }
sig S in A { k: set B }
let v[x] { x.value }
run { all x: A$.fields | some v[x] } for 1)",
     {8}},
    {R"(sig A { f: set A, g: A -> A }
sig B extends A { h: lone A }
sig S in A { k: set B }
let each[x, p] { all q: x.fields | p[q] }
pred ok[u: univ] { some u }
run { each[A$, ok] } for 1)",
     {33}},
    {R"(one sig R { d: Int one -> one Int }
run { all x: R$.fields | some R.(x.value) } for 2 int)",
     {24}},
    {R"(sig A { n: String }
run { all x: A$.fields | some x.value } for 1)",
     {0}},
    {R"(abstract sig A {}
one sig X, Y extends A {}
run { all s: sig$ - A$ | one s.value } for 3)",
     {1}},
    {R"(open util/boolean
sig A { b: Bool }
run { all x: A$.fields | True in A.(x.value) } for 1)",
     {1}},
    {R"(open util/graph[A] as g
sig A { f: set A }
run { all x: A$.fields | g/dag[x.value] } for 2)",
     {6}},
    {R"(sig A { f: set A } { some A$f.value }
run { some A } for 1)",
     {1}},
    {R"(sig A { f: set A } { some this.(A$f.value) and value != none->none }
run { some A } for 1)",
     {1}},
    {R"(sig A { f: set A } sig A2 extends A {} sig A3 extends A2 { q: A }
check { A$.subfields = A$f + A3$q and A2$.subfields = A3$q and no A2$.fields and A3$.parent.parent = A$ } for 2)",
     {0}},
    {R"(sig A { f: set A }
pred p { all x: A$.fields | all a: A | some a.(x.value) }
assert q { p }
check q for 2)",
     {9}},
    {R"(sig A { f, g: set A }
run { all x: A$.fields | all y: A$.fields - x | x.value != y.value } for 2
run { #{x: A$.fields | some x.value} = 1 } for 2)",
     {244, 34}},
};

TEST(MetaSigs, HaveTheInstancesThatAlloyGives) {
  std::size_t commands = 0;
  for (const MetaCase& c : kMetaCases) {
    SCOPED_TRACE(c.text);
    const model::Model model = model_of(c.text);
    ASSERT_EQ(model.commands.size(), c.counts.size());
    for (std::size_t i = 0; i < c.counts.size(); ++i) {
      EXPECT_EQ(count(model, i, Overflow::Prevent), c.counts[i]) << "command " << i;
      ++commands;
    }
  }
  EXPECT_EQ(commands, 115U);
}

}  // namespace
}  // namespace fretsaw::lowering
