// SPDX-License-Identifier: MIT
// A hash set of integers with chaining, which grows when it is loaded beyond its load factor.
#pragma once

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <unordered_set>
#include <utility>
#include <vector>

class HashSet {
 public:
  // Throws unless the number of buckets and the load factor are positive.
  explicit HashSet(int capacity = 4, double max_load = 0.75) : max_load_(max_load) {
    if (capacity < 1 || !(max_load > 0)) throw std::invalid_argument("no room in the hash set");
    buckets_.resize(capacity);
  }

  int size() const { return count_; }
  bool empty() const { return count_ == 0; }
  int capacity() const { return static_cast<int>(buckets_.size()); }

  // There are enough buckets for the elements, each element is in its bucket once, and count_ is their number.
  bool rep_ok() const {
    if (!(max_load_ > 0) || buckets_.empty() || count_ < 0 || count_ > limit()) return false;
    std::unordered_set<const Entry*> visited;
    for (std::size_t bucket = 0; bucket < buckets_.size(); ++bucket) {
      std::unordered_set<int> keys;
      for (const Entry* entry = buckets_[bucket].get(); entry != nullptr; entry = entry->next.get()) {
        if (!visited.insert(entry).second) return false;
        if (bucket_of(entry->key) != bucket || !keys.insert(entry->key).second) return false;
      }
    }
    return static_cast<int>(visited.size()) == count_;
  }

  // Whether the key was new.
  //@ ensures contains(key) && \result == !\old(contains(key)) && size() == \old(size()) + (\result ? 1 : 0);
  bool insert(int key) {
    if (contains(key)) return false;
    ++count_;
    while (count_ > limit()) grow();
    push_front(std::make_unique<Entry>(Entry{key, nullptr}));
    return true;
  }

  //@ ensures { @result = true <=> @key in univ.(this.buckets_).*next.key }
  bool contains(int key) const {
    const Entry* entry = buckets_[bucket_of(key)].get();
    while (entry != nullptr && entry->key != key) entry = entry->next.get();
    return entry != nullptr;
  }

  // Whether the key was there.
  //@ ensures !contains(key) && \result == \old(contains(key)) && size() == \old(size()) - (\result ? 1 : 0);
  bool remove(int key) {
    std::unique_ptr<Entry>* link = &buckets_[bucket_of(key)];
    while (*link && (*link)->key != key) link = &(*link)->next;
    if (!*link) return false;
    *link = std::move((*link)->next);
    --count_;
    return true;
  }

  // In no particular order.
  //@ ensures static_cast<int>(\result.size()) == size();
  std::vector<int> keys() const {
    std::vector<int> all;
    for (const auto& bucket : buckets_) {
      for (const Entry* entry = bucket.get(); entry != nullptr; entry = entry->next.get())
        all.push_back(entry->key);
    }
    return all;
  }

 private:
  struct Entry {
    int key = 0;
    std::unique_ptr<Entry> next;
  };

  double limit() const { return max_load_ * static_cast<double>(buckets_.size()); }

  // Negative keys wrap around, as all unsigned arithmetic does.
  std::size_t bucket_of(int key) const { return static_cast<unsigned>(key) % buckets_.size(); }

  void push_front(std::unique_ptr<Entry> entry) {
    std::unique_ptr<Entry>& bucket = buckets_[bucket_of(entry->key)];
    entry->next = std::move(bucket);
    bucket = std::move(entry);
  }

  void grow() {
    std::vector<std::unique_ptr<Entry>> old(2 * buckets_.size());
    old.swap(buckets_);
    for (std::unique_ptr<Entry>& bucket : old) {
      while (bucket) {
        std::unique_ptr<Entry> entry = std::move(bucket);
        bucket = std::move(entry->next);
        push_front(std::move(entry));
      }
    }
  }

  double max_load_;
  int count_ = 0;
  std::vector<std::unique_ptr<Entry>> buckets_;
};
