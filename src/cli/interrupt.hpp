// Ctrl-C and its like.
#pragma once

namespace warpath::cli {

// From now on SIGINT, SIGTERM and SIGHUP end the program at once with the exit code 128 + signal
// (130 for Ctrl-C), except while an Interruptible lives.
void catch_signals();

// While one lives, signals are only noted: the work asks interrupted() now and then and unwinds by
// itself, so that nothing half-written stays behind.
class Interruptible {
 public:
  Interruptible();
  ~Interruptible();
  Interruptible(const Interruptible&) = delete;
  Interruptible& operator=(const Interruptible&) = delete;
};

bool interrupted();
int interrupted_exit_code();

}  // namespace warpath::cli
