// SPDX-License-Identifier: MIT
// Every way in which a call can go wrong, each on some inputs only.
#pragma once

#include <cassert>
#include <cstdlib>
#include <stdexcept>
#include <vector>

struct Cell {
  int value = 0;
  Cell* next = nullptr;
};

struct List {
  Cell* head = nullptr;

  bool rep_ok() const {
    int count = 0;
    for (const Cell* cell = head; cell != nullptr; cell = cell->next) {
      if (++count > 3) return false;
    }
    return true;
  }
  int length() const {
    int count = 0;
    for (const Cell* cell = head; cell != nullptr; cell = cell->next) ++count;
    return count;
  }

  // Without a contract, these alone are failures.
  int follows_null() { return head->value; }
  int recurses(int n) { return head != nullptr && head->next != nullptr ? 1 + recurses(n + 1) : n; }
  void loops() {
    while (head != nullptr && head->value == 2 && head->next == nullptr) {
    }
  }
  void aborts() {
    if (head != nullptr && head->value == 1) abort();
  }
  void asserts() { assert(head == nullptr || head->value != 1); }
  int divides() { return 7 / (head == nullptr ? 1 : head->value); }
  void exits() {
    if (head != nullptr) exit(0);
  }
  void terminates() noexcept {
    if (head != nullptr) throw 1;
  }
  void throws() {
    if (head != nullptr && head->value == 1) throw std::logic_error("one");
  }
  void deletes_twice() {
    if (head == nullptr) return;
    Cell* const gone = head;
    head = head->next;
    delete gone;
    if (head != nullptr) delete gone;
  }
  void deletes_itself() { delete &head->next; }
  void leaves_a_dangling_pointer() {
    if (head != nullptr) delete head;
  }
  void leaves_an_uninitialized_pointer() {
    if (head == nullptr) head = static_cast<Cell*>(::operator new(sizeof(Cell)));
  }
  void makes_a_cycle() {
    if (head != nullptr && head->next != nullptr) head->next->next = head;
  }
  void loses_a_cell() {
    if (head != nullptr) head = head->next;
  }

  /*@ normal_behavior requires head != nullptr; ensures \result == \old(head->value);
      also exceptional_behavior requires head == nullptr; signals std::out_of_range; */
  int first() {
    if (head == nullptr) throw std::out_of_range("empty");
    return head->value;
  }
  /*@ normal_behavior requires head != nullptr;
      also exceptional_behavior requires head == nullptr; signals std::out_of_range; */
  int forgets_to_throw() { return head == nullptr ? 0 : head->value; }
  //@ requires head == nullptr;
  //@ signals std::runtime_error;
  void throws_something_else() { throw std::invalid_argument("no"); }
  //@ signals std::logic_error if head == nullptr;
  void throws_when_it_should_not() { throw std::out_of_range("derived, and not always allowed"); }

  //@ ensures \result.size() == static_cast<std::size_t>(\old(length()));
  std::vector<int> values() const {
    std::vector<int> all;
    for (const Cell* cell = head; cell != nullptr; cell = cell->next) all.push_back(cell->value);
    return all;
  }
  // Wrong only if both are the same cell.
  //@ ensures a.value == \old(b.value) && b.value == \old(a.value);
  static void swap_values(Cell& a, Cell& b) {
    a.value ^= b.value;
    b.value ^= a.value;
    a.value ^= b.value;
  }
  void changes_a_constant(const Cell& cell) {
    if (head != nullptr) const_cast<Cell&>(cell).value = 7;
  }
};
