// One random graph, one call, one kernel, some options: what comes out is judged.
#pragma once

#include "attack/judge.hpp"

namespace attack {

using support::Way;

struct Limits {
  std::size_t largest = 300;  // vertices
  bool zero_cycles = false;   // such graphs only, up to `largest`, in floats
  bool on_device = false;
  bool print = false;  // the arcs of each case, as a table
};

// What a callback throws must reach whoever called.
struct Stopped {};

// A size that is mostly small. Of zero cycles: from 2 on, as many of 2 to 20 as of 20 to 200, say,
// and fewer of the largest.
std::size_t any_size(const Limits& limits, Random& random);

template <class S>
class Case {
 public:
  using T = typename S::Weight;
  static constexpr bool kShortest = S::kind == warpath::SemiringKind::shortest_path;
  static constexpr bool kFloats = std::is_floating_point_v<T>;

  Case(Random& random, const std::vector<Way>& ways, const Limits& limits, Tally& tally)
      : random_(random), limits_(limits), tally_(tally), graph_(any_graph()), way_(any_way(ways)) {
    options_ = way_.options(S::kind);
    options_.threads = 1 + static_cast<int>(random.below(3));
    if (graph_.n > kLarge) options_.isa = {};  // the best there is
    choose_call();
    options_.undirected = !limits.zero_cycles && call_ != Call::searched &&
                          graph_.may_be_undirected && random.chance(0.15);
    options_.predecessors = way_.production && gives_predecessors(call_) && random.chance(0.25);
    if (kShortest && can_mark(call_) && random.chance(0.15)) {
      options_.on_negative_cycle = warpath::OnNegativeCycle::mark;
    }
    // No cycle is below 0 but by rounding: whatever is taken for that, distances stay as they are.
    if (kFloats && graph_.known == Known::by_heights && random.chance(0.1)) {
      options_.negative_cycle_tolerance =
          static_cast<double>(graph_.largest) * std::pow(10, random.real(-4, 3));
    }
    if (limits.zero_cycles) return;
    if (kFloats && graph_.known == Known::exactly && random.chance(0.1)) {
      options_.negative_cycle_tolerance = 0;
    }
    if (random.chance(0.05)) limit_memory();
    if (random.chance(0.05)) stop_after_ = static_cast<int>(random.below(3));
    throws_ = random.chance(0.3);
  }

  std::string text() const {
    std::ostringstream text;
    text << support::name_of<S>() << ", " << graph_.family << ", n = " << graph_.n << ", "
         << graph_.arcs.size() << " arcs, " << way_ << " (" << options_.kernel << "), "
         << name_of(call_) << (options_.undirected ? ", undirected" : "")
         << (options_.predecessors ? ", predecessors" : "")
         << (options_.on_negative_cycle == warpath::OnNegativeCycle::mark ? ", mark" : "");
    if (options_.negative_cycle_tolerance) {
      text << ", tolerance " << *options_.negative_cycle_tolerance;
    }
    if (options_.memory_limit > 0) text << ", memory " << options_.memory_limit;
    if (stop_after_ >= 0) text << ", stopped after " << stop_after_;
    return text.str();
  }

  void print_arcs() const {
    std::printf("%s\nfrom,to,weight\n", text().c_str());
    for (const auto& arc : graph_.arcs) {
      std::printf("%lld,%lld,%.21Lg\n", static_cast<long long>(arc.from),
                  static_cast<long long>(arc.to), arc.weight);
    }
  }

  void run() { tally_.add(outcome(), name_of(call_), options_.kernel, graph_.family); }

 private:
  static constexpr Index kLarge = 300;  // vertices: no slow kernels from here on

  Graph any_graph() {
    const std::size_t n = any_size(limits_, random_);
    constexpr bool narrow = sizeof(T) == 4;
    if constexpr (kShortest && kFloats) {
      if (limits_.zero_cycles || random_.chance(0.35)) return zero_cycle_graph(n, narrow, random_);
      if (random_.chance(0.5)) return extreme_graph(n, narrow, random_);
    }
    const Real limit = kShortest && !kFloats ? static_cast<Real>(S::no_path())
                                             : static_cast<Real>(support::limit_of<S>());
    return whole_graph(n, limit, random_);
  }

  const Way& any_way(const std::vector<Way>& ways) {
    for (;;) {
      const Way& way = ways[random_.below(ways.size())];
      if (graph_.n <= kLarge || !way.slow()) return way;
    }
  }

  bool is_nonnegative() const {
    return std::all_of(graph_.arcs.begin(), graph_.arcs.end(),
                       [](const auto& arc) { return arc.weight >= 0; });
  }

  void choose_call() {
    // Sums of a search are in a wider type than those of a solve.
    const auto narrow = [&] {
      Real most = 0;
      for (const auto& arc : graph_.arcs)
        most += std::isfinite(arc.weight) ? std::abs(arc.weight) : 0;
      return most >= static_cast<Real>(std::numeric_limits<T>::max() / 2);
    };
    const int count = limits_.on_device ? kCalls : static_cast<int>(Call::there_rows);
    for (;;) {
      call_ = static_cast<Call>(random_.below(static_cast<std::size_t>(count)));
      // There for shortest paths, and of every row.
      if (call_ == Call::measures && (!kShortest || graph_.n > 2 * kLarge)) continue;
      if (call_ == Call::searched && kShortest && narrow()) continue;
      break;
    }
    const bool any_kernel = call_ == Call::router || call_ >= Call::there_rows;
    if (any_kernel || random_.chance(0.1)) {
      options_.kernel = "auto";
      options_.isa = {};
    }
    if (limits_.on_device && call_ != Call::router) options_.device = warpath::Backend::cuda;
    if (call_ == Call::kept_plan) {
      options_.kernel = "auto";
      options_.method = warpath::Method::sparse;
    } else if (kShortest && !limits_.on_device && !takes_matrix(call_) && call_ != Call::router &&
               random_.chance(0.1) && is_nonnegative()) {
      options_.kernel = random_.chance(0.5) ? "buckets" : "dijkstra";
      options_.isa = {};
    }
  }

  void limit_memory() {
    const double n = static_cast<double>(graph_.n);
    const double most = 64 * n * n * sizeof(T) + 1e5;
    options_.memory_limit =
        static_cast<std::size_t>(std::pow(10, random_.real(2, std::log10(most))));
  }

  // Counts the callback's calls, and stops at one.
  void listen() {
    if (stop_after_ < 0) return;
    options_.progress = [this](const warpath::ProgressReport&) {
      if (heard_++ != stop_after_) return warpath::ProgressAnswer::go_on;
      if (throws_) throw Stopped{};
      return warpath::ProgressAnswer::cancel;
    };
  }

  std::string outcome() {
    const Truth truth(graph_, S::kind, options_.undirected, kUnit<T>, kCounts<T>);
    Judge<S> judge(graph_, truth, options_, call_, random_);
    if (limits_.zero_cycles) judge.look_at_rows(looks());
    listen();
    Caller<S> caller(graph_, options_, random_);
    const auto stopped = [&] { return heard_ > stop_after_ && stop_after_ >= 0; };
    Answer<T> answer;
    try {
      answer = caller.make(call_);
    } catch (const Stopped&) {
      return "stopped";
    } catch (const warpath::Error& error) {
      using warpath::ErrorCode;
      if (error.code() == ErrorCode::cancelled && stopped() && !throws_) return "cancelled";
      if (error.code() == ErrorCode::unsupported) {
        tally_.reason(error.what());
        return "not offered";
      }
      return judge.judge(error);
    }
    if (stopped()) found("it went on after it was stopped");
    judge.judge(answer, caller.graph(), tally_);
    return truth.cycles() == Cycles::negative ? "marked" : truth.known() ? "right" : "certified";
  }

  // Rows that can be judged in a moment.
  std::size_t looks() const {
    return std::max<std::size_t>(8, 1'000'000 / (graph_.arcs.size() + 1));
  }

  Random& random_;
  const Limits& limits_;
  Tally& tally_;
  Graph graph_;
  const Way& way_;
  warpath::Options options_;
  Call call_ = Call::graph;
  int stop_after_ = -1;
  int heard_ = 0;
  bool throws_ = false;
};

}  // namespace attack
