// SPDX-License-Identifier: MIT
// Objects from relational invariants: the same as those that an equivalent C++ predicate accepts.
#include "cpp/inputs/generate.hpp"

#include <gmock/gmock.h>

#include "cpp/inputs/generated.hpp"

namespace fretsaw::inputs {
namespace {

void same_objects(const std::string& text, const std::string& class_name, int size, std::size_t count,
                  const std::vector<std::string>& values = {}) {
  const contract::HeaderFile header(text);
  const auto relational = generated(header, class_name, std::nullopt, size, values);
  ASSERT_TRUE(relational.ok()) << render(relational.error());
  const auto cxx = generated(header, class_name, "rep_ok", size, values);
  ASSERT_TRUE(cxx.ok()) << render(cxx.error());
  EXPECT_EQ(relational->given, relational->objects.size());
  EXPECT_EQ(relational->objects, cxx->objects);
  EXPECT_EQ(relational->given, count);
  EXPECT_TRUE(relational->totals.complete);
}

TEST(RelationalInvariants, OfSearchTrees) {
  same_objects(R"(
class SearchTree {
  struct Node { Node* left = nullptr; Node* right = nullptr; int key = 0; };
  /*@ invariant {
        all n: this.root.*(left + right) {
          n !in n.^(left + right)
          lone n.~(left + right)
          no n.left & n.right
          all l: n.left.*(left + right) | l.key < n.key
          all r: n.right.*(left + right) | r.key > n.key
        }
        this.size = #this.root.*(left + right)
      } */
  Node* root = nullptr;
  int size = 0;
  static bool ordered(const Node* node, const int* low, const int* high, int depth) {
    if (node == nullptr) return true;
    if (depth == 0 || (low && node->key <= *low) || (high && node->key >= *high)) return false;
    return ordered(node->left, low, &node->key, depth - 1) && ordered(node->right, &node->key, high, depth - 1);
  }
  static int count(const Node* node) { return node == nullptr ? 0 : 1 + count(node->left) + count(node->right); }
 public:
  bool rep_ok() const { return ordered(root, nullptr, nullptr, 8) && count(root) == size; }
};
)",
               "SearchTree", 3, 15, {"Node::key=1..3"});
}

TEST(RelationalInvariants, OfRingsWithValues) {
  same_objects(R"(
struct Ring {
  enum Color { Red, Green };
  struct Node { Node* next = nullptr; Node* prev = nullptr; Color color = Red; };
  /*@ invariant { some this.first
                  all n: this.first.*next | n.next.prev = n and n.prev.next = n and n.next.color != n.color } */
  Node* first = nullptr;
  bool rep_ok() const {
    if (!first) return false;
    const Node* n = first;
    do {
      if (!n->next || n->next->prev != n || n->next->color == n->color) return false;
      n = n->next;
    } while (n != first);
    return true;
  }
};
)",
               "Ring", 4, 4);
}

TEST(RelationalInvariants, OfVectors) {
  same_objects(R"(
#include <vector>
struct Heap {
  std::vector<int> items;
  /*@ invariant { all i: this.items.univ | i > 0 => this.items[i] <= this.items[div[minus[i, 1], 2]] } */
  bool rep_ok() const {
    for (unsigned i = 1; i < items.size(); ++i) {
      if (items[i] > items[(i - 1) / 2]) return false;
    }
    return true;
  }
};
)",
               "Heap", 3, 1 + 4 + 10 + 30);
}

TEST(RelationalInvariants, AndCxxOnesFilterEachOther) {
  const contract::HeaderFile header(R"(
struct Pair {
  int a = 0, b = 0;
  //@ invariant { this.a < this.b }
  //@ invariant even();
  bool even() const { return (a + b) % 2 == 0; }
  bool rep_ok() const { return false; }
};
)");
  const auto both = generated(header, "Pair", std::nullopt, 4);
  ASSERT_TRUE(both.ok()) << render(both.error());
  EXPECT_EQ(both->given, 4u);  // 0 2, 0 4, 1 3, 2 4
  EXPECT_EQ(both->totals.structures, 4u);
}

TEST(RelationalInvariants, MayBeInASpecFile) {
  const contract::HeaderFile header("struct Pair { int a = 0, b = 0; };",
                                    "class Pair { invariant { this.a < this.b } }");
  const auto found = generated(header, "Pair", std::nullopt, 3);
  ASSERT_TRUE(found.ok()) << render(found.error());
  EXPECT_EQ(found->given, 6u);
}

TEST(RelationalInvariants, ThatAreNotSupportedAreRejected) {
  const auto said = [](const std::string& text, const std::vector<std::string>& values = {}) {
    const contract::HeaderFile header(text);
    const auto found = generated(header, "Pair", std::nullopt, 2, values);
    return found ? std::string("no error") : render(found.error());
  };
  EXPECT_THAT(
      said("struct Pair { int a = 0, b = 0;\n//@ invariant { this.a < this.b }\n};", {"Pair::b=default"}),
      testing::HasSubstr(
          "subject.hpp:2:31: error: 'Pair::b' is not supported in a relational clause: it keeps its default value"));
  EXPECT_THAT(said("struct Pair { int a = 0;\n//@ invariant { all i: Int | i < this.a }\n};"),
              testing::HasSubstr("subject.hpp:2:21: error: 'Int' depends on all integers"));
}

}  // namespace
}  // namespace fretsaw::inputs
