// SPDX-License-Identifier: MIT
// The engine in one screen: every binary tree with four nodes, from constraints alone; all counted, one
// drawn.
#include <functional>
#include <iostream>
#include <string>

#include "fretsaw/finder.hpp"

using namespace fretsaw;

int main() {
  constexpr Atom kNodes = 4;
  const TupleSet nodes = TupleSet::all(1, kNodes);
  const Relation root("root", 1), left("left", 2), right("right", 2);
  const Expr children = left + right;
  const Variable n("n");

  Problem problem;
  problem.universe = Universe({"N0", "N1", "N2", "N3"});
  problem.bounds = {{root, TupleSet(1), nodes},
                    {left, TupleSet(2), TupleSet::all(2, kNodes)},
                    {right, TupleSet(2), TupleSet::all(2, kNodes)}};
  problem.formulas = {
      one(root) && equal(join(root, reflexive_closure(children)), univ()),
      all({{n, univ()}}, lone(join(n, left)) && lone(join(n, right)) && no(join(n, left) & join(n, right))),
      all({{n, univ()}}, lone(join(children, n)) && !in(n, join(n, closure(children)))),
  };

  for (const Symmetry symmetry : {Symmetry::None, Symmetry::Lex}) {
    auto stream = instances(problem, {.symmetry = symmetry});
    if (!stream) {
      std::cerr << render(stream.error());
      return 1;
    }
    while (stream->skip()) {
    }
    std::cout << stream->yielded_count() << " trees with symmetry " << to_string(symmetry) << "\n";
  }

  const auto finding = find(problem);
  if (!finding || finding->verdict != Verdict::Sat) return 1;
  const Instance& tree = *finding->instance;
  const auto child = [&](const Relation& side, Atom node) -> std::optional<Atom> {
    for (std::size_t i = 0; i < tree[side].size(); ++i) {
      if (tree[side].row(i)[0] == node) return tree[side].row(i)[1];
    }
    return std::nullopt;
  };
  const std::function<void(Atom, const std::string&, const std::string&)> draw =
      [&](Atom node, const std::string& indent, const std::string& label) {
        std::cout << indent << label << problem.universe.name(node) << "\n";
        if (const auto l = child(left, node)) draw(*l, indent + "   ", "left  ");
        if (const auto r = child(right, node)) draw(*r, indent + "   ", "right ");
      };
  draw(tree[root].row(0)[0], "", "");
}
