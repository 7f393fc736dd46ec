// SPDX-License-Identifier: MIT
// Faults that only sanitizers see.
#pragma once

struct Cell {
  int value = 0;
  Cell* next = nullptr;
};

struct List {
  Cell* head = nullptr;

  void loses_a_cell() {
    if (head != nullptr) head = head->next;
  }
  void frees_a_cell() {
    if (head == nullptr) return;
    Cell* const gone = head;
    head = head->next;
    delete gone;
  }
  int reads_what_it_deleted() {
    Cell* const cell = new Cell;
    delete cell;
    return cell->value;
  }
  int reads_past_the_end(int index) {
    int* const row = new int[2]();
    const int value = row[index];
    delete[] row;
    return value;
  }
  int overflows(int by) { return 2147483647 + by; }
};
