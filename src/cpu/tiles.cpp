// One pass over tiles-inl.hpp per instruction set, and the list of what came out, best first.

#include "cpu/tiles.hpp"

// Four steps of x86 are enough: each doubles the vector or adds an instruction that the kernels
// need (pminsd came with SSE4). Scalable vectors cannot be kept in arrays.
#define HWY_DISABLED_TARGETS                                                                   \
  (HWY_SSSE3 | HWY_AVX3_DL | HWY_AVX3_ZEN4 | HWY_AVX3_SPR | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | \
   HWY_SVE2_128 | HWY_RVV)
#include "hwy/detect_targets.h"
#ifndef HWY_AVX3_ZEN4  // older Highway does not know these
#define HWY_AVX3_ZEN4 0
#endif
#ifndef HWY_AVX3_SPR
#define HWY_AVX3_SPR 0
#endif

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cpu/tiles.cpp"
#include "hwy/foreach_target.h"  // before highway.h

#include "cpu/tiles-inl.hpp"

#if HWY_ONCE

#include <algorithm>
#include <iterator>
#include <string>

#include "cpu/isa.hpp"
#include "hwy/targets.h"
#include "warpath/error.hpp"

// The instruction sets, in order of preference: X(namespace, Highway's bit).
#if HWY_TARGETS & HWY_AVX3
#define WARPATH_IF_AVX3(X) X(N_AVX3, HWY_AVX3)
#else
#define WARPATH_IF_AVX3(X)
#endif
#if HWY_TARGETS & HWY_AVX2
#define WARPATH_IF_AVX2(X) X(N_AVX2, HWY_AVX2)
#else
#define WARPATH_IF_AVX2(X)
#endif
#if HWY_TARGETS & HWY_SSE4
#define WARPATH_IF_SSE4(X) X(N_SSE4, HWY_SSE4)
#else
#define WARPATH_IF_SSE4(X)
#endif
#if HWY_TARGETS & HWY_SSE2
#define WARPATH_IF_SSE2(X) X(N_SSE2, HWY_SSE2)
#else
#define WARPATH_IF_SSE2(X)
#endif
#if HWY_TARGETS & HWY_NEON
#define WARPATH_IF_NEON(X) X(N_NEON, HWY_NEON)
#else
#define WARPATH_IF_NEON(X)
#endif
#if HWY_TARGETS & HWY_EMU128
#define WARPATH_IF_SCALAR(X) X(N_EMU128, HWY_EMU128)
#elif HWY_TARGETS & HWY_SCALAR
#define WARPATH_IF_SCALAR(X) X(N_SCALAR, HWY_SCALAR)
#else
#define WARPATH_IF_SCALAR(X)
#endif
#define WARPATH_FOREACH_ISA(X) \
  WARPATH_IF_AVX3(X)           \
  WARPATH_IF_AVX2(X) WARPATH_IF_SSE4(X) WARPATH_IF_SSE2(X) WARPATH_IF_NEON(X) WARPATH_IF_SCALAR(X)

namespace warpath::cpu {
namespace {

#define WARPATH_NAME(ns, bit) ns::kIsa,
#define WARPATH_BIT(ns, bit) bit,
constexpr std::string_view kNames[] = {WARPATH_FOREACH_ISA(WARPATH_NAME)};
constexpr std::int64_t kBits[] = {WARPATH_FOREACH_ISA(WARPATH_BIT)};

std::string list_of(std::span<const std::string_view> names) {
  std::string list;
  for (const std::string_view name : names) {
    if (!list.empty()) list += ", ";
    list += name;
  }
  return list;
}

}  // namespace

std::span<const std::string_view> built_isas() { return kNames; }

bool has_isa(std::string_view isa) {
  static const std::int64_t supported = hwy::SupportedTargets();
  for (std::size_t i = 0; i < std::size(kNames); ++i) {
    if (kNames[i] == isa) return (supported & kBits[i]) != 0 || i + 1 == std::size(kNames);
  }
  return false;
}

std::string_view best_isa() {
  for (const std::string_view name : kNames) {
    if (has_isa(name)) return name;
  }
  return kNames[std::size(kNames) - 1];
}

std::string_view resolve_isa(std::string_view wish, std::string_view best) {
  const auto find = [](std::string_view isa) {
    return std::find(std::begin(kNames), std::end(kNames), isa);
  };
  const auto* present = find(best);
  if (present == std::end(kNames)) --present;  // a machine we know nothing of: the baseline
  if (wish.empty()) return *present;
  const auto* wished = find(wish);
  if (wished == std::end(kNames)) {
    throw Error(
        ErrorCode::usage,
        "unknown instruction set '" + std::string(wish) + "' in Options::isa or WARPATH_ISA",
        "known are: " + list_of(kNames));
  }
  if (wished < present) {
    throw Error(
        ErrorCode::unsupported, "this processor has no " + std::string(wish) + " instructions",
        "leave the instruction set unset; the best that is present is " + std::string(*present));
  }
  return *wished;
}

template <class T>
const Tiles<T>* find_tiles(SemiringKind semiring, bool nonnegative, std::string_view isa) {
#define WARPATH_FIND(ns, bit) \
  if (isa == ns::kIsa) return ns::FindTiles<T>(semiring, nonnegative);
  WARPATH_FOREACH_ISA(WARPATH_FIND)
  return nullptr;
}

#define WARPATH_INSTANTIATE(T, name) \
  template const Tiles<T>* find_tiles(SemiringKind, bool, std::string_view);
WARPATH_EACH_WEIGHT(WARPATH_INSTANTIATE)

}  // namespace warpath::cpu

#endif  // HWY_ONCE
