// Work that goes on to its end, whoever is killed.
#include "io/undisturbed.hpp"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <string>

#include "support/sanitizers.hpp"
#include "warpath/error.hpp"

namespace warpath::io {
namespace {

TEST(Undisturbed, WhatIsDoneStaysDone) {
  std::string text = "before";
  run_undisturbed([&] { text += std::string(1000, '.') + " and after"; });
  EXPECT_EQ(text.substr(1006), " and after");
}

TEST(Undisturbed, ErrorsGoOn) {
  try {
    run_undisturbed([] { throw Error(ErrorCode::io, "no such thing", "look elsewhere"); });
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.happened(), "no such thing");
    EXPECT_EQ(error.remedy(), "look elsewhere");
  }
}

// Files, too: what is opened there can be closed here, and is nobody else's.
TEST(Undisturbed, WhatIsOpenedStaysOpen) {
  int file = -1;
  run_undisturbed([&] { file = ::open("/dev/null", O_RDONLY | O_CLOEXEC); });
  EXPECT_EQ(::close(file), 0);
}

TEST(Undisturbed, WorkThatIsKilledIsAnError) {
  if (support::kSanitized) GTEST_SKIP() << "sanitizers have the work done by the process itself";
  const pid_t process = ::getpid();
  try {
    run_undisturbed([&] {
      if (::getpid() != process) ::kill(::getpid(), SIGKILL);
    });
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::io);
  }
}

TEST(Undisturbed, NobodyIsLeftToWaitFor) {
  run_undisturbed([] {});
  EXPECT_EQ(::waitpid(-1, nullptr, __WALL | WNOHANG), -1);
}

// A process that is killed in the midst of its work, by the work itself. The pipe is closed when nobody
// is left who could write to it.
TEST(Undisturbed, AKilledProcessHasItsWorkDone) {
  if (support::kSanitized) GTEST_SKIP() << "sanitizers have the work done by the process itself";
  std::array<int, 2> pipe{};
  ASSERT_EQ(::pipe(pipe.data()), 0);
  const pid_t process = ::fork();
  if (process == 0) {
    run_undisturbed([&] {
      EXPECT_EQ(::write(pipe[1], "a", 1), 1);
      ::kill(::getppid(), SIGKILL);
      ::usleep(20'000);
      EXPECT_EQ(::write(pipe[1], "b", 1), 1);
    });
    EXPECT_EQ(::write(pipe[1], "never", 5), 5);
    ::_exit(0);
  }
  ASSERT_GT(process, 0);
  ::close(pipe[1]);
  int status = 0;
  EXPECT_EQ(::waitpid(process, &status, 0), process);
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
  std::string said;
  char letter = 0;
  while (::read(pipe[0], &letter, 1) == 1) said += letter;
  EXPECT_EQ(said, "ab");
  ::close(pipe[0]);
}

}  // namespace
}  // namespace warpath::io
