// SPDX-License-Identifier: MIT
// Diagrams as they are drawn by hand. Atoms are nodes, except those that are mere values: integers, strings,
// and the members of enums (or of abstract sigs whose children are all `one` and which have no fields: the
// old way to write an enum). A tuple that ends in a value is written in its first atom's node, "info: 3";
// others are edges from the first atom to the last, the columns between them in brackets; edges of one field
// with the same ends are joined. The owner's column of a `one sig` is redundant, so a field of three columns
// is drawn without it; fields of a private `one sig`, such as those of util/ordering, are drawn as if they
// were global: without the sig itself.
#include "alloy/exchange/instance_diagram.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>

namespace fretsaw {

namespace {

using model::Sig;
using model::SigId;
using model::SigMult;

class DiagramBuilder {
 public:
  DiagramBuilder(const model::Model& model, const AlloyState& state) : model_(model), state_(state) {}

  Diagram draw() {
    for (const Sig& sig : model_.sigs) {
      if (!sig.builtin && !sig.is_meta && sig.is_top_level()) add_atoms(sig);
    }
    for (const Sig& sig : model_.sigs) {
      if (sig.is_subset() && !sig.is_meta) mark_members(sig);
    }
    for (const model::Field& field : model_.fields) {
      if (!field.is_meta) add_field(field);  // as in Alloy, pictures leave out what is about the model
    }
    for (const auto& skolem : state_.skolems) add_skolem(skolem);
    return std::move(diagram_);
  }

 private:
  static bool has_fields(const Sig& sig) { return !sig.fields.empty(); }

  bool is_enumeration(const Sig& sig) const {
    if (sig.is_enum) return true;
    return sig.is_abstract && !sig.children.empty() && !has_fields(sig) &&
           std::all_of(sig.children.begin(), sig.children.end(), [&](SigId child) {
             const Sig& member = model_.sig(child);
             return member.mult == SigMult::One && !has_fields(member) && member.children.empty();
           });
  }

  static bool is_background(const Sig& sig) { return sig.is_private && sig.mult == SigMult::One; }

  // The sig furthest down that holds the atom.
  const Sig& most_special(const Sig& sig, const AlloyAtom& atom) const {
    for (const SigId child : sig.children) {
      const auto& atoms = state_.sig(child).atoms;
      if (std::find(atoms.begin(), atoms.end(), atom) != atoms.end())
        return most_special(model_.sig(child), atom);
    }
    return sig;  // NOLINT(bugprone-return-const-ref-from-parameter): sigs are those of the model
  }

  void add_atoms(const Sig& sig) {
    const std::size_t color = colors_used_++;
    for (const AlloyAtom& atom : state_.sig(sig.id).atoms) {
      const Sig& special = most_special(sig, atom);
      const bool single = special.mult == SigMult::One;
      const std::string name = to_string(atom);
      titles_[atom] = single ? special.name : name;
      if (is_enumeration(sig) || is_background(special)) continue;
      node_of_[atom] = diagram_.nodes.size();
      DiagramNode node{name, titles_[atom], "", single, single, color, {}, {}};
      if (!single && special.id != sig.id) node.kind = special.name;
      diagram_.nodes.push_back(std::move(node));
    }
  }

  DiagramNode* node(const AlloyAtom& atom) {
    const auto found = node_of_.find(atom);
    return found == node_of_.end() ? nullptr : &diagram_.nodes[found->second];
  }

  std::string title(const AlloyAtom& atom) const {
    const auto found = titles_.find(atom);
    return found == titles_.end() ? to_string(atom) : found->second;
  }

  void mark_members(const Sig& sig) {
    for (const AlloyAtom& atom : state_.sig(sig.id).atoms) {
      if (DiagramNode* member = node(atom)) member->marks.push_back(sig.name);
    }
  }

  void add_field(const model::Field& field) {
    const Sig& owner = model_.sig(field.owner);
    std::vector<std::vector<AlloyAtom>> rows;
    for (const AlloyTuple& tuple : state_.field(field.id).tuples) {
      const bool redundant =
          owner.mult == SigMult::One && (tuple.size() > 2 || is_background(owner)) && node(tuple[1]);
      rows.emplace_back(tuple.begin() + (redundant ? 1 : 0), tuple.end());
    }
    add_rows(field.name, rows, false);
  }

  void add_skolem(const AlloySkolem& skolem) { add_rows(skolem.name, skolem.tuples, true); }

  void add_rows(const std::string& name, const std::vector<AlloyTuple>& rows, bool skolem) {
    const std::size_t color = edge_colors_used_++;
    const std::set<AlloyTuple> all(rows.begin(), rows.end());
    std::map<std::pair<std::size_t, std::string>, std::vector<std::string>>
        values;                                                    // by node and text before ':'
    std::map<std::pair<AlloyAtom, AlloyAtom>, std::size_t> edges;  // those of this relation, by their ends
    for (const AlloyTuple& row : rows) {
      DiagramNode* const from = node(row.front());
      if (!from) continue;
      if (row.size() == 1) {
        from->marks.push_back(name);
        continue;
      }
      if (!node(row.back())) {
        values[{node_of_.at(row.front()), name + between(row)}].push_back(title(row.back()));
        continue;
      }
      const bool mutual = row.size() == 2 && row[0] != row[1] && all.contains({row[1], row[0]});
      if (mutual && row[1] < row[0]) continue;
      const auto [edge, is_new] = edges.try_emplace({row.front(), row.back()}, diagram_.edges.size());
      if (is_new) {
        diagram_.edges.push_back(
            {from->id, to_string(row.back()), name + between(row), color, mutual, skolem});
      } else {
        diagram_.edges[edge->second].label += fmt::format(",{}", between(row));
      }
    }
    for (const auto& [key, list] : values) {
      diagram_.nodes[key.first].values.push_back(fmt::format("{}: {}", key.second, fmt::join(list, ", ")));
    }
  }

  // The columns between the first and the last.
  std::string between(const AlloyTuple& row) const {
    if (row.size() == 2) return "";
    std::vector<std::string> names;
    for (std::size_t i = 1; i + 1 < row.size(); ++i) names.push_back(title(row[i]));
    return fmt::format(" [{}]", fmt::join(names, ", "));
  }

  const model::Model& model_;
  const AlloyState& state_;
  Diagram diagram_;
  std::map<AlloyAtom, std::size_t> node_of_;
  std::map<AlloyAtom, std::string> titles_;
  std::size_t colors_used_ = 0;
  std::size_t edge_colors_used_ = 0;
};

}  // namespace

Diagram diagram_of(const model::Model& model, const AlloyInstance& instance) {
  return DiagramBuilder(model, instance.first()).draw();
}

namespace {

bool same_node(const DiagramNode& a, const DiagramNode& b) {
  return a.kind == b.kind && a.marks == b.marks && a.values == b.values;
}

// All that any state has, in all of them, so that the layout is the same; what a state lacks is hidden, what
// differs from the state before is marked.
void align(std::vector<Diagram>& states) {
  std::vector<DiagramNode> nodes;
  std::vector<DiagramEdge> edges;
  const auto find_node = [](const std::vector<DiagramNode>& list, const DiagramNode& node) {
    return std::ranges::find(list, node.id, &DiagramNode::id);
  };
  const auto find_edge = [](const std::vector<DiagramEdge>& list, const DiagramEdge& edge) {
    return std::ranges::find_if(list, [&](const DiagramEdge& other) {
      return other.from == edge.from && other.to == edge.to && other.label == edge.label &&
             other.both_ways == edge.both_ways;
    });
  };
  for (const Diagram& state : states) {
    for (const DiagramNode& node : state.nodes) {
      if (find_node(nodes, node) == nodes.end()) nodes.push_back(node);
    }
    for (const DiagramEdge& edge : state.edges) {
      if (find_edge(edges, edge) == edges.end()) edges.push_back(edge);
    }
  }
  const std::vector<Diagram> before = states;
  for (std::size_t s = 0; s < states.size(); ++s) {
    states[s].nodes = nodes;
    for (DiagramNode& node : states[s].nodes) {
      const auto own = find_node(before[s].nodes, node);
      if (own == before[s].nodes.end()) {
        node.hidden = true;
        continue;
      }
      node = *own;
      if (s == 0) continue;
      const auto old = find_node(before[s - 1].nodes, node);
      node.marked = old == before[s - 1].nodes.end() || !same_node(*old, node);
    }
    states[s].edges = edges;
    for (DiagramEdge& edge : states[s].edges) {
      edge.hidden = find_edge(before[s].edges, edge) == before[s].edges.end();
      edge.marked =
          s > 0 && !edge.hidden && find_edge(before[s - 1].edges, edge) == before[s - 1].edges.end();
    }
  }
}

}  // namespace

std::vector<Diagram> diagrams_of(const model::Model& model, const AlloyInstance& trace) {
  std::vector<Diagram> states;
  for (std::size_t s = 0; s < trace.states.size(); ++s) {
    states.push_back(DiagramBuilder(model, trace.states[s]).draw());
    const bool last = s + 1 == trace.states.size();
    states.back().caption =
        last ? fmt::format("state {}, then state {} again", s, trace.loop) : fmt::format("state {}", s);
  }
  align(states);
  return states;
}

}  // namespace fretsaw
