// The bytes of an input: all of them in one place, without taking memory for all of them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace warpath::io {

// Bytes in memory or in a mapped file.
class Bytes {
 public:
  Bytes() = default;
  explicit Bytes(std::string bytes) : heap_(std::move(bytes)) {}
  Bytes(Bytes&& other) noexcept;
  Bytes& operator=(Bytes&& other) noexcept;
  ~Bytes();

  std::string_view view() const { return mapped_ ? mapping_ : std::string_view(heap_); }

  // Gives back the memory of what lies before `end`. It can still be read; that may only take
  // longer.
  void release(const char* end) const;

  // Hints to the system, of no effect for bytes in memory: that single places will be looked at,
  // anywhere; and that all of a part is wanted soon.
  void expect_anywhere() const;
  void fetch(std::string_view part) const;

 private:
  friend class Spool;
  friend Bytes read_file(const std::string& path);
  friend Bytes map_file(const std::string& path);
  // Null when the system cannot map the file.
  static Bytes map(int fd, std::size_t size, bool& mapped);

  std::string heap_;
  std::string_view mapping_;
  bool mapped_ = false;
};

// The whole file, mapped when it can be; "-" is standard input. Error io.
Bytes read_file(const std::string& path);

// A plain file, mapped, however large it is: nothing is read before it is looked at. Error usage for
// standard input and pipes, which cannot be mapped; io.
Bytes map_file(const std::string& path);

// How a file is called in messages: its path, or "standard input".
std::string name_of(const std::string& path);

// Takes bytes that come in pieces. Few are kept in memory, more go to a temporary file that nobody
// else sees and that is gone with the process.
class Spool {
 public:
  explicit Spool(std::string name) : name_(std::move(name)) {}
  ~Spool();
  Spool(const Spool&) = delete;
  Spool& operator=(const Spool&) = delete;

  void write(std::string_view piece);  // Error io
  Bytes finish();

 private:
  void flush();

  std::string name_;  // of the input, for messages
  std::string buffer_;
  int fd_ = -1;
  std::size_t flushed_ = 0;
};

}  // namespace warpath::io
