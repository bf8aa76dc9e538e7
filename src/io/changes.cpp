#include "io/changes.hpp"

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "io/bytes.hpp"
#include "io/places.hpp"
#include "io/undisturbed.hpp"
#include "warpath/error.hpp"

namespace warpath::io {
namespace {

// Calls take(name), which answers 0 or an errno, with hidden names beside a path until one is free;
// the last answer, and the name where that is 0.
template <class Take>
std::pair<int, std::string> with_hidden_name(const std::string& path, const Take& take) {
  constexpr std::size_t longest = 200;  // file systems allow 255 bytes
  const std::filesystem::path target(path);
  const std::string name = target.filename().string().substr(0, longest);
  for (int attempt = 0;; ++attempt) {
    std::string hidden =
        (target.parent_path() / fmt::format(".{}.{}-{}.tmp", name, ::getpid(), attempt)).string();
    const int reason = take(hidden);
    if (reason == 0) return {0, std::move(hidden)};
    if (reason != EEXIST || attempt == 1000) return {reason, {}};
  }
}

int errno_of(int done) { return done == 0 ? 0 : errno; }

}  // namespace

namespace {

void make_in_order(const Changes& changes) {
  std::size_t made = 0;
  try {
    for (; made < changes.size(); ++made) changes[made]->make(made + 1 < changes.size());
  } catch (...) {
    while (made > 0) changes[--made]->take_back();
    throw;
  }
  for (Change* change : changes) change->settle();
}

}  // namespace

void make_all(const Changes& changes) {
  if (changes.empty()) return;
  run_undisturbed([&] { make_in_order(changes); });
}

NewFile::NewFile(std::string path, bool force, bool hidden)
    : path_(std::move(path)), force_(force) {
  struct stat old {};
  replaces_ = force_ && ::stat(path_.c_str(), &old) == 0;
  const mode_t mode = replaces_ ? old.st_mode & 07777 : 0666;
  if (hidden || !open_nameless(mode)) open_hidden(mode);
  if (replaces_) (void)::fchmod(fd_, mode);  // whatever the umask took
}

// Can be given a name only through /proc, but for the privileged.
bool NewFile::open_nameless(mode_t mode) {
  fd_ = ::open(folder_of(path_).c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, mode & 0777);
  if (fd_ < 0) return false;
  if (::access(fmt::format("/proc/self/fd/{}", fd_).c_str(), F_OK) == 0) return true;
  ::close(std::exchange(fd_, -1));
  return false;
}

void NewFile::open_hidden(mode_t mode) {
  auto [reason, name] = with_hidden_name(path_, [&](const std::string& hidden) {
    fd_ = ::open(hidden.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode & 0777);
    return fd_ >= 0 ? 0 : errno;
  });
  if (reason != 0) cannot_write(reason);
  hidden_ = std::move(name);
}

NewFile::~NewFile() {
  for (const int fd : {fd_, old_}) {
    if (fd >= 0) ::close(fd);
  }
  if (!hidden_.empty()) ::unlink(hidden_.c_str());
}

void NewFile::cannot_write(int reason) const { refused("write", path_, reason); }

int NewFile::link_to(const std::string& path) const {
  const std::string from = hidden_.empty() ? fmt::format("/proc/self/fd/{}", fd_) : hidden_;
  return errno_of(::linkat(AT_FDCWD, from.c_str(), AT_FDCWD, path.c_str(), AT_SYMLINK_FOLLOW));
}

void NewFile::make(bool revocable) {
  if (force_) {
    replace(revocable);
  } else {
    int reason = link_to(path_);
    if (reason == 0 && !hidden_.empty()) {
      ::unlink(std::exchange(hidden_, {}).c_str());
    } else if (reason != 0 && reason != EEXIST && !hidden_.empty()) {
      // A file system without links.
      reason = errno_of(
          ::renameat2(AT_FDCWD, hidden_.c_str(), AT_FDCWD, path_.c_str(), RENAME_NOREPLACE));
      if (reason == EINVAL) reason = errno_of(::rename(hidden_.c_str(), path_.c_str()));
      if (reason == 0) hidden_.clear();
    }
    if (reason == EEXIST) refuse_existing(path_);
    if (reason != 0) cannot_write(reason);
  }
  made_ = true;
}

// Only a name can take the place of another: the file gets one a moment before.
void NewFile::replace(bool revocable) {
  old_ = ::open(path_.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC);
  if (hidden_.empty()) {
    auto [reason, name] =
        with_hidden_name(path_, [&](const std::string& hidden) { return link_to(hidden); });
    if (reason != 0) cannot_write(reason);
    hidden_ = std::move(name);
  }
  if (revocable) {
    if (::renameat2(AT_FDCWD, hidden_.c_str(), AT_FDCWD, path_.c_str(), RENAME_EXCHANGE) == 0) {
      replaced_ = std::exchange(hidden_, {});
      return;
    }
    if (errno != ENOENT) {  // there is one, but they cannot change places here
      replaced_ = with_hidden_name(path_, [&](const std::string& hidden) {
                    return errno_of(::link(path_.c_str(), hidden.c_str()));
                  }).second;
    }
  }
  if (::rename(hidden_.c_str(), path_.c_str()) != 0) {
    const int reason = errno;
    settle();
    cannot_write(reason);
  }
  hidden_.clear();
}

void NewFile::take_back() noexcept {
  if (!std::exchange(made_, false)) return;
  struct stat mine {};
  struct stat there {};
  const bool ours = ::fstat(fd_, &mine) == 0 && ::stat(path_.c_str(), &there) == 0 &&
                    mine.st_dev == there.st_dev && mine.st_ino == there.st_ino;
  if (!ours) return settle();  // somebody else's by now
  if (replaced_.empty()) {
    ::unlink(path_.c_str());
  } else {
    ::rename(replaced_.c_str(), path_.c_str());
    replaced_.clear();
  }
}

void NewFile::settle() noexcept {
  if (!replaced_.empty()) ::unlink(replaced_.c_str());
  replaced_.clear();
}

Removal::Removal(std::string path, bool force) : path_(std::move(path)) {
  struct stat status {};
  there_ = ::lstat(path_.c_str(), &status) == 0;
  if (there_ && !force) refuse_existing(path_);
  device_ = status.st_dev;
  node_ = status.st_ino;
}

void Removal::make(bool revocable) {
  struct stat status {};
  if (::lstat(path_.c_str(), &status) != 0) return;
  if (!there_ || status.st_dev != device_ || status.st_ino != node_) {
    throw Error(ErrorCode::io,
                fmt::format("{} has appeared meanwhile, and would be taken for ours", path_),
                "write elsewhere, or once more when it may go");
  }
  int reason = 0;
  if (revocable) {
    auto [why, name] = with_hidden_name(path_, [&](const std::string& hidden) {
      return errno_of(
          ::renameat2(AT_FDCWD, path_.c_str(), AT_FDCWD, hidden.c_str(), RENAME_NOREPLACE));
    });
    reason = why;
    hidden_ = std::move(name);
  }
  if (!revocable || reason == EINVAL) reason = errno_of(::unlink(path_.c_str()));
  if (reason != 0 && reason != ENOENT) refused("remove", path_, reason);
}

void Removal::take_back() noexcept {
  if (!hidden_.empty()) ::rename(hidden_.c_str(), path_.c_str());
  hidden_.clear();
}

void Removal::settle() noexcept {
  if (!hidden_.empty()) ::unlink(hidden_.c_str());
  hidden_.clear();
}

}  // namespace warpath::io
