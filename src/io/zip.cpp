// See "APPNOTE.TXT - .ZIP File Format Specification", PKWARE. The numbers below are the offsets of
// fields in its records.
#include "io/zip.hpp"

#include <algorithm>
#include <array>
#include <string>

#include <fmt/format.h>
#include <zlib.h>

#include "io/bytes.hpp"
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
constexpr std::uint64_t kStored = 0;
constexpr std::uint64_t kDeflated = 8;
constexpr const char* kDamaged = "the file seems to be cut off or damaged";

[[noreturn]] void fail(const Source& source, const std::string& what,
                       const char* remedy = kDamaged) {
  throw Error(ErrorCode::bad_input, fmt::format("{}: {}", source.name, what), remedy);
}

[[noreturn]] void fail(const Source& source, const ZipMember& member, const std::string& what,
                       const char* remedy = kDamaged) {
  fail(source, fmt::format("the member {} {}", quoted(member.name), what), remedy);
}

// A little-endian number of `width` bytes; the caller knows that they are there.
std::uint64_t number(std::string_view bytes, std::size_t at, std::size_t width) {
  std::uint64_t value = 0;
  for (std::size_t i = width; i-- > 0;) {
    value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  }
  return value;
}

// Numbers one after the other.
std::array<std::uint64_t, 6> numbers(std::string_view bytes, std::size_t at,
                                     const std::array<std::size_t, 6>& widths) {
  std::array<std::uint64_t, 6> values{};
  for (std::size_t i = 0; i < values.size(); at += widths[i++]) {
    values[i] = number(bytes, at, widths[i]);
  }
  return values;
}

// Whether `size` bytes from `begin` on lie within `whole` bytes; nothing here can overflow.
bool within(std::uint64_t begin, std::uint64_t size, std::uint64_t whole) {
  return begin <= whole && size <= whole - begin;
}

// Whether a record of `size` bytes with this mark lies there, within the first `whole` bytes.
bool has_record(std::string_view bytes, std::uint64_t at, std::size_t size, std::uint64_t whole,
                std::string_view mark) {
  return within(at, size, whole) && bytes.substr(at, mark.size()) == mark;
}

struct Directory {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::uint64_t members = 0;
};

Directory find_directory(const Source& source) {
  const std::string_view bytes = source.bytes;
  // The end record is followed by a comment of up to 65,535 bytes and nothing else.
  std::size_t back = kEndBytes;
  const std::size_t most = std::min(bytes.size(), kEndBytes + kAll16);
  while (back <= most && !(bytes.substr(bytes.size() - back, 4) == "PK\5\6" &&
                           number(bytes, bytes.size() - back + 20, 2) == back - kEndBytes)) {
    ++back;
  }
  if (back > most) {
    fail(source, bytes.starts_with("PK") ? "found no directory at the end of the archive"
                                         : "this is not a zip archive (.npz)");
  }
  std::size_t end = bytes.size() - back;
  auto record = numbers(bytes, end + 4, {2, 2, 2, 2, 4, 4});
  const bool is_wide = std::count(record.begin(), record.begin() + 4, kAll16) > 0 ||
                       std::count(record.begin() + 4, record.end(), kAll32) > 0;
  if (is_wide) {
    if (!has_record(bytes, end - kLocatorBytes, kLocatorBytes, end, "PK\6\7")) {
      fail(source, "found no zip64 record, which its directory needs");
    }
    const std::uint64_t wide = number(bytes, end - kLocatorBytes + 8, 8);
    if (!has_record(bytes, wide, kEnd64Bytes, end - kLocatorBytes, "PK\6\6")) {
      fail(source, fmt::format("found no zip64 record at byte {}", wide));
    }
    end = wide;
    record = numbers(bytes, wide + 16, {4, 4, 8, 8, 8, 8});
  }
  const auto [disk, first_disk, here, members, size, begin] = record;
  if (disk != 0 || first_disk != 0 || here != members) {
    fail(source, "this is one part of an archive in several parts");
  }
  if (!within(begin, size, end)) {
    fail(source, fmt::format("the directory has {} bytes from byte {} on, but ends before byte {}",
                             size, begin, end));
  }
  return {begin, begin + size, members};
}

// The wide numbers of an entry, for those of its fields that say "see zip64". False when missing.
bool widen(std::string_view extras, const std::array<std::uint64_t*, 3>& fields) {
  const auto is_narrow = [](const std::uint64_t* field) { return *field != kAll32; };
  if (std::all_of(fields.begin(), fields.end(), is_narrow)) return true;
  constexpr std::uint64_t zip64 = 1;
  while (extras.size() >= 4) {
    const std::uint64_t id = number(extras, 0, 2);
    std::string_view left = extras.substr(4, number(extras, 2, 2));
    extras.remove_prefix(4 + left.size());
    if (id != zip64) continue;
    for (std::uint64_t* field : fields) {
      if (is_narrow(field)) continue;
      if (left.size() < 8) return false;
      *field = number(left, 0, 8);
      left.remove_prefix(8);
    }
    return true;
  }
  return false;
}

// The packed bytes. The member's own header says again what the directory said; only its length
// matters here.
std::string_view find_packed(const Source& source, const ZipMember& member,
                             std::uint64_t packed_size, std::uint64_t end) {
  const std::string_view bytes = source.bytes;
  if (!has_record(bytes, member.begin, kLocalBytes, end, "PK\3\4")) {
    fail(source, member, fmt::format("has no header at byte {}", member.begin));
  }
  const std::size_t name = number(bytes, member.begin + 26, 2);
  const std::size_t extra = number(bytes, member.begin + 28, 2);
  const std::size_t data = member.begin + kLocalBytes + name + extra;
  if (!within(data, packed_size, end)) {
    fail(source, member,
         fmt::format("has {} bytes from byte {} on, but the directory begins at byte {}",
                     packed_size, data, end));
  }
  if (bytes.substr(member.begin + kLocalBytes, name) != member.name) {
    fail(source, member, "has another name in its own header");
  }
  return bytes.substr(data, packed_size);
}

// Members that share bytes are how small archives unpack to enormous ones.
void check_apart(const Source& source, std::vector<ZipMember> members) {
  std::ranges::sort(members, {}, &ZipMember::begin);
  for (std::size_t i = 1; i < members.size(); ++i) {
    const std::string_view before = members[i - 1].packed;
    if (source.bytes.data() + members[i].begin >= before.data() + before.size()) continue;
    fail(source, members[i], fmt::format("overlaps the member {}", quoted(members[i - 1].name)));
  }
  std::ranges::sort(members, {}, &ZipMember::name);
  const auto twice = std::ranges::adjacent_find(members, {}, &ZipMember::name);
  if (twice != members.end()) fail(source, *twice, "is there twice");
}

Bytes inflate_member(const Source& source, const ZipMember& member) {
  // Deflate writes at most 258 bytes for 2 bits; who promises more lies.
  constexpr std::uint64_t most_ratio = 1032;
  if (member.size / most_ratio > member.packed.size()) {
    fail(source, member,
         fmt::format("promises {} bytes, more than its {} can unpack to", member.size,
                     member.packed.size()));
  }
  Spool spool(source.name);
  std::string_view left = member.packed;
  switch (inflate_stream(left, Wrapping::none, member.size, spool, source)) {
    case Inflated::cut: fail(source, member, "ends too early");
    case Inflated::damaged: fail(source, member, "has damaged compressed data (deflate)");
    case Inflated::too_long:
      fail(source, member,
           fmt::format("unpacks to more than the {} bytes that the directory promises",
                       member.size));
    case Inflated::whole: break;
  }
  if (!left.empty()) fail(source, member, fmt::format("has {} bytes behind its end", left.size()));
  return spool.finish();
}

}  // namespace

std::vector<ZipMember> zip_members(const Source& source) {
  const Directory directory = find_directory(source);
  const std::string_view bytes = source.bytes;
  std::vector<ZipMember> members;
  std::size_t at = directory.begin;
  for (std::uint64_t i = 0; i < directory.members; ++i) {
    if (!has_record(bytes, at, kEntryBytes, directory.end, "PK\1\2")) {
      fail(source, fmt::format("found no member {} of {} in the directory, at byte {}", i + 1,
                               directory.members, at));
    }
    auto [flags, method, moment, crc, packed_size, size] =
        numbers(bytes, at + 8, {2, 2, 4, 4, 4, 4});
    const std::size_t name = number(bytes, at + 28, 2);
    const std::size_t extra = number(bytes, at + 30, 2);
    const std::size_t comment = number(bytes, at + 32, 2);
    std::uint64_t begin = number(bytes, at + 42, 4);
    at += kEntryBytes;
    if (!within(at, name + extra + comment, directory.end)) {
      fail(source,
           fmt::format("the directory ends within member {} of {}", i + 1, directory.members));
    }
    ZipMember member{.name = bytes.substr(at, name), .crc = crc, .method = method, .flags = flags};
    if (!widen(bytes.substr(at + name, extra), {&size, &packed_size, &begin})) {
      fail(source, member, "has no zip64 sizes, which its entry needs");
    }
    if (begin > directory.begin) {
      fail(source, member, fmt::format("begins at byte {}, behind the others", begin));
    }
    member.size = size;
    member.begin = begin;
    member.packed = find_packed(source, member, packed_size, directory.begin);
    members.push_back(member);
    at += name + extra + comment;
  }
  if (at != directory.end) {
    fail(source, fmt::format("the directory has more than the {} members that it promises",
                             directory.members));
  }
  check_apart(source, members);
  return members;
}

Bytes unpack(const Source& source, const ZipMember& member) {
  constexpr std::uint64_t encrypted = 1;
  if ((member.flags & encrypted) != 0) {
    fail(source, member, "is encrypted", "save the archive without a password");
  }
  if (member.method != kStored && member.method != kDeflated) {
    fail(source, member,
         fmt::format("is compressed by method {}, expected stored (0) or deflate (8)",
                     member.method),
         "save the archive again, with scipy.sparse.save_npz");
  }
  Bytes unpacked =
      member.method == kStored ? Bytes::borrowed(member.packed) : inflate_member(source, member);
  const std::string_view bytes = unpacked.view();
  if (bytes.size() != member.size) {
    fail(source, member,
         fmt::format("has {} bytes, and the directory promises {}", bytes.size(), member.size));
  }
  const bool own = member.method != kStored;  // not the archive's, whose reader gives bytes back
  uLong crc = 0;
  for (std::string_view left = bytes; !left.empty();) {
    const std::string_view step = left.substr(0, std::size_t{16} << 20);
    crc = crc32_z(crc, reinterpret_cast<const Bytef*>(step.data()), step.size());
    left.remove_prefix(step.size());
    if (own) unpacked.release(left.data());
  }
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
  constexpr bool checked = false;  // or a fuzzer would never get past it
#else
  constexpr bool checked = true;
#endif
  if (checked && crc != member.crc) {
    fail(
        source, member,
        fmt::format("has the checksum {:08x}, and the directory promises {:08x}", crc, member.crc));
  }
  if (source.passed) source.passed(member.packed.data() + member.packed.size());
  return unpacked;
}

}  // namespace warpath::io
