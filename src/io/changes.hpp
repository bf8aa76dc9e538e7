// Changes of names in folders, made together or not at all.
#pragma once

#include <string>
#include <vector>

#include <sys/types.h>

namespace warpath::io {

class Change {
 public:
  Change() = default;
  virtual ~Change() = default;
  Change(const Change&) = delete;
  Change& operator=(const Change&) = delete;

  // `revocable`: what it replaces is kept, under a hidden name, until it is settled or taken back.
  // Error usage where somebody else has taken the name meanwhile; io.
  virtual void make(bool revocable) = 0;
  virtual void take_back() noexcept = 0;
  virtual void settle() noexcept = 0;
};
using Changes = std::vector<Change*>;

// One after the other, which takes no longer than naming files does, and goes on to the end if this
// process is killed meanwhile (undisturbed.hpp). Where one fails, those before it are taken back, and its
// Error goes on.
void make_all(const Changes& changes);

// A file that appears under its name when that is made; before, it has none, or a hidden one where
// the file system wants one. Without that, the destructor leaves nothing behind. It may be read by
// whom its name says from the start: by those who may read what it replaces, or else as new files may.
class NewFile : public Change {
 public:
  // `hidden`: under a hidden name from the start, as where there are no files without.
  NewFile(std::string path, bool force, bool hidden = false);
  ~NewFile() override;

  int fd() const { return fd_; }
  bool replaces() const { return replaces_; }  // a file that was there before

  void make(bool revocable) override;
  void take_back() noexcept override;
  void settle() noexcept override;

 private:
  bool open_nameless(mode_t mode);
  void open_hidden(mode_t mode);
  int link_to(const std::string& path) const;  // 0, or the reason why not
  void replace(bool revocable);
  [[noreturn]] void cannot_write(int reason) const;

  std::string path_;
  bool force_;
  bool replaces_ = false;
  int fd_ = -1;
  int old_ = -1;          // keeps what it replaces until all names are in order: freeing takes time
  std::string hidden_;    // the name it has meanwhile; empty: none
  std::string replaced_;  // and that of what it has replaced
  bool made_ = false;
};

// A file that goes. One that was not there at first is somebody else's, and stays: Error io.
class Removal final : public Change {
 public:
  // Error usage where it is there, unless `force`.
  Removal(std::string path, bool force);

  void make(bool revocable) override;
  void take_back() noexcept override;
  void settle() noexcept override;

 private:
  std::string path_;
  bool there_ = false;
  dev_t device_{};
  ino_t node_{};
  std::string hidden_;  // where it lies until that is settled
};

}  // namespace warpath::io
