// SPDX-License-Identifier: MIT
#include "cpp/guest/child/output.hpp"

#include <fcntl.h>
#include <stdio_ext.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>

namespace fretsaw::guest {

void Output::take_over() {
  const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  const int file = memfd_create("output", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  // Sealed, so that the mapped memory cannot shrink, and writes beyond it fail.
  const bool is_made =
      ftruncate(file, kMaxBytes) == 0 && fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW) == 0;
  void* const memory =
      is_made ? mmap(nullptr, kMaxBytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0) : MAP_FAILED;
  dup2(nothing, STDIN_FILENO);
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO}) dup2(memory == MAP_FAILED ? nothing : file, stream);
  std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);  // lines are there if the process is not
  close(nothing);
  if (memory == MAP_FAILED) return;
  text_ = static_cast<char*>(memory);
  file_ = fcntl(file, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  close(file);
}

void Output::flush() {
  if (__fpending(stdout) > 0) std::fflush(stdout);
}

std::string Output::take() {
  if (is_empty()) return {};
  std::string text(text_, strnlen(text_, kMaxBytes));
  std::memset(text_, 0, text.size());
  lseek(file_, 0, SEEK_SET);
  return text;
}

}  // namespace fretsaw::guest
