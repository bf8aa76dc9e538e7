#include "numerics/row_look.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <type_traits>

#include "base/dispatch.hpp"
#include "numerics/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "numerics/row_look.cpp"
#include "hwy/foreach_target.h"  // before highway.h
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace warpath::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr hn::ScalableTag<double> kDoubles;
constexpr Index kDoubleLanes = hn::MaxLanes(kDoubles);
using Doubles = hn::Vec<decltype(kDoubles)>;

// As many cells as a vector of doubles takes.
template <class T>
HWY_INLINE Doubles LoadDoubles(const T* cells) {
  const hn::Rebind<T, decltype(kDoubles)> few;
  if constexpr (std::is_same_v<T, double>) return hn::LoadU(kDoubles, cells);
  if constexpr (std::is_same_v<T, std::int64_t>) {
    return hn::ConvertTo(kDoubles, hn::LoadU(few, cells));
  }
  if constexpr (std::is_same_v<T, float> || std::is_same_v<T, std::int32_t>) {
    return hn::PromoteTo(kDoubles, hn::LoadU(few, cells));
  }
  if constexpr (std::is_same_v<T, std::int16_t>) {
    const hn::Rebind<std::int32_t, decltype(kDoubles)> wider;
    return hn::PromoteTo(kDoubles, hn::PromoteTo(wider, hn::LoadU(few, cells)));
  }
}

// Which of these are no path. Doubles would take int64 that are near it for the same.
template <class T>
HWY_INLINE hn::Mask<decltype(kDoubles)> AreNone(const T* cells, Doubles loaded, T no_path) {
  if constexpr (std::is_same_v<T, std::int64_t>) {
    const hn::Rebind<T, decltype(kDoubles)> few;
    return hn::RebindMask(kDoubles, hn::Eq(hn::LoadU(few, cells), hn::Set(few, no_path)));
  } else {
    return hn::Eq(loaded, hn::Set(kDoubles, static_cast<double>(no_path)));
  }
}

// Lanes side by side: one sum alone would be a chain in which each waits for the last.
template <class T>
double TotalOf(const T* cells, Index count, T no_path) {
  constexpr Index kLanes = 8;
  constexpr Index kVectors = kLanes / kDoubleLanes;
  Doubles totals[kVectors];
  for (Doubles& total : totals) total = hn::Zero(kDoubles);
  Index c = 0;
  for (; c + kLanes <= count; c += kLanes) {
    for (Index k = 0; k < kVectors; ++k) {
      const T* from = cells + c + k * kDoubleLanes;
      const Doubles some = LoadDoubles(from);
      totals[k] = hn::Add(totals[k], hn::IfThenZeroElse(AreNone(from, some, no_path), some));
    }
  }
  std::array<double, kLanes> lanes;
  for (Index k = 0; k < kVectors; ++k) {
    hn::StoreU(totals[k], kDoubles, lanes.data() + k * kDoubleLanes);
  }
  for (std::size_t k = 0; c < count; ++k, ++c) {
    lanes[k] += cells[c] == no_path ? 0 : static_cast<double>(cells[c]);
  }
  double total = 0;
  for (const double lane : lanes) total += lane;
  return total;
}

template <class T>
RowLook<T> LookAtCells(const T* cells, Index count, T no_path) {
  constexpr T kLowest = std::numeric_limits<T>::lowest();
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<Index>(hn::Lanes(d));
  const auto none = hn::Set(d, no_path);
  const auto lowest = hn::Set(d, kLowest);
  auto near = none;
  auto far = lowest;
  RowLook<T> look{.nearest = no_path, .farthest = kLowest, .reached = count};
  Index c = 0;
  for (; c + lanes <= count; c += lanes) {
    const auto some = hn::LoadU(d, cells + c);
    const auto missing = hn::Eq(some, none);
    near = hn::Min(near, some);
    far = hn::Max(far, hn::IfThenElse(missing, lowest, some));
    look.reached -= static_cast<Index>(hn::CountTrue(d, missing));
  }
  look.nearest = hn::GetLane(hn::MinOfLanes(d, near));
  look.farthest = hn::GetLane(hn::MaxOfLanes(d, far));
  for (; c < count; ++c) {
    const bool missing = cells[c] == no_path;
    look.nearest = std::min(look.nearest, cells[c]);
    look.farthest = std::max(look.farthest, missing ? kLowest : cells[c]);
    look.reached -= missing ? 1 : 0;
  }
  look.total = TotalOf(cells, count, no_path);
  return look;
}

// A few columns of all rows at a time, whose sums stay in registers.
template <class T>
void LookAtColumns(const T* const* rows, Index count, Index columns, T no_path, ColumnLook sums) {
  constexpr double kLowest = std::numeric_limits<double>::lowest();
  const Doubles lowest = hn::Set(kDoubles, kLowest);
  const Doubles one = hn::Set(kDoubles, 1.0);
  Index c = 0;
  for (; c + kDoubleLanes <= columns; c += kDoubleLanes) {
    Doubles total = hn::LoadU(kDoubles, sums.total + c);
    Doubles far = hn::LoadU(kDoubles, sums.farthest + c);
    Doubles reached = hn::LoadU(kDoubles, sums.reached + c);
    for (Index i = 0; i < count; ++i) {
      const Doubles some = LoadDoubles(rows[i] + c);
      const auto missing = AreNone(rows[i] + c, some, no_path);
      total = hn::Add(total, hn::IfThenZeroElse(missing, some));
      far = hn::Max(far, hn::IfThenElse(missing, lowest, some));
      reached = hn::Add(reached, hn::IfThenZeroElse(missing, one));
    }
    hn::StoreU(total, kDoubles, sums.total + c);
    hn::StoreU(far, kDoubles, sums.farthest + c);
    hn::StoreU(reached, kDoubles, sums.reached + c);
  }
  for (; c < columns; ++c) {
    for (Index i = 0; i < count; ++i) {
      if (rows[i][c] == no_path) continue;
      const auto distance = static_cast<double>(rows[i][c]);
      sums.total[c] += distance;
      sums.farthest[c] = std::max(sums.farthest[c], distance);
      sums.reached[c] += 1;
    }
  }
}

// Scaling by a power of two rounds nothing.
template <class T>
void FindBins(const T* cells, Index count, T no_path, double scale, std::uint8_t none,
              std::uint8_t* bins) {
  Index c = 0;
  if constexpr (std::is_same_v<T, float>) {
    const hn::ScalableTag<float> d;
    const hn::RebindToSigned<decltype(d)> whole;
    const hn::Rebind<std::uint8_t, decltype(d)> bytes;
    const auto lanes = static_cast<Index>(hn::Lanes(d));
    for (; c + lanes <= count; c += lanes) {
      const auto some = hn::LoadU(d, cells + c);
      const auto place =
          hn::IfThenElse(hn::Eq(some, hn::Set(d, no_path)), hn::Set(d, static_cast<float>(none)),
                         hn::Mul(some, hn::Set(d, static_cast<float>(scale))));
      hn::StoreU(hn::DemoteTo(bytes, hn::ConvertTo(whole, place)), bytes, bins + c);
    }
  } else {
    const hn::Rebind<std::int32_t, decltype(kDoubles)> whole;
    const hn::Rebind<std::uint8_t, decltype(kDoubles)> bytes;
    for (; c + kDoubleLanes <= count; c += kDoubleLanes) {
      const Doubles some = LoadDoubles(cells + c);
      const Doubles place =
          hn::IfThenElse(AreNone(cells + c, some, no_path), hn::Set(kDoubles, none),
                         hn::Mul(some, hn::Set(kDoubles, scale)));
      hn::StoreU(hn::DemoteTo(bytes, hn::DemoteTo(whole, place)), bytes, bins + c);
    }
  }
  for (; c < count; ++c) {
    bins[c] = cells[c] == no_path
                  ? none
                  : static_cast<std::uint8_t>(static_cast<double>(cells[c]) * scale);
  }
}

}  // namespace

#define WARPATH_PER_TARGET(T, name)                                                             \
  RowLook<T> LookAt_##name(const T* cells, Index count, T none) {                               \
    return LookAtCells(cells, count, none);                                                     \
  }                                                                                             \
  void LookAtColumns_##name(const T* const* rows, Index count, Index columns, T none,           \
                            ColumnLook sums) {                                                  \
    LookAtColumns(rows, count, columns, none, sums);                                            \
  }                                                                                             \
  void FindBins_##name(const T* cells, Index count, T no_path, double scale, std::uint8_t none, \
                       std::uint8_t* bins) {                                                    \
    FindBins(cells, count, no_path, scale, none, bins);                                         \
  }
WARPATH_EACH_ARC_WEIGHT(WARPATH_PER_TARGET)
#undef WARPATH_PER_TARGET

}  // namespace warpath::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace warpath {

#define WARPATH_CHOOSE(T, name)                                                           \
  HWY_EXPORT(LookAt_##name);                                                              \
  HWY_EXPORT(LookAtColumns_##name);                                                       \
  HWY_EXPORT(FindBins_##name);                                                            \
  template <>                                                                             \
  RowLook<T> look_at_cells(const T* cells, Index count, T no_path) {                      \
    return HWY_DYNAMIC_DISPATCH(LookAt_##name)(cells, count, no_path);                    \
  }                                                                                       \
  template <>                                                                             \
  void look_at_columns(const T* const* rows, Index count, Index columns, T no_path,       \
                       ColumnLook sums) {                                                 \
    HWY_DYNAMIC_DISPATCH(LookAtColumns_##name)(rows, count, columns, no_path, sums);      \
  }                                                                                       \
  template <>                                                                             \
  void find_bins(const T* cells, Index count, T no_path, double scale, std::uint8_t none, \
                 std::uint8_t* bins) {                                                    \
    HWY_DYNAMIC_DISPATCH(FindBins_##name)(cells, count, no_path, scale, none, bins);      \
  }
WARPATH_EACH_ARC_WEIGHT(WARPATH_CHOOSE)

}  // namespace warpath

#endif  // HWY_ONCE
