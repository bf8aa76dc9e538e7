// Hashes of names, other ones in every process: nobody can write a file whose names all collide.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

#include "base/wide_integer.hpp"

namespace warpath {

// What makes them others. Nothing that comes out may depend on it.
struct HashSecret {
  std::uint64_t start = 0;
  std::uint64_t factor = 1;  // odd
};

// The same for as long as the process lives, and as good as random.
const HashSecret& hash_secret();

// For maps from names, which std::string_view finds, too. Both halves of a product with a factor that is
// not known outside are folded, so that no difference between two names leads to the same number often.
class NameHash {
 public:
  using is_transparent = void;
  NameHash() : secret_(hash_secret()) {}
  explicit NameHash(const HashSecret& secret) : secret_(secret) {}

  std::size_t operator()(std::string_view text) const {
    std::uint64_t state = secret_.start ^ text.size();
    while (text.size() > sizeof state) {
      state = fold(state ^ word(text.data(), sizeof state));
      text.remove_prefix(sizeof state);
    }
    return fold(fold(state ^ word(text.data(), text.size())));
  }

 private:
  static std::uint64_t word(const char* at, std::size_t bytes) {
    std::uint64_t result = 0;
    if (bytes > 0) std::memcpy(&result, at, bytes);
    return result;
  }

  std::uint64_t fold(std::uint64_t value) const {
    const UInt128 product = static_cast<UInt128>(value) * secret_.factor;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
  }

  HashSecret secret_;
};

}  // namespace warpath
