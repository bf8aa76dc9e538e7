// Holds answers against the truth and the certificate; what does not hold is found().
#pragma once

#include <sstream>

#include "attack/calls.hpp"
#include "attack/tally.hpp"
#include "support/cycles.hpp"
#include "support/walk.hpp"

namespace attack {

// Measures, by all rows.
void judge_measures(const warpath::Measures& measures, const Truth& truth);

template <class S>
class Judge {
 public:
  using T = typename S::Weight;
  using Result = warpath::Result;
  static constexpr bool kShortest = S::kind == warpath::SemiringKind::shortest_path;
  static constexpr bool kFloats = std::is_floating_point_v<T>;

  Judge(const Graph& graph, const Truth& truth, const warpath::Options& options, Call call,
        Random& random)
      : graph_(graph), truth_(truth), options_(options), call_(call), random_(random) {}

  // So many rows at most are looked at; the answer may have more.
  void look_at_rows(std::size_t most) { most_rows_ = most; }

  void judge(const Answer<T>& answer, const warpath::Graph& arcs, Tally& tally) {
    if (answer.measures) {
      if (truth_.known()) judge_measures(*answer.measures, truth_);
      return;
    }
    const bool marked = options_.on_negative_cycle == warpath::OnNegativeCycle::mark;
    // A search may not come by it.
    if (call_ == Call::searched && !truth_.known()) return;
    if (kShortest && truth_.cycles() == Cycles::negative && !marked) {
      found("a negative cycle was not seen");
    }
    if (answer.cells.size() != answer.sources.size() * truth_.n()) found("rows are missing");
    choose_rows(answer.sources.size());
    if (truth_.known() || (marked && graph_.known == Known::exactly)) compare(answer, tally);
    if (call_ == Call::router && std::is_same_v<T, std::int64_t>) return;  // came as doubles
    prove(answer, arcs);
  }

  // The word for the tally.
  std::string judge(const warpath::Error& error) {
    using warpath::ErrorCode;
    const std::string said = std::string(to_string(error.code())) + ": " + error.what();
    switch (error.code()) {
      case ErrorCode::negative_cycle: {
        if (!kShortest || truth_.cycles() == Cycles::none) found("there is none: " + said);
        const auto best = [&](Index u, Index v) {
          return static_cast<double>(
              truth_.arc(static_cast<std::size_t>(u), static_cast<std::size_t>(v)));
        };
        const bool rounds = kFloats && graph_.known != Known::exactly;
        const Real counts = rounds ? kCounts<T> * truth_.largest_weight() * 0.999L : 0;
        // Sums of int64 are rounded there, and a search names its source, too.
        if (std::is_same_v<T, std::int64_t> || call_ == Call::searched) return "negative cycle";
        const auto proof = support::proves(error, best, static_cast<double>(-counts));
        if (!proof) found(std::string("the cycle proves nothing: ") + proof.message());
        return "negative cycle";
      }
      case ErrorCode::bad_input:
        if (!may_outgrow()) found("refused, and everything fits: " + said);
        return "outgrows the type";
      case ErrorCode::does_not_fit:
        if (options_.memory_limit == 0) found(said);
        return "does not fit";
      default: found(said);
    }
  }

 private:
  void choose_rows(std::size_t count) {
    rows_.clear();
    for (std::size_t i = 0; i < std::min(count, most_rows_); ++i) {
      rows_.push_back(count <= most_rows_ ? i : random_.below(count));
    }
  }

  // Refused because it may not fit: what could come up is near what the type holds. Where nobody
  // looks at cells afterwards, and where weights are negative, by the bound.
  bool may_outgrow() const {
    if (!kShortest) return false;
    const Real limit = kFloats ? static_cast<Real>(std::numeric_limits<T>::max())
                               : static_cast<Real>(warpath::no_path<T>());
    const bool by_bound = !truth_.nonnegative() || !truth_.known() || call_ == Call::there_graph ||
                          call_ == Call::measures;
    const Real n = static_cast<Real>(truth_.n() + 2);
    // Measures on a device sum up distances in the type.
    const Real room = (1 + 8 * n * kUnit<T>)*(call_ == Call::measures ? n : 1);
    return (by_bound ? truth_.bound() : truth_.longest()) * room >= limit;
  }

  void compare(const Answer<T>& answer, Tally& tally) const {
    const std::size_t n = truth_.n();
    for (const std::size_t i : rows_) {
      const auto u = static_cast<std::size_t>(answer.sources[i]);
      for (std::size_t v = 0; v < n; ++v) {
        const T cell = answer.cells[i * n + v];
        if (wanted(u, v, cell, tally)) continue;
        std::ostringstream text;
        text.precision(21);
        text << "from " << u << " to " << v << " is " << +cell << ", should be "
             << truth_.best(u, v) << " within " << truth_.slack(u, v);
        found(text.str());
      }
    }
  }

  bool wanted(std::size_t u, std::size_t v, T cell, Tally& tally) const {
    if (kFloats && cell == 0 && std::signbit(static_cast<double>(cell))) return false;
    if constexpr (S::kind == warpath::SemiringKind::reachability) {
      return cell == static_cast<T>(truth_.best(u, v));
    } else {
      if (kShortest && truth_.unbounded(u, v)) return cell == warpath::unbounded<T>();
      if (u == v) return cell == S::empty_path();
      const Real best = truth_.best(u, v);
      if (best == kNone) return cell == S::no_path();
      if (cell == S::no_path()) return false;
      const Real slack = truth_.slack(u, v);
      // A router hands out doubles, which round int64; that is no part of the slack.
      const Real as_double = call_ == Call::router ? std::abs(best) * 0x1p-53L : 0;
      const Real off = std::abs(static_cast<Real>(cell) - best);
      if (slack > 0) tally.used(static_cast<double>(off / (slack + as_double)));
      return off <= slack + as_double;
    }
  }

  Result result_of(const Answer<T>& answer) const {
    const auto n = static_cast<Index>(truth_.n());
    warpath::Matrix<T> cells(static_cast<Index>(rows_.size()), n);
    std::vector<Index> sources;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      sources.push_back(answer.sources[rows_[i]]);
      const auto from = answer.cells.begin() + static_cast<std::ptrdiff_t>(rows_[i] * truth_.n());
      std::copy_n(from, n, &cells(static_cast<Index>(i), 0));
    }
    if (rows_.empty() || n == 0) return Result(warpath::Matrix<T>(0, n), S::kind, {}, {});
    return Result(std::move(cells), S::kind, {}, std::move(sources));
  }

  bool certified(const warpath::Graph& arcs, const Result& result, std::string* said) const {
    const auto certificate = warpath::verify::certify(
        arcs, result, {.semiring = S::kind, .undirected = options_.undirected});
    if (said != nullptr) *said = to_string(certificate);
    return certificate.ok();
  }

  // By the arcs alone, and with its routes.
  void prove(const Answer<T>& answer, const warpath::Graph& arcs) {
    if (rows_.empty() || truth_.n() == 0) return;
    std::string said;
    const bool whole = answer.result && rows_.size() == answer.sources.size();
    const Result some = result_of(answer);
    if (!certified(arcs, whole ? *answer.result : some, &said)) {
      found("refused by the certificate: " + said);
    }
    if (!whole || !truth_.known() || truth_.n() > 100) return;
    if (answer.result->predecessors().rows() != 0) {
      const auto walked = walks(*answer.result, answer.result->predecessors());
      if (!walked) found(std::string("a route: ") + walked.message());
    }
    if (random_.chance(0.3)) corrupt(*answer.result, arcs);
  }

  testing::AssertionResult walks(const Result& result,
                                 warpath::MatrixView<const std::int32_t> predecessors) const {
    const auto sources = result.sources();
    return support::walks<S>(
        result.distances<T>(), predecessors,
        [&](Index i) { return sources.empty() ? i : sources[static_cast<std::size_t>(i)]; },
        [&](Index u, Index v) -> T {
          const Real arc = truth_.arc(static_cast<std::size_t>(u), static_cast<std::size_t>(v));
          if (arc == kNone) return S::no_path();
          return S::kind == warpath::SemiringKind::reachability ? T{1} : static_cast<T>(arc);
        },
        graph_.known == Known::exactly ? 0 : static_cast<double>(truth_.slack(0, 0)));
  }

  // One cell is changed by more than rounding explains, or one predecessor: the certificate must see.
  void corrupt(const Result& result, const warpath::Graph& arcs) {
    const auto from = result.distances<T>();
    const Index n = from.columns();
    if (n < 2 || from.rows() == 0) return;
    warpath::Matrix<T> cells(from.rows(), n);
    warpath::Matrix<std::int32_t> before(result.predecessors().rows(),
                                         result.predecessors().columns());
    for (Index i = 0; i < from.rows(); ++i) {
      for (Index j = 0; j < n; ++j) {
        cells(i, j) = from(i, j);
        if (before.rows() > 0) before(i, j) = result.predecessors()(i, j);
      }
    }
    const Index i = static_cast<Index>(random_.below(static_cast<std::size_t>(from.rows())));
    const Index j = static_cast<Index>(random_.below(static_cast<std::size_t>(n)));
    const std::vector<Index> sources(result.sources().begin(), result.sources().end());
    const Index source = sources.empty() ? i : sources[static_cast<std::size_t>(i)];
    const bool routes = before.rows() > 0 && random_.chance(0.5);
    const auto old = routes ? static_cast<Real>(before(i, j)) : static_cast<Real>(cells(i, j));
    if (routes) {
      before(i, j) = static_cast<std::int32_t>(random_.below(static_cast<std::size_t>(n) + 1)) - 1;
    } else {
      cells(i, j) = other_than(cells(i, j), source, j);
    }
    const auto now = routes ? static_cast<Real>(before(i, j)) : static_cast<Real>(cells(i, j));
    if (now == old) return;
    const Result changed(std::move(cells), S::kind, {}, sources, std::move(before));
    if (!certified(arcs, changed, nullptr)) return;
    // Another arc may be as good.
    if (routes && walks(changed, changed.predecessors())) return;
    std::ostringstream text;
    text.precision(21);
    text << "the certificate believes " << now << " for " << old << (routes ? " before " : " at ")
         << source << ", " << j;
    found(text.str());
  }

  T other_than(T cell, Index source, Index target) {
    if constexpr (S::kind == warpath::SemiringKind::reachability) {
      return static_cast<T>(1 - cell);
    } else {
      if (cell == S::no_path()) return static_cast<T>(random_.whole(-3, 9));
      if (random_.chance(0.2)) return S::no_path();
      if (cell == S::empty_path() && !S::adds) return T{1};
      Real delta = 1;
      if constexpr (kFloats && kShortest) {
        const auto u = static_cast<std::size_t>(source);
        const auto v = static_cast<std::size_t>(target);
        const Real n = static_cast<Real>(truth_.n() + 2);
        const Real largest = truth_.largest_arc();
        const bool whole = graph_.known == Known::exactly;
        // Sums of these are never rounded, whatever the path.
        if (whole && n * largest * kUnit<T> < 0.25L) return static_cast<T>(cell + 1);
        delta = 16 * truth_.slack(u, v) + (whole ? 16 * n * n * kUnit<T> * largest : 0);
        if (delta == 0) delta = 1;
        // What the certificate may lose to cycles of about 0, and to its own sums.
        if (!truth_.nonnegative()) delta += (2 * kCounts<T> + 64 * n * 0x1p-42L) * largest;
      }
      const Real changed = static_cast<Real>(cell) + (random_.chance(0.5) ? delta : -delta);
      // So large that the type does not see the change, or has no such number.
      if (!(std::abs(changed) < static_cast<Real>(std::numeric_limits<T>::max()))) return cell;
      return static_cast<T>(changed);
    }
  }

  const Graph& graph_;
  const Truth& truth_;
  const warpath::Options& options_;
  const Call call_;
  Random& random_;
  std::size_t most_rows_ = static_cast<std::size_t>(-1);
  std::vector<std::size_t> rows_;  // of the answer, that are looked at
};

}  // namespace attack
