// SPDX-License-Identifier: MIT
// A directed acyclic graph on the nodes 0..n-1, with sorted lists of successors.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

class DirectedAcyclicGraph {
 public:
  int node_count() const { return static_cast<int>(nodes_.size()); }
  int edge_count() const { return edge_count_; }

  // Nodes store their index; successors are nodes of this graph, sorted by index, each once; there are no
  // cycles; edge_count_ is the number of edges.
  bool rep_ok() const {
    for (int id = 0; id < node_count(); ++id) {
      if (nodes_[id] == nullptr || nodes_[id]->id != id) return false;
    }
    int edges = 0;
    for (const std::unique_ptr<Node>& node : nodes_) {
      int last = -1;
      for (const Node* successor : node->successors) {
        if (!owns(successor) || successor->id <= last) return false;
        last = successor->id;
        ++edges;
      }
    }
    return edges == edge_count_ && static_cast<int>(topological_order().size()) == node_count();
  }

  // Adds a node without edges and returns it.
  //@ ensures node_count() == \old(node_count()) + 1 && edge_count() == \old(edge_count());
  int add_node() {
    nodes_.push_back(std::make_unique<Node>(Node{node_count(), {}}));
    return nodes_.back()->id;
  }

  // Throw if the node does not exist, as do the operations below.
  /*@ normal_behavior
        requires from >= 0 && from < node_count() && to >= 0 && to < node_count();
        ensures {
          @result = true <=> some n: univ.(this.nodes_) | n.id = @from and @to in univ.(n.successors).id
        }
      also exceptional_behavior
        requires from < 0 || from >= node_count() || to < 0 || to >= node_count();
        signals std::out_of_range; */
  bool has_edge(int from, int to) const {
    const std::vector<Node*>& successors = at(from).successors;
    const auto place = find_place(successors, at(to));
    return place != successors.end() && (*place)->id == to;
  }

  // Whether the edge could be added: it was not there, and closes no cycle.
  /*@ requires from >= 0 && from < node_count() && to >= 0 && to < node_count();
      ensures \result == (!\old(has_edge(from, to)) && !\old(reaches(to, from)))
           && edge_count() == \old(edge_count()) + (\result ? 1 : 0); */
  bool add_edge(int from, int to) {
    if (has_edge(from, to) || reaches(to, from)) return false;
    std::vector<Node*>& successors = nodes_[from]->successors;
    successors.insert(find_place(successors, at(to)), nodes_[to].get());
    ++edge_count_;
    return true;
  }

  // Whether the edge was there.
  /*@ requires from >= 0 && from < node_count() && to >= 0 && to < node_count();
      ensures !has_edge(from, to) && \result == \old(has_edge(from, to)); */
  bool remove_edge(int from, int to) {
    if (!has_edge(from, to)) return false;
    std::vector<Node*>& successors = nodes_[from]->successors;
    successors.erase(find_place(successors, at(to)));
    --edge_count_;
    return true;
  }

  // Removes the node and its edges; the nodes after it move down by one.
  /*@ normal_behavior
        requires 0 <= id && id < node_count();
        ensures node_count() == \old(node_count()) - 1 && edge_count() <= \old(edge_count());
      also exceptional_behavior
        requires id < 0 || id >= node_count();
        signals std::out_of_range; */
  void remove_node(int id) {
    const Node& gone = at(id);
    edge_count_ -= static_cast<int>(gone.successors.size());
    for (const std::unique_ptr<Node>& node : nodes_) {
      const auto place = find_place(node->successors, gone);
      if (place == node->successors.end() || *place != &gone) continue;
      node->successors.erase(place);
      --edge_count_;
    }
    nodes_.erase(nodes_.begin() + id);
    for (; id < node_count(); ++id) nodes_[id]->id = id;
  }

  // Whether a path, possibly of length 0, leads from one node to the other.
  /*@ requires from >= 0 && from < node_count() && to >= 0 && to < node_count();
      ensures !has_edge(from, to) || \result;
      ensures from != to || \result; */
  bool reaches(int from, int to) const {
    at(to);
    std::vector<bool> seen(nodes_.size(), false);
    std::vector<const Node*> work{&at(from)};
    while (!work.empty()) {
      const Node* node = work.back();
      work.pop_back();
      if (node->id == to) return true;
      if (seen[node->id]) continue;
      seen[node->id] = true;
      work.insert(work.end(), node->successors.begin(), node->successors.end());
    }
    return false;
  }

  // The nodes, each before its successors. (Nodes on a cycle, and behind one, are left out: rep_ok relies on
  // it.)
  //@ ensures static_cast<int>(\result.size()) == node_count();
  std::vector<int> topological_order() const {
    std::vector<int> predecessors(nodes_.size(), 0);
    for (const auto& node : nodes_) {
      for (const Node* successor : node->successors) ++predecessors[successor->id];
    }
    std::vector<int> order;
    for (int id = 0; id < node_count(); ++id) {
      if (predecessors[id] == 0) order.push_back(id);
    }
    for (std::size_t i = 0; i < order.size(); ++i) {
      for (const Node* successor : nodes_[order[i]]->successors) {
        if (--predecessors[successor->id] == 0) order.push_back(successor->id);
      }
    }
    return order;
  }

 private:
  struct Node {
    int id = 0;
    std::vector<Node*> successors;
  };

  bool owns(const Node* node) const {
    if (node == nullptr) return false;
    const int id = node->id;
    return id >= 0 && id < node_count() && nodes_[id].get() == node;
  }

  const Node& at(int id) const {
    if (id < 0 || id >= node_count()) throw std::out_of_range("no such node");
    return *nodes_[id];
  }

  static std::vector<Node*>::const_iterator find_place(const std::vector<Node*>& successors,
                                                       const Node& node) {
    return std::lower_bound(successors.begin(), successors.end(), node.id,
                            [](const Node* successor, int id) { return successor->id < id; });
  }

  std::vector<std::unique_ptr<Node>> nodes_;
  int edge_count_ = 0;
};
