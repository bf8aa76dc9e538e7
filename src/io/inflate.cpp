#include "io/inflate.hpp"

#include <algorithm>
#include <limits>
#include <new>
#include <string>

#include <fmt/format.h>
#include <zlib.h>

#include "warpath/error.hpp"

namespace warpath::io {
namespace {

constexpr std::size_t kPieceBytes = std::size_t{1} << 20;

struct Inflater {
  z_stream stream{};
  explicit Inflater(Wrapping wrapping) {
    const int bits = wrapping == Wrapping::gzip ? 16 + MAX_WBITS : -MAX_WBITS;
    if (inflateInit2(&stream, bits) != Z_OK) throw std::bad_alloc();
  }
  ~Inflater() { inflateEnd(&stream); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
};

}  // namespace

Inflated inflate_stream(std::string_view& left, Wrapping wrapping, std::uint64_t most, Spool& spool,
                        const Source& source) {
  Inflater inflater(wrapping);
  z_stream& stream = inflater.stream;
  // One byte more than there may be shows that there are more.
  std::string piece(most < kPieceBytes ? most + 1 : kPieceBytes, '\0');
  std::uint64_t written = 0;
  for (;;) {
    const std::size_t step = std::min(left.size(), kPieceBytes);
    // zlib only reads it.
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(left.data()));
    stream.avail_in = static_cast<uInt>(step);
    stream.next_out = reinterpret_cast<Bytef*>(piece.data());
    stream.avail_out = static_cast<uInt>(piece.size());
    const int status = inflate(&stream, Z_NO_FLUSH);
    left.remove_prefix(step - stream.avail_in);
    const std::size_t got = piece.size() - stream.avail_out;
    written += got;
    if (written > most) return Inflated::too_long;
    spool.write(std::string_view(piece).substr(0, got));
    if (source.passed) source.passed(left.data());
    if (status == Z_STREAM_END) return Inflated::whole;
    if (status == Z_OK && (stream.avail_out == 0 || !left.empty())) continue;
    return status == Z_OK || status == Z_BUF_ERROR ? Inflated::cut : Inflated::damaged;
  }
}

bool recognises_gzip(std::string_view bytes) { return bytes.starts_with("\x1f\x8b\x08"); }

Bytes gunzip(const Source& source) {
  Spool spool(source.name);
  std::string_view left = source.bytes;
  // Several members are what `cat a.gz b.gz` makes; zeros behind them are how some tapes were padded.
  while (left.find_first_not_of('\0') != std::string_view::npos) {
    constexpr auto any = std::numeric_limits<std::uint64_t>::max();
    const Inflated state = inflate_stream(left, Wrapping::gzip, any, spool, source);
    if (state == Inflated::whole) continue;
    throw Error(ErrorCode::bad_input,
                fmt::format("{}: {} at byte {} of {}", source.name,
                            state == Inflated::cut ? "the compressed data end too early"
                                                   : "found damaged compressed data (gzip)",
                            source.bytes.size() - left.size(), source.bytes.size()),
                "fetch or compress the file again");
  }
  return spool.finish();
}

}  // namespace warpath::io
