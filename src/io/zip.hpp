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
  std::uint64_t size = 0;        // unpacked, as the directory promises
  std::string_view packed = {};  // lies within the archive
  std::size_t begin = 0;         // of the member with its header, in the archive
  std::uint64_t crc = 0;
  std::uint64_t method = 0;
  std::uint64_t flags = 0;
};

// All members of an archive, which must outlive them, in its order: no name twice, none overlapping
// another. Every Error here is bad_input and names the file, and the member where there is one.
std::vector<ZipMember> zip_members(const Source& source);

// Exactly the promised bytes, with the promised checksum: those of the archive itself when they were
// only stored.
Bytes unpack(const Source& source, const ZipMember& member);

}  // namespace warpath::io
