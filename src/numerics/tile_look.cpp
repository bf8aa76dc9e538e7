#include "numerics/tile_look.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <type_traits>

#include "base/dispatch.hpp"
#include "numerics/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "numerics/tile_look.cpp"
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

template <class T>
HWY_INLINE RowEnds<T> EndsOfRow(const T* cells, Index count, T no_path) {
  constexpr T kLowest = std::numeric_limits<T>::lowest();
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<Index>(hn::Lanes(d));
  auto near = hn::Set(d, no_path);
  auto far = hn::Set(d, kLowest);
  RowEnds<T> ends{.nearest = no_path, .farthest = kLowest, .reached = count};
  Index c = 0;
  for (; c + lanes <= count; c += lanes) {
    const auto some = hn::LoadU(d, cells + c);
    near = hn::Min(near, some);
    far = hn::Max(far, some);
  }
  ends.nearest = hn::GetLane(hn::MinOfLanes(d, near));
  ends.farthest = hn::GetLane(hn::MaxOfLanes(d, far));
  for (; c < count; ++c) {
    ends.nearest = std::min(ends.nearest, cells[c]);
    ends.farthest = std::max(ends.farthest, cells[c]);
  }
  if (ends.farthest < no_path) return ends;  // no number is beyond it: it is nowhere
  const auto none = hn::Set(d, no_path);
  const auto lowest = hn::Set(d, kLowest);
  far = lowest;
  for (c = 0; c + lanes <= count; c += lanes) {
    const auto some = hn::LoadU(d, cells + c);
    const auto missing = hn::Eq(some, none);
    far = hn::Max(far, hn::IfThenElse(missing, lowest, some));
    ends.reached -= static_cast<Index>(hn::CountTrue(d, missing));
  }
  ends.farthest = hn::GetLane(hn::MaxOfLanes(d, far));
  for (; c < count; ++c) {
    if (cells[c] == no_path) {
      --ends.reached;
    } else {
      ends.farthest = std::max(ends.farthest, cells[c]);
    }
  }
  return ends;
}

// farthest[c] <- the largest of that and of the rows' cells, all of which are distances.
template <class T, class... Row>
HWY_INLINE void WidenColumns(Index count, T* farthest, const Row*... rows) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<Index>(hn::Lanes(d));
  Index c = 0;
  for (; c + lanes <= count; c += lanes) {
    auto far = hn::LoadU(d, farthest + c);
    ((far = hn::Max(far, hn::LoadU(d, rows + c))), ...);
    hn::StoreU(far, d, farthest + c);
  }
  for (; c < count; ++c) farthest[c] = std::max({farthest[c], rows[c]...});
}

template <class T>
void WidenColumnsBySome(Index count, T no_path, T* farthest, double* missing, const T* row) {
  for (Index c = 0; c < count; ++c) {
    const bool is_none = row[c] == no_path;
    farthest[c] = is_none ? farthest[c] : std::max(farthest[c], row[c]);
    missing[c] += is_none ? 1 : 0;
  }
}

template <class T>
void FindEnds(const T* const* rows, Index count, Index columns, T no_path, RowEnds<T>* ends,
              T* farthest, double* missing) {
  for (Index i = 0; i < count; ++i) ends[i] = EndsOfRow(rows[i], columns, no_path);
  if (farthest == nullptr) return;
  const auto is_whole = [&](Index i) { return ends[i].reached == columns; };
  for (Index i = 0; i < count; ++i) {
    if (i + 4 <= count && is_whole(i) && is_whole(i + 1) && is_whole(i + 2) && is_whole(i + 3)) {
      WidenColumns(columns, farthest, rows[i], rows[i + 1], rows[i + 2], rows[i + 3]);
      i += 3;
    } else if (is_whole(i)) {
      WidenColumns(columns, farthest, rows[i]);
    } else {
      WidenColumnsBySome(columns, no_path, farthest, missing, rows[i]);
    }
  }
}

// What add_up() adds: distances as doubles, and their reciprocals.
struct Terms {
  Doubles distance, reciprocal;
};

// Of whatever there may be. No path, and reciprocals of 0, are 0.
template <class T>
struct AnyTerms {
  T no_path;

  HWY_INLINE Terms operator()(const T* cells) const {
    const Doubles zero = hn::Zero(kDoubles);
    const Doubles some = LoadDoubles(cells);
    const Doubles there = hn::IfThenZeroElse(AreNone(cells, some, no_path), some);
    const auto none = hn::Eq(there, zero);
    const Doubles one = hn::Set(kDoubles, 1.0);
    return {there, hn::IfThenZeroElse(none, hn::Div(one, hn::IfThenElse(none, one, there)))};
  }
};

// As many floats, rounded, of what fits into one.
template <class T>
HWY_INLINE auto LoadFloats(const T* cells) {
  const hn::Rebind<float, decltype(kDoubles)> floats;
  const hn::Rebind<std::int32_t, decltype(kDoubles)> ints;
  const hn::Rebind<T, decltype(kDoubles)> few;
  if constexpr (std::is_same_v<T, float>) return hn::LoadU(floats, cells);
  if constexpr (std::is_same_v<T, std::int32_t>) {
    return hn::ConvertTo(floats, hn::LoadU(few, cells));
  }
  if constexpr (std::is_same_v<T, std::int16_t>) {
    return hn::ConvertTo(floats, hn::PromoteTo(ints, hn::LoadU(few, cells)));
  }
}

// Of positive distances within kTame: a division of floats, and a step of Newton's method. All but its
// last sum is exact, since the float has few digits; so it matters to no bit whether a processor
// multiplies and adds in one step.
template <class T>
struct TameTerms {
  HWY_INLINE Terms operator()(const T* cells) const {
    const hn::Rebind<float, decltype(kDoubles)> floats;
    const hn::Rebind<std::int32_t, decltype(kDoubles)> ints;
    const Doubles some = LoadDoubles(cells);
    auto rough = hn::Div(hn::Set(floats, 1.0F), LoadFloats(cells));
    if constexpr (std::is_same_v<T, std::int32_t>) {  // 30 digits of a distance leave room for 20
      rough = hn::BitCast(floats, hn::And(hn::BitCast(ints, rough), hn::Set(ints, ~0xF)));
    }
    const Doubles near = hn::PromoteTo(kDoubles, rough);
    const Doubles rest = hn::NegMulAdd(some, near, hn::Set(kDoubles, 1.0));
    return {some, hn::MulAdd(near, rest, near)};
  }
};

constexpr double kTame = 0x1p100;
template <class T>
inline constexpr bool kFitsFloat = sizeof(T) <= 4;  // distances do, rounded

// Row by row, in kLanes sums side by side: one alone would be a chain in which each waits for the last.
constexpr Index kLanes = 8;
struct LaneSums {
  double distances[kLanes] = {};
  double reciprocals[kLanes] = {};
};

// Adds `columns` of kCount rows, a multiple of kLanes. Columns get what is the sum of these rows.
template <Index kCount, class T, class TermsOf>
HWY_INLINE void AddUpLanes(const T* const* rows, Index columns, const TermsOf& terms_of,
                           LaneSums* lanes, Totals of_columns) {
  static_assert(kCount == 1 || kCount == 4);
  const auto add_to_columns = [&](const Doubles* terms, double* to) HWY_ATTR {
    Doubles sum = terms[0];
    if constexpr (kCount == 4) sum = hn::Add(hn::Add(sum, terms[1]), hn::Add(terms[2], terms[3]));
    hn::StoreU(hn::Add(hn::LoadU(kDoubles, to), sum), kDoubles, to);
  };
  for (Index k = 0; k < kLanes; k += kDoubleLanes) {
    Doubles distances[kCount], reciprocals[kCount];
    for (Index i = 0; i < kCount; ++i) {
      distances[i] = hn::LoadU(kDoubles, lanes[i].distances + k);
      reciprocals[i] = hn::LoadU(kDoubles, lanes[i].reciprocals + k);
    }
    for (Index c = k; c < columns; c += kLanes) {
      Doubles some[kCount], inverse[kCount];
      for (Index i = 0; i < kCount; ++i) {
        const Terms terms = terms_of(rows[i] + c);
        some[i] = terms.distance;
        inverse[i] = terms.reciprocal;
        distances[i] = hn::Add(distances[i], some[i]);
        reciprocals[i] = hn::Add(reciprocals[i], inverse[i]);
      }
      if (of_columns.distances == nullptr) continue;
      add_to_columns(some, of_columns.distances + c);
      add_to_columns(inverse, of_columns.reciprocals + c);
    }
    for (Index i = 0; i < kCount; ++i) {
      hn::StoreU(distances[i], kDoubles, lanes[i].distances + k);
      hn::StoreU(reciprocals[i], kDoubles, lanes[i].reciprocals + k);
    }
  }
}

template <Index kCount, class T, class TermsOf>
HWY_INLINE void AddUpRows(const T* const* rows, Index columns, T no_path, const TermsOf& terms_of,
                          Totals of_rows, Totals of_columns) {
  LaneSums lanes[kCount];
  const Index whole = columns / kLanes * kLanes;
  AddUpLanes<kCount>(rows, whole, terms_of, lanes, of_columns);
  if (const Index rest = columns - whole; rest > 0) {  // filled up
    T cells[kCount][kLanes];
    const T* begins[kCount];
    for (Index i = 0; i < kCount; ++i) {
      std::fill_n(std::copy_n(rows[i] + whole, rest, cells[i]), kLanes - rest, no_path);
      begins[i] = cells[i];
    }
    LaneSums last;
    AddUpLanes<kCount>(begins, kLanes, AnyTerms<T>{no_path}, lanes,
                       {last.distances, last.reciprocals});
    for (Index c = 0; c < rest && of_columns.distances != nullptr; ++c) {
      of_columns.distances[whole + c] += last.distances[c];
      of_columns.reciprocals[whole + c] += last.reciprocals[c];
    }
  }
  for (Index i = 0; i < kCount; ++i) {
    of_rows.distances[i] = of_rows.reciprocals[i] = 0;
    for (const double sum : lanes[i].distances) of_rows.distances[i] += sum;
    for (const double sum : lanes[i].reciprocals) of_rows.reciprocals[i] += sum;
  }
}

template <class T, class TermsOf>
void AddUpBy(const TermsOf& terms_of, const T* const* rows, Index count, Index columns, T no_path,
             Totals of_rows, Totals of_columns) {
  for (Index i = 0; i < count;) {
    const Totals of_these{of_rows.distances + i, of_rows.reciprocals + i};
    if (i + 4 <= count) {
      AddUpRows<4>(rows + i, columns, no_path, terms_of, of_these, of_columns);
      i += 4;
    } else {
      AddUpRows<1>(rows + i, columns, no_path, terms_of, of_these, of_columns);
      i += 1;
    }
  }
}

template <class T>
void AddUp(const T* const* rows, Index count, Index columns, T no_path, const RowEnds<T>& ends,
           Totals of_rows, Totals of_columns) {
  if constexpr (kFitsFloat<T>) {
    if (ends.reached == count * columns && static_cast<double>(ends.nearest) >= 1 / kTame &&
        static_cast<double>(ends.farthest) <= kTame) {
      return AddUpBy(TameTerms<T>{}, rows, count, columns, no_path, of_rows, of_columns);
    }
  }
  AddUpBy(AnyTerms<T>{no_path}, rows, count, columns, no_path, of_rows, of_columns);
}

// As many floats as a vector takes.
template <class T>
HWY_INLINE auto LoadWholeFloats(const T* cells) {
  const hn::ScalableTag<float> floats;
  const hn::RebindToSigned<decltype(floats)> ints;
  const hn::Rebind<T, decltype(floats)> few;
  if constexpr (std::is_same_v<T, float>) {
    return hn::LoadU(floats, cells);
  } else if constexpr (std::is_same_v<T, std::int32_t>) {
    return hn::ConvertTo(floats, hn::LoadU(few, cells));
  } else {
    return hn::ConvertTo(floats, hn::PromoteTo(ints, hn::LoadU(few, cells)));
  }
}

// Scaling by a power of two rounds nothing, and no bin is so large that floats would round it; nor are
// distances, where `none` times the width of a bin is not beyond their digits.
template <class T>
void FindBins(const T* cells, Index count, T no_path, double scale, std::uint8_t none,
              std::uint8_t* bins) {
  Index c = 0;
  if constexpr (kFitsFloat<T>) {
    if (std::is_same_v<T, float> || none / scale <= 0x1p24) {
      const hn::ScalableTag<float> d;
      const hn::RebindToUnsigned<decltype(d)> whole;
      const hn::Rebind<std::uint8_t, decltype(d)> bytes;
      const auto lanes = static_cast<Index>(hn::Lanes(d));
      const auto missing = hn::Set(d, static_cast<float>(no_path));
      for (; c + lanes <= count; c += lanes) {
        const auto some = LoadWholeFloats(cells + c);
        const auto place = hn::Floor(hn::Mul(some, hn::Set(d, static_cast<float>(scale))));
        // On top of 2^23 the last byte of a float is that of the whole number.
        const auto bin = hn::IfThenElse(hn::Eq(some, missing), hn::Set(d, none), place);
        const auto bits = hn::BitCast(whole, hn::Add(bin, hn::Set(d, 0x1p23F)));
        hn::StoreU(hn::TruncateTo(bytes, bits), bytes, bins + c);
      }
    }
  }
  const hn::Rebind<std::int32_t, decltype(kDoubles)> whole;
  const hn::Rebind<std::uint8_t, decltype(kDoubles)> bytes;
  for (; c + kDoubleLanes <= count; c += kDoubleLanes) {
    const Doubles some = LoadDoubles(cells + c);
    const Doubles place = hn::IfThenElse(AreNone(cells + c, some, no_path), hn::Set(kDoubles, none),
                                         hn::Mul(some, hn::Set(kDoubles, scale)));
    hn::StoreU(hn::DemoteTo(bytes, hn::DemoteTo(whole, place)), bytes, bins + c);
  }
  for (; c < count; ++c) {
    bins[c] = cells[c] == no_path
                  ? none
                  : static_cast<std::uint8_t>(static_cast<double>(cells[c]) * scale);
  }
}

}  // namespace

#define WARPATH_PER_TARGET(T, name)                                                                \
  void FindEnds_##name(const T* const* rows, Index count, Index columns, T none, RowEnds<T>* ends, \
                       T* farthest, double* missing) {                                             \
    FindEnds(rows, count, columns, none, ends, farthest, missing);                                 \
  }                                                                                                \
  void AddUp_##name(const T* const* rows, Index count, Index columns, T none,                      \
                    const RowEnds<T>& ends, Totals of_rows, Totals of_columns) {                   \
    AddUp(rows, count, columns, none, ends, of_rows, of_columns);                                  \
  }                                                                                                \
  void FindBins_##name(const T* cells, Index count, T no_path, double scale, std::uint8_t none,    \
                       std::uint8_t* bins) {                                                       \
    FindBins(cells, count, no_path, scale, none, bins);                                            \
  }
WARPATH_EACH_ARC_WEIGHT(WARPATH_PER_TARGET)
#undef WARPATH_PER_TARGET

// A comparison of many bytes for each bin: far less than a look at each byte, where there are few bins.
void CountBins(const std::uint8_t* bins, Index count, int first, int last, std::uint32_t* counts) {
  const hn::ScalableTag<std::uint8_t> d;
  const auto lanes = static_cast<Index>(hn::Lanes(d));
  for (int bin = first; bin <= last; ++bin) {
    const auto wanted = hn::Set(d, static_cast<std::uint8_t>(bin));
    std::size_t found = 0;
    for (Index c = 0; c < count; c += lanes) {
      found += hn::CountTrue(d, hn::Eq(hn::LoadU(d, bins + c), wanted));
    }
    counts[bin] += static_cast<std::uint32_t>(found);
  }
}

}  // namespace warpath::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace warpath {

#define WARPATH_CHOOSE(T, name)                                                                    \
  HWY_EXPORT(FindEnds_##name);                                                                     \
  HWY_EXPORT(AddUp_##name);                                                                        \
  HWY_EXPORT(FindBins_##name);                                                                     \
  template <>                                                                                      \
  void find_ends(const T* const* rows, Index count, Index columns, T no_path, RowEnds<T>* ends,    \
                 T* farthest, double* missing) {                                                   \
    HWY_DYNAMIC_DISPATCH(FindEnds_##name)                                                          \
    (rows, count, columns, no_path, ends, farthest, missing);                                      \
  }                                                                                                \
  template <>                                                                                      \
  void add_up(const T* const* rows, Index count, Index columns, T no_path, const RowEnds<T>& ends, \
              Totals of_rows, Totals of_columns) {                                                 \
    HWY_DYNAMIC_DISPATCH(AddUp_##name)                                                             \
    (rows, count, columns, no_path, ends, of_rows, of_columns);                                    \
  }                                                                                                \
  template <>                                                                                      \
  void find_bins(const T* cells, Index count, T no_path, double scale, std::uint8_t none,          \
                 std::uint8_t* bins) {                                                             \
    HWY_DYNAMIC_DISPATCH(FindBins_##name)(cells, count, no_path, scale, none, bins);               \
  }
WARPATH_EACH_ARC_WEIGHT(WARPATH_CHOOSE)

HWY_EXPORT(CountBins);
void count_bins(const std::uint8_t* bins, Index count, int first, int last, std::uint32_t* counts) {
  HWY_DYNAMIC_DISPATCH(CountBins)(bins, count, first, last, counts);
}

}  // namespace warpath

#endif  // HWY_ONCE
