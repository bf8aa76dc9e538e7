// Threads: the same bits for any number of them, and many solves at once.
#include <gtest/gtest.h>

#include <atomic>
#include <limits>
#include <thread>

#include "base/semiring.hpp"
#include "support/sanitizers.hpp"
#include "support/ways.hpp"
#include "warpath/generate.hpp"
#include "warpath/verify.hpp"

namespace support {
namespace {

using warpath::MatrixView;
using warpath::ShortestPath;

TEST(Determinism, TheBitsDoNotDependOnTheThreads) {
  for (const Family& one : real_families()) {
    for (const std::size_t n : {65u, 193u, 300u, 521u}) {
      if (kSanitized && n > 300) continue;
      for_each_combination([&]<class S>() {
        if constexpr (std::is_floating_point_v<typename S::Weight>) {
          const auto cells = to_cells<S>(one.make(n, 0));
          for (Way& way : each_isa(1)) {
            if (way.slow()) continue;
            const auto want = solved<S>(cells, n, way);
            for (const int threads : {2, 3, 4, 7}) {
              if (kSanitized && threads != 3) continue;
              way.threads = threads;
              EXPECT_TRUE(matches(want, solved<S>(cells, n, way), n))
                  << way << " " << name_of<S>() << " n=" << n << " family=" << one.name;
            }
          }
        }
      });
    }
  }
}

// From some size on, threads look through the input too; of several bad weights the first is named.
TEST(Determinism, TheFirstBadWeightIsNamedWhateverTheThreads) {
  const Index n = 600;
  const auto good = to_cells<ShortestPath<float>>(family("uniform").make(600, 0));
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (const bool undirected : {false, true}) {
    for (int run = 0; run < 10; ++run) {
      auto cells = good;
      for (const Index at : {n * n - 1, 217 * n + 599, 217 * n + 3, 218 * n, 416 * n}) {
        cells[static_cast<std::size_t>(at)] = nan;
      }
      warpath::Options options;
      options.threads = 1 + run % 4;
      options.undirected = undirected;
      try {
        warpath::solve(MatrixView<const float>(cells.data(), n, n, n), options);
        FAIL() << "NaN passed";
      } catch (const warpath::Error& error) {
        EXPECT_NE(std::string(error.what()).find("from 217 to 3 is NaN"), std::string::npos)
            << error.what();
      }
    }
  }
}

TEST(Determinism, InputIsPreparedTheSameWayByAnyThreads) {
  const Index n = 600;
  for (const char* name : {"sparse", "negative_sparse", "symmetric", "disconnected"}) {
    const auto arcs = family(name).make(600, 0);
    for_each_combination([&]<class S>() {
      using T = typename S::Weight;
      const bool negative = std::string_view(name) == "negative_sparse";
      if (negative && sizeof(T) == 2) return;  // too small for that many
      const auto cells = to_cells<S>(arcs);
      const MatrixView<const T> view(cells.data(), n, n, n);
      for (const bool undirected : {false, true}) {
        if (undirected && negative) continue;
        warpath::Options options;
        options.semiring = S::kind;
        options.undirected = undirected;
        options.threads = 1;
        const warpath::Result want = warpath::solve(view, options);
        options.threads = 3;
        const warpath::Result got = warpath::solve(view, options);
        for (Index i = 0; i < n; ++i) {
          for (Index j = 0; j < n; ++j) {
            ASSERT_EQ(want.distances<T>()(i, j), got.distances<T>()(i, j))
                << name << " " << i << " " << j;
          }
        }
      }
    });
  }
}

TEST(Determinism, TheBitsAreTheSameOnEveryRun) {
  const std::size_t n = 390;
  for (const char* name : {"uniform", "real_symmetric", "real_negative"}) {
    const auto cells = to_cells<ShortestPath<float>>(family(name).make(n, 0));
    for (const Way& way : all_ways({3})) {
      if (way.slow()) continue;
      const auto want = solved<ShortestPath<float>>(cells, n, way);
      for (int run = 0; run < (kSanitized ? 3 : 20); ++run) {
        ASSERT_TRUE(matches(want, solved<ShortestPath<float>>(cells, n, way), n))
            << way << " family=" << name << " run " << run;
      }
    }
  }
}

// The number of threads follows from the machine when none is asked for; the bits must not.
TEST(Determinism, TheDefaultsGiveTheSameBitsAsOneThread) {
  const std::size_t n = 390;
  auto cells = to_cells<ShortestPath<double>>(family("uniform").make(n, 0));
  const auto want = solved<ShortestPath<double>>(cells, n, each_kernel(1).front());
  warpath::solve_in_place(warpath::MatrixView<double>(cells.data(), 390, 390, 390));
  EXPECT_TRUE(matches(want, cells, n));
}

TEST(Concurrency, ManySolvesAtOnceDoNotDisturbEachOther) {
  const std::size_t sizes[] = {20, 64, 131, 260};
  const char* names[] = {"sparse", "negative_sparse", "scale_free", "negative_hidden"};
  std::vector<Truth> truths;
  for (std::size_t t = 0; t < 4; ++t) truths.emplace_back(family(names[t]).make(sizes[t], 0));
  for (Truth& truth : truths) truth.shortest();
  std::atomic<int> wrong = 0;
  std::atomic<int> right = 0;
  const std::vector<Way> ways = all_ways({1, 2, 3});
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      using S = ShortestPath<std::int32_t>;
      const std::size_t n = truths[t].n();
      const bool solvable = !truths[t].shortest().negative_cycle;
      const auto cells = to_cells<S>(truths[t].arcs());
      const auto want = solvable ? expected<S>(truths[t]) : cells;
      for (int round = 0; round < (kSanitized ? 1 : 5); ++round) {
        for (const Way& way : ways) {
          std::optional<Cells<std::int32_t>> got;
          const auto code = code_of([&] { got = solved<S>(cells, n, way); });
          const bool fine = solvable ? !code && matches(want, *got, n)
                                     : code == warpath::ErrorCode::negative_cycle;
          ++(fine ? right : wrong);
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_GT(right, 0);
}

// Each with its own callback: reports must not cross over, and cancelling one must not end another.
TEST(Concurrency, ProgressAndCancelBelongToOneSolve) {
  std::vector<std::thread> threads;
  std::atomic<int> crossed = 0;
  std::atomic<int> cancelled = 0;
  std::atomic<int> finished = 0;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      const std::size_t n = kSanitized ? 260 : 800;
      auto cells = to_cells<ShortestPath<float>>(family("complete").make(n, 0));
      warpath::Options options;
      options.threads = 2;
      const std::thread::id me = std::this_thread::get_id();
      options.progress = [&](const warpath::ProgressReport& report) {
        if (std::this_thread::get_id() != me) ++crossed;
        const bool stop = t % 2 == 1 && report.done > 0;
        return stop ? warpath::ProgressAnswer::cancel : warpath::ProgressAnswer::go_on;
      };
      const auto size = static_cast<Index>(n);
      const auto code = code_of([&] {
        warpath::solve_in_place(warpath::MatrixView<float>(cells.data(), size, size, size),
                                options);
      });
      if (code == warpath::ErrorCode::cancelled) ++cancelled;
      if (!code) ++finished;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(crossed, 0);
  EXPECT_EQ(cancelled, 2);
  EXPECT_EQ(finished, 2);
}

// The same graph and the same read-only matrix may be solved by many at once.
TEST(Concurrency, InputMayBeShared) {
  const std::size_t n = 131;
  Truth truth(family("sparse").make(n, 0));
  const auto cells = to_cells<ShortestPath<float>>(truth.arcs());
  const auto want = expected<ShortestPath<float>>(truth);
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int round = 0; round < 10; ++round) {
        const warpath::Result result =
            warpath::solve(warpath::MatrixView<const float>(cells.data(), 131, 131, 131));
        for (Index i = 0; i < 131; ++i) {
          for (Index j = 0; j < 131; ++j) {
            const auto at = static_cast<std::size_t>(i * 131 + j);
            if (!same_bits(result.distances<float>()(i, j), want[at])) ++wrong;
          }
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

// What threads find out about rows of one batch is put together, one at a time.
TEST(Concurrency, ManyThreadsMakeOneCertificate) {
  const auto graph = warpath::generate(warpath::GraphKind::road, 600);
  const warpath::Result right = warpath::solve(graph);
  warpath::Matrix<float> cells(600, 600);
  for (Index i = 0; i < 600; ++i) {
    for (Index j = 0; j < 600; ++j) cells(i, j) = right.distances<float>()(i, j);
  }
  cells(100, 599) *= 0.5F;
  const warpath::Result wrong(std::move(cells), warpath::SemiringKind::shortest_path, {});
  warpath::verify::CertificateOptions options;
  options.threads = 3;
  for (int run = 0; run < 5; ++run) {
    EXPECT_TRUE(warpath::verify::certify(graph, right, options).ok());
    const auto certificate = warpath::verify::certify(graph, wrong, options);
    ASSERT_FALSE(certificate.ok());
    EXPECT_EQ(certificate.failure->at.source, 100);
  }
}

}  // namespace
}  // namespace support
