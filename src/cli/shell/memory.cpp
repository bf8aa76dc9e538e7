#include "cli/shell/memory.hpp"

#include <algorithm>

#include <malloc.h>
#include <pthread.h>
#include <sys/resource.h>

#include <fmt/format.h>

#include "base/messages.hpp"
#include "base/resources.hpp"
#include "warpath/error.hpp"

namespace warpath::cli {
namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20;
constexpr std::size_t kStack = kMiB;            // of a thread
constexpr std::size_t kWorkerStack = 4 * kMiB;  // of one of oneTBB's; little of either is used
constexpr std::size_t kArena = kMiB;            // what its allocator reserves, and hardly uses
constexpr std::size_t kOthers = 9;  // who computes the next rows, and who writes two files

// A stack counts as a whole where memory is refused: 8 MiB would be too much of a small limit.
void make_stacks_small() {
  pthread_attr_t attributes;
  if (::pthread_getattr_default_np(&attributes) != 0) return;
  if (::pthread_attr_setstacksize(&attributes, kStack) == 0) {
    (void)::pthread_setattr_default_np(&attributes);
  }
  ::pthread_attr_destroy(&attributes);
}

// As --memory takes it, rounded up.
std::string amount(std::size_t bytes) {
  const std::size_t whole = (bytes + kMiB - 1) / kMiB;
  if (whole < 10 * 1024) return fmt::format("{}M", whole);
  return fmt::format("{}G", (whole + 1023) / 1024);
}

// What is freed goes back to the system at once: a heap that keeps it would count.
void keep_nothing() {
  ::mallopt(M_MMAP_THRESHOLD, static_cast<int>(kMiB / 4));
  ::mallopt(M_TRIM_THRESHOLD, static_cast<int>(kMiB));
}

}  // namespace

MemoryLimit::MemoryLimit(std::size_t bytes, int threads, bool host_only)
    : bytes_(bytes), reserve_(2 * kMiB + static_cast<std::size_t>(threads) * kMiB / 4) {
  const ProcessMemory now = process_memory();
  if (bytes_ < now.resident + 2 * reserve_) {
    throw Error(ErrorCode::does_not_fit,
                fmt::format("--memory allows {}, and the program alone takes {}",
                            format_bytes(bytes_), format_bytes(now.resident + 2 * reserve_)),
                fmt::format("allow more than {}: the graph and its distances take memory, too",
                            amount(now.resident + 2 * reserve_)));
  }
  keep_nothing();
  if (!host_only) return;
  rlimit limit{};
  if (::getrlimit(RLIMIT_DATA, &limit) != 0) return;
  make_stacks_small();
  const auto count = static_cast<std::size_t>(threads);
  const rlim_t most = bytes_ - now.of_files + (count + kOthers) * kStack +
                      (count - 1) * kWorkerStack + (count + 7) * kArena;
  limit.rlim_cur = std::min(limit.rlim_cur, most);
  (void)::setrlimit(RLIMIT_DATA, &limit);
}

std::size_t MemoryLimit::left(std::string_view what, std::size_t aside) const {
  if (bytes_ == 0) return 0;
  const std::size_t taken = process_memory().resident + reserve_ + aside;
  if (taken < bytes_) return bytes_ - taken;
  throw Error(ErrorCode::does_not_fit,
              fmt::format("--memory allows {}, and {} takes {}", format_bytes(bytes_), what,
                          format_bytes(taken)),
              fmt::format("allow more than {}: the solve takes memory, too", amount(taken)));
}

void MemoryLimit::check(std::size_t bytes, const std::string& what, std::size_t left) const {
  if (bytes <= left) return;
  throw Error(ErrorCode::does_not_fit,
              fmt::format("{} takes {} in memory, and {} are left", what, format_bytes(bytes),
                          format_bytes(left)),
              with_more(bytes - left));
}

std::string MemoryLimit::with_more(std::size_t more) const {
  // What the process takes differs a little from one time to the next.
  return fmt::format("allow --memory {}", amount(bytes_ + more + kMiB / 2));
}

std::string MemoryLimit::explained(const std::string& complaint) const {
  if (complaint.starts_with("--memory")) return complaint;
  return fmt::format("{}; --memory allows {} for all of the process", complaint,
                     format_bytes(bytes_));
}

}  // namespace warpath::cli
