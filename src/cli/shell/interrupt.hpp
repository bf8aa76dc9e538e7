// Ctrl-C and its like.
#pragma once

namespace warpath::cli {

// From now on SIGINT, SIGTERM and SIGHUP end the program at once with a line on stderr and the exit
// code 128 + signal (130 for Ctrl-C), except while an Interruptible lives. Files that are too large
// or pipes that nobody reads make writes fail instead of killing the program. A mapped file that is
// cut off ends it with the exit code 3.
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

// While one lives, pipes that break are forgotten: nobody reads stderr any more, and that is no
// reason to end.
class BrokenPipesDoNotCount {
 public:
  BrokenPipesDoNotCount();
  ~BrokenPipesDoNotCount();
  BrokenPipesDoNotCount(const BrokenPipesDoNotCount&) = delete;
  BrokenPipesDoNotCount& operator=(const BrokenPipesDoNotCount&) = delete;

 private:
  bool before_;
};

// Ends the program as a broken pipe usually does, without a word, if there was one. For after
// everything was cleaned up.
void end_if_pipe_broke();

}  // namespace warpath::cli
