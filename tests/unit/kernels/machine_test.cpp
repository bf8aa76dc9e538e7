// What the library sees of this machine.
#include "warpath/machine.hpp"

#include <gtest/gtest.h>
#include <sched.h>
#include <unistd.h>

#include "base/resources.hpp"

namespace {

using warpath::Machine;

TEST(Machine, IsDetectedPlausibly) {
  const Machine machine = Machine::detect();
  EXPECT_GE(machine.cores, 1);
  EXPECT_LE(machine.cores, 4096);
  EXPECT_GE(machine.memory_total, std::size_t{64} << 20);
  EXPECT_GT(machine.memory_available, 0u);
  EXPECT_LE(machine.memory_available, machine.memory_total);
  EXPECT_FALSE(machine.isa.empty());
}

TEST(Machine, HasNoMoreMemoryThanTheSystem) {
  const auto pages = static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES));
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  EXPECT_LE(Machine::detect().memory_total, pages * page);
}

TEST(Machine, HasNoMoreCoresThanTheProcessMayUse) {
  cpu_set_t allowed;
  ASSERT_EQ(sched_getaffinity(0, sizeof allowed, &allowed), 0);
  EXPECT_LE(Machine::detect().cores, CPU_COUNT(&allowed));
}

TEST(Machine, CountsOnlyTheCoresThatAffinityLeaves) {
  cpu_set_t allowed;
  ASSERT_EQ(sched_getaffinity(0, sizeof allowed, &allowed), 0);
  cpu_set_t one;
  CPU_ZERO(&one);
  for (int core = 0; core < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++core) {
    if (CPU_ISSET(core, &allowed)) CPU_SET(core, &one);
  }
  ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  EXPECT_EQ(Machine::detect().cores, 1);
  ASSERT_EQ(sched_setaffinity(0, sizeof allowed, &allowed), 0);
}

TEST(Machine, AvailableMemoryIsPartOfTheTotal) {
  EXPECT_GT(warpath::available_memory(), 0u);
  EXPECT_LE(warpath::available_memory(), Machine::detect().memory_total);
}

}  // namespace
