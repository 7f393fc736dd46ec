// SPDX-License-Identifier: MIT
#include "cli/interrupts.hpp"

#include <unistd.h>

#include <csignal>

namespace fretsaw::cli {

namespace {

constexpr int kInterruptedStatus = 130;

// Never destroyed: signals may come until the very end of the process.
Cancel& flag() {
  static Cancel& the_flag = *new Cancel;
  return the_flag;
}

extern "C" void on_signal(int) {
  if (flag().requested()) _exit(kInterruptedStatus);
  flag().request();
}

}  // namespace

void install_signal_handlers() {
  flag();  // made here, not in the handler
  struct sigaction action = {};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  // Without SA_RESTART: a prompt that waits for a line is to notice.
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  // A terminal that goes away; but nohup has its way.
  struct sigaction before = {};
  sigaction(SIGHUP, nullptr, &before);
  if (before.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // a file larger than `ulimit -f` allows is an error of writing
}

Cancel interrupt_flag() { return flag(); }

bool interrupted() { return flag().requested(); }

void reset_interrupt() {
  sigset_t all, before;  // no handler may see half of it
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  flag() = Cancel();
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

}  // namespace fretsaw::cli
