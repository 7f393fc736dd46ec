// What is left behind the pointers that a function was passed.
#pragma once

#include <memory>
#include <vector>

struct Cell {
  Cell* next;
};

// The caller's own variable points to a deleted object.
inline void by_reference(Cell*& at) { delete at; }
inline void to_constant(const Cell*& at) { delete at; }
inline void in_vector(std::vector<Cell*>& at) {
  for (Cell* each : at) {
    delete each;
    break;
  }
}
inline void owned(std::unique_ptr<Cell>& at) { delete at.get(); }
inline void owned_for_good(const std::unique_ptr<Cell>& at) { delete at.get(); }
inline void local(Cell*& at) {
  Cell mine{nullptr};
  at = &mine;
  mine.next = at;
}
//@ requires at != nullptr;
inline void throws(Cell*& at) {
  delete at;
  throw 1;
}

// It is set, or is a copy, or cannot be set.
inline void by_value(Cell* at) { delete at; }
inline void by_fixed_reference(Cell* const& at) { delete at; }
inline void object(Cell& at) { delete &at; }
/*@ ensures { no @at } */
inline void by_value_wrongly(Cell* at) { delete at; }
inline void temporary(Cell*&& at) { delete at; }
inline void in_fixed_vector(const std::vector<Cell*>& at) {
  for (Cell* each : at) {
    delete each;
    break;
  }
}
inline void in_copied_vector(std::vector<Cell*> at) {
  for (Cell* each : at) {
    delete each;
    break;
  }
}
inline void given(std::unique_ptr<Cell> at) { delete at.release(); }

// Pointers by reference have two states.
/*@ ensures { no @at } */
inline void set_to_null(Cell*& at) {
  delete at;
  at = nullptr;
}
/*@ requires { some @at }
    ensures { @at = @at`.next } */
inline void forward(Cell*& at) { at = at->next; }
/*@ requires { some @at }
    ensures { @at = @at`.next } */
inline void forward_to_constant(const Cell*& at) { at = at->next; }
/*@ requires { some @at }
    ensures { @at = @at` } */
inline void forward_wrongly(Cell*& at) { at = at->next; }
/*@ ensures { no @at } */
inline void clear(std::vector<Cell*>& at) { at.clear(); }
/*@ ensures { no @at } */
inline void reset(std::unique_ptr<Cell>& at) { at.reset(); }
