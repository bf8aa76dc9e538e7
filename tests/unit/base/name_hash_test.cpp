// Names that all collide in an unseeded hash do not collide here, whatever the secret.

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <functional>
#include <random>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/name_hash.hpp"

namespace {

using namespace warpath;

// MurmurHash64A, which std::hash of libstdc++ is, mixes every eight bytes by a bijection. So any first
// half of a name has a second one that leads to the same hash; of these, printable ones are kept.
constexpr std::uint64_t kFactor = 0xc6a4a7935bd1e995U;

std::uint64_t inverse_of(std::uint64_t odd) {
  std::uint64_t inverse = odd;
  for (int i = 0; i < 6; ++i) inverse *= 2 - odd * inverse;
  return inverse;
}

std::uint64_t mixed(std::uint64_t word) {
  word *= kFactor;
  return (word ^ word >> 47) * kFactor;
}

std::uint64_t unmixed(std::uint64_t word) {
  static const std::uint64_t inverse = inverse_of(kFactor);
  word *= inverse;
  return (word ^ word >> 47) * inverse;
}

bool is_printable(const std::string& text) {
  for (const char c : text) {
    if (c <= ' ' || c > '~') return false;
  }
  return true;
}

std::vector<std::string> colliding_names(std::size_t count) {
  constexpr std::uint64_t start = 0xc70f6907U ^ 16 * kFactor;
  constexpr std::uint64_t target =
      0x123456789abcdefU;  // the state after both halves, before its factor
  std::vector<std::string> names;
  std::mt19937_64 random(1);
  std::string name(16, 'a');
  while (names.size() < count) {
    std::uint64_t bits = random();
    for (std::size_t i = 0; i < 8; ++i, bits /= 26) name[i] = static_cast<char>('a' + bits % 26);
    std::uint64_t first = 0;
    std::memcpy(&first, name.data(), 8);
    const std::uint64_t second = unmixed((start ^ mixed(first)) * kFactor ^ target);
    std::memcpy(name.data() + 8, &second, 8);
    if (is_printable(name)) names.push_back(name);
  }
  return names;
}

TEST(NameHash, NamesMadeToCollideDoNot) {
  const std::vector<std::string> names = colliding_names(2000);
  std::unordered_set<std::size_t> unseeded;
  for (const std::string& name : names) unseeded.insert(std::hash<std::string_view>{}(name));
  if (unseeded.size() > 1) GTEST_SKIP() << "std::hash is another one here";
  for (const NameHash& hash : {NameHash(), NameHash({1, 3}), NameHash({42, 0x9e3779b97f4a7c15U})}) {
    std::unordered_set<std::size_t> seeded;
    for (const std::string& name : names) seeded.insert(hash(name));
    EXPECT_GE(seeded.size(), names.size() - 1);
  }
}

TEST(NameHash, DependsOnEveryByteAndOnTheSecret) {
  const NameHash hash({7, 0x9e3779b97f4a7c15U});
  std::unordered_set<std::size_t> seen;
  std::size_t texts = 0;
  for (std::size_t length = 0; length <= 24; ++length) {
    for (std::size_t at = 0; at <= length; ++at, ++texts) {
      std::string text(length, 'x');
      if (at < length) text[at] = '\0';
      seen.insert(hash(text));
    }
  }
  EXPECT_EQ(seen.size(), texts);
  EXPECT_NE(hash("Berlin"), NameHash({8, 0x9e3779b97f4a7c15U})("Berlin"));
  EXPECT_NE(hash("Berlin"), NameHash({7, 5})("Berlin"));
  EXPECT_EQ(NameHash()("Berlin"), NameHash()("Berlin")) << "the same within a process";
}

}  // namespace
