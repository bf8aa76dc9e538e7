// The paper's claim about bank conflicts, as a model: what its cyclic order saved on the device of the
// paper, and why it saves nothing today.
//
// Compute capability 1.3: shared memory has 16 banks of 32-bit words and serves half a warp at a time.
// In a turn one word is broadcast to all threads that want it, and every other bank hands one word to
// one thread (CUDA C Programming Guide, shared memory of compute capability 1.x). Which word is
// broadcast is the hardware's choice; the model takes the one that most threads want.
//
// Since compute capability 2: 32 banks, whole warps, and a bank hands its word to all threads that
// want it, so that a turn is lost only where two different words of one bank are wanted.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>
#include <vector>

#include "paper/tiling.hpp"

namespace {

using namespace warpath::paper;
using Words = std::vector<int>;  // of the threads that ask at the same time

int turns_then(Words wanted) {
  constexpr int kBanks = 16;
  int turns = 0;
  while (!wanted.empty()) {
    ++turns;
    std::map<int, int> asking;
    for (const int word : wanted) ++asking[word];
    const int broadcast = std::max_element(asking.begin(), asking.end(), [](auto& x, auto& y) {
                            return x.second < y.second;
                          })->first;
    std::array<bool, kBanks> busy{};
    busy[static_cast<std::size_t>(broadcast % kBanks)] = true;
    std::erase_if(wanted, [&](int word) {
      if (word == broadcast) return true;
      return !std::exchange(busy[static_cast<std::size_t>(word % kBanks)], true);
    });
  }
  return turns;
}

int turns_now(const Words& wanted) {
  constexpr int kBanks = 32;
  std::array<std::vector<int>, kBanks> words;
  for (const int word : wanted) {
    auto& bank = words[static_cast<std::size_t>(word % kBanks)];
    if (std::find(bank.begin(), bank.end(), word) == bank.end()) bank.push_back(word);
  }
  std::size_t turns = 0;
  for (const auto& bank : words) turns = std::max(turns, bank.size());
  return static_cast<int>(turns);
}

// The most turns that a half warp then, and a warp now, takes for one load. word(thread) is what it
// wants.
struct Turns {
  int then = 0, now = 0;
};
template <class Word>
Turns turns_of(int threads, const Word& word) {
  Turns most;
  for (int first = 0; first < threads; first += 16) {
    Words half;
    Words warp;
    for (int t = first; t < first + 16; ++t) half.push_back(word(t));
    most.then = std::max(most.then, turns_then(half));
    if (first % 32 != 0) continue;
    for (int t = first; t < first + 32; ++t) warp.push_back(word(t));
    most.now = std::max(most.now, turns_now(warp));
  }
  return most;
}

TEST(PaperBanks, TheModelKnowsTheSimpleCases) {
  Words same(16, 5);
  Words apart(16);
  Words two_apart(16);
  Words one_bank(16);
  for (int t = 0; t < 16; ++t) {
    const auto at = static_cast<std::size_t>(t);
    apart[at] = t;
    two_apart[at] = 2 * t;
    one_bank[at] = 32 * t;
  }
  EXPECT_EQ(turns_then(same), 1);
  EXPECT_EQ(turns_then(apart), 1);
  EXPECT_EQ(turns_then(two_apart), 2);
  EXPECT_EQ(turns_then(one_bank), 16);
  EXPECT_EQ(turns_now(same), 1);
  EXPECT_EQ(turns_now(apart), 1);
  EXPECT_EQ(turns_now(two_apart), 1);
  EXPECT_EQ(turns_now(one_bank), 16);
}

TEST(PaperBanks, StraightOrderTookFourTurnsAndTakesOneToday) {
  for (int p = 0; p < StagedThread::kSide; ++p) {
    for (int k = 0; k < kSmall; ++k) {
      const Turns a = turns_of(64, [&](int t) { return StagedThread::of(t).word_a(p, k); });
      const Turns b = turns_of(64, [&](int t) { return StagedThread::of(t).word_b(p, k); });
      EXPECT_EQ(a.then, 4);
      EXPECT_EQ(b.then, 4);
      EXPECT_EQ(a.now, 1);
      EXPECT_EQ(b.now, 1);
    }
  }
}

TEST(PaperBanks, CyclicOrderTakesOneTurnThenAndNow) {
  for (int p = 0; p < StagedThread::kSide; ++p) {
    for (int s = 0; s < kSmall; ++s) {
      const Turns a = turns_of(64, [&](int t) {
        const StagedThread me = StagedThread::of(t);
        return me.word_a(p, me.cyclic(s));
      });
      const Turns b = turns_of(64, [&](int t) {
        const StagedThread me = StagedThread::of(t);
        return me.word_b(p, me.cyclic(s));
      });
      EXPECT_EQ(a.then, 1);
      EXPECT_EQ(b.then, 1);
      EXPECT_EQ(a.now, 1);
      EXPECT_EQ(b.now, 1);
    }
  }
}

// katz-kider and optimized-blocked: a warp works on one row of a row-major tile.
TEST(PaperBanks, RowsOfARowMajorTileTakeOneTurnThenAndNow) {
  for (int tk = 0; tk < kTile; ++tk) {
    for (int c = 0; c < kTileCells; c += 256) {
      const Turns a = turns_of(256, [&](int t) { return (c + t) / kTile * kTile + tk; });
      const Turns b = turns_of(256, [&](int t) { return tk * kTile + (c + t) % kTile; });
      const Turns w = turns_of(256, [&](int t) { return c + t; });
      for (const Turns& turns : {a, b, w}) {
        EXPECT_EQ(turns.then, 1);
        EXPECT_EQ(turns.now, 1);
      }
    }
  }
}

}  // namespace
