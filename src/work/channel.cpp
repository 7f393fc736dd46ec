// SPDX-License-Identifier: MIT
#include "work/channel.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace fretsaw::work {

namespace {

constexpr int kFirstHiddenDescriptor = 512;

// Memory for content is taken as it comes: a size that nothing follows must not take any.
constexpr std::size_t kMaxGrowthBytes = std::size_t{1} << 20;

}  // namespace

Channel& Channel::operator=(Channel&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(header_, other.header_);
  std::swap(header_bytes_, other.header_bytes_);
  std::swap(content_, other.content_);
  std::swap(content_bytes_, other.content_bytes_);
  std::swap(is_malformed_, other.is_malformed_);
  return *this;
}

Channel::Pair Channel::open_pair() {
  int ends[2] = {-1, -1};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return {};
  return {Channel(ends[0]), Channel(ends[1])};
}

Channel Channel::take_standard_input() {
  int descriptor = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, kFirstHiddenDescriptor);
  if (descriptor < 0) descriptor = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  dup2(nothing, STDIN_FILENO);
  ::close(nothing);
  dup2(STDERR_FILENO, STDOUT_FILENO);
  // Code that closes all possible descriptors queries their number.
  rlimit files = {};
  if (descriptor >= kFirstHiddenDescriptor && getrlimit(RLIMIT_NOFILE, &files) == 0) {
    files.rlim_cur = std::min<rlim_t>(files.rlim_cur, kFirstHiddenDescriptor);
    setrlimit(RLIMIT_NOFILE, &files);
  }
  return Channel(descriptor);
}

void Channel::close() {
  if (descriptor_ >= 0) ::close(descriptor_);
  descriptor_ = -1;
}

void Channel::hang_up() { shutdown(descriptor_, SHUT_RDWR); }

bool Channel::send(std::uint32_t kind, std::uint32_t request, std::span<const std::string_view> parts) const {
  constexpr std::size_t kMaxParts = 15;
  Header header = {kind, request, 0};
  iovec placed_units[1 + kMaxParts] = {{&header, sizeof header}};
  std::size_t count = 1;
  for (const std::string_view part : parts.first(std::min(parts.size(), kMaxParts))) {
    header.size += part.size();
    placed_units[count++] = {const_cast<char*>(part.data()), part.size()};
  }
  for (std::size_t at = 0; at < count;) {
    msghdr message = {};
    message.msg_iov = placed_units + at;
    message.msg_iovlen = count - at;
    ssize_t sent = sendmsg(descriptor_, &message, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0 && errno == EAGAIN) {
      pollfd waiting = {descriptor_, POLLOUT, 0};
      poll(&waiting, 1, -1);
      continue;
    }
    if (sent < 0) return false;
    for (; at < count && static_cast<std::size_t>(sent) >= placed_units[at].iov_len; ++at)
      sent -= static_cast<ssize_t>(placed_units[at].iov_len);
    if (at == count) break;
    placed_units[at].iov_base = static_cast<char*>(placed_units[at].iov_base) + sent;
    placed_units[at].iov_len -= static_cast<std::size_t>(sent);
  }
  return true;
}

bool Channel::read_into(char* bytes, std::size_t size, std::size_t& got) {
  while (got < size) {
    const ssize_t n = recv(descriptor_, bytes + got, size - got, MSG_DONTWAIT);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && errno == EAGAIN) return true;
    if (n <= 0) return false;
    got += static_cast<std::size_t>(n);
  }
  return true;
}

ReceiveStatus Channel::receive(Message& message, Timeout timeout, std::uint64_t max_bytes) {
  using Clock = std::chrono::steady_clock;
  const auto deadline = Clock::now() + timeout;
  while (!is_malformed_) {
    if (!read_into(reinterpret_cast<char*>(&header_), sizeof header_, header_bytes_))
      return ReceiveStatus::Closed;
    if (header_bytes_ == sizeof header_) {
      if (header_.size > max_bytes) break;
      while (content_bytes_ < header_.size) {
        const std::size_t before = content_bytes_;
        content_.resize(std::min<std::uint64_t>(header_.size, before + kMaxGrowthBytes));
        if (!read_into(content_.data(), content_.size(), content_bytes_)) return ReceiveStatus::Closed;
        if (content_bytes_ < content_.size()) break;
      }
      if (content_bytes_ == header_.size) {
        content_.resize(content_bytes_);
        message = {header_.kind, header_.request, std::exchange(content_, {})};
        header_bytes_ = content_bytes_ = 0;
        return ReceiveStatus::Message;
      }
    }
    int wait = -1;
    if (timeout >= Timeout::zero()) {
      const auto left = std::chrono::ceil<Timeout>(deadline - Clock::now()).count();
      if (left <= 0) return ReceiveStatus::Timeout;
      wait = static_cast<int>(std::min<long>(left, 1000));
    }
    pollfd waiting = {descriptor_, POLLIN, 0};
    if (poll(&waiting, 1, wait) < 0 && errno != EINTR) return ReceiveStatus::Closed;
  }
  is_malformed_ = true;
  return ReceiveStatus::Malformed;
}

std::optional<std::string> Channel::receive_content(std::uint32_t kind) {
  Message message;
  const bool has_come = receive(message) == ReceiveStatus::Message && message.kind == kind;
  return has_come ? std::optional(std::move(message.bytes)) : std::nullopt;
}

}  // namespace fretsaw::work
