#include "io/bytes.hpp"

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/refused.hpp"
#include "warpath/error.hpp"

namespace warpath::io {
namespace {

constexpr std::size_t kPieceBytes = std::size_t{1} << 20;
constexpr std::size_t kMemoryBytes = std::size_t{16} << 20;  // beyond it, Spool uses a file

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

// Error io unless it is open and can be read.
struct stat look_at(const Descriptor& file, const std::string& path) {
  if (file.fd < 0) refused("open", path, errno);
  struct stat status {};
  if (::fstat(file.fd, &status) != 0) refused("look at", path, errno);
  if (S_ISDIR(status.st_mode)) refused("read", path, EISDIR);
  return status;
}

}  // namespace

Bytes::Bytes(Bytes&& other) noexcept
    : heap_(std::move(other.heap_)),
      mapping_(std::exchange(other.mapping_, {})),
      mapped_(std::exchange(other.mapped_, false)) {}

Bytes& Bytes::operator=(Bytes&& other) noexcept {
  std::swap(heap_, other.heap_);
  std::swap(mapping_, other.mapping_);
  std::swap(mapped_, other.mapped_);
  return *this;
}

Bytes::~Bytes() {
  if (mapped_) ::munmap(const_cast<char*>(mapping_.data()), mapping_.size());
}

Bytes Bytes::map(int fd, std::size_t size, bool& mapped) {
  Bytes bytes;
  void* mapping = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
  mapped = mapping != MAP_FAILED;
  if (!mapped) return bytes;
  // Readers go from front to back; a hint that may fail.
  (void)::madvise(mapping, size, MADV_SEQUENTIAL);
  bytes.mapping_ = {static_cast<const char*>(mapping), size};
  bytes.mapped_ = true;
  return bytes;
}

void Bytes::release(const char* end) const {
  if (!mapped_) return;
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const std::size_t size = static_cast<std::size_t>(end - mapping_.data()) / page * page;
  // Pages of a file come back from the file when they are looked at again.
  if (size > 0) (void)::madvise(const_cast<char*>(mapping_.data()), size, MADV_DONTNEED);
}

void Bytes::expect_anywhere() const {
  if (mapped_) (void)::madvise(const_cast<char*>(mapping_.data()), mapping_.size(), MADV_RANDOM);
}

void Bytes::fetch(std::string_view part) const {
  if (!mapped_ || part.empty()) return;
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const auto before = static_cast<std::size_t>(part.data() - mapping_.data()) % page;
  (void)::madvise(const_cast<char*>(part.data() - before), part.size() + before, MADV_WILLNEED);
}

std::string name_of(const std::string& path) { return path == "-" ? "standard input" : path; }

Bytes read_file(const std::string& path) {
  if (path == "-") return read_stream(STDIN_FILENO, name_of(path));
  const Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  const struct stat status = look_at(file, path);
  if (S_ISREG(status.st_mode) && status.st_size > 0) {
    bool mapped = false;
    Bytes bytes = Bytes::map(file.fd, static_cast<std::size_t>(status.st_size), mapped);
    if (mapped) return bytes;
  }
  return read_stream(file.fd, path);
}

Bytes map_file(const std::string& path) {
  const auto no_plain_file = [&] {
    throw Error(ErrorCode::usage, fmt::format("{} is no plain file", name_of(path)),
                "only these can be looked at here and there: write it to a file first");
  };
  if (path == "-") no_plain_file();
  const Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  const struct stat status = look_at(file, path);
  if (!S_ISREG(status.st_mode)) no_plain_file();
  if (status.st_size == 0) return {};
  bool mapped = false;
  Bytes bytes = Bytes::map(file.fd, static_cast<std::size_t>(status.st_size), mapped);
  if (!mapped) refused("map", path, errno);
  bytes.expect_anywhere();
  return bytes;
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
  bool mapped = false;
  Bytes bytes = Bytes::map(fd_, flushed_, mapped);
  if (!mapped) refused("map", name_, errno);
  return bytes;
}

}  // namespace warpath::io
