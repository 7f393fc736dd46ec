// SPDX-License-Identifier: MIT
#include <elf.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <string_view>

#include "base/digest.hpp"
#include "mpi/identity.hpp"

namespace fretsaw::mpi {

namespace {

constexpr std::size_t kMaxNotesBytes = 1U << 16;
constexpr std::string_view kGnu("GNU\0", 4);  // names of notes end with a zero

template <class T>
bool read_at(std::ifstream& file, std::uint64_t offset, T& out) {
  file.seekg(static_cast<std::streamoff>(offset));
  return static_cast<bool>(file.read(reinterpret_cast<char*>(&out), sizeof out));
}

constexpr std::size_t padded(std::size_t size) { return (size + 3) & ~std::size_t{3}; }

// In hexadecimal; empty if it is not among these notes.
std::string build_id_in(std::string_view notes) {
  Elf64_Nhdr header;
  while (notes.size() >= sizeof header) {
    std::memcpy(&header, notes.data(), sizeof header);
    notes.remove_prefix(sizeof header);
    const std::size_t name = padded(header.n_namesz);
    if (name > notes.size() || header.n_descsz > notes.size() - name) return "";
    if (header.n_type == NT_GNU_BUILD_ID && notes.substr(0, header.n_namesz) == kGnu) {
      std::string out;
      for (const char byte : notes.substr(name, header.n_descsz))
        out += fmt::format("{:02x}", static_cast<unsigned char>(byte));
      return out;
    }
    notes.remove_prefix(std::min(notes.size(), name + padded(header.n_descsz)));
  }
  return "";
}

std::string linkers_build_id(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  Elf64_Ehdr header;
  if (!read_at(file, 0, header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
      header.e_ident[EI_CLASS] != ELFCLASS64)
    return "";
  for (std::uint64_t i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment;
    if (!read_at(file, header.e_phoff + i * header.e_phentsize, segment)) return "";
    if (segment.p_type != PT_NOTE || segment.p_filesz > kMaxNotesBytes) continue;
    std::string notes(segment.p_filesz, '\0');
    file.seekg(static_cast<std::streamoff>(segment.p_offset));
    if (!file.read(notes.data(), static_cast<std::streamsize>(notes.size()))) return "";
    if (std::string id = build_id_in(notes); !id.empty()) return id;
  }
  return "";
}

}  // namespace

std::string build_id_of(const std::string& path) {
  const std::string id = linkers_build_id(path);
  return id.empty() ? digest_of_file(path).value_or("unreadable") : id;
}

}  // namespace fretsaw::mpi
