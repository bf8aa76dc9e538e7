#include "cli/solve/overview.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <numeric>
#include <type_traits>

#include <fmt/format.h>

#include "base/dispatch.hpp"
#include "base/semiring.hpp"
#include "cli/shell/console.hpp"
#include "cli/shell/numbers.hpp"
#include "cli/shell/utf8.hpp"

namespace warpath::cli {
namespace {

template <class S>
typename S::Weight farther(typename S::Weight a, typename S::Weight b) {
  return S::is_better(a, b) ? b : a;
}

template <class S>
typename S::Weight nearer(typename S::Weight a, typename S::Weight b) {
  return S::is_better(a, b) ? a : b;
}

// The nearest and the farthest of the cells, in one pass, in lanes that compilers turn into vectors.
template <class S, class T = typename S::Weight>
struct Ends {
  static constexpr bool less = S::keeps == Better::less;
  static constexpr T kNearest = less ? detail::lowest<T>() : detail::highest<T>();
  static constexpr T kFarthest = less ? detail::highest<T>() : detail::lowest<T>();
  static constexpr std::size_t lanes = 64 / sizeof(T);
  T nearest = kFarthest;
  T farthest = kNearest;

  // Each as `seen`.
  template <class Seen>
  void look_at(const T* cells, Index count, const Seen& seen) {
    std::array<T, lanes> near;
    std::array<T, lanes> far;
    near.fill(nearest);
    far.fill(farthest);
    Index j = 0;
    for (; j + static_cast<Index>(lanes) <= count; j += lanes) {
      for (std::size_t k = 0; k < lanes; ++k) {
        const T cell = seen(cells[j + static_cast<Index>(k)]);
        near[k] = nearer<S>(near[k], cell);
        far[k] = farther<S>(far[k], cell);
      }
    }
    for (; j < count; ++j) {
      near[0] = nearer<S>(near[0], seen(cells[j]));
      far[0] = farther<S>(far[0], seen(cells[j]));
    }
    nearest = std::accumulate(near.begin(), near.end(), nearest, nearer<S>);
    farthest = std::accumulate(far.begin(), far.end(), farthest, farther<S>);
  }
};

// In 32 bits, of which vectors hold more: a row is not longer.
template <class T>
Index count_of(const T* cells, Index count, T wanted) {
  std::int32_t found = 0;
  for (Index j = 0; j < count; ++j) found += cells[j] == wanted ? 1 : 0;
  return found;
}

// A cell for people: integers stand in for the infinities that others have.
template <class S, class T = typename S::Weight>
double shown(T cell) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if constexpr (S::adds) {
    if (cell == unbounded<T>()) return -infinity;
  } else if constexpr (S::kind != SemiringKind::reachability) {
    if (cell == S::empty_path()) return S::keeps == Better::greater ? infinity : -infinity;
  }
  return static_cast<double>(cell);
}

std::vector<Index> spread(Index count) {
  const Index some = std::min<Index>(count, 5);
  std::vector<Index> chosen;
  for (Index i = 0; i < some; ++i) chosen.push_back(some == 1 ? 0 : i * (count - 1) / (some - 1));
  return chosen;
}

}  // namespace

OverviewBuilder::OverviewBuilder(SemiringKind semiring, Index n, Index rows,
                                 std::span<const Index> sources)
    : semiring_(semiring), n_(n), sources_(sources) {
  Sample& sample = overview_.sample;
  sample.rows = sample.from = spread(rows);
  sample.to = spread(n);
  if (!sources.empty()) {
    for (Index& v : sample.from) v = sources[static_cast<std::size_t>(v)];
  }
  sample.cells.resize(sample.rows.size() * sample.to.size());
}

bool OverviewBuilder::is_farther(double distance, const std::optional<Extreme>& than) const {
  if (!than) return true;
  return detail::operations_of(semiring_).better == Better::greater ? distance < than->distance
                                                                    : distance > than->distance;
}

template <class S>
void OverviewBuilder::look_at_row(const typename S::Weight* cells, Index row, bool symmetric,
                                  Overview& part) {
  using T = typename S::Weight;
  const Index from = sources_.empty() ? row : sources_[static_cast<std::size_t>(row)];
  const Index before = symmetric ? 0 : from;
  const T* after = cells + from + 1;  // the source itself does not count
  const T* end = cells + n_;
  const Index pairs = before + (end - after);
  const Index ways = symmetric ? 2 : 1;
  const auto count = [&](T wanted) {
    return count_of(cells, before, wanted) + count_of(after, end - after, wanted);
  };
  const auto ends_as = [&](const auto& seen) {
    Ends<S> ends;
    ends.look_at(cells, before, seen);
    ends.look_at(after, end - after, seen);
    return ends;
  };
  Ends<S> ends = ends_as([](T cell) { return cell; });
  // These are the ends of all distances: where they are none of the row's, they are not in it.
  const Index unreachable = ends.farthest == S::no_path() ? count(S::no_path()) : 0;
  const Index endless = S::adds && ends.nearest == unbounded<T>() ? count(unbounded<T>()) : 0;
  if (unreachable > 0) {
    ends = ends_as([](T cell) { return cell == S::no_path() ? Ends<S>::kNearest : cell; });
  }
  const T farthest = ends.farthest;
  part.pairs += ways * pairs;
  part.unreachable += ways * unreachable;
  part.unbounded += ways * endless;
  part.marked = part.marked || endless > 0 || (S::adds && cells[from] == unbounded<T>());
  if (S::kind != SemiringKind::reachability && unreachable + endless < pairs) {
    const auto distance = static_cast<double>(farthest);
    if (is_farther(distance, part.extreme)) {
      const T* to = std::find(cells, cells + before, farthest);
      if (to == cells + before) to = std::find(after, end, farthest);
      part.extreme = Extreme{distance, row, from, to - cells};
    }
  }
  Sample& sample = overview_.sample;
  const std::size_t width = sample.to.size();
  for (std::size_t at = 0; at < sample.cells.size(); ++at) {
    const T cell = cells[sample.to[at % width]];
    if (sample.rows[at / width] == row && cell != S::no_path()) sample.cells[at] = shown<S>(cell);
  }
}

Overview OverviewBuilder::look_at(Index first, const AnyMatrixView& rows, bool symmetric) {
  Overview part;
  const auto look = [&]<class T>(MatrixView<const T> cells) {
    visit_semiring(semiring_, weight_type_of<T>, [&]<class S>(S) {
      if constexpr (std::is_same_v<T, typename S::Weight>) {
        for (Index i = 0; i < cells.rows(); ++i) {
          look_at_row<S>(cells.data() + i * cells.row_stride(), first + i, symmetric, part);
        }
      }
    });
  };
  std::visit(look, rows);
  return part;
}

void OverviewBuilder::add(const Overview& part) {
  overview_.pairs += part.pairs;
  overview_.unreachable += part.unreachable;
  overview_.unbounded += part.unbounded;
  overview_.marked = overview_.marked || part.marked;
  if (part.extreme && is_farther(part.extreme->distance, overview_.extreme)) {
    overview_.extreme = part.extreme;
  }
}

std::string sample_text(const Sample& sample, const Names& names, WeightType type) {
  const std::size_t most = line_columns() == kNoLimit ? 64 : 12;
  const auto called = [&](Index v) { return fit(names.name(v), most); };
  std::size_t width = 13;
  for (const auto* vertices : {&sample.from, &sample.to}) {
    for (const Index v : *vertices) width = std::max(width, columns(called(v)) + 1);
  }
  std::string text = padded("from \\ to", width + 1);
  for (const Index v : sample.to) {
    const std::string to = called(v);
    text += std::string(width - columns(to), ' ') + to;
  }
  text += '\n';
  auto cell = sample.cells.begin();
  for (const Index v : sample.from) {
    text += padded(called(v), width + 1);
    for (std::size_t j = 0; j < sample.to.size(); ++j, ++cell) {
      std::string shown = *cell ? distance_text(**cell, type) : "-";
      if (shown.size() >= width) shown = number_text(**cell);
      text += fmt::format("{:>{}}", shown, width);
    }
    text += '\n';
  }
  return text;
}

}  // namespace warpath::cli
