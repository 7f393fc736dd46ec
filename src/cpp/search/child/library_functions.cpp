// SPDX-License-Identifier: MIT
// Functions of the C++ library that walk through the nodes of its trees and lists. They are compiled already,
// and so not instrumented: the program is linked with --wrap for each, and what they read of a candidate's
// own container is reported first, or what they change in it (see memory_functions.cpp).
#include <cstddef>
#include <cstdint>

#include "cpp/search/child/watch.hpp"
#include "cpp/space/child/memory_map.hpp"

using fretsaw::search::on_read_range;
using fretsaw::search::on_write_range;
using fretsaw::space::is_low;

namespace {

// libstdc++: the color, then these.
struct TreeNode {
  std::uint64_t color;
  TreeNode* parent;
  TreeNode* left;
  TreeNode* right;
};

struct ListNode {
  ListNode* next;
  ListNode* previous;
};

bool is_candidates(const void* node) { return is_low(reinterpret_cast<std::uintptr_t>(node)); }

void read(const TreeNode* node) { on_read_range(node, sizeof *node); }

// All of a tree may change: these are small.
void write_all(TreeNode* node) {
  if (node == nullptr) return;
  on_write_range(node, sizeof *node);
  write_all(node->left);
  write_all(node->right);
}

void write_tree(TreeNode* header) {
  if (!is_candidates(header)) return;
  read(header);
  on_write_range(header, sizeof *header);
  write_all(header->parent);
}

void write(ListNode* node) {
  if (!is_candidates(node)) return;
  on_read_range(node, sizeof *node);
  on_write_range(node, sizeof *node);
}

void write_with_neighbors(ListNode* node) {
  write(node);
  write(node->next);
  write(node->previous);
}

}  // namespace

extern "C" {

// The names are those of std::_Rb_tree_increment and so on, with and without const.
#define FRETSAW_TREE_STEP(name)             \
  TreeNode* __real_##name(TreeNode* node);  \
  TreeNode* __wrap_##name(TreeNode* node) { \
    if (is_candidates(node)) read(node);    \
    return __real_##name(node);             \
  }
FRETSAW_TREE_STEP(_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base)
FRETSAW_TREE_STEP(_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base)
FRETSAW_TREE_STEP(_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base)
FRETSAW_TREE_STEP(_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base)
#undef FRETSAW_TREE_STEP

void __real__ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(bool left, TreeNode* node,
                                                                              TreeNode* parent,
                                                                              TreeNode* header);
void __wrap__ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(bool left, TreeNode* node,
                                                                              TreeNode* parent,
                                                                              TreeNode* header) {
  write_tree(header);
  __real__ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(left, node, parent, header);
}

TreeNode* __real__ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_(TreeNode* node,
                                                                              TreeNode* header);
TreeNode* __wrap__ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_(TreeNode* node,
                                                                              TreeNode* header) {
  write_tree(header);
  return __real__ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_(node, header);
}

void __real__ZNSt8__detail15_List_node_base7_M_hookEPS0_(ListNode* node, ListNode* position);
void __wrap__ZNSt8__detail15_List_node_base7_M_hookEPS0_(ListNode* node, ListNode* position) {
  write_with_neighbors(position);
  __real__ZNSt8__detail15_List_node_base7_M_hookEPS0_(node, position);
}

void __real__ZNSt8__detail15_List_node_base9_M_unhookEv(ListNode* node);
void __wrap__ZNSt8__detail15_List_node_base9_M_unhookEv(ListNode* node) {
  write_with_neighbors(node);
  __real__ZNSt8__detail15_List_node_base9_M_unhookEv(node);
}

void __real__ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_(ListNode* node, ListNode* first,
                                                                 ListNode* last);
void __wrap__ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_(ListNode* node, ListNode* first,
                                                                 ListNode* last) {
  write_with_neighbors(node);
  write_with_neighbors(first);
  write_with_neighbors(last);
  __real__ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_(node, first, last);
}
}
