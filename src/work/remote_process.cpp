// SPDX-License-Identifier: MIT
#include "work/remote_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "work/private_files.hpp"

namespace fretsaw::work {

namespace {

struct RemoteSocket {
  int control = -1;
  unsigned places = 0;
};

const RemoteSocket& remote_socket() {
  static const RemoteSocket kRemoteSocket = [] {
    RemoteSocket found;
    const char* const text = std::getenv(kRemoteSocketVariable);
    if (text == nullptr) return found;
    char* rest = nullptr;
    found.control = static_cast<int>(std::strtol(text, &rest, 10));
    found.places = static_cast<unsigned>(std::strtoul(rest, nullptr, 10));
    fcntl(found.control, F_SETFD, FD_CLOEXEC);
    unsetenv(kRemoteSocketVariable);  // it is not for children
    return found;
  }();
  return kRemoteSocket;
}

}  // namespace

unsigned remote_slot_count() { return remote_socket().places; }

std::string start_request(unsigned place, const std::vector<std::string>& command, std::size_t memory_mb) {
  std::string text = fmt::format("{} {}", place, memory_mb);
  for (const std::string& word : command) text += '\0' + word;
  return text;
}

Result<int> start_remote_process(unsigned place, const std::vector<std::string>& command,
                                 std::size_t memory_mb) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return input_error(fmt::format("cannot create a socket: {}", std::strerror(errno)));
  // What is open here goes along: there it has another number.
  const auto program = open_program_of(command.front());
  std::vector<std::string> words = command;
  words.front() = open_program_path(command.front());
  std::string text = start_request(place, words, memory_mb);
  iovec data = {text.data(), text.size()};
  const int sent_along[2] = {ends[1], program.value_or(-1)};
  const std::size_t bytes = (program ? 2 : 1) * sizeof(int);
  alignas(cmsghdr) char room[CMSG_SPACE(sizeof sent_along)] = {};
  msghdr message = {};
  message.msg_iov = &data;
  message.msg_iovlen = 1;
  message.msg_control = room;
  message.msg_controllen = CMSG_SPACE(bytes);
  cmsghdr* const header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(bytes);
  std::memcpy(CMSG_DATA(header), sent_along, bytes);
  const bool sent = sendmsg(remote_socket().control, &message, MSG_NOSIGNAL) >= 0;
  const int problem = errno;
  close(ends[1]);
  if (sent) return ends[0];
  close(ends[0]);
  return input_error(fmt::format("cannot reach other machines: {}", std::strerror(problem)));
}

}  // namespace fretsaw::work
