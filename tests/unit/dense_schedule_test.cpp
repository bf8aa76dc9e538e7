// The list of tasks of the kernel `cuda` (src/cuda/dense/schedule.hpp), walked and executed on the host.
// Flags and strips here follow the rules of the device (src/cuda/dense/work.cuh).
#include "cuda/dense/schedule.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <vector>

#include "support/combinations.hpp"
#include "support/random.hpp"

namespace warpath::cuda::dense {

void PrintTo(const Task& task, std::ostream* out) {
  constexpr const char* names[] = {"none",      "skip",  "close", "column panel",
                                   "row panel", "relax", "end"};
  *out << names[task.kind] << " (" << task.i << ", " << task.j << ") through [" << task.first
       << ", " << task.last << ")";
}
void PrintTo(const Order& order, std::ostream* out) {
  *out << "tiles=" << order.tiles << " width=" << order.width << " symmetric=" << order.symmetric
       << " gap=" << order.gap;
}

namespace {

using support::Random;
using support::Weights;

std::vector<Task> list_of(const Order& order) {
  std::vector<Task> list;
  long long begin = 0;
  for (int s = 0; s < order.sections(); ++s) {
    const Order::Section section = order.section(s, begin);
    const long long size = order.size_of(section, s);
    for (int index = 0; index < size; ++index) list.push_back(order.task(section, s, index));
    begin += size;
  }
  return list;
}

bool is_panel(const Task& task) {
  return task.kind == Task::column_panel || task.kind == Task::row_panel;
}

// The pivot block of a close, or of a panel; the last one of a relaxation.
int pivot_of(const Task& task) {
  return task.kind == Task::close ? task.last : task.last - 1;
}

// How far everything is: is_ready() and say_done() of the device.
struct Progress {
  explicit Progress(const Order& order_)
      : order(order_),
        versions(static_cast<std::size_t>(order.tiles * order.tiles)),
        relaxed(static_cast<std::size_t>(order.groups())),
        final_tiles(static_cast<std::size_t>(order.tiles)) {}

  int& version(int i, int j) {
    if (order.symmetric && i > j) std::swap(i, j);
    return versions[static_cast<std::size_t>(i * order.tiles + j)];
  }

  bool is_ready(const Task& task) {
    const int k = task.last - 1;
    switch (task.kind) {
      case Task::column_panel:
      case Task::row_panel: return version(k, k) > k && version(task.i, task.j) >= k && is_free(k);
      case Task::close:
        if (task.first == task.last) return true;
        [[fallthrough]];
      case Task::relax:
        return version(task.i, task.j) >= task.first && version(task.i, k) > k &&
               version(k, task.j) > k;
      default: return true;
    }
  }

  // Whether nobody needs the panels any more that lie where those of k will.
  bool is_free(int k) {
    const int group = k / order.width;
    return group < 2 ||
           relaxed[static_cast<std::size_t>(group - 2)] >= order.relaxations(group - 2);
  }

  void say_done(const Task& task) {
    if (task.kind == Task::skip) return;
    const int through = task.kind == Task::close ? task.last + 1 : task.last;
    if (task.kind != Task::none) {
      version(task.i, task.j) = through;
      if (through == order.tiles) ++final_tiles[static_cast<std::size_t>(task.i)];
    }
    if (!is_panel(task) && task.first < task.last) {
      ++relaxed[static_cast<std::size_t>(task.first / order.width)];
    }
  }

  Order order;
  std::vector<int> versions, relaxed, final_tiles;
};

template <class F>
void for_each_order(const std::vector<int>& tiles, const F& f) {
  for (const int count : tiles) {
    for (const int width : {1, 2, 3, 4, 8}) {
      for (const bool symmetric : {false, true}) {
        for (const int gap : {0, 3, 1000}) {
          f(Order{count, width, symmetric, gap});
          if (testing::Test::HasFailure()) return;
        }
      }
    }
  }
}

// Those around the rasters of 16 tiles, too.
const std::vector<int> kTiles{1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 15, 16, 17, 18, 23, 33, 40};

void expect_inside(const Order& order, const Task& task) {
  ASSERT_TRUE(task.kind > Task::skip && task.kind < Task::end);
  for (const int x : {task.i, task.j}) {
    ASSERT_GE(x, 0);
    ASSERT_LT(x, order.tiles);
  }
  ASSERT_GE(task.first, 0);
  ASSERT_LE(task.last, task.kind == Task::close ? order.tiles - 1 : order.tiles);
  ASSERT_TRUE(!order.symmetric || task.i <= task.j);
  // All pivot blocks of a relaxation are of one group, whose strips lie one behind the other.
  ASSERT_TRUE(task.first >= task.last || task.first / order.width == (task.last - 1) / order.width);
  const int k = pivot_of(task);
  switch (task.kind) {
    case Task::column_panel: ASSERT_TRUE(task.j == k && task.i != k && task.first == k); break;
    case Task::row_panel: ASSERT_TRUE(task.i == k && task.j != k && task.first == k); break;
    case Task::close: ASSERT_TRUE(task.i == k && task.j == k); break;
    default:
      for (int pivot = task.first; pivot < task.last; ++pivot) {
        ASSERT_TRUE(task.i != pivot && task.j != pivot) << "its own pivot";
      }
      ASSERT_LT(task.first, task.last);
  }
}

void expect_in_place(const Order& order, const Task& task, Progress& progress) {
  if (task.kind == Task::skip) return;
  if (task.kind == Task::none) {
    ASSERT_TRUE(order.symmetric);
    ASSERT_TRUE(task.first >= 0 && task.first < order.tiles && task.last == task.first + 1);
    return;
  }
  expect_inside(order, task);
  if (testing::Test::HasFatalFailure()) return;
  // Neither twice nor with pivots left out.
  ASSERT_EQ(progress.version(task.i, task.j), task.first);
  ASSERT_TRUE(progress.is_ready(task));
  // The way back, which a row looks at while it is computed.
  if (task.kind == Task::row_panel && !order.symmetric) {
    ASSERT_GT(progress.version(task.j, task.i), task.i);
  }
  // Panels of every pivot block, not of the last one only.
  for (int k = task.first; !is_panel(task) && k < task.last; ++k) {
    ASSERT_GT(progress.version(task.i, k), k);
    ASSERT_GT(progress.version(k, task.j), k);
  }
}

// Then workers who take tasks from the front can always go on, however few they are.
TEST(DenseSchedule, EveryTaskStandsBehindAllThatItNeeds) {
  for_each_order(kTiles, [](const Order& order) {
    Progress progress(order);
    for (const Task& task : list_of(order)) {
      expect_in_place(order, task, progress);
      if (testing::Test::HasFatalFailure()) {
        ADD_FAILURE() << testing::PrintToString(order) << ": " << testing::PrintToString(task);
        return;
      }
      progress.say_done(task);
    }
  });
}

TEST(DenseSchedule, EveryTileIsRelaxedThroughAllPivots) {
  for_each_order(kTiles, [](const Order& order) {
    Progress progress(order);
    for (const Task& task : list_of(order)) progress.say_done(task);
    for (int i = 0; i < order.tiles; ++i) {
      for (int j = 0; j < order.tiles; ++j) {
        ASSERT_EQ(progress.version(i, j), order.tiles)
            << testing::PrintToString(order) << " (" << i << ", " << j << ")";
      }
      // By this the host knows that a row of tiles can be brought home.
      const int in_row = order.symmetric ? order.tiles - i : order.tiles;
      ASSERT_EQ(progress.final_tiles[static_cast<std::size_t>(i)], in_row)
          << testing::PrintToString(order) << " row " << i;
    }
    for (int g = 0; g < order.groups(); ++g) {
      ASSERT_EQ(progress.relaxed[static_cast<std::size_t>(g)], order.relaxations(g))
          << testing::PrintToString(order) << " group " << g;
    }
  });
}

// The gap moves tasks within the list; none is added or lost.
TEST(DenseSchedule, IsAsLongWithAnyGap) {
  for (const int tiles : {1, 2, 7, 16, 33}) {
    for (const int width : {1, 4}) {
      for (const bool symmetric : {false, true}) {
        const auto size = list_of({tiles, width, symmetric, 0}).size();
        for (const int gap : {1, 10, 700, 1 << 20}) {
          EXPECT_EQ(list_of({tiles, width, symmetric, gap}).size(), size) << tiles;
        }
      }
    }
  }
}

// 2^20 vertices, which is the most, in the smallest tiles: everything is counted in int but the place
// in the list.
TEST(DenseSchedule, CountsTheLargestMatrixWithoutOverflow) {
  for (const bool symmetric : {false, true}) {
    const Order order{.tiles = 1 << 14, .width = 8, .symmetric = symmetric, .gap = 1000};
    long long begin = 0;
    for (int s = 0; s < order.sections(); ++s) {
      const Order::Section section = order.section(s, begin);
      const long long size = order.size_of(section, s);
      ASSERT_TRUE(section.for_next >= 0 && section.rest >= 0 && section.per_pivot >= 0);
      ASSERT_TRUE(size > 0 && size <= std::numeric_limits<int>::max()) << s;
      if (s % 97 == 0 || s + 1 >= order.groups()) {
        const int last = static_cast<int>(size - 1);
        for (const int index : {0, last / 3, last / 2, last - 1, last}) {
          const Task task = order.task(section, s, index);
          SCOPED_TRACE(testing::PrintToString(task));
          if (task.kind > Task::skip) expect_inside(order, task);
        }
      }
      begin += size;
    }
    const double tiles = order.tiles;
    EXPECT_GT(static_cast<double>(begin), tiles * tiles * tiles / 8 / (symmetric ? 2 : 1));
  }
}

// --- the list, executed ---------------------------------------------------------------------------

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

TEST(DenseSchedule, SolvesTheMatrixInTheOrderOfTheList) {
  Random random(1);
  for_each_order({1, 2, 3, 4, 5, 6, 7, 9, 13, 19}, [&](const Order& order) {
    const Weights arcs = random_arcs(random_size(order, random), order.symmetric, random);
    Machine machine(order, arcs);
    for (const Task& task : list_of(order)) machine.execute(task);
    ASSERT_TRUE(machine.distances() == truth_of(arcs)) << testing::PrintToString(order);
  });
}

// Workers take tasks from the front and do them when they are ready; who comes first is chance.
TEST(DenseSchedule, SolvesTheMatrixWithAnyNumberOfWorkers) {
  Random random(2);
  for_each_order({1, 2, 3, 5, 8, 11}, [&](const Order& order) {
    const Weights arcs = random_arcs(random_size(order, random), order.symmetric, random);
    const Weights want = truth_of(arcs);
    const std::vector<Task> list = list_of(order);
    for (const std::size_t workers : {2u, 7u, 60u, 100000u}) {
      Machine machine(order, arcs);
      Progress progress(order);
      std::vector<Task> taken;
      std::size_t next = 0;
      while (next < list.size() || !taken.empty()) {
        while (next < list.size() && taken.size() < workers) taken.push_back(list[next++]);
        // From a random one on, the first that is ready.
        const std::size_t from = random.below(taken.size());
        std::size_t tried = 0;
        const auto at = [&] {
          return taken.begin() + static_cast<std::ptrdiff_t>((from + tried) % taken.size());
        };
        while (tried < taken.size() && !progress.is_ready(*at())) ++tried;
        ASSERT_LT(tried, taken.size()) << "all wait, " << testing::PrintToString(order);
        machine.execute(*at());
        progress.say_done(*at());
        std::swap(*at(), taken.back());
        taken.pop_back();
      }
      ASSERT_TRUE(machine.distances() == want)
          << testing::PrintToString(order) << " workers=" << workers;
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
TEST(DenseSchedule, ASlowWorkerIsNotDisturbed) {
  for (const int tiles : {2, 3, 4, 5, 7, 9}) {
    for (const int width : {1, 2, 3}) {
      for (const bool symmetric : {false, true}) {
        const Order order{tiles, width, symmetric, 3};
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
