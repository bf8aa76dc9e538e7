// All functions on vectors are inlined: none is passed by a convention that depends on the machine.
// To the end of the file, where templates are instantiated.
#pragma GCC diagnostic ignored "-Wpsabi"

#include "routes/predecessors.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "base/dispatch.hpp"
#include "routes/choose.hpp"
#include "routes/tree.hpp"

namespace warpath::routes {
namespace {

template <class S>
class Panel {
 public:
  using T = typename S::Weight;
  using W = Wide<T>;

  explicit Panel(const Links<T>& links)
      : links_(links),
        n_(links.vertices()),
        distances_(at(n_ * kLanes)),
        before_(at(n_ * kLanes)) {}

  // Rows [begin, end). False as find_predecessors().
  bool run(const Rows<T>& rows, Index begin, Index end) {
    read(rows, begin, end);
    bent_.fill(false);
    for (Index v = 0; v < n_; ++v) find(v);
    write(rows, begin, end);
    for (Index i = begin; i < end; ++i) {
      if (bent_[at(i - begin)] &&
          !make_tree<S>(links_, rows.source(i), &rows.distances(i, 0), &rows.predecessors(i, 0))) {
        return false;
      }
    }
    return true;
  }

 private:
  void read(const Rows<T>& rows, Index begin, Index end) {
    std::array<const T*, kLanes> from;
    for (Index l = 0; l < kLanes; ++l) {
      from[at(l)] = &rows.distances(std::min(begin + l, end - 1), 0);
    }
    for (Index v = 0; v < n_; ++v) {
      for (std::size_t l = 0; l < kLanes; ++l) distances_[at(v * kLanes) + l] = from[l][v];
    }
    std::fill(before_.begin(), before_.end(), Vertex{-1});
    for (Index l = 0; l < kLanes; ++l) {
      const Vertex source = rows.source(std::min(begin + l, end - 1));
      const auto before = [&](Vertex v) -> Vertex& { return before_[at(v * kLanes + l)]; };
      for (const auto& link : links_.out_of(source)) {
        const W distance = distances_[at(link.vertex * kLanes + l)];
        if (is_best_path<S>(link.weight, static_cast<T>(distance))) before(link.vertex) = source;
      }
      before(source) = source;  // for now: nothing is to be found
    }
    if constexpr (S::adds) find_nearest(rows, begin, end);
  }

  // Of each row, the distance to the nearest other vertex.
  void find_nearest(const Rows<T>& rows, Index begin, Index end) {
    nearest_.fill(S::no_path());
    for (Index l = 0; l < kLanes; ++l) {
      distances_[at(rows.source(std::min(begin + l, end - 1)) * kLanes + l)] = S::no_path();
    }
    for (Index v = 0; v < n_; ++v) {
      for (std::size_t l = 0; l < kLanes; ++l) {
        nearest_[l] = std::min(nearest_[l], distances_[at(v * kLanes) + l]);
      }
    }
    for (Index l = 0; l < kLanes; ++l) {
      distances_[at(rows.source(std::min(begin + l, end - 1)) * kLanes + l)] = S::empty_path();
    }
  }

  // The predecessors of v in all rows.
  void find(Index v) {
    const std::span<const Link<T>> links = links_.into(v);
    Target<S> target;
    target.panel = distances_.data();
    target.nearest = nearest_.data();
    target.distance = distances_.data() + v * kLanes;
    target.before = before_.data() + v * kLanes;
    target.longer = links.first(links_.longer(v));
    target.flat = links.subspan(links_.longer(v));
    target.sorted = links_.is_sorted(v);
    choose(target);
    if (!target.bent) return;
    for (std::size_t l = 0; l < kLanes; ++l) {
      if (!target.bent_lanes[l]) continue;
      bent_[l] |= !leads_on(target.nearer[l] == target.distance[l], target.before[l], links);
    }
  }

  // Whether it is an arc of weight 0 that leads to vertices no nearer. Without cycles of them they
  // cannot lead back.
  bool leads_on(bool as_near, Vertex from, std::span<const Link<T>> links) const {
    if (!S::adds || !as_near || links_.has_zero_cycle()) return false;
    return std::any_of(links.begin(), links.end(), [&](const Link<T>& link) {
      return link.vertex == from && link.weight == T{0};
    });
  }

  void write(const Rows<T>& rows, Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      before_[at(rows.source(i) * kLanes + i - begin)] = -1;
    }
    std::array<Vertex*, kLanes> to;
    for (Index l = 0; l < kLanes; ++l)
      to[at(l)] = &rows.predecessors(std::min(begin + l, end - 1), 0);
    const auto lanes = at(end - begin);
    for (Index v = 0; v < n_; ++v) {
      for (std::size_t l = 0; l < lanes; ++l) to[l][v] = before_[at(v * kLanes) + l];
    }
  }

  const Links<T>& links_;
  const Index n_;
  std::vector<W> distances_;    // of a vertex, from each source of the panel
  std::vector<Vertex> before_;  // the same
  std::array<W, kLanes> nearest_{};
  std::array<bool, kLanes> bent_{};  // predecessors might lead round in circles
};

// What threads work in, used again and again.
template <class Space>
class Spaces {
 public:
  template <class Make>
  std::unique_ptr<Space> take(const Make& make) {
    {
      const std::lock_guard lock(mutex_);
      if (!free_.empty()) {
        std::unique_ptr<Space> space = std::move(free_.back());
        free_.pop_back();
        return space;
      }
    }
    return make();
  }
  void give(std::unique_ptr<Space> space) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(space));
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<Space>> free_;
};

}  // namespace

template <class S>
bool find_predecessors(const Links<typename S::Weight>& links, const Rows<typename S::Weight>& rows,
                       Crew& crew, const std::function<bool()>& stop) {
  const Index count = rows.distances.rows();
  if (count == 0 || links.vertices() == 0) return true;
  std::atomic<bool> explained{true};
  Spaces<Panel<S>> panels;
  crew.run((count + kLanes - 1) / kLanes,
           [&](Index piece) {
             auto panel = panels.take([&] { return std::make_unique<Panel<S>>(links); });
             const Index end = std::min(count, (piece + 1) * kLanes);
             if (!panel->run(rows, piece * kLanes, end)) explained = false;
             panels.give(std::move(panel));
           },
           [&] { return !explained || stop(); });
  return explained;
}

#define WARPATH_INSTANTIATE(S)                                               \
  template bool find_predecessors<S>(const Links<typename S::Weight>&,       \
                                     const Rows<typename S::Weight>&, Crew&, \
                                     const std::function<bool()>&);
WARPATH_EACH_SEMIRING(WARPATH_INSTANTIATE)

}  // namespace warpath::routes
