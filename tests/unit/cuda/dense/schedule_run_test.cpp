// The list of tasks of the kernel `cuda`, executed on the host by one worker, by many that come at random, and
// beside one that is slow.
#include <gtest/gtest.h>

#include <algorithm>

#include "support/combinations.hpp"
#include "support/random.hpp"
#include "unit/cuda/dense/schedule.hpp"

namespace warpath::cuda::dense {
namespace {

using support::Random;
using support::Weights;

constexpr int kTile = 4;

// The device's memory, with tiles of 4 x 4 cells. Panels and pivots are used from where they lie for
// the time of a group, as on the device, not from the matrix.
class Machine {
 public:
  Machine(const Order& order, const Weights& arcs) : order_(order), n_(static_cast<int>(arcs.n())) {
    const int side = order.tiles * kTile;
    matrix_.assign(static_cast<std::size_t>(side * side), oracle::absent<double>());
    for (int i = 0; i < n_; ++i) {
      for (int j = 0; j < n_; ++j) {
        const double weight = arcs(static_cast<std::size_t>(i), static_cast<std::size_t>(j));
        at(i, j) = i == j ? std::min(weight, 0.0) : weight;
      }
    }
    const int strips = order.tiles * order.slots();
    const auto cells = static_cast<std::size_t>(strips * kTile * kTile);
    columns_.assign(cells, -1e6);  // who reads too early gets something that shows
    rows_.assign(cells, -1e6);
    pivots_.assign(static_cast<std::size_t>(order.pivot_slots() * kTile * kTile), -1e6);
  }

  void execute(const Task& task) {
    switch (task.kind) {
      case Task::close:
        relax(task);
        close(task.last);
        break;
      case Task::column_panel: panel(task.i, task.j, task.first, true); break;
      case Task::row_panel: panel(task.i, task.j, task.first, false); break;
      case Task::relax: relax(task); break;
      default: break;
    }
  }

  Weights distances() {
    Weights result(static_cast<std::size_t>(n_));
    for (int i = 0; i < n_; ++i) {
      for (int j = 0; j < n_; ++j) {
        const bool below = order_.symmetric && i > j;  // mirrored
        result(static_cast<std::size_t>(i), static_cast<std::size_t>(j)) =
            below ? at(j, i) : at(i, j);
      }
    }
    return result;
  }

 private:
  double& at(int i, int j) {
    return matrix_[static_cast<std::size_t>(i * order_.tiles * kTile + j)];
  }
  double& pivot(int k, int ti, int tj) {
    return pivots_[static_cast<std::size_t>((order_.pivot_slot(k) * kTile + ti) * kTile + tj)];
  }
  // Word tk of a strip's vertex t. In symmetric problems rows and columns are the same.
  double& strip(bool columns, int tile, int k, int tk, int t) {
    auto& strips = columns && !order_.symmetric ? columns_ : rows_;
    const int number = tile * order_.slots() + order_.slot(k);
    return strips[static_cast<std::size_t>((number * kTile + tk) * kTile + t)];
  }

  void relax(const Task& task) {
    for (int k = task.first; k < task.last; ++k) {
      for (int ti = 0; ti < kTile; ++ti) {
        for (int tj = 0; tj < kTile; ++tj) {
          double& cell = at(task.i * kTile + ti, task.j * kTile + tj);
          for (int tk = 0; tk < kTile; ++tk) {
            cell = std::min(cell, strip(true, task.i, k, tk, ti) + strip(false, task.j, k, tk, tj));
          }
        }
      }
    }
  }

  void close(int k) {
    const int first = k * kTile;
    for (int tk = 0; tk < kTile; ++tk) {
      for (int ti = 0; ti < kTile; ++ti) {
        for (int tj = 0; tj < kTile; ++tj) {
          double& cell = at(first + ti, first + tj);
          cell = std::min(cell, at(first + ti, first + tk) + at(first + tk, first + tj));
        }
      }
    }
    for (int ti = 0; ti < kTile; ++ti) {
      for (int tj = 0; tj < kTile; ++tj) {
        // Vertices behind the last are nowhere, but the empty path leads to each from itself.
        pivot(k, ti, tj) = ti == tj ? 0 : at(first + ti, first + tj);
      }
    }
  }

  void panel(int i, int j, int k, bool columns) {
    double before[kTile][kTile];
    for (int ti = 0; ti < kTile; ++ti) {
      for (int tj = 0; tj < kTile; ++tj) before[ti][tj] = at(i * kTile + ti, j * kTile + tj);
    }
    for (int ti = 0; ti < kTile; ++ti) {
      for (int tj = 0; tj < kTile; ++tj) {
        double best = oracle::absent<double>();
        for (int tk = 0; tk < kTile; ++tk) {
          best = std::min(best, columns ? before[ti][tk] + pivot(k, tk, tj)
                                        : pivot(k, ti, tk) + before[tk][tj]);
        }
        at(i * kTile + ti, j * kTile + tj) = best;
        strip(columns, columns ? i : j, k, columns ? tj : ti, columns ? ti : tj) = best;
      }
    }
  }

  Order order_;
  int n_;
  std::vector<double> matrix_, columns_, rows_, pivots_;
};

// Whole numbers; with potentials, so that arcs are below 0 and cycles are not.
Weights random_arcs(std::size_t n, bool symmetric, Random& random) {
  Weights arcs(n);
  std::vector<double> potential(n);
  for (double& p : potential) p = symmetric ? 0 : random.whole(-50, 50);
  const double density = random.real(0.05, 1);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = symmetric ? i + 1 : 0; j < n; ++j) {
      if (!random.chance(density)) continue;
      arcs(i, j) = random.whole(0, 99) + potential[i] - potential[j];
      if (symmetric) arcs(j, i) = arcs(i, j);
    }
  }
  return arcs;
}

Weights truth_of(const Weights& arcs) {
  auto answer = oracle::floyd_warshall(arcs);
  EXPECT_FALSE(answer.negative_cycle);
  return answer.best;
}

std::size_t random_size(const Order& order, Random& random) {
  return static_cast<std::size_t>(order.tiles * kTile) - random.below(kTile);
}

TEST(DenseScheduleRun, SolvesTheMatrixInTheOrderOfTheList) {
  Random random(1);
  for_each_order({1, 2, 3, 4, 5, 6, 7, 9, 13, 19}, [&](const Order& order) {
    const Weights arcs = random_arcs(random_size(order, random), order.symmetric, random);
    Machine machine(order, arcs);
    for (const Task& task : list_of(order)) machine.execute(task);
    ASSERT_TRUE(machine.distances() == truth_of(arcs)) << testing::PrintToString(order);
  });
}

// What the worker does who closes pivots and the panels between them, where there is one.
std::vector<Task> closes_of(const Order& order) {
  std::vector<Task> closes;
  for (int k = 0; order.chain && k < order.tiles; ++k) {
    if (k > 0 && !order.symmetric) closes.push_back({Task::column_panel, k, k - 1, k - 1, k});
    if (k > 0) closes.push_back({Task::row_panel, k - 1, k, k - 1, k});
    closes.push_back({Task::close, k, k, k > 0 ? k - 1 : 0, k});
  }
  return closes;
}

// Workers take tasks from the front and do them when they are ready; who comes first is chance.
Weights solved_by(std::size_t workers, const Order& order, const Weights& arcs, Random& random) {
  const std::vector<Task> list = list_of(order);
  const std::vector<Task> closes = closes_of(order);
  Machine machine(order, arcs);
  Progress progress(order);
  const auto execute = [&](const Task& task) {
    machine.execute(task);
    progress.say_done(task);
  };
  std::vector<Task> taken;
  std::size_t next = 0;
  std::size_t closed = 0;
  while (next < list.size() || !taken.empty() || closed < closes.size()) {
    while (next < list.size() && taken.size() < workers) taken.push_back(list[next++]);
    // The chain block at times, or from a random worker on the first who can.
    const bool can_close = closed < closes.size() && progress.is_ready(closes[closed]);
    const std::size_t from = taken.empty() ? 0 : random.below(taken.size());
    std::size_t tried = 0;
    const auto at = [&]() -> Task& { return taken[(from + tried) % taken.size()]; };
    while (tried < taken.size() && !progress.is_ready(at())) ++tried;
    if (can_close && (tried == taken.size() || random.chance(0.3))) {
      execute(closes[closed++]);
    } else if (tried < taken.size()) {
      execute(at());
      std::swap(at(), taken.back());
      taken.pop_back();
    } else {
      ADD_FAILURE() << "all wait, " << testing::PrintToString(order);
      break;
    }
  }
  return machine.distances();
}

TEST(DenseScheduleRun, SolvesTheMatrixWithAnyNumberOfWorkers) {
  Random random(2);
  for_each_order({1, 2, 3, 5, 8, 11}, [&](Order order) {
    const Weights arcs = random_arcs(random_size(order, random), order.symmetric, random);
    const Weights want = truth_of(arcs);
    for (const bool chain : {false, true}) {
      order.chain = chain;
      if (chain && order.width > 1) continue;
      for (const std::size_t workers : {1u, 7u, 60u, 100000u}) {
        ASSERT_TRUE(solved_by(workers, order, arcs, random) == want)
            << testing::PrintToString(order) << " workers=" << workers;
      }
    }
  });
}

// Whether a task writes to memory that a slow one still reads: a pivot, or a strip of a panel.
bool disturbs(const Order& order, const Task& writer, const Task& slow) {
  const int k = pivot_of(writer);
  if (writer.kind == Task::close) {
    const int other = pivot_of(slow);
    return is_panel(slow) && k != other && order.pivot_slot(k) == order.pivot_slot(other);
  }
  if (!is_panel(writer)) return false;
  const int tile = writer.kind == Task::column_panel ? writer.i : writer.j;
  const bool columns = writer.kind == Task::column_panel || order.symmetric;
  const bool rows = writer.kind == Task::row_panel || order.symmetric;
  for (int pivot = slow.first; pivot < slow.last; ++pivot) {
    if (pivot == k || order.slot(pivot) != order.slot(k)) continue;
    if (is_panel(slow)) {  // writes its own strip; a row looks at the way back, too
      if (tile == (slow.kind == Task::column_panel ? slow.i : slow.j)) return true;
    } else if ((columns && tile == slow.i) || (rows && tile == slow.j)) {
      return true;
    }
  }
  return false;
}

// However long one worker takes for a task: all that others can do meanwhile leaves its operands alone.
TEST(DenseScheduleRun, ASlowWorkerIsNotDisturbed) {
  for (const int tiles : {2, 3, 4, 5, 7, 9}) {
    for (const int width : {1, 2, 3}) {
      for (const bool symmetric : {false, true}) {
        // As tasks of the list: with a worker of their own pivots are closed no earlier.
        const Order order{.tiles = tiles, .width = width, .symmetric = symmetric, .gap = 3};
        const std::vector<Task> list = list_of(order);
        for (std::size_t slow = 0; slow < list.size(); ++slow) {
          if (list[slow].kind <= Task::skip) continue;
          Progress progress(order);
          for (std::size_t at = 0; at < slow; ++at) progress.say_done(list[at]);
          std::vector<Task> waiting(list.begin() + static_cast<std::ptrdiff_t>(slow) + 1,
                                    list.end());
          for (std::size_t before = waiting.size() + 1; before != waiting.size();) {
            before = waiting.size();
            std::erase_if(waiting, [&](const Task& task) {
              if (!progress.is_ready(task)) return false;
              EXPECT_FALSE(disturbs(order, task, list[slow]))
                  << testing::PrintToString(order) << ": " << testing::PrintToString(task)
                  << " disturbs " << testing::PrintToString(list[slow]);
              progress.say_done(task);
              return true;
            });
            if (testing::Test::HasFailure()) return;
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace warpath::cuda::dense
