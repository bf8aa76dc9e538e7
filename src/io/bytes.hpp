// The bytes of an input: all of them in one place, without taking memory for all of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "io/format.hpp"

namespace warpath::io {

// Throws Error io: "cannot open x.gr: No such file or directory". `reason` is an errno.
[[noreturn]] void refused(std::string_view what, std::string_view path, int reason,
                          std::string remedy = {});

// Bytes in memory, in a mapped file, or somebody else's. Copies share them.
class Bytes {
 public:
  Bytes() = default;
  explicit Bytes(std::string bytes);
  static Bytes borrowed(std::string_view bytes);
  // All of an open file; nothing, and errno, when the system cannot map it.
  static Bytes map(int fd, std::size_t size);

  std::string_view view() const { return view_; }

  // Gives back the memory of what lies before `end`. It can still be read; that may only take
  // longer.
  void release(const char* end) const;

  // Hints to the system, of no effect for bytes in memory: that single places will be looked at,
  // anywhere; and that all of a part is wanted soon.
  void expect_anywhere() const;
  void fetch(std::string_view part) const;

 private:
  void advise(std::string_view part, int advice) const;

  std::shared_ptr<const void> owner_;
  std::string_view view_;
  bool mapped_ = false;
};

// The whole file, mapped when it can be; "-" is standard input. Error io.
Bytes read_file(const std::string& path);

// How a file is called in messages: its path, or "standard input".
std::string name_of(const std::string& path);

// Takes bytes that come in pieces. Few are kept in memory, more go to a temporary file that nobody
// else sees and that is gone with the process.
class Spool {
 public:
  explicit Spool(std::string_view name) : name_(name) {}
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

// What zlib packs: gzip, around any other format, and the members of zip archives.
bool recognises_gzip(std::string_view bytes);

enum class Wrapping : std::uint8_t { none, gzip };
enum class Inflated : std::uint8_t { whole, cut, damaged, too_long };

// Unpacks the stream that `left` begins with into the spool, and takes it off. `too_long` is one that
// has more than `most` bytes. Tells source.passed.
Inflated inflate_stream(std::string_view& left, Wrapping wrapping, std::uint64_t most, Spool& spool,
                        const Source& source);

// An input, ready to be read: unpacked, without the mark of UTF-8, and reporting progress. Bytes that
// were read are given back on the way. `progress` may be empty; its cancel becomes an Error cancelled.
Source open_source(const std::string& path, const Progress& progress = {});  // "-": standard input
Source open_source(const Bytes& bytes, const std::string& name, const Progress& progress = {});

}  // namespace warpath::io
