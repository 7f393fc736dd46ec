// SPDX-License-Identifier: MIT
// Directories and files that no other user can change. Each is checked after it was opened, and files below
// a directory are opened from its descriptor without following links: the checked file is the one that is used.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fretsaw/diagnostic.hpp"

namespace fretsaw::work {

// An open file or directory.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept;
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor();

  explicit operator bool() const { return number_ >= 0; }
  int number() const { return number_; }

 private:
  int number_ = -1;
};

// The reason not to trust an open file: another user owns it or can write to it. Nothing if neither.
std::optional<std::string> distrust_reason(int descriptor);

// Below an open directory; the name may not contain '/'. Nothing (and errno) if it is not there, is a link,
// is of another kind, or is not trusted (EPERM).
Descriptor open_private_directory(int parent, const std::string& name);
Descriptor open_private_file(int parent, const std::string& name);

// The rest of an open file; nothing if it cannot be read.
std::optional<std::string> content_of(int descriptor);

// All of it, or false.
bool write_all(int descriptor, const void* data, std::size_t size);

// Replaces what has that name, which is not followed if it is a link: an errno value, or 0.
int write_private_file(int parent, const std::string& name, std::string_view content);
// A new empty directory with a random name that begins so: its name.
Result<std::string> make_private_directory(int parent, const std::string& prefix);

std::vector<std::string> names_in(int directory);  // sorted, without . and ..
// Removes it with all that is in it; a link itself, and not what it leads to. False if something is left.
bool remove_all_of(int parent, const std::string& name);

// Programs that were opened and checked, as the first word of a command. The file that was checked is executed,
// even if its path refers to another one by then.

// The word for a program that is open: "/proc/self/fd/7". It holds as long as the descriptor is open.
std::string open_program_word(int descriptor);
// The descriptor, if the word is such a one.
std::optional<int> open_program_of(const std::string& word);
// The path of the program, for programs that read their own name; the word itself if the path is not known.
std::string open_program_path(const std::string& word);

}  // namespace fretsaw::work
