#include "base/name_hash.hpp"

#include <chrono>
#include <exception>
#include <random>

namespace warpath {
namespace {

HashSecret draw() {
  try {
    std::random_device device;
    const auto next = [&] { return std::uint64_t{device()} << 32 | device(); };
    return {next(), next() | 1};
  } catch (const std::exception&) {
    // No source of chance: the moment is hard to foresee, too.
    const auto now = std::chrono::high_resolution_clock::now().time_since_epoch().count();
    std::mt19937_64 from(static_cast<std::uint64_t>(now));
    return {from(), from() | 1};
  }
}

}  // namespace

const HashSecret& hash_secret() {
  static const HashSecret secret = draw();
  return secret;
}

}  // namespace warpath
