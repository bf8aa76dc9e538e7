// zlib's streams, released when they go out of scope.
#pragma once

#include <new>

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
