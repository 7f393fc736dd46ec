// SPDX-License-Identifier: MIT
// A singly linked list behind a sentinel. It holds objects by their identity: it neither owns nor reads
// them.
#pragma once

#include <stdexcept>
#include <unordered_set>
#include <vector>

class SinglyLinkedList {
 public:
  struct Object {};

  SinglyLinkedList() : header_(new Entry) {}
  SinglyLinkedList(const SinglyLinkedList&) = delete;
  SinglyLinkedList& operator=(const SinglyLinkedList&) = delete;
  ~SinglyLinkedList() {
    while (header_ != nullptr) {
      Entry* next = header_->next;
      delete header_;
      header_ = next;
    }
  }

  int size() const { return size_; }
  bool empty() const { return size_ == 0; }

  // The chain from the sentinel ends, only the sentinel is without an object, and size_ counts the others.
  bool rep_ok() const {
    if (header_ == nullptr || header_->element != nullptr) return false;
    std::unordered_set<const Entry*> visited{header_};
    for (const Entry* entry = header_->next; entry != nullptr; entry = entry->next) {
      if (entry->element == nullptr) return false;
      if (!visited.insert(entry).second) return false;
    }
    return static_cast<int>(visited.size()) - 1 == size_;
  }

  //@ ensures size() == \old(size()) + 1 && elements().front() == &object;
  void push_front(const Object& object) {
    header_->next = new Entry{&object, header_->next};
    ++size_;
  }

  //@ ensures size() == \old(size()) + 1 && elements().back() == &object;
  void push_back(const Object& object) {
    Entry* last = header_;
    while (last->next != nullptr) last = last->next;
    last->next = new Entry{&object, nullptr};
    ++size_;
  }

  //@ ensures { @result = true <=> @object in this.header_.^next.element }
  bool contains(const Object& object) const { return before(object) != nullptr; }

  // Removes the first occurrence; whether there was one.
  //@ ensures \result == \old(contains(object)) && size() == \old(size()) - (\result ? 1 : 0);
  bool remove(const Object& object) {
    Entry* previous = before(object);
    if (previous == nullptr) return false;
    remove_after(previous);
    return true;
  }

  // Throws if the list is empty.
  /*@ normal_behavior
        requires !empty();
        ensures &\result == \old(elements().front()) && size() == \old(size()) - 1;
      also exceptional_behavior
        requires empty();
        signals std::out_of_range; */
  const Object& pop_front() {
    if (empty()) throw std::out_of_range("the list is empty");
    const Object& front = *header_->next->element;
    remove_after(header_);
    return front;
  }

  /*@ ensures {
        this.header_.^next = this.header_`.^next`
        all e: this.header_.^next, f: e.next | e in f.(next`)
      } */
  void reverse() {
    Entry* reversed = nullptr;
    for (Entry* entry = header_->next; entry != nullptr;) {
      Entry* next = entry->next;
      entry->next = reversed;
      reversed = entry;
      entry = next;
    }
    header_->next = reversed;
  }

  std::vector<const Object*> elements() const {
    std::vector<const Object*> all;
    for (const Entry* entry = header_->next; entry != nullptr; entry = entry->next)
      all.push_back(entry->element);
    return all;
  }

 private:
  struct Entry {
    const Object* element = nullptr;
    Entry* next = nullptr;
  };

  // The entry before the first one with the object, or null.
  Entry* before(const Object& object) const {
    for (Entry* entry = header_; entry->next != nullptr; entry = entry->next) {
      if (entry->next->element == &object) return entry;
    }
    return nullptr;
  }

  void remove_after(Entry* previous) {
    Entry* gone = previous->next;
    previous->next = gone->next;
    delete gone;
    --size_;
  }

  Entry* header_;
  int size_ = 0;
};
