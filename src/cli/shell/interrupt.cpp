#include "cli/shell/interrupt.hpp"

#include <csignal>
#include <string_view>

#include <fcntl.h>
#include <unistd.h>

namespace warpath::cli {
namespace {

volatile std::sig_atomic_t caught_signal = 0;
volatile std::sig_atomic_t interruptible = 0;
volatile std::sig_atomic_t pipe_broken = 0;
volatile std::sig_atomic_t terminal = 0;  // whether stderr is one, and may show a progress bar

// Handlers call nothing but write and _exit, which are safe there.
void say(std::string_view text) {
  [[maybe_unused]] const auto put = ::write(STDERR_FILENO, text.data(), text.size());
}

[[noreturn]] void end(std::string_view message, int code) {
  if (terminal != 0) say("\r\x1b[K");
  say(message);
  _exit(code);
}

extern "C" void on_signal(int signal) {
  caught_signal = signal;
  if (interruptible == 0) end("warpath: interrupted\n", 128 + signal);
}

// The write that broke fails after this, and the work unwinds.
extern "C" void on_broken_pipe(int) { pipe_broken = 1; }

// Inputs are mapped, and what is mapped can go away.
extern "C" void on_bus_error(int) {
  end("warpath: a file was cut off while it was read\n"
      "  let the program that writes it finish first, then try again\n",
      3);
}

void handle(int signal, void (*handler)(int)) {
  struct sigaction now {};
  // What the parent had ignored (nohup) stays ignored.
  if (sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN) return;
  struct sigaction action {};
  action.sa_handler = handler;
  sigemptyset(&action.sa_mask);
  // No SA_RESTART: a write that waits for a slow reader must come back and see the signal.
  sigaction(signal, &action, nullptr);
}

}  // namespace

void catch_signals() {
  // Or the first file that is opened would take the place of a closed stdout, and get its text.
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    // Opened the wrong way round, so that using it is still an error.
    if (::fcntl(fd, F_GETFD) < 0) (void)::open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
  }
  terminal = ::isatty(STDERR_FILENO);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) handle(signal, on_signal);
  handle(SIGPIPE, on_broken_pipe);
  handle(SIGBUS, on_bus_error);
  // A write beyond the limit on the size of files then fails, and what was begun is removed.
  handle(SIGXFSZ, SIG_IGN);
}

Interruptible::Interruptible() { interruptible = 1; }
Interruptible::~Interruptible() { interruptible = 0; }

bool interrupted() { return caught_signal != 0; }
int interrupted_exit_code() { return 128 + (caught_signal != 0 ? caught_signal : SIGINT); }

BrokenPipesDoNotCount::BrokenPipesDoNotCount() : before_(pipe_broken != 0) {}
BrokenPipesDoNotCount::~BrokenPipesDoNotCount() { pipe_broken = before_ ? 1 : 0; }

void end_if_pipe_broke() {
  if (pipe_broken == 0) return;
  std::signal(SIGPIPE, SIG_DFL);
  std::raise(SIGPIPE);
}

}  // namespace warpath::cli
