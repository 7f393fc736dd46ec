// SPDX-License-Identifier: MIT
// Classes that state what is valid in different ways. Beside each: how many objects there are with --size 3.
#pragma once

#include "valid_base.hpp"

namespace valid {

// 2: two invariants.
struct Two {
  int value = 0;
  //@ invariant positive();
  //@ invariant small();
  bool positive() const { return value > 0; }
  bool small() const { return value < 3; }
  bool anything() const { return true; }
  bool below(int limit) const { return value < limit; }

  //@ ensures \result > 0;
  int get() const { return value; }
  void clear() { value = 0; }
};

// 3: an invariant of the base class, which is in another file.
struct Derived : Base {
  int high = 0;
  //@ invariant low < high;
};

// 3: an invariant of what objects point to.
struct Item {
  int value = 0;
  //@ invariant value != 1;
};
struct Holder {
  Item* item = nullptr;
  //@ invariant has_item();
  bool has_item() const { return item != nullptr; }
};

// 2: an invariant in the .spec file.
struct Specified {
  int value = 0;
  bool even() const { return value % 2 == 0; }
};

// 2: one that is stated, and others that are not.
struct Remembered {
  int value = 0;
  // Up to v3 this was //@ invariant old_ok();
  /* //@ invariant old_ok(); */
  static constexpr const char* kAdvice = "//@ invariant old_ok();";
  //@ invariant value > 1;
  bool old_ok() const { return value == 0; }
};

// 2: in braces and in C++.
struct Mixed {
  int a = 0, b = 0;
  //@ invariant { this.a < this.b }
  //@ invariant (a + b) % 2 == 0;
};

// 2: of a pointee in braces, of the class itself in C++.
struct Bounds {
  int low = 0, high = 0;
  //@ invariant { this.low > 1 and this.low <= this.high }
};
struct Range {
  Bounds* bounds = nullptr;
  //@ invariant bounds != nullptr;
  //@ invariant bounds->low != bounds->high || bounds->low == 3;
};

// 3: of the instance of a template.
struct Celled {
  Cell<int>* cell = nullptr;
  //@ invariant cell != nullptr;
};

// 1: rep_ok of the class, and of what it points to.
struct Plain {
  int value = 0;
  bool rep_ok() const { return value == 2; }
};
struct Plainer {
  Plain* plain = nullptr;
  bool repOk() const { return plain != nullptr; }
};

// 34: rep_ok is not an invariant where another is stated; the invariant of every knot counts.
struct Knot {
  Knot* next = nullptr;
  int value = 0;
  //@ invariant next != nullptr && value > 1;
  bool rep_ok() const { return false; }
};

// 4: rep_ok of the base class, and an invariant.
struct Even {
  int value = 0;
  bool rep_ok() const { return value % 2 == 0; }
};
struct EvenHeir : Even {
  int more = 0;
  //@ invariant more > value;
};

// 4: the same where the base is an instance of a template. 2: where it is a member.
template <class T>
struct Odd {
  T value = 0;
  bool rep_ok() const { return value % 2 == 1; }
};
struct OddHeir : Odd<int> {
  int more = 0;
  //@ invariant more < value;
};
struct OddInside {
  Odd<int> odd;
};

// 2: what is not compiled does not count.
struct Conditional {
  int value = 0;
#if 0
  //@ invariant value == 0;
#endif
#ifdef FRETSAW_NO_SUCH_NAME
  //@ invariant value == 1;
#else
  //@ invariant value > 1;
#endif
};

// Functions of which each of these is an input.
inline void observe_Two(const Two& object) { (void)object; }
inline void observe_Derived(const Derived& object) { (void)object; }
inline void observe_Base(const Base& object) { (void)object; }
inline void observe_Item(const Item& object) { (void)object; }
inline void observe_Holder(const Holder& object) { (void)object; }
inline void observe_Mixed(const Mixed& object) { (void)object; }
inline void observe_Bounds(const Bounds& object) { (void)object; }
inline void observe_Range(const Range& object) { (void)object; }
inline void observe_Celled(const Celled& object) { (void)object; }
inline void observe_Specified(const Specified& object) { (void)object; }
inline void observe_Plain(const Plain& object) { (void)object; }
inline void observe_Knot(const Knot& object) { (void)object; }
inline void observe_Plainer(const Plainer& object) { (void)object; }
inline void observe_Remembered(const Remembered& object) { (void)object; }
inline void observe_EvenHeir(const EvenHeir& object) { (void)object; }
inline void observe_OddHeir(const OddHeir& object) { (void)object; }
inline void observe_OddInside(const OddInside& object) { (void)object; }
inline void observe_Conditional(const Conditional& object) { (void)object; }

}  // namespace valid
