// SPDX-License-Identifier: MIT
//
// The models mix what decides which atoms a scope has: sigs that extend others, abstract, one, lone, some and
// subset sigs, exact scopes, orders, fields with every multiplicity. The tests are mostly valuations as they
// should be, with now and then a slip: an atom too many, a set that is left out, a tuple of the wrong owner.
#include "modeltest/random_tests.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

namespace fretsaw::modeltest {

RandomModel::RandomModel(unsigned seed) : random_(seed) {
  const int tops = 1 + pick(2);
  for (int i = 0; i < tops; ++i) {
    Sig sig{fmt::format("S{}", i), "", -1, false, chance(25)};
    if (chance(20))
      sig.mult = std::vector<std::string>{"one", "lone", "some"}[static_cast<std::size_t>(pick(3))];
    sigs_.push_back(sig);
  }
  const int more = pick(3);
  for (int i = 0; i < more; ++i) {
    Sig sig{fmt::format("T{}", i), "", pick(static_cast<int>(sigs_.size())), chance(25), false};
    if (chance(40))
      sig.mult = std::vector<std::string>{"one", "lone", "some"}[static_cast<std::size_t>(pick(3))];
    if (sigs_[static_cast<std::size_t>(sig.parent)].subset) sig.subset = true;
    sigs_.push_back(sig);
  }
  ordered_ = chance(25);
  const int fields = 1 + pick(3);
  for (int i = 0; i < fields; ++i) {
    Field field{fmt::format("f{}", i), pick(static_cast<int>(sigs_.size())), {}};
    const int columns = chance(20) ? 2 : 1;
    for (int c = 0; c < columns; ++c)
      field.columns.push_back(chance(15) ? -1 : pick(static_cast<int>(sigs_.size())));
    fields_.push_back(field);
  }
  if (ordered_) text_ += "open util/ordering[S0] as ord\n";
  const auto column = [&](int sig) {
    return sig < 0 ? std::string("Int") : sigs_[static_cast<std::size_t>(sig)].name;
  };
  for (std::size_t s = 0; s < sigs_.size(); ++s) {
    const Sig& sig = sigs_[s];
    text_ += fmt::format("{}{}{}sig {}", sig.is_abstract ? "abstract " : "", sig.mult,
                         sig.mult.empty() ? "" : " ", sig.name);
    if (sig.parent >= 0)
      text_ += fmt::format(" {} {}", sig.subset ? "in" : "extends",
                           sigs_[static_cast<std::size_t>(sig.parent)].name);
    std::vector<std::string> declarations;
    for (const Field& field : fields_) {
      if (field.owner != static_cast<int>(s)) continue;
      static const std::vector<std::string> kMults{"set", "one", "lone", "some"};
      if (field.columns.size() == 1) {
        declarations.push_back(fmt::format("{}: {} {}", field.name, kMults[static_cast<std::size_t>(pick(4))],
                                           column(field.columns[0])));
      } else {
        declarations.push_back(fmt::format("{}: {} {} -> {} {}", field.name, column(field.columns[0]),
                                           kMults[static_cast<std::size_t>(pick(4))],
                                           kMults[static_cast<std::size_t>(pick(4))],
                                           column(field.columns[1])));
      }
    }
    text_ += fmt::format(" {{ {} }}\n", fmt::join(declarations, ", "));
  }
  const int facts = pick(3);
  for (int i = 0; i < facts; ++i) text_ += fmt::format("fact {{ {} }}\n", formula({}, 2));
  text_ += fmt::format("pred p {{ {} }}\n", formula({}, 2));
  text_ += fmt::format("pred q[x: S0] {{ {} }}\n", formula({"x"}, 2));
}

int RandomModel::top(int sig) const {
  while (sigs_[static_cast<std::size_t>(sig)].parent >= 0) sig = sigs_[static_cast<std::size_t>(sig)].parent;
  return sig;
}

std::string RandomModel::set_expression(int depth) {
  const Field& field = fields_[static_cast<std::size_t>(pick(static_cast<int>(fields_.size())))];
  if (depth > 0 && chance(40))
    return fmt::format("({} {} {})", set_expression(depth - 1), chance(50) ? "+" : "&",
                       set_expression(depth - 1));
  if (chance(50)) return sigs_[static_cast<std::size_t>(pick(static_cast<int>(sigs_.size())))].name;
  const std::string owner = sigs_[static_cast<std::size_t>(field.owner)].name;
  return field.columns.size() == 1 ? fmt::format("{}.{}", owner, field.name)
                                   : fmt::format("{}.{}.univ", owner, field.name);
}

std::string RandomModel::formula(const std::vector<std::string>& atoms, int depth) {
  const auto sub = [&] { return formula(atoms, depth - 1); };
  static const std::vector<std::string> kMults{"no", "some", "lone", "one"};
  switch (depth <= 0 ? pick(4) : pick(9)) {
    case 0:
      return fmt::format("{} {}", kMults[static_cast<std::size_t>(pick(4))], set_expression(1));
    case 1:
      return fmt::format("{} {} {}", set_expression(1), chance(50) ? "in" : "=", set_expression(1));
    case 2:
      if (!atoms.empty())
        return fmt::format("{} in {}", atoms[static_cast<std::size_t>(pick(static_cast<int>(atoms.size())))],
                           set_expression(1));
      return fmt::format("#{} {} {}", set_expression(0), chance(50) ? "<" : ">=", pick(4));
    case 3:
      return fmt::format("plus[#{}, {}] > {}", set_expression(0), pick(8), pick(5));
    case 4:
      return fmt::format("({} => {})", sub(), sub());
    case 5:
      return fmt::format("({} || {})", sub(), sub());
    case 6:
      return fmt::format("!({})", sub());
    case 7: {
      const std::string variable = fmt::format("v{}", depth);
      std::vector<std::string> inner = atoms;
      inner.push_back(variable);
      return fmt::format("({} {}: {} | {})", chance(50) ? "all" : "some", variable, set_expression(0),
                         formula(inner, depth - 1));
    }
    default:
      return fmt::format("({} and {})", sub(), sub());
  }
}

std::string RandomModel::scope() {
  std::string text = fmt::format("for {}", 1 + pick(3));
  std::vector<std::string> but;
  for (const Sig& sig : sigs_) {
    if (!sig.subset && chance(20) && sig.mult.empty())
      but.push_back(fmt::format("{}{} {}", chance(40) ? "exactly " : "", pick(4), sig.name));
  }
  if (chance(10)) but.push_back("3 int");
  if (!but.empty()) text += fmt::format(" but {}", fmt::join(but, ", "));
  return text;
}

std::string RandomModel::test(int number) {
  // Atoms of the top-level sigs, and who is in which sig.
  std::vector<std::vector<std::string>> members(sigs_.size());
  for (std::size_t s = 0; s < sigs_.size(); ++s) {
    if (sigs_[s].parent >= 0) continue;
    const int atoms = pick(4);
    for (int a = 0; a < atoms; ++a) members[s].push_back(fmt::format("{}_{}", sigs_[s].name, a));
  }
  std::map<std::string, int> home;  // an atom is in one of the sigs that extend another
  for (std::size_t s = 0; s < sigs_.size(); ++s) {
    if (sigs_[s].parent < 0) continue;
    for (const std::string& atom : members[static_cast<std::size_t>(sigs_[s].parent)]) {
      if (!chance(60)) continue;
      const auto key = fmt::format("{}/{}", atom, sigs_[s].parent);
      if (!sigs_[s].subset && !home.emplace(key, static_cast<int>(s)).second && chance(90)) continue;
      members[s].push_back(atom);
    }
  }
  std::vector<std::string> binders, lines;
  const bool disjoint = chance(90);
  const bool rebind = chance(30);
  for (std::size_t s = sigs_.size(); s-- > 0;) {
    const bool is_top = sigs_[s].parent < 0;
    if (members[s].empty() || (!is_top && !rebind)) continue;
    binders.push_back(
        fmt::format("some {}{}: {}", disjoint ? "disj " : "", fmt::join(members[s], ", "), sigs_[s].name));
  }
  std::vector<std::string> atoms;
  for (std::size_t s = 0; s < sigs_.size(); ++s) {
    if (sigs_[s].parent < 0) atoms.insert(atoms.end(), members[s].begin(), members[s].end());
    if (chance(4)) continue;
    if (!members[s].empty() && chance(4)) members[s].pop_back();
    lines.push_back(members[s].empty() ? fmt::format("no {}", sigs_[s].name)
                                       : fmt::format("{} = {}", sigs_[s].name, fmt::join(members[s], " + ")));
  }
  for (const Field& field : fields_) {
    if (chance(4)) continue;
    std::vector<std::string> tuples;
    const int density = pick(101);
    std::vector<std::string> rows = members[static_cast<std::size_t>(field.owner)];
    for (const int column : field.columns) {
      std::vector<std::string> next;
      const std::vector<std::string> numbers{"0", "1", "7", "3"};
      for (const std::string& row : rows)
        for (const std::string& value : column < 0 ? numbers : members[static_cast<std::size_t>(column)])
          next.push_back(row + "->" + value);
      rows = next;
    }
    for (const std::string& row : rows)
      if (chance(density)) tuples.push_back(row);
    if (chance(3) && !atoms.empty() && field.columns.size() == 1)
      tuples.push_back(atoms[static_cast<std::size_t>(pick(static_cast<int>(atoms.size())))] + "->" +
                       atoms[static_cast<std::size_t>(pick(static_cast<int>(atoms.size())))]);
    lines.push_back(tuples.empty() ? fmt::format("no {}", field.name)
                                   : fmt::format("{} = {}", field.name, fmt::join(tuples, " + ")));
  }
  if (ordered_ && chance(90)) {
    std::vector<std::string> order = members[0];
    if (chance(50)) std::shuffle(order.begin(), order.end(), random_);
    lines.push_back(order.empty() ? "no ord/first" : fmt::format("ord/first = {}", order[0]));
    std::vector<std::string> steps;
    for (std::size_t i = 0; i + 1 < order.size(); ++i) steps.push_back(order[i] + "->" + order[i + 1]);
    if (chance(5) && !steps.empty()) steps.pop_back();
    lines.push_back(steps.empty() ? "no ord/next" : fmt::format("ord/next = {}", fmt::join(steps, " + ")));
  }
  if (chance(40)) lines.push_back(chance(50) ? "p" : "!p");
  if (chance(40) && !members[0].empty())
    lines.push_back(fmt::format("{}q[{}]", chance(50) ? "!" : "", members[0][0]));
  if (chance(25)) lines.push_back(formula(atoms, 1));
  if (chance(5)) std::shuffle(lines.begin(), lines.end(), random_);
  std::string text = fmt::format("pred test{} {{\n", number);
  for (const std::string& binder : binders) text += binder + " {\n";
  for (const std::string& line : lines) text += line + "\n";
  text += std::string(binders.size(), '}') + "\n}\n";
  return text + fmt::format("run test{} {}\n", number, scope());
}

}  // namespace fretsaw::modeltest
