// SPDX-License-Identifier: MIT
// See README.md. Rank 0 starts the ordinary program and serves its socket; the others serve rank 0.
#include <fcntl.h>
#include <fmt/format.h>
#include <mpi.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/digest.hpp"
#include "mpi/identity.hpp"
#include "mpi/program_store.hpp"
#include "mpi/relay.hpp"
#include "work/private_files.hpp"
#include "work/process.hpp"
#include "work/remote_process.hpp"

#ifdef __SANITIZE_ADDRESS__
// Open MPI does not free everything it allocates.
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() { return "detect_leaks=0"; }
#endif

namespace fretsaw::mpi {

namespace {

using Words = std::vector<std::string>;

// mpirun passes SIGUSR1 on to all ranks and does nothing else. After any other signal that ends a job, that
// of Open MPI 5 drops what ranks write, and kills them soon.
constexpr int kFinishEarlySignal = SIGUSR1;

volatile sig_atomic_t child_to_tell = 0;
extern "C" void pass_on_signal(int signal) {
  if (child_to_tell > 0)
    kill(static_cast<pid_t>(child_to_tell), signal == kFinishEarlySignal ? SIGINT : signal);
}

// On the other ranks, which rank 0 notifies; not SIG_IGN, which children would inherit.
extern "C" void ignore_signal(int) {}

// Texts that are each ended by 0.
Words split_words(const std::string& text) {
  Words words;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\0', at), text.size());
    words.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

// mpirun forwards the output of ranks to its own; is that a terminal? (On another machine the parent is not
// mpirun, and the answer is no.)
bool mpirun_is_on_terminal() {
  std::error_code error;
  const auto target =
      std::filesystem::read_symlink(fmt::format("/proc/{}/fd/{}", getppid(), STDERR_FILENO), error).string();
  return target.starts_with("/dev/pts/") || target.starts_with("/dev/tty");
}

class Root {
 public:
  Root(int ranks, const Words& words, const std::string& refusal)
      : ranks_(ranks), words_(words), refusal_(refusal) {}

  int run() {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) != 0) return 2;
    if (mpirun_is_on_terminal()) setenv("FRETSAW_PROGRESS", "1", 1);
    const pid_t child = fork();
    if (child == 0) become_program(ends[1]);
    close(ends[1]);
    control_ = ends[0];
    fcntl(control_, F_SETFD, FD_CLOEXEC);
    child_to_tell = child;
    struct sigaction action = {};
    action.sa_handler = pass_on_signal;
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
    sigaction(kFinishEarlySignal, &action, nullptr);
    int status = 0;
    if (ranks_ == 1) {  // no messages: polling for them would cost 5 % of a processor
      while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
      }
      return ended_with(status);
    }
    while (waitpid(child, &status, WNOHANG) == 0) {
      if (relay_.poll_once(control_)) start();
      while (auto message = relay_.outbox().receive()) take(*message);
    }
    for (int rank = 1; rank < ranks_; ++rank) relay_.outbox().send(rank, Kind::Goodbye, 0, "");
    relay_.outbox().wait_for_all();
    // A rank cannot end before its messages are received: long ones are sent only then.
    for (int connected = ranks_ - 1; connected > 0;) {
      usleep(1000);
      while (const auto message = relay_.outbox().receive())
        connected -= message->kind == Kind::Goodbye ? 1 : 0;
    }
    return ended_with(status);
  }

 private:
  static int ended_with(int status) {
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  }

  [[noreturn]] void become_program(int control) {
    // mpirun signals whole groups of processes; a second signal would end the program immediately.
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    setenv(work::kRemoteSocketVariable, fmt::format("{} {}", control, ranks_ - 1).c_str(), 1);
    if (!refusal_.empty()) setenv("FRETSAW_REFUSAL", refusal_.c_str(), 1);
    const std::string program = companion_program();
    std::vector<char*> arguments = {const_cast<char*>(program.c_str())};
    for (const std::string& word : words_) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    execv(program.c_str(), arguments.data());
    _exit(127);
  }

  // The program requests another one on a remote machine.
  void start() {
    std::string text(1U << 20, '\0');
    iovec data = {text.data(), text.size()};
    int received[2] = {-1, -1};  // a socket and, if it is not this program itself, an open program
    alignas(cmsghdr) char room[CMSG_SPACE(sizeof received)] = {};
    msghdr message = {};
    message.msg_iov = &data;
    message.msg_iovlen = 1;
    message.msg_control = room;
    message.msg_controllen = sizeof room;
    const ssize_t size = recvmsg(control_, &message, MSG_CMSG_CLOEXEC);
    const cmsghdr* const header = size > 0 ? CMSG_FIRSTHDR(&message) : nullptr;
    if (header == nullptr) return;
    std::memcpy(received, CMSG_DATA(header),
                std::min<std::size_t>(header->cmsg_len - CMSG_LEN(0), sizeof received));
    const int socket = received[0];
    work::Descriptor program(received[1]);
    text.resize(static_cast<std::size_t>(size));
    const Words parts = split_words(text);
    const std::size_t blank = parts.front().find(' ');
    const int rank = 1 + std::stoi(parts.front().substr(0, blank));
    const std::uint32_t process = ++last_process_;
    std::string content = (program ? digest(program.number()) : "") + '\0';
    content += parts.front().substr(blank + 1) + '\0';
    for (std::size_t i = 1; i < parts.size(); ++i) content += parts[i] + '\0';
    programs_.insert_or_assign(process, std::move(program));
    relay_.add(process, rank, socket, [this, process, rank] {
      relay_.outbox().send(rank, Kind::Close, process, "");
      programs_.erase(process);
    });
    relay_.outbox().send(rank, Kind::Start, process, content);
  }

  // Many processes are of one program, which is one file. Descriptors of it are kept as long as its digest.
  const std::string& digest(int program) {
    struct stat status = {};
    fstat(program, &status);
    const auto [place, is_new] = digests_.try_emplace({status.st_dev, status.st_ino});
    if (is_new) {
      place->second.digest = digest_of(content_from_start(program));
      place->second.kept = work::Descriptor(fcntl(program, F_DUPFD_CLOEXEC, 0));
    }
    return place->second.digest;
  }

  static std::string content_from_start(int program) {
    lseek(program, 0, SEEK_SET);
    return work::content_of(program).value_or("");
  }

  void take(const Message& message) {
    if (message.kind == Kind::Data) relay_.write(message.process, message.content);
    if (const auto wanted = programs_.find(message.process);
        message.kind == Kind::Need && wanted != programs_.end())
      relay_.outbox().send(message.rank, Kind::File, message.process,
                           content_from_start(wanted->second.number()));
    if (message.kind != Kind::End) return;
    if (!message.content.empty() && relay_.has(message.process))
      fmt::print(stderr, "rank {}: {}\n", message.rank, message.content);
    relay_.remove(message.process);
    programs_.erase(message.process);
  }

  struct KnownProgram {
    std::string digest;
    work::Descriptor kept;  // so that no other file gets its number
  };

  const int ranks_;
  const Words& words_;
  const std::string& refusal_;
  int control_ = -1;
  Relay relay_;
  std::uint32_t last_process_ = 0;
  std::map<std::uint32_t, work::Descriptor> programs_;
  std::map<std::pair<dev_t, ino_t>, KnownProgram> digests_;
};

class Server {
 public:
  void run() {
    signal(SIGINT, SIG_IGN);  // rank 0 ends the job
    signal(SIGTERM, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    while (!is_over_) {
      relay_.poll_once(-1);
      while (auto message = relay_.outbox().receive()) take(*message);
    }
    children_.clear();
    relay_.outbox().send(0, Kind::Goodbye, 0, "");
    relay_.outbox().wait_for_all();
  }

 private:
  struct Order {
    std::string digest;
    work::ProcessLimits limits;
    Words command;
  };

  void take(const Message& message) {
    switch (message.kind) {
      case Kind::Start: {
        Words parts = split_words(message.content);
        Order& order = orders_[message.process];
        order = {parts[0], {.memory_mb = std::stoul(parts[1])}, {parts.begin() + 2, parts.end()}};
        if (order.command[0] == work::kThisProgram) return start(message.process, companion_program());
        // The variable is for tests on one machine, where all programs are at hand.
        const bool is_blind = std::getenv("FRETSAW_MPI_SEND") != nullptr;
        const auto path = store_.find(order.digest, is_blind ? "" : order.command[0]);
        if (path) return start(message.process, *path);
        return relay_.outbox().send(0, Kind::Need, message.process, "");
      }
      case Kind::File: {
        const auto path = store_.keep(orders_[message.process].digest, message.content);
        if (path) return start(message.process, *path);
        return end(message.process, "cannot store a program in the directory for temporary files");
      }
      case Kind::Data:
        if (const auto waiting = queued_.find(message.process); waiting != queued_.end())
          waiting->second += message.content;
        else if (relay_.has(message.process))
          relay_.write(message.process, message.content);
        else if (orders_.contains(message.process) && !children_.contains(message.process))
          queued_[message.process] = message.content;
        return;
      case Kind::Close:
        relay_.remove(message.process);
        children_.erase(message.process);  // which kills it
        orders_.erase(message.process);
        queued_.erase(message.process);
        return;
      case Kind::Goodbye:
        is_over_ = true;
        return;
      default:
        return;
    }
  }

  void start(std::uint32_t process, const std::string& path) {
    Order& order = orders_[process];
    order.command[0] = path;
    auto child = work::ChildProcess::start(order.command, order.limits);
    if (!child) return end(process, child.error().message);
    // The relay closes a descriptor of its own.
    const int socket = fcntl(child->channel().descriptor(), F_DUPFD_CLOEXEC, 0);
    children_.insert_or_assign(process, *std::move(child));
    relay_.add(process, 0, socket, [this, process] {
      const auto found = children_.find(process);
      if (found == children_.end()) return;
      const int status = found->second.wait();
      end(process,
          status == 0 || status == 128 + SIGKILL
              ? ""
              : fmt::format("a process exited with status {}: {}", status, found->second.standard_error()));
    });
    if (const auto early = queued_.find(process); early != queued_.end()) {
      relay_.write(process, early->second);
      queued_.erase(early);
    }
  }

  void end(std::uint32_t process, const std::string& why) {
    relay_.outbox().send(0, Kind::End, process, why);
  }

  Relay relay_;
  ProgramStore store_;
  std::map<std::uint32_t, Order> orders_;
  std::map<std::uint32_t, std::string> queued_;  // what came before the program did
  std::map<std::uint32_t, work::ChildProcess> children_;
  bool is_over_ = false;
};

int run(int argc, char** argv) {
  int rank = 0;
  int ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const Words words(argv + 1, argv + argc);
  std::string refusal = difference_between_ranks(rank, words);
  if (companion_program().empty()) {
    if (rank == 0) fmt::print(stderr, "error: no program 'fretsaw' next to 'fretsaw-mpi'\n");
    return rank == 0 ? 2 : 0;
  }
  if (rank == 0) return Root(refusal.empty() ? ranks : 1, words, refusal).run();
  if (refusal.empty()) Server().run();
  return 0;
}

}  // namespace

}  // namespace fretsaw::mpi

int main(int argc, char** argv) {
  signal(fretsaw::mpi::kFinishEarlySignal, fretsaw::mpi::ignore_signal);
  MPI_Init(&argc, &argv);
  const int status = fretsaw::mpi::run(argc, argv);
  MPI_Finalize();
  return status;
}
