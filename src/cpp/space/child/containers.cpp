// SPDX-License-Identifier: MIT
// Containers point to themselves: a list's last node to the list, a short string's beginning into itself. So
// a form is made where the container lies, and its bytes are kept; to choose it means to copy them back. Its
// nodes stay in the arena, and belong to it alone: what is in its elements is chosen as for any field, and
// exists as long as this form is chosen.
//
// Strings are the exception: their characters are put into memory of their own even if they would fit into
// the string itself, so that those of different lengths do not share places.
#include "cpp/space/child/containers.hpp"

#include <algorithm>
#include <cstring>

#include "cpp/space/child/scalar_domain.hpp"

namespace fretsaw::space {

namespace {

constexpr std::size_t kMaxForms = std::size_t{1} << 16;

// Without memcpy, whose general form is watched.
void copy_bytes(void* to, const void* from, std::size_t size) {
  auto* const out = static_cast<volatile unsigned char*>(to);
  const auto* const in = static_cast<const unsigned char*>(from);
  for (std::size_t i = 0; i < size; ++i) out[i] = in[i];
}

// Ascending choices of `length` out of `count`, in lexicographic order; each at most once if they are unique.
class Choices {
 public:
  Choices(std::size_t count, std::size_t length, bool unique) : count_(count), unique_(unique) {
    for (std::size_t i = 0; i < length; ++i) indices_.push_back(unique ? i : 0);
    exists_ = length == 0 || (unique ? length <= count : count > 0);
  }
  bool exists() const { return exists_; }
  const std::vector<std::size_t>& indices() const { return indices_; }
  void advance() {
    for (std::size_t i = indices_.size(); i-- > 0;) {
      const std::size_t behind = unique_ ? indices_.size() - 1 - i : 0;
      if (indices_[i] + 1 + behind >= count_) continue;
      ++indices_[i];
      for (std::size_t j = i + 1; j < indices_.size(); ++j) indices_[j] = indices_[j - 1] + (unique_ ? 1 : 0);
      return;
    }
    exists_ = false;
  }

 private:
  std::size_t count_;
  bool unique_;
  std::vector<std::size_t> indices_;
  bool exists_;
};

struct Elements {
  std::vector<std::byte*> found;
  static void visit(void* context, const void* element) {
    static_cast<Elements*>(context)->found.push_back(
        const_cast<std::byte*>(static_cast<const std::byte*>(element)));
  }
};

class FormBuilder {
 public:
  FormBuilder(const detail::TypeEntry& type, const std::vector<KeyValue>& keys, std::byte* address,
              Arena& arena, SearchSpace& space)
      : type_(type), keys_(keys), address_(address), arena_(arena), space_(space) {}

  Form build(std::size_t length, const std::vector<std::size_t>& chosen) {
    Form form;
    form.keys = chosen;
    if (type_.is_string != 0) {
      make_characters(length, form);
    } else {
      const object_pool::Construction construction(arena_.pool());
      type_.container->construct(address_);
      for (std::size_t i = 0; i < length; ++i) {
        void* const added =
            type_.container->add(address_, chosen.empty() ? nullptr : keys_[chosen[i]].object);
        if (added != nullptr && type_.key >= 0)
          form.elements.push_back(static_cast<std::byte*>(added) + type_.container->value_offset);
      }
      if (type_.key < 0) {
        Elements elements;
        type_.container->each(address_, &Elements::visit, &elements);
        form.elements = std::move(elements.found);
      }
    }
    keep(form);
    return form;
  }

  void keep(Form& form) {
    if (type_.size <= sizeof form.value.words) return copy_bytes(form.value.words, address_, type_.size);
    auto& image = space_.images.emplace_back(std::make_unique<std::uint64_t[]>((type_.size + 7) / 8));
    copy_bytes(image.get(), address_, type_.size);
    form.value.words[0] = reinterpret_cast<std::uint64_t>(image.get());
  }

 private:
  // libstdc++: a pointer, the length, then the capacity if the characters lie elsewhere.
  void make_characters(std::size_t length, Form& form) {
    std::byte* const characters = arena_.allocate(length + 1, 16);
    const std::uint64_t words[] = {reinterpret_cast<std::uint64_t>(characters), length, length, 0};
    copy_bytes(address_, words, sizeof words);
    for (std::size_t i = 0; i < length; ++i) form.elements.push_back(characters + i);
  }

  const detail::TypeEntry& type_;
  const std::vector<KeyValue>& keys_;
  std::byte* address_;
  Arena& arena_;
  SearchSpace& space_;
};

}  // namespace

std::vector<Form> container_forms(const detail::TypeEntry& type, const std::vector<int>& lengths,
                                  const std::vector<KeyValue>& keys, std::byte* address, Arena& arena,
                                  SearchSpace& space, const std::string& field) {
  std::vector<Form> forms;
  FormBuilder builder(type, keys, address, arena, space);
  for (const int length : lengths) {
    const auto count = static_cast<std::size_t>(length);
    if (type.key < 0) {
      forms.push_back(builder.build(count, {}));
      continue;
    }
    for (Choices choices(keys.size(), count, type.container->has_unique_keys != 0); choices.exists();
         choices.advance()) {
      if (forms.size() >= kMaxForms)
        throw SpaceError{bounds_error("too many sets of keys for '" + field + "': more than 65,536",
                                      "use fewer keys or smaller lengths")};
      forms.push_back(builder.build(count, choices.indices()));
    }
  }
  if (!forms.empty()) {
    for (std::size_t i = 0; i < forms.size(); ++i) forms[i].value.rank = static_cast<std::int32_t>(i);
    const Value& first = forms.front().value;
    copy_bytes(address,
               type.size <= sizeof first.words ? static_cast<const void*>(first.words)
                                               : reinterpret_cast<const void*>(first.words[0]),
               type.size);
  }
  return forms;
}

void make_string(const detail::TypeEntry& type, const std::string& text, std::byte* memory) {
  type.container->construct(memory);
  for (std::size_t i = 0; i < text.size(); ++i) type.container->add(memory, nullptr);
  Elements elements;
  type.container->each(memory, &Elements::visit, &elements);
  for (std::size_t i = 0; i < text.size(); ++i) elements.found[i][0] = static_cast<std::byte>(text[i]);
}

}  // namespace fretsaw::space
