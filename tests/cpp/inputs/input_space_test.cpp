// SPDX-License-Identifier: MIT
// Inputs from relational clauses: the same, up to isomorphism, as those among all candidates that the
// evaluation of the clauses accepts, and none twice.
#include "cpp/inputs/input_space.hpp"

#include <gmock/gmock.h>

#include <map>
#include <set>

#include "cpp/contract/fixture.hpp"
#include "cpp/contract/heap_check.hpp"
#include "cpp/space/candidate_heap.hpp"
#include "fretsaw/finder.hpp"

namespace fretsaw::inputs {
namespace {

// How many objects, and which integers.
struct Bounds {
  std::map<std::string, int> objects{};  // by class
  std::int64_t low = 0;
  std::int64_t high = 1;
  int longest = 2;
};

// What the program under search would say of its candidates.
class SpaceMaker {
 public:
  SpaceMaker(const code::Classes& classes, int root, const Bounds& bounds)
      : classes_(classes), bounds_(bounds) {
    add(root, 0);
    for (std::size_t c = 0; c < classes.classes.size(); ++c) {
      const auto count = bounds.objects.find(classes.classes[c].name);
      for (int i = static_cast<int>(c) == root ? 1 : 0; count != bounds.objects.end() && i < count->second;
           ++i)
        add(static_cast<int>(c), i);
    }
    for (std::size_t i = 0; i < space_.objects.size(); ++i) space_.objects[i].parts = fields(class_of_[i]);
  }

  const space::Space& space() const { return space_; }

 private:
  void add(int class_index, int number) {
    space_.objects.push_back(
        {classes_.at(class_index).name + "$" + std::to_string(number), class_index, true, {}});
    class_of_.push_back(class_index);
  }

  std::vector<space::SpacePart> fields(int class_index) {
    std::vector<space::SpacePart> parts;
    for (const code::FieldInfo& field : classes_.at(class_index).fields)
      parts.push_back(part(field.name, field.type));
    return parts;
  }

  int slot(std::vector<space::SpaceValue> domain) {
    space_.domains.push_back(std::move(domain));
    space_.variables.push_back({static_cast<std::uint32_t>(space_.domains.size() - 1)});
    return static_cast<int>(space_.variables.size()) - 1;
  }

  space::SpacePart part(const std::string& name, int type) {
    using Kind = space::SpaceValue::Kind;
    const code::TypeInfo& info = classes_.type(type);
    space::SpacePart result;
    result.kind = space::SpacePart::Kind::Slot;
    result.name = name;
    result.type = type;
    std::vector<space::SpaceValue> domain;
    switch (info.kind) {
      case detail::kRecordType:
        result.kind = space::SpacePart::Kind::Record;
        result.parts = fields(info.target);
        return result;
      case detail::kArrayType:
        result.kind = space::SpacePart::Kind::Array;
        for (unsigned long i = 0; i < info.count; ++i) result.parts.push_back(part("", info.target));
        return result;
      case detail::kVectorType:
      case detail::kOptionalType: {
        const bool is_vector = info.kind == detail::kVectorType;
        result.kind = is_vector ? space::SpacePart::Kind::Vector : space::SpacePart::Kind::Optional;
        const int longest = is_vector ? bounds_.longest : 1;
        for (int i = 0; i <= longest; ++i) domain.push_back({Kind::Length, i});
        result.variable = slot(std::move(domain));
        for (int i = 0; i < longest; ++i) result.parts.push_back(part("", info.target));
        return result;
      }
      case detail::kBoolType:
        domain = {{Kind::Boolean, 0}, {Kind::Boolean, 1}};
        break;
      case detail::kEnumType:
        for (const auto& [enumerator, value] : info.enumerators)
          domain.push_back({Kind::Enumerator, value, 0, enumerator});
        break;
      case detail::kIntegerType:
        for (std::int64_t i = bounds_.low; i <= bounds_.high; ++i) domain.push_back({Kind::Number, i});
        break;
      default:
        if (info.kind != detail::kReferenceType) domain.push_back({});
        for (std::size_t i = 0; i < space_.objects.size(); ++i) {
          const code::ClassInfo& candidate = classes_.at(class_of_[i]);
          const bool fits =
              class_of_[i] == info.target || std::ranges::count(candidate.bases, info.target) > 0;
          if (fits) domain.push_back({Kind::Reference, 0, static_cast<std::uint32_t>(i)});
        }
    }
    result.variable = slot(std::move(domain));
    return result;
  }

  const code::Classes& classes_;
  const Bounds& bounds_;
  space::Space space_;
  std::vector<int> class_of_;
};

// The heap with ids in the order in which a walk meets them: equal exactly for isomorphic heaps.
std::vector<std::int64_t> canonical(object::HeapWords words, const code::Classes& classes) {
  struct Walk {
    const code::Classes& classes;
    std::map<std::int64_t, std::int64_t> number{};
    std::vector<std::int64_t> out{};
    std::size_t at = 0;
    object::HeapWords words{};

    std::int64_t name(std::int64_t id) {
      return id < 0 ? id : number.emplace(id, static_cast<std::int64_t>(number.size())).first->second;
    }
    void value(int type) {
      const code::TypeInfo& info = classes.type(type);
      switch (info.kind) {
        case detail::kArrayType:
          for (unsigned long i = 0; i < info.count; ++i) value(info.target);
          return;
        case detail::kVectorType:
        case detail::kOptionalType: {
          const std::int64_t length = words[at++];
          out.push_back(length);
          for (std::int64_t i = 0; i < length; ++i) value(info.target);
          return;
        }
        case detail::kBoolType:
        case detail::kIntegerType:
        case detail::kCharType:
        case detail::kEnumType:
          out.push_back(words[at++]);
          return;
        default:
          out.push_back(name(words[at++]));
      }
    }
  };
  // The words come in the order of a walk already: breadth first from the root.
  Walk walk{classes};
  walk.words = words;
  while (walk.at < words.size()) {
    walk.out.push_back(walk.name(words[walk.at]));
    const auto class_index = static_cast<int>(words[walk.at + 1]);
    walk.out.push_back(class_index);
    walk.at += 2;
    for (const code::FieldInfo& field : classes.at(class_index).fields) walk.value(field.type);
  }
  return walk.out;
}

struct Found {
  std::set<std::vector<std::int64_t>> heaps;
  std::size_t given = 0;
};

// Both ways; `expected` by trying every candidate.
void compare(const std::string& text, const std::string& class_name, const std::string& method,
             const Bounds& bounds, std::size_t expected_count,
             const std::vector<std::string>& extra_preconditions = {}) {
  const contract::HeaderFile header(text);
  const auto read = contract::read_subject(header, class_name, method, extra_preconditions);
  ASSERT_TRUE(read.ok()) << render(read.error());
  const code::Classes& classes = *read->classes;
  const int root =
      read->callable >= 0 ? classes.callables[static_cast<std::size_t>(read->callable)].frame : classes.root;
  const SpaceMaker maker(classes, root, bounds);
  const space::Space& space = maker.space();
  Question question;
  for (const contract::Invariant& invariant : read->subject->invariants)
    question.invariants.push_back(*invariant.condition.relational);
  for (const contract::BehaviorContract& behavior_contract : read->subject->behavior_contracts) {
    question.preconditions.emplace_back();
    for (const contract::Condition& condition : behavior_contract.preconditions)
      question.preconditions.back().push_back(*condition.relational);
  }
  question.extra_preconditions = read->subject->extra_preconditions;

  auto check = contract::HeapCheck::build(read->subject->theory, root);
  ASSERT_TRUE(check.ok()) << render(check.error());
  space::CandidateHeap heap(space, classes.classes, classes.types);
  const auto accepted = [&](object::HeapWords words) {
    check->load(words);
    for (const std::size_t clause : question.invariants) {
      if (check->invariant(clause, contract::State::Before) != Truth::True) return false;
    }
    for (const std::size_t clause : question.extra_preconditions) {
      if (check->holds(clause) != Truth::True) return false;
    }
    return question.preconditions.empty() ||
           std::ranges::any_of(question.preconditions, [&](const auto& clauses) {
             return std::ranges::all_of(clauses,
                                        [&](std::size_t c) { return check->holds(c) == Truth::True; });
           });
  };
  Found expected;
  std::vector<std::uint32_t> candidate(space.variables.size(), 0);
  for (bool more = true; more;) {
    const object::HeapWords words = heap.words(candidate);
    if (accepted(words)) expected.heaps.insert(canonical(words, classes));
    more = false;
    for (std::size_t slot = 0; slot < candidate.size() && !more; ++slot) {
      if (++candidate[slot] < space.domain(slot).size()) {
        more = true;
      } else {
        candidate[slot] = 0;
      }
    }
  }

  auto inputs = InputSpace::build(*read->subject->theory, space, question);
  ASSERT_TRUE(inputs.ok()) << render(inputs.error());
  auto stream = instances(inputs->problem(), {.symmetry = Symmetry::Exact});
  ASSERT_TRUE(stream.ok()) << render(stream.error());
  Found found;
  while (const auto instance = stream->next()) {
    ++found.given;
    found.heaps.insert(canonical(heap.words(inputs->candidate(*instance)), classes));
  }
  EXPECT_FALSE(stream->failure().has_value());
  EXPECT_EQ(found.given, found.heaps.size()) << "isomorphic inputs";
  EXPECT_EQ(found.heaps, expected.heaps);
  EXPECT_EQ(found.given, expected_count);
}

constexpr const char* kTree = R"(
struct Tree {
  struct Node { Node* left; Node* right; int key; };
  /*@ invariant {
        all n: this.root.*(left + right) {
          n !in n.^(left + right)
          lone n.~(left + right)
          no n.left & n.right
          all l: n.left.*(left + right) | l.key < n.key
          all r: n.right.*(left + right) | r.key > n.key
        }
      } */
  Node* root;
  /*@ requires { @key > 0 } */
  bool remove(int key);
  /*@ requires { @a != @b } */
  void swap(Node* a, Node& b);
};
)";

TEST(Inputs, SearchTrees) {
  compare(kTree, "Tree", "", {.objects = {{"Tree::Node", 2}}, .low = 1, .high = 2}, 5);
  compare(kTree, "Tree", "remove", {.objects = {{"Tree", 1}, {"Tree::Node", 2}}, .low = 0, .high = 2}, 20);
}

TEST(Inputs, ParametersMayBeTheSameObject) {
  compare(kTree, "Tree", "swap", {.objects = {{"Tree", 1}, {"Tree::Node", 2}}, .low = 1, .high = 1}, 158);
}

TEST(Inputs, AdditionalPreconditionsNarrowThem) {
  compare(kTree, "Tree", "remove", {.objects = {{"Tree", 1}, {"Tree::Node", 2}}, .low = 0, .high = 2}, 4,
          {"{ @key in this.root.*(left + right).key and some this.root.left }"});
}

TEST(Inputs, VectorsOptionalsAndObjectsHeldByValue) {
  compare(R"(
#include <optional>
#include <vector>
enum Color { Red, Green };
struct Item { bool on; Color color; };
struct Box {
  std::vector<int> list;
  std::optional<int> last;
  Item item;
  /*@ invariant { no this.last <=> this.list.length = 0
                  some this.last => this.last = this.list[minus[this.list.length, 1]]
                  this.item.on = true => this.item.color = Green } */
};
)",
          "Box", "", {.objects = {}, .low = 0, .high = 1, .longest = 2}, 3 * (1 + 2 + 4));
}

TEST(Inputs, TwoDimensions) {
  compare(R"(
#include <vector>
struct Grid {
  std::vector<std::vector<int>> rows;
  int table[2][2];
  /*@ invariant { all i: this.rows.univ.univ | this.rows[i].length = this.rows.length
                  this.table[0][0] = this.table[1][1] and this.table[0][1] = 0 and this.table[1][0] = 0 } */
};
)",
          "Grid", "", {.objects = {}, .low = 0, .high = 1, .longest = 2}, 2 * (1 + 3 + 25));
}

TEST(Inputs, DerivedClassesAndRings) {
  compare(R"(
struct Animal { Animal* friend_; };
struct Dog : Animal { bool loud; };
struct Zoo {
  Animal* first;
  /*@ invariant { all a: this.first.*friend_ | some a.friend_ and lone a.~friend_ } */
  /*@ invariant { all d: Dog | d.loud = true } */
};
)",
          "Zoo", "", {.objects = {{"Animal", 1}, {"Dog", 2}}}, 1 + 2 + 3 + 3);
}

TEST(Inputs, ArithmeticIsExact) {
  compare(R"(
struct Pair { int a; int b; int c;
  /*@ invariant { plus[this.a, this.b] = this.c  mul[this.a, this.b] > 2  this.c in plus[this.a, 2] + minus[this.a, 9] } */
};
)",
          "Pair", "", {.objects = {}, .low = -3, .high = 9}, 6);
}

}  // namespace
}  // namespace fretsaw::inputs
