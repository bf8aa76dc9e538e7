// What is on the disk when a file gets its name.
#include "io/output.hpp"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <thread>

#include "warpath/error.hpp"

namespace {
std::function<int()> on_sync;  // what a sync of data answers: 0, or why it fails
std::size_t most_at_once = 0;  // bytes that a write at a place takes; 0: all of them
int refused_direct = 0;        // why writes past the system's pages fail
int refused_all = 0;           // and why all writes at a place do
std::atomic<int> direct_writes = 0;
}  // namespace

// These take the place of the system's, in this program.
extern "C" ssize_t pwrite(int fd, const void* data, std::size_t size, off_t place) {
  const bool direct = (::fcntl(fd, F_GETFL) & O_DIRECT) != 0;
  if (const int reason = refused_all != 0 ? refused_all : direct ? refused_direct : 0) {
    errno = reason;
    return -1;
  }
  direct_writes += direct ? 1 : 0;
  if (most_at_once > 0) size = std::min(size, most_at_once);
  return ::syscall(SYS_pwrite64, fd, data, size, place);
}

extern "C" int fdatasync(int fd) {
  const int reason = on_sync ? on_sync() : 0;
  if (reason == 0) return static_cast<int>(::syscall(SYS_fdatasync, fd));
  errno = reason;
  return -1;
}

namespace warpath::io {
namespace {

namespace fs = std::filesystem;

class Synced : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "output-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override {
    on_sync = nullptr;
    most_at_once = 0;
    refused_direct = refused_all = direct_writes = 0;
    fs::remove_all(folder_);
  }

  // Whether files here can be written past the system's pages.
  bool can_be_direct() const {
    const int fd = ::open(path().c_str(), O_CREAT | O_WRONLY | O_DIRECT | O_CLOEXEC, 0600);
    ::close(fd);
    fs::remove(path());
    return fd >= 0;
  }

  std::string path() const { return (folder_ / "out").string(); }
  std::string content() const {
    std::ifstream file(path());
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void write_new(bool force) const {
    Output output(path(), force);
    output.write("new");
    output.commit();
  }

  fs::path folder_;
};

TEST_F(Synced, BeforeItReplacesAnother) {
  std::ofstream(path()) << "old";
  std::string there;
  on_sync = [&] {
    there += content() + ";";
    return 0;
  };
  write_new(true);
  EXPECT_EQ(there, "old;");
  EXPECT_EQ(content(), "new");
}

// Some file systems say only then that the disk is full.
TEST_F(Synced, OrNothingHasHappened) {
  for (const bool replaces : {false, true}) {
    if (replaces) std::ofstream(path()) << "old";
    on_sync = [] { return ENOSPC; };
    try {
      write_new(replaces);
      ADD_FAILURE() << "written";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::io);
      EXPECT_EQ(error.remedy(), "free some space, or write elsewhere");
    }
    EXPECT_EQ(content(), replaces ? "old" : "");
    EXPECT_EQ(fs::exists(path()), replaces);
  }
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1);
}

// A signal is no reason to give up, nor is a file system that has no such thing.
TEST_F(Synced, OnceMoreAfterASignal) {
  int calls = 0;
  on_sync = [&] { return ++calls < 3 ? EINTR : 0; };
  write_new(false);
  EXPECT_EQ(calls, 3);
  on_sync = [] { return EINVAL; };
  write_new(true);
  EXPECT_EQ(content(), "new");
}

// A signal may end a write half-way: what is left goes behind it, not to its place once more.
TEST_F(Synced, WritesThatStopHalfWayGoOnWhereTheyStopped) {
  most_at_once = 3;
  Output output(path(), false);
  output.write("head ");
  output.flush();
  output.write_at(15, {"eleven more", 11});
  output.write_at(5, {"ten bytes ", 10});
  output.commit();
  EXPECT_EQ(content(), "head ten bytes eleven more");
}

// Past the system's pages, in pieces that are no pages, from several threads; and what is refused that way.
TEST_F(Synced, LargeFilesPastThePages) {
  if (!can_be_direct()) GTEST_SKIP() << "this file system writes to its pages only";
  constexpr std::size_t total = 5'000'011;
  constexpr std::size_t step = 300'007;
  std::string all(total, ' ');
  for (std::size_t i = 0; i < total; ++i) all[i] = static_cast<char>('a' + i * i % 23);
  struct Case {
    int refused;
    std::size_t at_once;
  };
  for (const auto& [refused, at_once] :
       {Case{0, 0}, Case{EINVAL, 0}, Case{0, 8192}, Case{0, 70'000}}) {
    refused_direct = refused;
    most_at_once = at_once;
    direct_writes = 0;
    Output output(path(), true, {}, total);
    output.expect_all({.most_in_pages = 0});
    const auto write = [&](std::size_t first) {
      for (std::size_t at = first; at < total; at += 2 * step) {
        output.write_at(at, {all.data() + at, std::min(step, total - at)});
      }
    };
    std::thread other(write, step);
    write(0);
    other.join();
    output.commit();
    EXPECT_TRUE(content() == all) << refused << " " << at_once;
    EXPECT_EQ(direct_writes > 0, refused == 0) << refused << " " << at_once;
  }
}

// What a disk fails to write is tried once more, and then it is not known whether it is there.
TEST_F(Synced, AfterTheDiskHasFailedOnce) {
  if (!can_be_direct()) GTEST_SKIP() << "this file system writes to its pages only";
  const std::string page(1 << 21, 'x');
  for (const int reason : {0, EIO}) {
    int syncs = 0;
    on_sync = [&] { return ++syncs, reason; };
    const auto write = [&](int refused) {
      refused_direct = refused;
      Output output(path(), true, {}, page.size());
      output.expect_all({.most_in_pages = 0});
      output.write_at(0, {page.data(), page.size()});
      output.commit();
      fs::remove(path());
    };
    write(0);
    write(EINVAL);
    EXPECT_EQ(syncs, 0);
    try {
      write(EIO);
      EXPECT_EQ(reason, 0);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::io);
      EXPECT_EQ(reason, EIO);
    }
    EXPECT_EQ(syncs, 1);
    EXPECT_TRUE(fs::is_empty(folder_));
  }
}

TEST_F(Synced, WhatTheDiskRefusesIsSaidAndNothingIsLeft) {
  if (!can_be_direct()) GTEST_SKIP() << "this file system writes to its pages only";
  const std::string page(1 << 21, 'x');
  try {
    Output output(path(), false, {}, 4 * page.size());
    output.expect_all({.most_in_pages = 0});
    refused_all = EIO;
    for (std::size_t i = 0; i < 4; ++i)
      output.write_at(i * page.size(), {page.data(), page.size()});
    output.commit();
    ADD_FAILURE() << "written";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::io);
  }
  EXPECT_TRUE(fs::is_empty(folder_));
}

}  // namespace
}  // namespace warpath::io
