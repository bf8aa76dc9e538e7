// Rounds, in each of which all vertices go that are linked with few, and with fewer than any of
// their neighbours are. No two of them are neighbours, so it makes no difference which of them goes
// first: they go at the same time, on all threads. (Luby 1986 has such sets, Liu 1985 eliminates
// them.)
#include "sparse/reduced.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <numeric>
#include <utility>

#include "sparse/blocks.hpp"

namespace warpath::sparse {
namespace {

// Vertices with more links stay for AMD, which does not write down what they are linked with. On
// roads three of four go. With two less AMD takes a third longer, with two more the sweep does about
// one percent more.
constexpr Vertex kFew = 8;

// A round has to look at all that are left, so a part of these must go, or it was the last.
constexpr Index kWorthARound = 128;

constexpr int kMostRounds = 255;  // are counted in a byte

// Shorter lists are searched from end to end, longer ones are sorted.
constexpr std::size_t kShort = 64;

// Where degrees are equal, who goes first is left to chance: by their numbers, neighbours would
// wait for each other in long chains. One to one, so that there are no ties.
constexpr std::uint32_t shuffled(Vertex v) {
  auto x = static_cast<std::uint32_t>(v);
  x = (x ^ x >> 16) * 0x7feb352dU;
  x = (x ^ x >> 15) * 0x846ca68bU;
  return x ^ x >> 16;
}

// What one block takes of the room.
class Corner {
 public:
  explicit Corner(ListRoom& room) : room_(room) {}

  Vertex* take(std::size_t count) {
    if (left_ < count) {
      left_ = std::max(count, kTaken);
      next_ = room_.take(left_);
    }
    left_ -= count;
    return std::exchange(next_, next_ + count);
  }

 private:
  static constexpr std::size_t kTaken = 256;
  ListRoom& room_;
  Vertex* next_ = nullptr;
  std::size_t left_ = 0;
};

// For lists in the making.
struct Scratch {
  std::vector<Vertex> list;
  std::vector<Vertex> went;
};

class Rounds {
 public:
  Rounds(const Pattern& pattern, Crew& crew)
      : crew_(crew),
        left_(at(pattern.vertices())),
        gone_(at(pattern.vertices())),
        touched_(at(pattern.vertices())) {
    result_.links.resize(at(pattern.vertices()));
    result_.degree.resize(at(pattern.vertices()));
    result_.room = std::make_unique<ListRoom>();
    std::iota(left_.begin(), left_.end(), 0);
    run_blocks(crew_, pattern.vertices(), [&](Index first, Index last) {
      const Index begin = pattern.offsets[at(first)];
      Vertex* const copy = result_.room->take(at(pattern.offsets[at(last)] - begin));
      std::copy(pattern.neighbours.begin() + begin,
                pattern.neighbours.begin() + pattern.offsets[at(last)], copy);
      for (auto v = static_cast<Vertex>(first); v < last; ++v) {
        result_.links[at(v)] = copy + (pattern.offsets[at(v)] - begin);
        result_.degree[at(v)] = static_cast<Vertex>(pattern.of(v).size());
      }
    });
    do {
      ++round_;
      choose();
    } while (eliminate() && round_ < kMostRounds);
    find_core();
  }

  Reduced result() { return std::move(result_); }

 private:
  Vertex degree(Vertex v) const { return result_.degree[at(v)]; }
  std::span<const Vertex> links(Vertex v) const { return result_.structure(v); }

  bool goes_before_neighbours(Vertex v) const {
    const Vertex mine = degree(v);
    const auto waits = [&](Vertex u) {
      return mine < degree(u) || (mine == degree(u) && shuffled(v) < shuffled(u));
    };
    return std::ranges::all_of(links(v), waits);
  }

  // Those that go in this round, and who is linked with them. Nothing is changed that others look
  // at.
  void choose() {
    first_chosen_.assign(at(blocks_of(left())) + 1, 0);
    run_blocks(crew_, left(), [&](Index first, Index last) {
      Vertex chosen = 0;
      for (Index i = first; i < last; ++i) {
        const Vertex v = left_[at(i)];
        if (degree(v) > kFew || !goes_before_neighbours(v)) continue;
        ++chosen;
        gone_[at(v)] = static_cast<std::uint8_t>(round_);
        for (const Vertex u : links(v)) touch(u);
      }
      first_chosen_[at(first / kBlock) + 1] = chosen;
    });
    std::partial_sum(first_chosen_.begin(), first_chosen_.end(), first_chosen_.begin());
  }

  // By several at once, perhaps.
  void touch(Vertex u) {
    const std::atomic_ref<std::uint8_t> touched(touched_[at(u)]);
    const auto round = static_cast<std::uint8_t>(round_);
    if (touched.load(std::memory_order_relaxed) != round) {
      touched.store(round, std::memory_order_relaxed);
    }
  }

  // Lists of those that stay, each written by one thread, from lists that nobody writes. Answers
  // whether enough went.
  bool eliminate() {
    const std::size_t before = result_.eliminated.size();
    const Index chosen = first_chosen_.back();
    const Index were = left();
    result_.eliminated.resize(before + at(chosen));
    if (chosen == 0) return false;
    run_blocks(crew_, were, [&](Index first, Index last) {
      Corner corner(*result_.room);
      Scratch scratch;
      Vertex* go = result_.eliminated.data() + before + first_chosen_[at(first / kBlock)];
      Vertex* stay = left_.data() + first;
      for (Index i = first; i < last; ++i) {
        const Vertex v = left_[at(i)];
        if (gone_[at(v)] != 0) {
          *go++ = v;
        } else {
          *stay++ = v;
          if (touched_[at(v)] == round_) link_again(v, scratch, corner);
        }
      }
    });
    // Blocks have closed up; now they move together.
    auto end = left_.begin();
    for (Index block = 0; block < blocks_of(were); ++block) {
      const auto first = left_.begin() + block * kBlock;
      const Index went = first_chosen_[at(block) + 1] - first_chosen_[at(block)];
      end = std::copy(first, first + std::min(kBlock, were - block * kBlock) - went, end);
    }
    left_.erase(end, left_.end());
    return chosen * kWorthARound >= were;
  }

  // Those that are gone are replaced by what they were linked with.
  void link_again(Vertex v, Scratch& scratch, Corner& corner) {
    const std::span<const Vertex> old = links(v);
    std::vector<Vertex>& list = scratch.list;
    std::vector<Vertex>& went = scratch.went;
    list.resize(old.size());
    went.resize(old.size());
    std::size_t stay = 0;
    std::size_t go = 0;
    for (const Vertex u : old) {  // without a branch that nobody could foresee
      list[stay] = went[go] = u;
      (gone_[at(u)] == 0 ? stay : go) += 1;
    }
    went.resize(go);
    std::size_t bound = stay;
    for (const Vertex u : went) bound += links(u).size() - 1;
    list.resize(bound);
    Vertex* const begin = list.data();
    Vertex* const end =
        bound <= kShort ? search(v, went, begin, begin + stay) : sort(v, went, begin, begin + stay);
    const auto count = static_cast<Vertex>(end - begin);
    // A list that became no longer stays where it is.
    if (count > degree(v)) result_.links[at(v)] = corner.take(at(count));
    std::copy(begin, end, result_.links[at(v)]);
    result_.degree[at(v)] = count;
  }

  Vertex* search(Vertex v, const std::vector<Vertex>& went, Vertex* begin, Vertex* end) const {
    for (const Vertex u : went) {
      for (const Vertex w : links(u)) {
        bool known = w == v;
        for (const Vertex* x = begin; x != end; ++x) known |= *x == w;
        if (!known) *end++ = w;
      }
    }
    return end;
  }

  // In order: a long list was so before, if it was as long.
  Vertex* sort(Vertex v, const std::vector<Vertex>& went, Vertex* begin, Vertex* const old) const {
    if (!std::is_sorted(begin, old)) std::sort(begin, old);
    Vertex* end = old;
    for (const Vertex u : went) {
      for (const Vertex w : links(u)) {
        if (w != v) *end++ = w;
      }
    }
    std::sort(old, end);
    std::inplace_merge(begin, old, end);
    return std::unique(begin, end);
  }

  void find_core() {
    std::vector<Vertex> number(gone_.size());
    for (Index k = 0; k < left(); ++k) number[at(left_[at(k)])] = static_cast<Vertex>(k);
    Pattern& core = result_.core;
    core.offsets.resize(left_.size() + 1);
    for (Index k = 0; k < left(); ++k) {
      core.offsets[at(k) + 1] = core.offsets[at(k)] + degree(left_[at(k)]);
    }
    core.neighbours.resize(at(core.offsets.back()));
    run_blocks(crew_, left(), [&](Index first, Index last) {
      for (Index k = first; k < last; ++k) {
        Vertex* const begin = core.neighbours.data() + core.offsets[at(k)];
        Vertex* end = begin;
        for (const Vertex u : links(left_[at(k)])) *end++ = number[at(u)];
        if (!std::is_sorted(begin, end)) std::sort(begin, end);
      }
    });
    result_.kept = std::move(left_);
  }

  Index left() const { return static_cast<Index>(left_.size()); }

  Crew& crew_;
  std::vector<Vertex> left_;
  std::vector<Index> first_chosen_;    // of each block of those
  std::vector<std::uint8_t> gone_;     // in which round; 0: still there
  std::vector<std::uint8_t> touched_;  // the last round in which a neighbour went
  int round_ = 0;
  Reduced result_;
};

}  // namespace

Vertex* ListRoom::take(std::size_t count) {
  constexpr std::size_t kLeast = std::size_t{1} << 12;
  constexpr std::size_t kMost = std::size_t{1} << 18;
  const std::lock_guard lock(mutex_);
  if (left_ < count) {
    left_ = std::max(count, std::clamp(taken_ / 4, kLeast, kMost));
    taken_ += left_;
    chunks_.push_back(std::make_unique_for_overwrite<Vertex[]>(left_));
    next_ = chunks_.back().get();
  }
  left_ -= count;
  return std::exchange(next_, next_ + count);
}

Reduced reduce(const Pattern& pattern, Crew& crew) { return Rounds(pattern, crew).result(); }

}  // namespace warpath::sparse
