#include "base/resources.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>

#ifdef __linux__
#include <sched.h>
#include <unistd.h>
#endif

#include <fmt/format.h>

namespace warpath {
namespace {

constexpr std::size_t kUnlimited = std::numeric_limits<std::size_t>::max();

// The first word of a file as a number; nothing for "max", a missing file or anything else.
std::optional<std::size_t> read_number(const std::string& path) {
  std::ifstream file(path);
  std::uint64_t number = 0;
  if (!(file >> number)) return std::nullopt;
  return static_cast<std::size_t>(number);
}

// A "Name:  123 kB" line of /proc/meminfo or a "name 123" line of memory.stat.
std::optional<std::size_t> read_field(const std::string& path, const std::string& name) {
  std::ifstream file(path);
  std::string word;
  while (file >> word) {
    std::uint64_t number = 0;
    if (word == name && file >> number) return static_cast<std::size_t>(number);
    file.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  }
  return std::nullopt;
}

// Page cache counts as used in a container, but it is given back on demand.
HostMemory container_memory(const std::string& limit_path, const std::string& usage_path,
                            const std::string& stat_path, const std::string& cache_field) {
  const std::optional<std::size_t> limit = read_number(limit_path);
  const std::optional<std::size_t> usage = read_number(usage_path);
  if (!limit || !usage) return {kUnlimited, kUnlimited};
  const std::size_t cache = read_field(stat_path, cache_field).value_or(0);
  const std::size_t used = *usage > cache ? *usage - cache : 0;
  return {*limit, *limit > used ? *limit - used : 0};
}

// This process's group: of version 2 ("0::/some/where"), or of a controller of version 1
// ("7:memory:/some/where", where several may share a line). "/" where none is named.
std::string own_cgroup(const std::string& root, std::string_view controller) {
  std::ifstream file(root + "/proc/self/cgroup");
  std::string line;
  while (std::getline(file, line)) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string names = fmt::format(",{},", line.substr(first + 1, second - first - 1));
    const bool ours = controller.empty()
                          ? line.starts_with("0::")
                          : names.find(fmt::format(",{},", controller)) != std::string::npos;
    if (ours) return line.substr(second + 1);
  }
  return "/";
}

// Calls visit(folder) with the folder of a group and of each of its parents, all of which may have a
// limit. Where a container sees its own group as the topmost, the others are not there.
template <class Visit>
void each_group(const std::string& top, std::string group, const Visit& visit) {
  for (;; group = group.substr(0, group.find_last_of('/'))) {
    visit(top + (group == "/" ? "" : group));
    if (group.empty() || group == "/") return;
  }
}

// What OMP_NUM_THREADS allows, as schedulers of clusters and libraries beside us set it: "4", or "4,2"
// for nested regions, of which the first counts. Nothing where it says nothing sensible.
std::optional<int> allowed_threads() {
  const char* text = std::getenv("OMP_NUM_THREADS");
  if (text == nullptr) return std::nullopt;
  const std::string_view list(text);
  std::string_view word = list.substr(0, list.find(','));
  while (word.starts_with(' ')) word.remove_prefix(1);
  while (word.ends_with(' ')) word.remove_suffix(1);
  int threads = 0;
  const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), threads);
  if (error != std::errc{} || stop != word.data() + word.size() || threads < 1) return std::nullopt;
  return threads;
}

}  // namespace

HostMemory host_memory(const std::string& root) {
  const std::string machine = root + "/proc/meminfo";
  HostMemory found{read_field(machine, "MemTotal:").value_or(kUnlimited / 1024) * 1024,
                   read_field(machine, "MemAvailable:").value_or(kUnlimited / 1024) * 1024};
  const auto restrict_to = [&](const HostMemory& limit) {
    found.total = std::min(found.total, limit.total);
    found.available = std::min(found.available, limit.available);
  };
  const std::string groups = root + "/sys/fs/cgroup";
  each_group(groups, own_cgroup(root, ""), [&](const std::string& folder) {
    restrict_to(container_memory(folder + "/memory.max", folder + "/memory.current",
                                 folder + "/memory.stat", "inactive_file"));
  });
  each_group(groups + "/memory", own_cgroup(root, "memory"), [&](const std::string& folder) {
    restrict_to(container_memory(folder + "/memory.limit_in_bytes",
                                 folder + "/memory.usage_in_bytes", folder + "/memory.stat",
                                 "total_inactive_file"));
  });
  return found;
}

ProcessMemory process_memory() {
  ProcessMemory memory;
#ifdef __linux__
  std::ifstream file("/proc/self/statm");
  std::size_t pages = 0;
  std::size_t resident = 0;
  std::size_t of_files = 0;
  if (file >> pages >> resident >> of_files) {
    const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    memory = {resident * page, of_files * page};
  }
#endif
  return memory;
}

int available_cores() {
  int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
#ifdef __linux__
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof(set), &set) == 0) cores = std::max(1, CPU_COUNT(&set));
#endif
  // A quota of 150000 per 100000 microseconds is one core and a half: use two.
  std::ifstream quota_file("/sys/fs/cgroup/cpu.max");
  double quota = 0;
  double period = 0;
  if (quota_file >> quota >> period && quota > 0 && period > 0) {
    cores = std::min(cores, std::max(1, static_cast<int>(std::ceil(quota / period))));
  }
  return std::min(cores, allowed_threads().value_or(cores));
}

}  // namespace warpath
