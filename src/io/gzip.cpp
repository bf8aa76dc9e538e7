#include "io/gzip.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "io/zlib_stream.hpp"
#include "warpath/error.hpp"

namespace warpath::io {

bool recognises_gzip(std::string_view bytes) { return bytes.starts_with("\x1f\x8b\x08"); }

Bytes gunzip(const Source& source) {
  Inflater inflater(Wrapping::gzip);
  z_stream& stream = inflater.stream;
  Spool spool{std::string(source.name)};
  std::string piece(std::size_t{1} << 20, '\0');
  std::string_view left = source.bytes;
  for (;;) {
    std::size_t got = 0;
    const int status = inflate_piece(inflater, left, piece, got);
    spool.write(std::string_view(piece).substr(0, got));
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
