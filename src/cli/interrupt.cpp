#include "cli/interrupt.hpp"

#include <csignal>
#include <initializer_list>

#include <unistd.h>

namespace warpath::cli {
namespace {

volatile std::sig_atomic_t caught_signal = 0;
volatile std::sig_atomic_t interruptible = 0;

// Calls nothing but _exit, which is safe in a handler.
extern "C" void on_signal(int signal) {
  caught_signal = signal;
  if (interruptible == 0) _exit(128 + signal);
}

}  // namespace

void catch_signals() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction now {};
    // What the parent had ignored (nohup) stays ignored.
    if (sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN) continue;
    struct sigaction action {};
    action.sa_handler = on_signal;
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART;
    sigaction(signal, &action, nullptr);
  }
}

Interruptible::Interruptible() {
  interruptible = 1;
}
Interruptible::~Interruptible() {
  interruptible = 0;
}

bool interrupted() {
  return caught_signal != 0;
}
int interrupted_exit_code() {
  return 128 + (caught_signal != 0 ? caught_signal : SIGINT);
}

}  // namespace warpath::cli
