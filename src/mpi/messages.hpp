// SPDX-License-Identifier: MIT
// Messages between ranks: one byte for the kind, four for the number of a process, and the
// content.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <cstring>
#include <list>
#include <optional>
#include <string>
#include <string_view>

namespace fretsaw::mpi {

enum class Kind : char {
  Start = 'S',   // to a rank: digest, 0, memory, 0, words, each ended by 0
  Need = 'N',    // from a rank: it does not have the program of that process
  File = 'F',    // to a rank: that program
  Data = 'D',    // both ways: what the process reads or writes
  Close = 'C',   // to a rank: the connection to the process is closed
  End = 'E',     // from a rank: the process has ended; its standard error
  Goodbye = 'G'  // both ways: the last message
};

struct Message {
  Kind kind = Kind::Data;
  std::uint32_t process = 0;
  int rank = 0;  // whose it is
  std::string content;
};

// Sends without waiting: two ranks that send each other much at the same time must not wait for each other.
class Outbox {
 public:
  void send(int rank, Kind kind, std::uint32_t process, std::string_view content) {
    PendingSend& pending_send = pending_sends_.emplace_back();
    pending_send.bytes.reserve(content.size() + 5);
    pending_send.bytes += static_cast<char>(kind);
    pending_send.bytes.append(reinterpret_cast<const char*>(&process), sizeof process);
    pending_send.bytes += content;
    MPI_Isend(pending_send.bytes.data(), static_cast<int>(pending_send.bytes.size()), MPI_BYTE, rank, 0,
              MPI_COMM_WORLD, &pending_send.request);
    pending_ += pending_send.bytes.size();
  }

  std::optional<Message> receive() {
    int there = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &there, &status);
    if (there == 0) return std::nullopt;
    int size = 0;
    MPI_Get_count(&status, MPI_BYTE, &size);
    std::string bytes(static_cast<std::size_t>(size), '\0');
    MPI_Recv(bytes.data(), size, MPI_BYTE, status.MPI_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    Message message{static_cast<Kind>(bytes[0]), 0, status.MPI_SOURCE, bytes.substr(5)};
    std::memcpy(&message.process, bytes.data() + 1, sizeof message.process);
    return message;
  }

  void remove_completed() {
    for (auto pending_send = pending_sends_.begin(); pending_send != pending_sends_.end();) {
      int done = 0;
      MPI_Test(&pending_send->request, &done, MPI_STATUS_IGNORE);
      if (done != 0) pending_ -= pending_send->bytes.size();
      pending_send = done != 0 ? pending_sends_.erase(pending_send) : std::next(pending_send);
    }
  }
  void wait_for_all() {
    while (!pending_sends_.empty()) remove_completed();
  }
  std::size_t pending() const { return pending_; }

 private:
  struct PendingSend {
    std::string bytes;
    MPI_Request request = MPI_REQUEST_NULL;
  };
  std::list<PendingSend> pending_sends_;
  std::size_t pending_ = 0;  // bytes
};

}  // namespace fretsaw::mpi
