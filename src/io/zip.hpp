// The zip archive, which is what .npz is: named members, stored or deflated, and a directory at the
// end. zip64 too; neither encryption nor archives in several parts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/bytes.hpp"
#include "io/format.hpp"

namespace warpath::io {

struct ZipMember {
  std::string_view name;
  std::uint64_t size = 0;   // unpacked, as the directory promises
  std::string_view packed;  // lies within the archive
  std::size_t begin = 0;    // of the member with its header, in the archive
  std::uint32_t crc = 0;
  std::uint16_t method = 0;
  std::uint16_t flags = 0;
};

// The bytes of a member: those of the archive itself when they were only stored.
class Unpacked {
 public:
  explicit Unpacked(std::string_view stored) : stored_(stored), is_stored_(true) {}
  explicit Unpacked(Bytes inflated) : inflated_(std::move(inflated)) {}
  std::string_view view() const { return is_stored_ ? stored_ : inflated_.view(); }

 private:
  Bytes inflated_;
  std::string_view stored_;
  bool is_stored_ = false;
};

// Looks into an archive that outlives it. Every Error is bad_input and names the file, and the
// member where there is one.
class Zip {
 public:
  explicit Zip(const Source& source);

  // In the order of the archive, no name twice, none overlapping another.
  const std::vector<ZipMember>& members() const { return members_; }
  const ZipMember* find(std::string_view name) const;  // null when there is none

  // Exactly the promised bytes, with the promised checksum.
  Unpacked unpack(const ZipMember& member) const;

 private:
  struct Directory {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::uint64_t members = 0;
  };
  Directory find_directory() const;
  void read_directory(const Directory& directory);
  void read_place(ZipMember& member, std::uint64_t packed_size, const Directory& directory) const;
  void check_apart() const;
  Bytes inflate_member(const ZipMember& member) const;
  [[noreturn]] void fail(const std::string& what) const;
  [[noreturn]] void fail(const ZipMember& member, const std::string& what,
                         std::string remedy = {}) const;

  const Source& source_;
  std::vector<ZipMember> members_;
};

}  // namespace warpath::io
