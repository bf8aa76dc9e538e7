// See "APPNOTE.TXT - .ZIP File Format Specification", PKWARE. The numbers below are the offsets of
// fields in its records.
#include "io/zip.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "io/zlib_stream.hpp"
#include "warpath/error.hpp"

namespace warpath::io {
namespace {

constexpr std::size_t kEndBytes = 22;
constexpr std::size_t kLocatorBytes = 20;
constexpr std::size_t kEnd64Bytes = 56;
constexpr std::size_t kEntryBytes = 46;
constexpr std::size_t kLocalBytes = 30;
constexpr std::uint64_t kAll16 = 0xffff;       // "see the zip64 record"
constexpr std::uint64_t kAll32 = 0xffff'ffff;  // the same
constexpr std::uint16_t kStored = 0;
constexpr std::uint16_t kDeflated = 8;

// A little-endian number of `width` bytes; the caller knows that they are there.
std::uint64_t number(std::string_view bytes, std::size_t at, std::size_t width) {
  std::uint64_t value = 0;
  for (std::size_t i = width; i-- > 0;) {
    value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  }
  return value;
}

// Whether `size` bytes from `begin` on lie within `whole` bytes; nothing here can overflow.
bool within(std::uint64_t begin, std::uint64_t size, std::uint64_t whole) {
  return begin <= whole && size <= whole - begin;
}

// The wide numbers of an entry, for those of its fields that say "see zip64". False when missing.
bool widen(std::string_view extras, std::uint64_t& size, std::uint64_t& packed_size,
           std::uint64_t& offset) {
  constexpr std::uint64_t zip64 = 1;
  while (extras.size() >= 4) {
    const std::uint64_t id = number(extras, 0, 2);
    const std::size_t length = number(extras, 2, 2);
    extras.remove_prefix(4);
    if (length > extras.size()) return false;
    std::string_view fields = extras.substr(0, length);
    extras.remove_prefix(length);
    if (id != zip64) continue;
    for (std::uint64_t* field : {&size, &packed_size, &offset}) {
      if (*field != kAll32) continue;
      if (fields.size() < 8) return false;
      *field = number(fields, 0, 8);
      fields.remove_prefix(8);
    }
    return true;
  }
  return false;
}

}  // namespace

Zip::Zip(const Source& source) : source_(source) {
  read_directory(find_directory());
  check_apart();
}

void Zip::fail(const std::string& what) const {
  throw Error(ErrorCode::bad_input, fmt::format("{}: {}", source_.name, what),
              "the file seems to be cut off or damaged");
}

void Zip::fail(const ZipMember& member, const std::string& what, std::string remedy) const {
  throw Error(ErrorCode::bad_input,
              fmt::format("{}: the member {} {}", source_.name, quoted(member.name), what),
              remedy.empty() ? "the file seems to be cut off or damaged" : std::move(remedy));
}

Zip::Directory Zip::find_directory() const {
  const std::string_view bytes = source_.bytes;
  // The end record is followed by a comment of up to 65,535 bytes and nothing else.
  std::size_t end = std::string_view::npos;
  for (std::size_t back = kEndBytes; back <= std::min(bytes.size(), kEndBytes + kAll16); ++back) {
    const std::size_t at = bytes.size() - back;
    if (bytes.substr(at, 4) == std::string_view("PK\5\6") &&
        number(bytes, at + 20, 2) == back - kEndBytes) {
      end = at;
      break;
    }
  }
  if (end == std::string_view::npos) {
    fail(recognises_npz(bytes) ? "found no directory at the end of the archive"
                               : "this is not a zip archive (.npz)");
  }
  std::uint64_t disk = number(bytes, end + 4, 2);
  std::uint64_t first_disk = number(bytes, end + 6, 2);
  std::uint64_t here = number(bytes, end + 8, 2);
  std::uint64_t members = number(bytes, end + 10, 2);
  std::uint64_t size = number(bytes, end + 12, 4);
  std::uint64_t begin = number(bytes, end + 16, 4);
  const bool is_wide = disk == kAll16 || first_disk == kAll16 || here == kAll16 ||
                       members == kAll16 || size == kAll32 || begin == kAll32;
  if (is_wide) {
    if (end < kLocatorBytes || bytes.substr(end - kLocatorBytes, 4) != std::string_view("PK\6\7")) {
      fail("found no zip64 record, which its directory needs");
    }
    const std::uint64_t record = number(bytes, end - kLocatorBytes + 8, 8);
    if (!within(record, kEnd64Bytes, end - kLocatorBytes) ||
        bytes.substr(record, 4) != std::string_view("PK\6\6")) {
      fail(fmt::format("found no zip64 record at byte {}", record));
    }
    end = record;
    disk = number(bytes, record + 16, 4);
    first_disk = number(bytes, record + 20, 4);
    here = number(bytes, record + 24, 8);
    members = number(bytes, record + 32, 8);
    size = number(bytes, record + 40, 8);
    begin = number(bytes, record + 48, 8);
  }
  if (disk != 0 || first_disk != 0 || here != members) {
    fail("this is one part of an archive in several parts");
  }
  if (!within(begin, size, end)) {
    fail(fmt::format("the directory has {} bytes from byte {} on, but ends before byte {}", size,
                     begin, end));
  }
  return {begin, begin + size, members};
}

void Zip::read_directory(const Directory& directory) {
  const std::string_view bytes = source_.bytes;
  std::size_t at = directory.begin;
  for (std::uint64_t i = 0; i < directory.members; ++i) {
    if (!within(at, kEntryBytes, directory.end) ||
        bytes.substr(at, 4) != std::string_view("PK\1\2")) {
      fail(fmt::format("found no member {} of {} in the directory, at byte {}", i + 1,
                       directory.members, at));
    }
    const std::size_t name = number(bytes, at + 28, 2);
    const std::size_t extra = number(bytes, at + 30, 2);
    const std::size_t comment = number(bytes, at + 32, 2);
    if (!within(at + kEntryBytes, name + extra + comment, directory.end)) {
      fail(fmt::format("the directory ends within member {} of {}", i + 1, directory.members));
    }
    ZipMember member;
    member.name = bytes.substr(at + kEntryBytes, name);
    member.flags = static_cast<std::uint16_t>(number(bytes, at + 8, 2));
    member.method = static_cast<std::uint16_t>(number(bytes, at + 10, 2));
    member.crc = static_cast<std::uint32_t>(number(bytes, at + 16, 4));
    member.size = number(bytes, at + 24, 4);
    std::uint64_t packed_size = number(bytes, at + 20, 4);
    std::uint64_t offset = number(bytes, at + 42, 4);
    if (member.size == kAll32 || packed_size == kAll32 || offset == kAll32) {
      if (!widen(bytes.substr(at + kEntryBytes + name, extra), member.size, packed_size, offset)) {
        fail(member, "has no zip64 sizes, which its entry needs");
      }
    }
    if (offset > directory.begin) {
      fail(member, fmt::format("begins at byte {}, behind the others", offset));
    }
    member.begin = offset;
    read_place(member, packed_size, directory);
    members_.push_back(member);
    at += kEntryBytes + name + extra + comment;
  }
  if (at != directory.end) {
    fail(fmt::format("the directory has more than the {} members that it promises",
                     directory.members));
  }
}

// The member's own header says again what the directory said; only its length matters here.
void Zip::read_place(ZipMember& member, std::uint64_t packed_size,
                     const Directory& directory) const {
  const std::string_view bytes = source_.bytes;
  if (!within(member.begin, kLocalBytes, directory.begin) ||
      bytes.substr(member.begin, 4) != std::string_view("PK\3\4")) {
    fail(member, fmt::format("has no header at byte {}", member.begin));
  }
  const std::size_t name = number(bytes, member.begin + 26, 2);
  const std::size_t extra = number(bytes, member.begin + 28, 2);
  const std::size_t data = member.begin + kLocalBytes + name + extra;
  if (!within(data, packed_size, directory.begin)) {
    fail(member, fmt::format("has {} bytes from byte {} on, but the directory begins at byte {}",
                             packed_size, data, directory.begin));
  }
  if (bytes.substr(member.begin + kLocalBytes, name) != member.name) {
    fail(member, "has another name in its own header");
  }
  member.packed = bytes.substr(data, packed_size);
}

// Members that share bytes are how small archives unpack to enormous ones.
void Zip::check_apart() const {
  std::vector<const ZipMember*> order;
  for (const ZipMember& member : members_) order.push_back(&member);
  std::sort(order.begin(), order.end(),
            [](const ZipMember* a, const ZipMember* b) { return a->begin < b->begin; });
  for (std::size_t i = 1; i < order.size(); ++i) {
    const std::string_view before = order[i - 1]->packed;
    const char* const begin = source_.bytes.data() + order[i]->begin;
    if (begin < before.data() + before.size()) {
      fail(*order[i], fmt::format("overlaps the member {}", quoted(order[i - 1]->name)));
    }
  }
  std::sort(order.begin(), order.end(),
            [](const ZipMember* a, const ZipMember* b) { return a->name < b->name; });
  for (std::size_t i = 1; i < order.size(); ++i) {
    if (order[i]->name == order[i - 1]->name) fail(*order[i], "is there twice");
  }
}

const ZipMember* Zip::find(std::string_view name) const {
  for (const ZipMember& member : members_) {
    if (member.name == name) return &member;
  }
  return nullptr;
}

Unpacked Zip::unpack(const ZipMember& member) const {
  constexpr std::uint16_t encrypted = 1;
  if ((member.flags & encrypted) != 0) {
    fail(member, "is encrypted", "save the archive without a password");
  }
  if (member.method != kStored && member.method != kDeflated) {
    fail(member,
         fmt::format("is compressed by method {}, expected stored (0) or deflate (8)",
                     member.method),
         "save the archive again, with scipy.sparse.save_npz");
  }
  Unpacked unpacked =
      member.method == kStored ? Unpacked(member.packed) : Unpacked(inflate_member(member));
  const std::string_view bytes = unpacked.view();
  if (bytes.size() != member.size) {
    fail(member,
         fmt::format("has {} bytes, and the directory promises {}", bytes.size(), member.size));
  }
  const auto crc = crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
  constexpr bool checked = false;  // or a fuzzer would never get past it
#else
  constexpr bool checked = true;
#endif
  if (checked && crc != member.crc) {
    fail(member, fmt::format("has the checksum {:08x}, and the directory promises {:08x}", crc,
                             member.crc));
  }
  if (source_.passed) source_.passed(member.packed.data() + member.packed.size());
  return unpacked;
}

Bytes Zip::inflate_member(const ZipMember& member) const {
  // Deflate writes at most 258 bytes for 2 bits; who promises more lies.
  constexpr std::uint64_t most_ratio = 1032;
  if (member.size / most_ratio > member.packed.size()) {
    fail(member, fmt::format("promises {} bytes, more than its {} can unpack to", member.size,
                             member.packed.size()));
  }
  Inflater inflater(Wrapping::none);
  z_stream& stream = inflater.stream;
  Spool spool{std::string(source_.name)};
  constexpr std::size_t most_step = std::size_t{1} << 20;
  // One byte more than promised shows a lie.
  std::string piece(std::min<std::size_t>(most_step, member.size + 1), '\0');
  std::string_view left = member.packed;
  std::uint64_t written = 0;
  for (;;) {
    std::size_t got = 0;
    const int status = inflate_piece(inflater, left, piece, got);
    written += got;
    if (written > member.size) {
      fail(member, fmt::format("unpacks to more than the {} bytes that the directory promises",
                               member.size));
    }
    spool.write(std::string_view(piece).substr(0, got));
    if (source_.passed) source_.passed(left.data());
    if (status == Z_STREAM_END) {
      if (!left.empty()) fail(member, fmt::format("has {} bytes behind its end", left.size()));
      return spool.finish();
    }
    if (status == Z_OK && (stream.avail_out == 0 || !left.empty())) continue;
    const bool cut = status == Z_OK || status == Z_BUF_ERROR;
    fail(member, cut ? "ends too early" : "has damaged compressed data (deflate)");
  }
}

}  // namespace warpath::io
