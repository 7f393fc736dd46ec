// SPDX-License-Identifier: MIT
// A class template that nothing here instantiates: fifo.spec names the instance.
#pragma once

#include <memory>
#include <stdexcept>

template <class T>
class Fifo {
 public:
  void pop() {
    if (front_ == nullptr) throw std::invalid_argument("empty");
    front_ = front_->next;
    --size_;
  }
  T front() const { return front_->value; }

 private:
  struct Link {
    T value{};
    std::shared_ptr<Link> next;
  };

  std::shared_ptr<Link> front_;
  std::shared_ptr<Link> back_;
  std::size_t size_ = 0;
};
