// SPDX-License-Identifier: MIT
//
// The models mix what decides which atoms a scope has: sigs that extend others, abstract, one, lone, some and
// subset sigs, exact scopes and scopes of sigs below those of their parents, integers of one to four bits,
// orders, fields with every multiplicity. Formulas name sets by `let` and hand them to predicates and
// functions. The tests are mostly valuations as they should be, with now and then a slip: an atom too many, a
// set that is left out, a tuple of the wrong owner, a number beyond the width.
#include "alloy/modeltest/random_tests.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

namespace fretsaw::modeltest {

RandomModel::RandomModel(unsigned seed) : random_(seed) {
  static const std::vector<std::string> kSizes{"one", "lone", "some", "lone", "one"};
  const int tops = 1 + pick(2);
  for (int i = 0; i < tops; ++i) {
    Sig sig{fmt::format("S{}", i), "", -1, false, chance(25)};
    if (chance(20)) sig.mult = kSizes[static_cast<std::size_t>(pick(3))];
    sigs_.push_back(sig);
  }
  const int more = pick(4);
  for (int i = 0; i < more; ++i) {
    Sig sig{fmt::format("T{}", i), "", pick(static_cast<int>(sigs_.size())), chance(25), false};
    if (chance(45)) sig.mult = kSizes[static_cast<std::size_t>(pick(5))];
    Sig& parent = sigs_[static_cast<std::size_t>(sig.parent)];
    if (parent.subset) sig.subset = true;
    if (!sig.subset && chance(25)) parent.is_abstract = true;
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
  // What is called is made before what calls it.
  const std::string function = set_expression({"y"}, 1);
  const std::string inner = formula({"y"}, 1);
  callable_ = true;
  const int facts = pick(3);
  for (int i = 0; i < facts; ++i) text_ += fmt::format("fact {{ {} }}\n", formula({}, 2));
  text_ += fmt::format("fun g[y: set univ]: set univ {{ {} }}\n", function);
  text_ += fmt::format("pred h[y: set univ] {{ {} }}\n", inner);
  text_ += fmt::format("pred p {{ {} }}\n", formula({}, 2));
  text_ += fmt::format("pred q[x: S0] {{ {} }}\n", formula({"x"}, 2));
}

bool RandomModel::is_below(std::size_t sig, std::size_t above) const {
  int at = static_cast<int>(sig);
  while (at >= 0 && at != static_cast<int>(above)) at = sigs_[static_cast<std::size_t>(at)].parent;
  return at >= 0;
}

std::string RandomModel::set_expression(const std::vector<std::string>& names, int depth) {
  const Field& field = fields_[static_cast<std::size_t>(pick(static_cast<int>(fields_.size())))];
  if (depth > 0 && chance(40))
    return fmt::format("({} {} {})", set_expression(names, depth - 1), chance(50) ? "+" : "&",
                       set_expression(names, depth - 1));
  if (callable_ && chance(8)) return fmt::format("g[{}]", set_expression(names, 0));
  if (!names.empty() && chance(20))
    return names[static_cast<std::size_t>(pick(static_cast<int>(names.size())))];
  if (chance(50)) return sigs_[static_cast<std::size_t>(pick(static_cast<int>(sigs_.size())))].name;
  const std::string owner = sigs_[static_cast<std::size_t>(field.owner)].name;
  return field.columns.size() == 1 ? fmt::format("{}.{}", owner, field.name)
                                   : fmt::format("{}.{}.univ", owner, field.name);
}

std::string RandomModel::formula(const std::vector<std::string>& names, int depth) {
  const auto sub = [&] { return formula(names, depth - 1); };
  const auto set = [&](int deep) { return set_expression(names, deep); };
  static const std::vector<std::string> kMults{"no", "some", "lone", "one"};
  switch (depth <= 0 ? pick(4) : pick(11)) {
    case 0:
      return fmt::format("{} {}", kMults[static_cast<std::size_t>(pick(4))], set(1));
    case 1:
      return fmt::format("{} {} {}", set(1), chance(50) ? "in" : "=", set(1));
    case 2:
      if (!names.empty())
        return fmt::format("{} in {}", names[static_cast<std::size_t>(pick(static_cast<int>(names.size())))],
                           set(1));
      return fmt::format("#{} {} {}", set(0), chance(50) ? "<" : ">=", pick(4));
    case 3:
      return fmt::format("plus[#{}, {}] > {}", set(0), pick(8), pick(5));
    case 4:
      return fmt::format("({} => {})", sub(), sub());
    case 5:
      return fmt::format("({} || {})", sub(), sub());
    case 6:
      return fmt::format("!({})", sub());
    case 7:
    case 8: {
      const std::string name = fmt::format("v{}", depth);
      std::vector<std::string> inner = names;
      inner.push_back(name);
      if (chance(40)) return fmt::format("(let {} = {} | {})", name, set(1), formula(inner, depth - 1));
      return fmt::format("({} {}: {} | {})", chance(50) ? "all" : "some", name, set(0),
                         formula(inner, depth - 1));
    }
    case 9:
      if (callable_) return fmt::format("h[{}]", set(1));
      [[fallthrough]];
    default:
      return fmt::format("({} and {})", sub(), sub());
  }
}

std::string RandomModel::scope(int width) {
  const int overall = 1 + pick(3);
  std::string text = fmt::format("for {}", overall);
  std::vector<std::string> but;
  for (const Sig& sig : sigs_) {
    if (sig.subset || !sig.mult.empty()) continue;
    const bool is_top = sig.parent < 0;
    if (!chance(is_top ? 20 : 45)) continue;
    but.push_back(
        fmt::format("{}{} {}", chance(40) ? "exactly " : "", pick(is_top ? 4 : overall + 1), sig.name));
  }
  if (width != 4 || chance(10)) but.push_back(fmt::format("{} int", width));
  if (!but.empty()) text += fmt::format(" but {}", fmt::join(but, ", "));
  return text;
}

std::string RandomModel::test(int number) {
  const int width = chance(40) ? 1 + pick(3) : 4;
  // Atoms of the top-level sigs, and who is in which sig.
  std::vector<std::vector<std::string>> members(sigs_.size());
  for (std::size_t s = 0; s < sigs_.size(); ++s) {
    if (sigs_[s].parent >= 0) continue;
    const int atoms = is_small(sigs_[s]) && chance(70) ? 1 : pick(4);
    for (int a = 0; a < atoms; ++a) members[s].push_back(fmt::format("{}_{}", sigs_[s].name, a));
  }
  std::map<std::string, int> home;  // an atom is in one of the sigs that extend another
  for (std::size_t s = 0; s < sigs_.size(); ++s) {
    if (sigs_[s].parent < 0) continue;
    for (const std::string& atom : members[static_cast<std::size_t>(sigs_[s].parent)]) {
      if (!chance(60) || (is_small(sigs_[s]) && !members[s].empty() && chance(80))) continue;
      const auto key = fmt::format("{}/{}", atom, sigs_[s].parent);
      if (!sigs_[s].subset && !home.emplace(key, static_cast<int>(s)).second && chance(90)) continue;
      members[s].push_back(atom);
    }
  }
  // Of an abstract sig that others extend, mostly the atoms that they have.
  for (std::size_t s = sigs_.size(); s-- > 0;) {
    const bool is_extended = std::ranges::any_of(
        sigs_, [&](const Sig& sig) { return sig.parent == static_cast<int>(s) && !sig.subset; });
    if (!sigs_[s].is_abstract || !is_extended || chance(20)) continue;
    const std::vector<std::string> all = members[s];
    for (const std::string& atom : all) {
      if (home.contains(fmt::format("{}/{}", atom, s))) continue;
      for (std::size_t t = 0; t < sigs_.size(); ++t)
        if (is_below(t, s)) std::erase(members[t], atom);
      const auto own = home.find(fmt::format("{}/{}", atom, sigs_[s].parent));
      if (own != home.end() && own->second == static_cast<int>(s)) home.erase(own);
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
  const int end = 1 << (width - 1);
  std::set<int> numbers{0, end - 1, end / 2 - 1, -end};
  if (chance(4)) numbers.insert(end);
  for (const Field& field : fields_) {
    if (chance(4)) continue;
    std::vector<std::string> tuples;
    const int density = pick(101);
    std::vector<std::string> rows = members[static_cast<std::size_t>(field.owner)];
    for (const int column : field.columns) {
      std::vector<std::string> next;
      for (const std::string& row : rows) {
        if (column < 0)
          for (const int number : numbers) next.push_back(fmt::format("{}->{}", row, number));
        else
          for (const std::string& value : members[static_cast<std::size_t>(column)])
            next.push_back(row + "->" + value);
      }
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
  return text + fmt::format("run test{} {}\n", number, scope(width));
}

}  // namespace fretsaw::modeltest
