// SPDX-License-Identifier: MIT
#include "mpi/relay.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <vector>

namespace fretsaw::mpi {

namespace {

// The polling interval grows with the time without messages: one poll takes ten microseconds.
constexpr double kMinWaitSeconds = 1e-4;  // seconds
constexpr double kMaxWaitSeconds = 1e-3;
constexpr double kWaitPerIdleTime = 0.05;
constexpr std::size_t kMaxPendingBytes = 64U << 20;  // bytes on their way; beyond that nothing is read
constexpr std::size_t kMaxReadBytes = 1U << 20;

}  // namespace

void Relay::add(std::uint32_t process, int rank, int descriptor, std::function<void()> ended) {
  fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
  connections_[process] = {rank, descriptor, {}, false, std::move(ended)};
}

void Relay::remove(std::uint32_t process) {
  const auto connection = connections_.find(process);
  if (connection == connections_.end()) return;
  connection->second.leaving = true;
  connection->second.ended = nullptr;
}

void Relay::write(std::uint32_t process, const std::string& bytes) {
  const auto connection = connections_.find(process);
  if (connection == connections_.end()) return;
  idle_time_ = Stopwatch();
  connection->second.unwritten += bytes;
  write_to(connection->second);
}

void Relay::write_to(Connection& connection) {
  std::size_t done = 0;
  while (done < connection.unwritten.size()) {
    const ssize_t n = ::write(connection.descriptor, connection.unwritten.data() + done,
                              connection.unwritten.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && errno == EAGAIN) break;
    if (n <= 0) {  // the reader is gone, which is detected elsewhere
      done = connection.unwritten.size();
      break;
    }
    done += static_cast<std::size_t>(n);
  }
  connection.unwritten.erase(0, done);
}

void Relay::read_from(std::uint32_t process, Connection& connection) {
  buffer_.resize(kMaxReadBytes);
  const ssize_t n = read(connection.descriptor, buffer_.data(), buffer_.size());
  if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
  idle_time_ = Stopwatch();
  if (n > 0) {
    outbox_.send(connection.rank, Kind::Data, process,
                 std::string_view(buffer_).substr(0, static_cast<std::size_t>(n)));
    return;
  }
  if (connection.ended) std::exchange(connection.ended, nullptr)();
  connection.leaving = true;
}

bool Relay::poll_once(int other) {
  outbox_.remove_completed();
  std::vector<pollfd> descriptors = {{other, POLLIN, 0}};
  std::vector<std::uint32_t> processes = {0};
  const short reading = outbox_.pending() < kMaxPendingBytes ? POLLIN : 0;
  for (const auto& [process, connection] : connections_) {
    descriptors.push_back({connection.leaving ? -1 : connection.descriptor, reading, 0});
    descriptors.push_back({connection.unwritten.empty() ? -1 : connection.descriptor, POLLOUT, 0});
    processes.insert(processes.end(), {process, process});
  }
  const double wait = std::clamp(kWaitPerIdleTime * idle_time_.seconds(), kMinWaitSeconds, kMaxWaitSeconds);
  const timespec moment = {0, std::lround(1e9 * wait)};
  ppoll(descriptors.data(), descriptors.size(), &moment, nullptr);
  for (std::size_t i = 1; i < descriptors.size(); ++i) {
    const auto connection = connections_.find(processes[i]);
    if (descriptors[i].revents == 0 || connection == connections_.end()) continue;
    if (i % 2 == 1)
      read_from(processes[i], connection->second);
    else
      write_to(connection->second);
  }
  for (auto connection = connections_.begin(); connection != connections_.end();) {
    const bool goes = connection->second.leaving && connection->second.unwritten.empty();
    if (goes) close(connection->second.descriptor);
    connection = goes ? connections_.erase(connection) : std::next(connection);
  }
  return descriptors[0].revents != 0;
}

}  // namespace fretsaw::mpi
