// Files past the system's pages: written by several threads, and by threads of their own.
#include "io/direct_file.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <string>
#include <thread>

#include <unistd.h>

namespace warpath::io {
namespace {

TEST(DirectFile, TakesBytesFromAllThreads) {
  constexpr std::size_t total = 20'000'003;
  constexpr std::size_t step = 123'457;
  std::string all(total, ' ');
  for (std::size_t i = 0; i < total; ++i) all[i] = static_cast<char>('a' + i * i % 23);
  std::string name = "direct-XXXXXX";
  const int fd = ::mkstemp(name.data());
  ASSERT_GE(fd, 0);
  ASSERT_EQ(::unlink(name.c_str()), 0);
  const auto put = [&](const char* data, std::size_t size, std::size_t place) {
    ASSERT_EQ(::pwrite(fd, data, size, static_cast<off_t>(place)), static_cast<ssize_t>(size));
  };
  {
    DirectFile file(fd, put);
    if (!file) GTEST_SKIP() << "this file system writes to its pages only";
    std::atomic<std::size_t> next = 0;
    std::vector<std::jthread> threads;
    for (int k = 0; k < 3; ++k) {
      threads.emplace_back([&] {
        for (std::size_t at = next.fetch_add(step); at < total; at = next.fetch_add(step)) {
          file.write(at, {all.data() + at, std::min(step, total - at)});
        }
      });
    }
    threads.clear();
    file.flush();
  }
  std::string got(total, ' ');
  ASSERT_EQ(::pread(fd, got.data(), total, 0), static_cast<ssize_t>(total));
  EXPECT_TRUE(got == all);
  ::close(fd);
}

}  // namespace
}  // namespace warpath::io
