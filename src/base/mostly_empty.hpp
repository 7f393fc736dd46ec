// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

namespace fretsaw {

// A string or vector that most objects of a class leave empty, in the space of a pointer. Copies are copies.
template <class T>
class MostlyEmpty {
 public:
  MostlyEmpty() = default;
  MostlyEmpty(T value) : value_(value.empty() ? nullptr : std::make_unique<T>(std::move(value))) {}
  MostlyEmpty(const MostlyEmpty& other)
      : value_(other.value_ ? std::make_unique<T>(*other.value_) : nullptr) {}
  MostlyEmpty(MostlyEmpty&&) noexcept = default;
  MostlyEmpty& operator=(const MostlyEmpty& other) { return *this = MostlyEmpty(other); }
  MostlyEmpty& operator=(MostlyEmpty&&) noexcept = default;

  const T& get() const {
    static const T kEmpty{};
    return value_ ? *value_ : kEmpty;
  }
  operator const T&() const { return get(); }
  T& change() {
    if (!value_) value_ = std::make_unique<T>();
    return *value_;
  }

  bool empty() const { return !value_ || value_->empty(); }
  std::size_t size() const { return value_ ? value_->size() : 0; }
  auto begin() const { return get().begin(); }
  auto end() const { return get().end(); }
  const auto& front() const { return get().front(); }
  const auto& back() const { return get().back(); }
  const auto& operator[](std::size_t i) const { return get()[i]; }

  friend bool operator==(const MostlyEmpty& a, const MostlyEmpty& b) { return a.get() == b.get(); }

 private:
  std::unique_ptr<T> value_;
};

}  // namespace fretsaw
