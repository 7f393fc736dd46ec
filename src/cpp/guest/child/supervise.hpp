// SPDX-License-Identifier: MIT
// Two processes: a worker that runs the user's code, and a supervisor that waits for it to end. All
// messages to the host come from the supervisor, which alone has the channel: the worker may close every descriptor,
// write to all of them, block signals, stop, fork or crash, and every request is still answered.
//
// Both share memory: the request, how far the worker has come, and messages for the host. When the worker
// ends, the supervisor reports how, and forks the next one, which resumes after the last input.
// A process that has run nothing yet is forked in well under a millisecond, whatever it took to set up.
//
// A guest is a Handler and its messages:
//
//     class Doubler : public guest::Handler {
//       void serve(const guest::Request& request, guest::Worker& worker) override {
//         worker.begin(kWorking);                          // its clock starts
//         const std::string answer = doubled(request.bytes);
//         worker.end();                                    // and stops
//         worker.send(kAnswer, {worker.share(answer)});
//       }
//       bool ended(const guest::TerminationRecord& how, guest::Supervisor& supervisor) override {
//         supervisor.send(kEnded, bytes_of(how));
//         return false;                                    // nothing is left of the request
//       }
//     };
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "cpp/guest/child/output.hpp"
#include "cpp/guest/child/termination.hpp"
#include "work/channel.hpp"

namespace fretsaw::guest {

struct InputLimits {
  double cpu_seconds = 1;
  double wall_seconds = 5;  // without the time in which it waits for a processor
};
// Five times as much by the clock, and at least two seconds.
InputLimits limits_of(double input_timeout_seconds);

struct Supervision {
  InputLimits limits;
  std::size_t memory_mb = 0;        // of address space, beyond what the process has; 0: no limit
  bool forks_each_request = false;  // each has its own worker, whose end is always reported
  std::size_t max_request_bytes = std::size_t{8} << 20;
  std::size_t max_shared_bytes = 0;  // what Worker::share() has room for
};

struct Request {
  std::uint32_t kind = 0;
  std::string_view bytes{};
};

// In memory that supervisor and worker share.
struct SharedState;

class Worker {
 public:
  Worker(SharedState& state, Output& output) : state_(state), output_(output) {}

  // An input begins, or the next phase of one. The clock starts with the first.
  void begin(std::uint8_t phase);
  void set_phase(std::uint8_t phase);
  // The input is finished. Does not return in copies of this process.
  void end();
  // Nor does this if inputs have left processes behind, which is how the last one has ended then.
  void end_alone();
  // Costs as much as building a small input.
  bool has_left_processes() const;

  // Which of the request's inputs is being worked on; a successor finds what was set last.
  std::uint64_t cursor() const;
  void set_cursor(std::uint64_t cursor);

  // The parts must lie in memory that was shared before the worker began, such as what share() gives.
  void send(std::uint32_t kind, std::initializer_list<std::string_view> parts);
  // The same for the last message of a request, without waiting until it is on its way.
  void send_last(std::uint32_t kind, std::initializer_list<std::string_view> parts);
  // Nothing was sent for a while.
  bool should_send() const;
  // A copy that holds until the next send(); of at most Supervision::max_shared_bytes.
  std::string_view share(std::string_view bytes);

  std::string take_output() { return output_.take(); }

  // Ends this process, in which something is left of an input. A successor resumes from the cursor.
  [[noreturn]] void exit_for_successor();

 private:
  SharedState& state_;
  Output& output_;
};

class Supervisor {
 public:
  virtual void send(std::uint32_t kind, std::initializer_list<std::string_view> parts) = 0;
  virtual std::uint64_t cursor() const = 0;
  virtual void set_cursor(std::uint64_t cursor) = 0;

 protected:
  ~Supervisor() = default;
};

class Handler {
 public:
  virtual ~Handler() = default;
  // In the worker. If another one has ended with this request: from its cursor on.
  virtual void serve(const Request& request, Worker& worker) = 0;
  // In the supervisor. False: nothing is left of the request.
  virtual bool ended(const TerminationRecord& how, Supervisor& supervisor) = 0;
};

// Until the host hangs up; ends this process.
[[noreturn]] void supervise(work::Channel channel, Handler& handler, const Supervision& supervision);

// In a worker: writes down how it ends, and ends it.
[[noreturn]] void die(Termination how, const char* detail = nullptr, std::uint64_t address = 0,
                      int number = 0);
// Is this process a worker, and no copy of one that user's code has forked?
bool is_worker();

}  // namespace fretsaw::guest
