// SPDX-License-Identifier: MIT
// A circular doubly linked list with a sentinel, as java.util.LinkedList was for many years. It holds objects
// by their identity: it neither owns nor reads them.
#pragma once

#include <stdexcept>
#include <unordered_set>
#include <vector>

class LinkedList {
 public:
  struct Object {};

  LinkedList() : header_(new Entry) { header_->next = header_->previous = header_; }
  LinkedList(const LinkedList&) = delete;
  LinkedList& operator=(const LinkedList&) = delete;
  ~LinkedList() {
    clear();
    delete header_;
  }

  int size() const { return size_; }
  bool empty() const { return size_ == 0; }

  // Following next leads through every entry once and back to the sentinel, previous is its inverse, size_
  // counts the entries but the sentinel, and these, but not the sentinel, hold an object.
  bool rep_ok() const {
    if (header_ == nullptr || header_->element != nullptr) return false;
    std::unordered_set<const Entry*> visited;
    const Entry* entry = header_;
    do {
      if (!visited.insert(entry).second) return false;
      const Entry* next = entry->next;
      if (next == nullptr || next->previous != entry) return false;
      entry = next;
    } while (entry != header_);
    if (static_cast<int>(visited.size()) - 1 != size_) return false;
    for (entry = header_->next; entry != header_; entry = entry->next) {
      if (entry->element == nullptr) return false;
    }
    return true;
  }

  //@ ensures size() == \old(size()) + 1 && elements().front() == &object;
  void push_front(const Object& object) { insert_before(header_->next, object); }
  //@ ensures size() == \old(size()) + 1 && elements().back() == &object;
  void push_back(const Object& object) { insert_before(header_, object); }

  // Inserts so that the object is at the index afterwards. Throws unless 0 <= index <= size().
  /*@ normal_behavior
        requires 0 <= index && index <= size();
        ensures size() == \old(size()) + 1 && &at(index) == &object;
      also exceptional_behavior
        requires index < 0 || index > size();
        signals std::out_of_range; */
  void insert(int index, const Object& object) {
    if (index < 0 || index > size_) throw std::out_of_range("no such place in the list");
    insert_before(entry_at(index), object);
  }

  // Throw unless 0 <= index < size().
  /*@ normal_behavior
        requires 0 <= index && index < size();
        ensures &\result == elements()[index];
      also exceptional_behavior
        requires index < 0 || index >= size();
        signals std::out_of_range; */
  const Object& at(int index) const { return *checked_entry_at(index)->element; }
  /*@ normal_behavior
        requires 0 <= index && index < size();
        ensures size() == \old(size()) - 1 && (index == size() || &at(index) == \old(elements())[index + 1]);
      also exceptional_behavior
        requires index < 0 || index >= size();
        signals std::out_of_range; */
  void remove_at(int index) { unlink(checked_entry_at(index)); }

  //@ ensures { @result = true <=> @object in (this.header_.^next - this.header_).element }
  bool contains(const Object& object) const { return find(object) != header_; }

  // Removes the first occurrence; whether there was one.
  //@ ensures \result == \old(contains(object)) && size() == \old(size()) - (\result ? 1 : 0);
  bool remove(const Object& object) {
    Entry* entry = find(object);
    if (entry == header_) return false;
    unlink(entry);
    return true;
  }

  //@ ensures empty();
  void clear() {
    while (header_->next != header_) unlink(header_->next);
  }

  //@ ensures elements() == [](auto all) { std::reverse(all.begin(), all.end()); return all; }(\old(elements()));
  void reverse() {
    Entry* entry = header_;
    do {
      Entry* next = entry->next;
      entry->next = entry->previous;
      entry->previous = next;
      entry = next;
    } while (entry != header_);
  }

  std::vector<const Object*> elements() const {
    std::vector<const Object*> all;
    for (const Entry* entry = header_->next; entry != header_; entry = entry->next)
      all.push_back(entry->element);
    return all;
  }

 private:
  struct Entry {
    const Object* element = nullptr;
    Entry* next = nullptr;
    Entry* previous = nullptr;
  };

  // The entry at the index, where the sentinel is at size(); walks from the nearer end.
  Entry* entry_at(int index) const {
    Entry* entry = header_;
    if (index < size_ / 2) {
      for (int i = 0; i <= index; ++i) entry = entry->next;
    } else {
      for (int i = size_; i > index; --i) entry = entry->previous;
    }
    return entry;
  }

  Entry* checked_entry_at(int index) const {
    if (index < 0 || index >= size_) throw std::out_of_range("no such place in the list");
    return entry_at(index);
  }

  // The first entry with the object, or the sentinel.
  Entry* find(const Object& object) const {
    Entry* entry = header_->next;
    while (entry != header_ && entry->element != &object) entry = entry->next;
    return entry;
  }

  void insert_before(Entry* next, const Object& object) {
    Entry* entry = new Entry{&object, next, next->previous};
    next->previous->next = entry;
    next->previous = entry;
    ++size_;
  }

  void unlink(Entry* entry) {
    entry->previous->next = entry->next;
    entry->next->previous = entry->previous;
    delete entry;
    --size_;
  }

  Entry* header_;
  int size_ = 0;
};
