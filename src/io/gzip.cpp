#include "io/gzip.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "io/zlib_stream.hpp"
#include "warpath/error.hpp"

namespace warpath::io {

bool recognises_gzip(std::string_view bytes) {
  return bytes.starts_with("\x1f\x8b\x08");
}

Bytes gunzip(const Source& source) {
  Inflater inflater(Wrapping::gzip);
  z_stream& stream = inflater.stream;
  Spool spool{std::string(source.name)};
  std::string piece(std::size_t{1} << 20, '\0');
  std::string_view left = source.bytes;
  for (;;) {
    const std::size_t step = std::min<std::size_t>(left.size(), std::size_t{1} << 20);
    // zlib only reads it.
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(left.data()));
    stream.avail_in = static_cast<uInt>(step);
    stream.next_out = reinterpret_cast<Bytef*>(piece.data());
    stream.avail_out = static_cast<uInt>(piece.size());
    const int status = inflate(&stream, Z_NO_FLUSH);
    left.remove_prefix(step - stream.avail_in);
    spool.write(std::string_view(piece).substr(0, piece.size() - stream.avail_out));
    if (source.passed) source.passed(left.data());
    if (status == Z_STREAM_END) {
      if (left.empty()) return spool.finish();
      // Another member, as `cat a.gz b.gz` makes them; or zeros, as some tapes padded.
      if (left.find_first_not_of('\0') == std::string_view::npos) return spool.finish();
      inflateReset(&stream);
      continue;
    }
    if (status == Z_OK && (stream.avail_out == 0 || !left.empty())) continue;
    const bool cut = status == Z_OK || status == Z_BUF_ERROR;
    throw Error(ErrorCode::bad_input,
                fmt::format("{}: {} at byte {} of {}", source.name,
                            cut ? "the compressed data end too early"
                                : "found damaged compressed data (gzip)",
                            source.bytes.size() - left.size(), source.bytes.size()),
                "fetch or compress the file again");
  }
}

}  // namespace warpath::io
