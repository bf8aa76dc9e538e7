// What limits leave of a machine, by invented files.
#include "base/resources.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include <unistd.h>

namespace warpath {
namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20;

// A machine of 8 GiB, of which 6 are free, in a folder of its own.
class Resources : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (std::filesystem::temp_directory_path() / "warpath-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    root_ = name;
    put("proc/meminfo", "MemTotal: 8388608 kB\nMemFree: 1 kB\nMemAvailable: 6291456 kB\n");
  }
  void TearDown() override { std::filesystem::remove_all(root_); }

  void put(const std::string& path, std::string_view text) const {
    const std::filesystem::path file = std::filesystem::path(root_) / path;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
  }

  // A group of version 1 with a limit and what it uses, of which `cache` can be given back.
  void group(const std::string& folder, std::size_t limit, std::size_t used,
             std::size_t cache) const {
    const std::string group = "sys/fs/cgroup/memory" + folder;
    put(group + "/memory.limit_in_bytes", std::to_string(limit * kMiB));
    put(group + "/memory.usage_in_bytes", std::to_string(used * kMiB));
    put(group + "/memory.stat", "cache 1\ntotal_inactive_file " + std::to_string(cache * kMiB));
  }

  void expect(std::size_t total, std::size_t available) const {
    const HostMemory memory = host_memory(root_);
    EXPECT_EQ(memory.total / kMiB, total);
    EXPECT_EQ(memory.available / kMiB, available);
  }

  std::string root_;
};

TEST_F(Resources, AMachineWithoutLimits) { expect(8192, 6144); }

TEST_F(Resources, NestedGroupsOfVersion1) {
  put("proc/self/cgroup", "5:cpu,cpuacct:/elsewhere\n4:memory:/batch/job7/step0\n");
  group("", 7000, 100, 50);
  expect(7000, 6144);
  group("/elsewhere", 10, 5, 0);  // is not the group of its memory
  expect(7000, 6144);
  group("/batch/job7", 2000, 700, 200);
  expect(2000, 1500);
  group("/batch/job7/step0", 900, 300, 100);
  expect(900, 700);
  group("/batch", 400, 390, 0);  // a parent may leave less
  expect(400, 10);
}

TEST_F(Resources, ControllersThatShareALine) {
  put("proc/self/cgroup", "3:cpuset,memory:/job\n0::/\n");
  group("/job", 500, 100, 0);
  expect(500, 400);
}

TEST_F(Resources, AContainerSeesItsOwnGroupAtTheTop) {
  put("proc/self/cgroup", "4:memory:/docker/0123abcd\n");
  group("", 300, 100, 0);
  expect(300, 200);
}

TEST_F(Resources, NestedGroupsOfVersion2) {
  put("proc/self/cgroup", "0::/user/app\n");
  put("sys/fs/cgroup/user/memory.max", "1048576000");
  put("sys/fs/cgroup/user/memory.current", "524288000");
  put("sys/fs/cgroup/user/memory.stat", "inactive_file 104857600\n");
  put("sys/fs/cgroup/user/app/memory.max", "max");
  put("sys/fs/cgroup/user/app/memory.current", "1");
  expect(1000, 600);
}

TEST_F(Resources, AProcessKnowsWhatItHas) {
  const ProcessMemory before = process_memory();
  EXPECT_GT(before.resident, kMiB);
  EXPECT_GT(before.of_files, 0u);
  EXPECT_LT(before.of_files, before.resident);
  const std::vector<char> more(64 * kMiB, 'x');
  EXPECT_GE(process_memory().resident, before.resident + 60 * kMiB) << more.back();
}

}  // namespace
}  // namespace warpath
