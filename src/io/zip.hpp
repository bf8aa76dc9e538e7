// The zip archive, which is what .npz is: named members, stored or deflated, and a directory at the
// end. zip64 too; neither encryption nor archives in several parts.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "io/bytes.hpp"
#include "io/format.hpp"

namespace warpath::io {

struct ZipMember {
  std::string_view name;
  std::uint64_t size = 0;   // unpacked, as the directory promises
  std::string_view packed;  // lies within the archive
  std::size_t begin = 0;    // of the member with its header, in the archive
  std::uint64_t crc = 0;
  std::uint64_t method = 0;
  std::uint64_t flags = 0;
};

// Looks into an archive that outlives it. Every Error is bad_input and names the file, and the
// member where there is one.
class Zip {
 public:
  explicit Zip(const Source& source);

  const Source& source() const { return source_; }

  // In the order of the archive, no name twice, none overlapping another.
  const std::vector<ZipMember>& members() const { return members_; }
  const ZipMember* find(std::string_view name) const;  // null when there is none

  // Exactly the promised bytes, with the promised checksum: those of the archive itself when they were
  // only stored.
  Bytes unpack(const ZipMember& member) const;

 private:
  const Source& source_;
  std::vector<ZipMember> members_;
};

}  // namespace warpath::io
