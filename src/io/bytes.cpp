#include "io/bytes.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <limits>
#include <new>
#include <string>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>
#include <zlib.h>

#include "warpath/error.hpp"

namespace warpath::io {
namespace {

constexpr std::size_t kPieceBytes = std::size_t{1} << 20;
constexpr std::size_t kMemoryBytes = std::size_t{4} << 20;  // beyond it, Spool uses a file

struct Descriptor {
  int fd;
  ~Descriptor() {
    if (fd > STDERR_FILENO) ::close(fd);
  }
};

Bytes read_stream(int fd, const std::string& name) {
  Spool spool(name);
  std::string piece(kPieceBytes, '\0');
  for (;;) {
    const ssize_t got = ::read(fd, piece.data(), piece.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) refused("read", name, errno);
    if (got == 0) return spool.finish();
    spool.write(std::string_view(piece.data(), static_cast<std::size_t>(got)));
  }
}

}  // namespace

void refused(std::string_view what, std::string_view path, int reason, std::string remedy) {
  throw Error(ErrorCode::io, fmt::format("cannot {} {}: {}", what, path, std::strerror(reason)),
              std::move(remedy));
}

Bytes::Bytes(std::string bytes) {
  const auto held = std::make_shared<const std::string>(std::move(bytes));
  view_ = *held;
  owner_ = held;
}

Bytes Bytes::borrowed(std::string_view bytes) {
  Bytes result;
  result.view_ = bytes;
  return result;
}

Bytes Bytes::map(int fd, std::size_t size) {
  Bytes bytes;
  void* mapping = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (mapping == MAP_FAILED) return bytes;
  bytes.owner_ = {mapping, [size](void* all) { ::munmap(all, size); }};
  bytes.view_ = {static_cast<const char*>(mapping), size};
  bytes.mapped_ = true;
  bytes.advise(bytes.view_, MADV_SEQUENTIAL);  // readers go from front to back
  return bytes;
}

// A hint that may fail.
void Bytes::advise(std::string_view part, int advice) const {
  if (!mapped_ || part.empty()) return;
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const auto before = static_cast<std::size_t>(part.data() - view_.data()) % page;
  (void)::madvise(const_cast<char*>(part.data() - before), part.size() + before, advice);
}

void Bytes::release(const char* end) const {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const std::size_t size = static_cast<std::size_t>(end - view_.data()) / page * page;
  // Pages of a file come back from the file when they are looked at again.
  advise(view_.substr(0, size), MADV_DONTNEED);
}

void Bytes::expect_anywhere() const { advise(view_, MADV_RANDOM); }

void Bytes::fetch(std::string_view part) const { advise(part, MADV_WILLNEED); }

std::string name_of(const std::string& path) { return path == "-" ? "standard input" : path; }

Bytes read_file(const std::string& path) {
  if (path == "-") return read_stream(STDIN_FILENO, name_of(path));
  const Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  if (file.fd < 0) refused("open", path, errno);
  struct stat status {};
  if (::fstat(file.fd, &status) != 0) refused("look at", path, errno);
  if (S_ISDIR(status.st_mode)) refused("read", path, EISDIR);
  if (S_ISREG(status.st_mode) && status.st_size > 0) {
    Bytes bytes = Bytes::map(file.fd, static_cast<std::size_t>(status.st_size));
    if (!bytes.view().empty()) return bytes;
  }
  return read_stream(file.fd, path);
}

Spool::~Spool() {
  if (fd_ >= 0) ::close(fd_);
}

void Spool::write(std::string_view piece) {
  buffer_ += piece;
  if (fd_ < 0 ? buffer_.size() > kMemoryBytes : buffer_.size() > kPieceBytes) flush();
}

void Spool::flush() {
  const auto fail = [&](int reason) {
    refused("unpack", name_, reason,
            "large inputs that are no plain files are laid down in a temporary file; TMPDIR says "
            "where");
  };
  if (fd_ < 0) {
    std::error_code error;
    std::string path = (std::filesystem::temp_directory_path(error) / "warpath-XXXXXX").string();
    fd_ = error ? -1 : ::mkostemp(path.data(), O_CLOEXEC);
    if (fd_ < 0) fail(error ? error.value() : errno);
    ::unlink(path.c_str());
  }
  for (std::string_view left = buffer_; !left.empty();) {
    const ssize_t put = ::write(fd_, left.data(), left.size());
    if (put < 0 && errno != EINTR) fail(errno);
    if (put > 0) left.remove_prefix(static_cast<std::size_t>(put));
  }
  flushed_ += buffer_.size();
  buffer_.clear();
}

Bytes Spool::finish() {
  if (fd_ < 0) return Bytes(std::move(buffer_));
  flush();
  Bytes bytes = Bytes::map(fd_, flushed_);
  if (bytes.view().empty()) refused("map", name_, errno);
  return bytes;
}

Inflated inflate_stream(std::string_view& left, Wrapping wrapping, std::uint64_t most, Spool& spool,
                        const Source& source) {
  z_stream stream{};
  const int bits = wrapping == Wrapping::gzip ? 16 + MAX_WBITS : -MAX_WBITS;
  if (inflateInit2(&stream, bits) != Z_OK) throw std::bad_alloc();
  const std::unique_ptr<z_stream, decltype(&inflateEnd)> end_of_scope(&stream, inflateEnd);
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

namespace {

// The bytes inside, of all members one after the other. Error bad_input when they are damaged or
// cut off.
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

Source watched(const Bytes& bytes, const std::string& name, const Progress& progress) {
  return {bytes.view(), name, [bytes, name, progress](const char* at) {
            bytes.release(at);
            if (!progress) return;
            const auto done = static_cast<double>(at - bytes.view().data());
            const auto total = static_cast<double>(bytes.view().size());
            if (progress({done, total}) == ProgressAnswer::cancel) {
              throw Error(ErrorCode::cancelled, "reading " + name + " was cancelled");
            }
          }};
}

}  // namespace

Source open_source(const std::string& path, const Progress& progress) {
  return open_source(read_file(path), name_of(path), progress);
}

Source open_source(const Bytes& bytes, const std::string& name, const Progress& progress) {
  Source source = watched(bytes, name, progress);
  if (recognises_gzip(source.bytes)) source = watched(gunzip(source), name, progress);
  // Some programs put a mark (BOM) in front of UTF-8.
  if (source.bytes.starts_with("\xef\xbb\xbf")) source.bytes.remove_prefix(3);
  return source;
}

}  // namespace warpath::io
