// zlib's streams, released when they go out of scope.
#pragma once

#include <algorithm>
#include <cstddef>
#include <new>
#include <string>
#include <string_view>

#include <zlib.h>

namespace warpath::io {

enum class Wrapping : int {
  none = -MAX_WBITS,      // as in zip archives
  gzip = 16 + MAX_WBITS,  // and nothing else
};

struct Inflater {
  z_stream stream{};
  explicit Inflater(Wrapping wrapping) {
    if (inflateInit2(&stream, static_cast<int>(wrapping)) != Z_OK) throw std::bad_alloc();
  }
  ~Inflater() { inflateEnd(&stream); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
};

// Unpacks the next of `left` into `piece`, which bounds how much, and takes it off. Returns zlib's
// status; `got` bytes of the piece were filled.
inline int inflate_piece(Inflater& inflater, std::string_view& left, std::string& piece,
                         std::size_t& got) {
  z_stream& stream = inflater.stream;
  const std::size_t step = std::min<std::size_t>(left.size(), std::size_t{1} << 20);
  // zlib only reads it.
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(left.data()));
  stream.avail_in = static_cast<uInt>(step);
  stream.next_out = reinterpret_cast<Bytef*>(piece.data());
  stream.avail_out = static_cast<uInt>(piece.size());
  const int status = inflate(&stream, Z_NO_FLUSH);
  left.remove_prefix(step - stream.avail_in);
  got = piece.size() - stream.avail_out;
  return status;
}

// Its header has neither time nor name nor system: they would make files differ that are the same.
struct GzipDeflater {
  z_stream stream{};
  gz_header header{};
  explicit GzipDeflater(int level) {
    constexpr int memory = 8;  // zlib's own choice
    if (deflateInit2(&stream, level, Z_DEFLATED, static_cast<int>(Wrapping::gzip), memory,
                     Z_DEFAULT_STRATEGY) != Z_OK) {
      throw std::bad_alloc();
    }
    header.os = 255;  // unknown
    deflateSetHeader(&stream, &header);
  }
  ~GzipDeflater() { deflateEnd(&stream); }
  GzipDeflater(const GzipDeflater&) = delete;
  GzipDeflater& operator=(const GzipDeflater&) = delete;
};

}  // namespace warpath::io
