// SPDX-License-Identifier: MIT
// Messages between two processes, through a socket. This is the only framing: processes, on this machine or another,
// communicate with the process that started them through a Channel.
//
//     work::Channel channel(descriptor);
//     channel.send(kQuestion, number, text);
//     work::Message answer;
//     while (channel.receive(answer, 50ms) == work::ReceiveStatus::Timeout) budget.poll();
//
// The other side may run code that overwrites anything: its messages are read with limits, and an incomplete message has
// the same timeout as any other. Requires POSIX only.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace fretsaw::work {

struct Message {
  std::uint32_t kind = 0;     // each protocol has an enum of its own
  std::uint32_t request = 0;  // what it answers, if the sides count their requests
  std::string bytes{};
};

enum class ReceiveStatus : std::uint8_t { Message, Timeout, Closed, Malformed };

class Channel {
 public:
  using Timeout = std::chrono::milliseconds;
  static constexpr Timeout kForever{-1};
  static constexpr std::uint64_t kMaxMessageBytes = std::uint64_t{1} << 36;

  Channel() = default;
  explicit Channel(int descriptor) : descriptor_(descriptor) {}
  ~Channel() { close(); }
  Channel(Channel&& other) noexcept { *this = std::move(other); }
  Channel& operator=(Channel&& other) noexcept;
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  // Both ends of a new one; exec closes them.
  struct Pair;
  static Pair open_pair();

  // In a process whose standard input is the channel: takes it out of the way of the user's code, to a
  // descriptor that loops over all descriptors do not reach. Standard input is empty then, and standard
  // output goes where standard error goes.
  static Channel take_standard_input();

  bool is_open() const { return descriptor_ >= 0; }
  int descriptor() const { return descriptor_; }
  void close();
  // The other side sees the end of the input.
  void hang_up();

  // The content is the concatenation of the parts. False if the other side is closed.
  bool send(std::uint32_t kind, std::uint32_t request, std::span<const std::string_view> parts) const;
  bool send(std::uint32_t kind, std::uint32_t request, std::string_view bytes) const {
    return send(kind, request, std::span(&bytes, 1));
  }

  // Waits at most that long. Malformed: no message begins like that, or it is larger than allowed; nothing
  // more is read then.
  ReceiveStatus receive(Message& message, Timeout timeout = kForever,
                        std::uint64_t max_bytes = kMaxMessageBytes);
  // The content of the next message; nothing if there is none, or it is of another kind.
  std::optional<std::string> receive_content(std::uint32_t kind);

 private:
  struct Header {
    std::uint32_t kind;
    std::uint32_t request;
    std::uint64_t size;
  };
  // Reads what is there, at most up to `size`. False if there will be no more.
  bool read_into(char* bytes, std::size_t size, std::size_t& got);

  int descriptor_ = -1;
  // Of the message that is coming in.
  Header header_ = {};
  std::size_t header_bytes_ = 0;
  std::string content_;
  std::size_t content_bytes_ = 0;
  bool is_malformed_ = false;
};

struct Channel::Pair {
  Channel first, second;
};

}  // namespace fretsaw::work

// The kinds of messages of all protocols. A kind is the initial of its name; if that is taken, by another kind of the
// protocol or by one that all guests share, it is a later letter of the name:
//
//     all guests, cpp/guest/child/messages.hpp    Error E, Space S
//     search, cpp/search/child/wire.hpp           Abort A, Finished N, Furthest F, Halve H, Mismatch M, Reads R,
//                                                 Structures T, Unit U, Work W
//     call, cpp/call/child/call_wire.hpp          Inputs I, Records R
//     path, cpp/path/child/wire.hpp               Branches B, Cells C, Input I, Trace T
//     harness, cpp/harness/child/payloads.hpp     Choice C, Ended N, Instance I, Misused M, Offers O, Results R, Threw T
//     finder, logic/finder/remote_units.cpp       Outcome O, Plan P, Unit U
//     mutation, alloy/mutation/remote_mutants.cpp Answer A, Fingerprint F, Setup S, Unit U
//     ranks, mpi/messages.hpp                     Close C, Data D, End E, File F, Goodbye G, Need N, Start S
