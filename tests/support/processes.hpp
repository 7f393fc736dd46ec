// SPDX-License-Identifier: MIT
// To see whether processes that others have started are still there.
#pragma once

#include <sys/types.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

namespace fretsaw::test {

// Does it run? One that has ended and that nobody has waited for does not.
inline bool is_running(pid_t process) {
  std::ifstream stat("/proc/" + std::to_string(process) + "/stat");
  std::string text;
  if (!std::getline(stat, text)) return false;
  const std::size_t name_end = text.rfind(')');
  return name_end + 2 < text.size() && text[name_end + 2] != 'Z' && text[name_end + 2] != 'X';
}

// Those that the process, or its only thread, has forked.
inline std::vector<pid_t> children_of(pid_t process) {
  const std::string number = std::to_string(process);
  std::ifstream in("/proc/" + number + "/task/" + number + "/children");
  std::vector<pid_t> children;
  for (pid_t child = 0; in >> child;) children.push_back(child);
  return children;
}

// Waits for what happens sooner or later; false after a minute without it.
template <class Condition>
bool eventually(const Condition& condition) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

// The number of a process that another one writes into a file with `echo $$ > FILE`; 0 after a minute.
inline pid_t number_in(const std::string& file) {
  pid_t number = 0;
  eventually([&] {
    std::ifstream in(file);
    std::string line;
    // The whole line: it may be in the middle of being written.
    if (std::getline(in, line) && !in.eof()) number = std::stoi(line);
    return number > 0;
  });
  return number;
}

// Acts as a user without rights for as long as it lives, if the test is run by root. Files are then judged
// and opened as by that user.
class WithoutRights {
 public:
  WithoutRights() : is_root_(geteuid() == 0) {
    if (is_root_ && (setegid(kNobody) != 0 || seteuid(kNobody) != 0)) std::abort();
  }
  ~WithoutRights() {
    if (is_root_ && (seteuid(0) != 0 || setegid(0) != 0)) std::abort();
  }
  WithoutRights(const WithoutRights&) = delete;
  WithoutRights& operator=(const WithoutRights&) = delete;

  static constexpr uid_t kNobody = 65534;

 private:
  bool is_root_;
};

// That many bytes of what can be read there; fewer if there are no more.
inline std::string text_from(int descriptor, std::size_t size) {
  std::string text(size, '\0');
  std::size_t got = 0;
  for (ssize_t n = 0; got < size && (n = read(descriptor, text.data() + got, size - got)) > 0;)
    got += static_cast<std::size_t>(n);
  text.resize(got);
  return text;
}

}  // namespace fretsaw::test
