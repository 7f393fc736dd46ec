// SPDX-License-Identifier: MIT
// A sorted list of positive integers, duplicates allowed: circular, doubly linked, with a sentinel.
#pragma once

#include <stdexcept>
#include <unordered_set>
#include <vector>

class SortedList {
 public:
  SortedList() : header_(new Entry) { header_->next = header_->previous = header_; }
  SortedList(const SortedList&) = delete;
  SortedList& operator=(const SortedList&) = delete;
  ~SortedList() {
    while (header_->next != header_) unlink(header_->next);
    delete header_;
  }

  int size() const { return size_; }
  bool empty() const { return size_ == 0; }

  // Following next leads through every entry once and back to the sentinel, previous is its inverse, size_
  // counts the entries but the sentinel, and their elements are positive and do not descend. The sentinel
  // has no element.
  bool rep_ok() const {
    if (header_ == nullptr || header_->element != kNone) return false;
    std::unordered_set<const Entry*> visited;
    const Entry* entry = header_;
    do {
      if (!visited.insert(entry).second) return false;
      const Entry* next = entry->next;
      if (next == nullptr || next->previous != entry) return false;
      entry = next;
    } while (entry != header_);
    if (static_cast<int>(visited.size()) - 1 != size_) return false;
    int least = kNone + 1;
    for (entry = header_->next; entry != header_; entry = entry->next) {
      if (entry->element < least) return false;
      least = entry->element;
    }
    return true;
  }

  // Inserts behind equal elements. Throws unless the element is positive.
  /*@ normal_behavior
        requires element > kNone;
        ensures contains(element) && size() == \old(size()) + 1;
      also exceptional_behavior
        requires element <= kNone;
        signals std::invalid_argument; */
  void insert(int element) {
    if (element <= kNone) throw std::invalid_argument("the element is not positive");
    Entry* next = header_;
    while (next->previous != header_ && next->previous->element > element) next = next->previous;
    Entry* entry = new Entry{element, next, next->previous};
    next->previous->next = entry;
    next->previous = entry;
    ++size_;
  }

  /*@ ensures { @result = true <=> @element in (this.header_.^next - this.header_).element } */
  bool contains(int element) const { return find(element) != header_; }

  // Removes one occurrence; whether there was one.
  //@ ensures \result == \old(contains(element)) && size() == \old(size()) - (\result ? 1 : 0);
  bool remove(int element) {
    Entry* entry = find(element);
    if (entry == header_) return false;
    unlink(entry);
    return true;
  }

  // Throw if the list is empty.
  /*@ normal_behavior requires !empty(); ensures \result == elements().front();
      also exceptional_behavior requires empty(); signals std::out_of_range; */
  int min() const { return checked(header_->next)->element; }
  /*@ normal_behavior requires !empty(); ensures \result == elements().back();
      also exceptional_behavior requires empty(); signals std::out_of_range; */
  int max() const { return checked(header_->previous)->element; }

  // Moves all entries of the other list into this one. Two lists share no entries.
  //@ requires { @other != this => no this.header_.*next & @other.header_.*next }
  //@ ensures &other == this || (size() == \old(size() + other.size()) && other.empty());
  void merge(SortedList& other) {
    if (&other == this) return;
    Entry* place = header_->next;
    while (!other.empty()) {
      Entry* entry = other.header_->next;
      while (place != header_ && place->element <= entry->element) place = place->next;
      other.detach(entry);
      entry->next = place;
      entry->previous = place->previous;
      place->previous->next = entry;
      place->previous = entry;
      ++size_;
    }
  }

  std::vector<int> elements() const {
    std::vector<int> all;
    for (const Entry* entry = header_->next; entry != header_; entry = entry->next)
      all.push_back(entry->element);
    return all;
  }

 private:
  static constexpr int kNone = 0;

  struct Entry {
    int element = kNone;
    Entry* next = nullptr;
    Entry* previous = nullptr;
  };

  const Entry* checked(const Entry* entry) const {
    if (entry == header_) throw std::out_of_range("the list is empty");
    return entry;
  }

  // The first entry with the element, or the sentinel.
  Entry* find(int element) const {
    Entry* entry = header_->next;
    while (entry != header_ && entry->element < element) entry = entry->next;
    return entry != header_ && entry->element == element ? entry : header_;
  }

  void detach(Entry* entry) {
    entry->previous->next = entry->next;
    entry->next->previous = entry->previous;
    --size_;
  }

  void unlink(Entry* entry) {
    detach(entry);
    delete entry;
  }

  Entry* header_;
  int size_ = 0;
};
