// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace fretsaw {
namespace detail {

// A single-pass iterator over the results of next() of a stream: optionals or pointers, where an empty one is the end.
// It must compile as C++14, since tests with fretsaw::all may.
template <class Stream>
class StreamIterator {
  using Item = decltype(std::declval<Stream&>().next());

 public:
  using iterator_category = std::input_iterator_tag;
  using reference = decltype(*std::declval<const Item&>());
  using pointer = std::remove_reference_t<reference>*;
  using value_type = std::remove_const_t<std::remove_reference_t<reference>>;
  using difference_type = std::ptrdiff_t;

  StreamIterator() = default;  // the end of any stream
  explicit StreamIterator(Stream& stream) : stream_(&stream), item_(stream.next()) {}

  reference operator*() const { return *item_; }
  pointer operator->() const { return &*item_; }
  StreamIterator& operator++() {
    item_ = stream_->next();
    return *this;
  }
  void operator++(int) { ++*this; }

  // Compares only with the end.
  friend bool operator==(const StreamIterator& a, const StreamIterator& b) { return !a.item_ == !b.item_; }
  friend bool operator!=(const StreamIterator& a, const StreamIterator& b) { return !(a == b); }

 private:
  Stream* stream_ = nullptr;
  Item item_{};
};

}  // namespace detail
}  // namespace fretsaw
