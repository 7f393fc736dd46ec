// SPDX-License-Identifier: MIT
// Values as bytes, for another process of the same program. One function lists the members of a type for both
// ways:
//
//     template <class Archive> void pass(Archive& archive) { archive(number_); archive(list_); }
//     BytesWriter writer; value.pass(writer); send(writer.bytes);
//     BytesReader reader{received}; value.pass(reader); if (!reader.good) refuse();
//
// Members may be of types that have a pass() of their own.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace fretsaw::work {

template <class T, class Archive>
concept Passable = requires(T value, Archive archive) { value.pass(archive); };

class BytesWriter {
 public:
  std::string bytes;

  template <class T>
  void operator()(const T& value) {
    if constexpr (Passable<T, BytesWriter>) {
      const_cast<T&>(value).pass(*this);  // which only looks
    } else if constexpr (std::is_trivially_copyable_v<T>) {
      bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
    } else {
      (*this)(std::uint64_t{value.size()});
      for (const auto& each : value) (*this)(each);
    }
  }
  void operator()(const std::string& text) {
    (*this)(std::uint64_t{text.size()});
    bytes += text;
  }
  template <class T>
    requires(std::is_trivially_copyable_v<T> && !Passable<T, BytesWriter>)
  void operator()(const std::vector<T>& list) {
    (*this)(std::uint64_t{list.size()});
    bytes.append(reinterpret_cast<const char*>(list.data()), list.size() * sizeof(T));
  }
  template <class A, class B>
  void operator()(const std::pair<A, B>& pair) {
    (*this)(pair.first);
    (*this)(pair.second);
  }
};

class BytesReader {
 public:
  std::string_view bytes;
  bool good = true;  // else the bytes were not such as a writer makes, and the values are of no account
  int depth = 0;     // of what is being read

  template <class T>
  void operator()(T& value) {
    if constexpr (Passable<T, BytesReader>) {
      // What is nested deeper than anything that is written would be for the stack to bear.
      constexpr int kMaxDepth = 1000;
      good = good && ++depth <= kMaxDepth;
      if (good) value.pass(*this);
      --depth;
    } else {
      static_assert(std::is_trivially_copyable_v<T>);
      take(&value, sizeof value);
    }
  }
  void operator()(bool& value) {
    unsigned char byte = 0;
    take(&byte, 1);
    good = good && byte <= 1;
    value = byte == 1;
  }
  void operator()(std::string& text) {
    text.resize(size(1));
    take(text.data(), text.size());
  }
  template <class T>
  void operator()(std::vector<T>& list) {
    if constexpr (std::is_trivially_copyable_v<T> && !Passable<T, BytesReader>) {
      list.resize(size(sizeof(T)));
      take(list.data(), list.size() * sizeof(T));
    } else {
      // One after the other: a number that nothing stands for must not take memory.
      list.clear();
      for (std::size_t left = size(1); left > 0 && good; --left) (*this)(list.emplace_back());
    }
  }
  template <class A, class B>
  void operator()(std::unordered_map<A, B>& map) {
    map.clear();
    for (std::size_t left = size(1); left > 0 && good; --left) {
      std::pair<A, B> pair{};
      (*this)(pair.first);
      (*this)(pair.second);
      map.insert(pair);
    }
  }

 private:
  std::size_t size(std::size_t of_each) {
    std::uint64_t number = 0;
    take(&number, sizeof number);
    good = good && number <= bytes.size() / of_each;
    return good ? static_cast<std::size_t>(number) : 0;
  }
  void take(void* to, std::size_t count) {
    good = good && count <= bytes.size();
    if (!good || count == 0) return;
    std::memcpy(to, bytes.data(), count);
    bytes.remove_prefix(count);
  }
};

}  // namespace fretsaw::work
