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
constexpr double kShortestWait = 1e-4;  // seconds
constexpr double kLongestWait = 1e-3;
constexpr double kWaitPerSilence = 0.05;
constexpr std::size_t kMostPending = 64U << 20;  // bytes on their way; beyond that nothing is read
constexpr std::size_t kPiece = 1U << 20;

}  // namespace

void Relay::add(std::uint32_t process, int rank, int descriptor, std::function<void()> ended) {
  fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
  lines_[process] = {rank, descriptor, {}, false, std::move(ended)};
}

void Relay::remove(std::uint32_t process) {
  const auto line = lines_.find(process);
  if (line == lines_.end()) return;
  line->second.leaving = true;
  line->second.ended = nullptr;
}

void Relay::write(std::uint32_t process, const std::string& bytes) {
  const auto line = lines_.find(process);
  if (line == lines_.end()) return;
  silence_ = Stopwatch();
  line->second.unwritten += bytes;
  write_to(line->second);
}

void Relay::write_to(Line& line) {
  std::size_t done = 0;
  while (done < line.unwritten.size()) {
    const ssize_t n = ::write(line.descriptor, line.unwritten.data() + done, line.unwritten.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && errno == EAGAIN) break;
    if (n <= 0) {  // the reader is gone, which is detected elsewhere
      done = line.unwritten.size();
      break;
    }
    done += static_cast<std::size_t>(n);
  }
  line.unwritten.erase(0, done);
}

void Relay::read_from(std::uint32_t process, Line& line) {
  buffer_.resize(kPiece);
  const ssize_t n = read(line.descriptor, buffer_.data(), buffer_.size());
  if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
  silence_ = Stopwatch();
  if (n > 0) {
    post_.send(line.rank, Kind::Data, process,
               std::string_view(buffer_).substr(0, static_cast<std::size_t>(n)));
    return;
  }
  if (line.ended) std::exchange(line.ended, nullptr)();
  line.leaving = true;
}

bool Relay::turn(int other) {
  post_.tidy();
  std::vector<pollfd> descriptors = {{other, POLLIN, 0}};
  std::vector<std::uint32_t> processes = {0};
  const short reading = post_.pending() < kMostPending ? POLLIN : 0;
  for (const auto& [process, line] : lines_) {
    descriptors.push_back({line.leaving ? -1 : line.descriptor, reading, 0});
    descriptors.push_back({line.unwritten.empty() ? -1 : line.descriptor, POLLOUT, 0});
    processes.insert(processes.end(), {process, process});
  }
  const double wait = std::clamp(kWaitPerSilence * silence_.seconds(), kShortestWait, kLongestWait);
  const timespec moment = {0, std::lround(1e9 * wait)};
  ppoll(descriptors.data(), descriptors.size(), &moment, nullptr);
  for (std::size_t i = 1; i < descriptors.size(); ++i) {
    const auto line = lines_.find(processes[i]);
    if (descriptors[i].revents == 0 || line == lines_.end()) continue;
    if (i % 2 == 1)
      read_from(processes[i], line->second);
    else
      write_to(line->second);
  }
  for (auto line = lines_.begin(); line != lines_.end();) {
    const bool goes = line->second.leaving && line->second.unwritten.empty();
    if (goes) close(line->second.descriptor);
    line = goes ? lines_.erase(line) : std::next(line);
  }
  return descriptors[0].revents != 0;
}

}  // namespace fretsaw::mpi
