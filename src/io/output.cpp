#include "io/output.hpp"

#include <algorithm>
#include <cerrno>
#include <new>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <fmt/format.h>
#include <zlib.h>

#include "io/bytes.hpp"
#include "warpath/error.hpp"

namespace warpath::io {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 20;
constexpr std::size_t kLargeBytes = std::size_t{1} << 17;  // not worth a copy

std::string remedy_for(int reason) {
  if (reason == ENOSPC || reason == EDQUOT) return "free some space, or write elsewhere";
  if (reason == EFBIG) return "files may not grow so large here; ulimit -f shows the limit";
  return {};
}

}  // namespace

// Its header has neither time nor name nor system: they would make files differ that are the same.
struct GzipDeflater {
  z_stream stream{};
  gz_header header{};
  GzipDeflater() {
    constexpr int level = 6;
    constexpr int memory = 8;  // zlib's own choice
    if (deflateInit2(&stream, level, Z_DEFLATED, 16 + MAX_WBITS, memory, Z_DEFAULT_STRATEGY) !=
        Z_OK) {
      throw std::bad_alloc();
    }
    header.os = 255;  // unknown
    deflateSetHeader(&stream, &header);
  }
  ~GzipDeflater() { deflateEnd(&stream); }
  GzipDeflater(const GzipDeflater&) = delete;
  GzipDeflater& operator=(const GzipDeflater&) = delete;
};

Output::Output(const std::string& path, bool force, Progress progress, std::size_t total)
    : path_(through_links(path)), progress_(std::move(progress)), total_(total) {
  buffer_.reserve(kBufferBytes);
  if (is_packed(path)) {
    deflater_ = std::make_unique<GzipDeflater>();
    packed_.resize(kBufferBytes);
  }
  if (path_ == "-") {
    fd_ = STDOUT_FILENO;
    return;
  }
  check_writable(path_, force, total);
  if (is_stream(path_)) {
    // A pipe or a device, such as /dev/null: there is nothing to rename.
    while ((fd_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC)) < 0) {
      if (errno != EINTR) refused("open", path_, errno);
      report();  // a signal came while nobody opened the other end
    }
    return;
  }
  fd_ = file_.emplace(path_, force).fd();
}

Output::~Output() {
  unmap();
  if (!file_ && fd_ > STDERR_FILENO) ::close(fd_);
}

void Output::write(const void* data, std::size_t size) {
  const auto* bytes = static_cast<const char*>(data);
  const bool large = size >= kLargeBytes;
  if (large || buffer_.size() + size > kBufferBytes) flush();
  if (large) return write_through(bytes, size);
  buffer_.insert(buffer_.end(), bytes, bytes + size);
}

void Output::flush() {
  write_through(buffer_.data(), buffer_.size());
  buffer_.clear();
}

void Output::write_through(const char* data, std::size_t size) {
  while (size > 0) {
    // In pieces, so that a cancel answer is heard soon on a slow disk.
    const std::size_t step = std::min(size, (deflater_ ? 1 : 16) * kBufferBytes);
    if (deflater_) {
      pack(data, step, false);
    } else {
      put(data, step);
    }
    data += step;
    size -= step;
    written_ += step;
    report();
  }
}

// Threads that write to one file wait for each other in the system; those that copy into its pages do
// not; nor do those that write past pages. Its space is taken first: where it is missing, copying would end the
// program.
void Output::expect_all(const Coming& coming) {
  constexpr std::size_t kWorthIt = std::size_t{1} << 20;
  if (total_ < kWorthIt || !can_write_anywhere()) return;
  while (::fallocate(fd_, 0, 0, static_cast<off_t>(total_)) != 0) {
    if (errno == EINTR) {
      report();
    } else if (!remedy_for(errno).empty()) {
      refused("write", path_, errno, remedy_for(errno));
    } else {
      return;  // a file system that cannot promise space
    }
  }
  has_space_ = true;
  if (total_ > coming.most_in_pages) {
    direct_.emplace(fd_, [this](const char* data, std::size_t size, std::size_t place) {
      put(data, size, &place);
    });
    if (*direct_) return;
    direct_.reset();
  }
  if (!coming.at_once) return;
  void* const map = ::mmap(nullptr, total_, PROT_READ | PROT_WRITE, MAP_SHARED, fd_, 0);
  if (map == MAP_FAILED) return;
  map_ = static_cast<char*>(map);
  if (coming.busy >= available_cores()) return;
  try {
    lays_out_ = std::jthread([this](const std::stop_token& stop) { lay_out_ahead(stop); });
  } catch (const std::system_error&) {
    // No thread for it: whoever fills the pages has them laid out.
  }
}

// The system takes as long to find pages as threads to fill them. Not too many: by the time that they
// were filled, the first would be on the disk already, empty.
void Output::lay_out_ahead(const std::stop_token& stop) const {
  constexpr std::size_t most = std::size_t{4} << 30;
  constexpr std::size_t step = std::size_t{2} << 20;  // who wants other memory waits so long
  for (std::size_t at = 0; at < std::min(most, total_) && !stop.stop_requested(); at += step) {
    if (!lay_out(at, std::min(at + step, total_))) return;
  }
}

// Many pages at once, which takes less than one after the other when each is first touched.
bool Output::lay_out([[maybe_unused]] std::size_t begin, [[maybe_unused]] std::size_t end) const {
#ifdef MADV_POPULATE_WRITE
  constexpr std::size_t page = 4096;
  const std::size_t first = begin / page * page;
  return ::madvise(map_ + first, end - first, MADV_POPULATE_WRITE) == 0;
#else
  return false;
#endif
}

void Output::unmap() {
  if (map_ == nullptr) return;
  lays_out_ = {};  // stops, and is waited for
  ::munmap(std::exchange(map_, nullptr), total_);
}

void Output::write_at(std::size_t place, const Lines& lines) {
  const std::size_t bytes = lines.bytes();
  if (direct_) {
    direct_->write(place, lines);
  } else if (map_ != nullptr) {
    if (!lays_out_.joinable()) lay_out(place, place + bytes);
    lines.copy(0, bytes, map_ + place);
  } else {
    for (std::size_t i = 0; i < lines.count; ++i) {
      const std::size_t at = place + i * lines.size;
      put(lines.first + i * lines.stride, lines.size, &at);
    }
  }
  written_ += bytes;
  report();
}

void Output::report() {
  if (!progress_ || std::this_thread::get_id() != owner_) return;
  const auto written = static_cast<double>(written_.load());
  if (progress_({written, static_cast<double>(total_)}) == ProgressAnswer::cancel) {
    throw Error(ErrorCode::cancelled, "writing " + path_ + " was cancelled");
  }
}

void Output::pack(const char* data, std::size_t size, bool last) {
  z_stream& stream = deflater_->stream;
  // zlib only reads it.
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(data));
  stream.avail_in = static_cast<uInt>(size);
  do {
    stream.next_out = reinterpret_cast<Bytef*>(packed_.data());
    stream.avail_out = static_cast<uInt>(packed_.size());
    deflate(&stream, last ? Z_FINISH : Z_NO_FLUSH);
    put(packed_.data(), packed_.size() - stream.avail_out);
  } while (stream.avail_out == 0);
}

void Output::put(const char* data, std::size_t size, const std::size_t* place) {
  auto at = static_cast<off_t>(place != nullptr ? *place : 0);
  while (size > 0) {
    const ssize_t done =
        place != nullptr ? ::pwrite(fd_, data, size, at) : ::write(fd_, data, size);
    if (done < 0) {
      if (errno != EINTR)
        refused("write", path_ == "-" ? "standard output" : path_, errno, remedy_for(errno));
      report();  // a signal came while a slow reader kept us waiting
      continue;
    }
    data += done;
    at += done;
    size -= static_cast<std::size_t>(done);
    if (size > 0) report();  // a signal may be why it stopped half-way
  }
}

// In pieces, so that a cancel answer is heard.
void Output::sync() {
  constexpr off_t step = off_t{64} << 20;
  constexpr unsigned wait =
      SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE | SYNC_FILE_RANGE_WAIT_AFTER;
  struct stat status {};
  if (::fstat(fd_, &status) == 0 && status.st_size > step &&
      ::sync_file_range(fd_, 0, 0, SYNC_FILE_RANGE_WRITE) == 0) {
    for (off_t at = 0; at < status.st_size; at += step) {
      if (::sync_file_range(fd_, at, step, wait) != 0 && errno != EINTR) break;
      report();
    }
  }
  while (::fdatasync(fd_) != 0) {
    if (errno == EINVAL || errno == ENOSYS) return;  // a file system that has no such thing
    if (errno != EINTR) refused("write", path_, errno, remedy_for(errno));
    report();
  }
}

void Output::finish(Changes& changes) {
  if (direct_) direct_->flush();
  unmap();
  flush();
  if (deflater_) pack(nullptr, 0, true);
  if (!file_) return;
  // What replaces another shall be whole, whatever happens to the machine; and some file systems report
  // a full disk only now. A new file that has its space need not wait for the disk, unless that failed before.
  if (file_->replaces() || !has_space_ || (direct_ && direct_->failed())) sync();
  changes.push_back(&*file_);
}

void Output::commit() {
  Changes changes;
  finish(changes);
  make_all(changes);
}

void check_writable(const std::string& name, bool force, std::size_t bytes) {
  if (name == "-") return;
  const std::string path = through_links(name);
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0) {
    if (S_ISDIR(status.st_mode)) refused("write", path, EISDIR, "name a file in it");
    if (!S_ISREG(status.st_mode)) return;
    if (!force) refuse_existing(path);
  } else if (errno != ENOENT) {
    refused("write", path, errno);
  }
  const std::string folder = folder_of(path);
  if (::access(folder.c_str(), W_OK | X_OK) != 0) refused("write into the folder", folder, errno);
  struct statvfs space {};
  if (::statvfs(folder.c_str(), &space) != 0) return;
  const double left = static_cast<double>(space.f_bavail) * static_cast<double>(space.f_frsize);
  // How far packing goes is known only afterwards.
  if (!is_packed(path) && static_cast<double>(bytes) > left) {
    throw Error(
        ErrorCode::io,
        fmt::format("{} will have {} bytes, and the disk has {:.0f} left", path, bytes, left),
        "free some space, or write elsewhere");
  }
}

}  // namespace warpath::io
