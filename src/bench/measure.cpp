#include "bench/measure.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <ctime>
#include <functional>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "cuda/memory.hpp"
#include "verify/rows.hpp"

namespace warpath::cli {
namespace {

template <class T>
void fill_from_graph(MatrixView<T> matrix, const Case& what) {
  GenerateOptions options;
  options.seed = what.seed;
  options.weight = weight_type_of<T>;
  const Graph graph = generate(what.graph, what.n, options);
  const auto weights = graph.weights<T>();
  const T none = no_path<T>(what.semiring);
  for (Index i = 0; i < what.n; ++i) {
    for (Index j = 0; j < what.n; ++j) matrix(i, j) = i == j ? T{0} : none;
    const auto row = static_cast<std::size_t>(i);
    for (auto a = static_cast<std::size_t>(graph.offsets()[row]);
         a < static_cast<std::size_t>(graph.offsets()[row + 1]); ++a) {
      matrix(i, graph.targets()[a]) = weights[a];  // generated graphs have no parallel arcs
    }
  }
}

// Adds p_i - p_j to every arc: the sum around a cycle stays what it was, single arcs get any sign.
// Everything is a whole number, so that floats are exact.
template <class T>
void shift_by_potentials(MatrixView<T> matrix, SemiringKind semiring) {
  const T none = no_path<T>(semiring);
  const auto potential = [](Index v) { return static_cast<T>((v * 2654435761) % 101); };
  for (Index i = 0; i < matrix.rows(); ++i) {
    for (Index j = 0; j < matrix.columns(); ++j) {
      if (i == j || matrix(i, j) == none) continue;
      T weight = matrix(i, j);
      if constexpr (std::is_floating_point_v<T>) weight = std::trunc(weight);
      matrix(i, j) = static_cast<T>(weight + potential(i) - potential(j));
    }
  }
}

template <class T>
Matrix<T> make_input(const Case& what) {
  Matrix<T> input(what.n, what.n);
  constexpr bool boolean = std::is_same_v<T, std::uint8_t>;
  if (what.any_sign && (boolean || what.undirected)) {
    throw Error(ErrorCode::usage,
                "negative weights go neither with reachability nor with "
                "undirected graphs, where they are negative cycles");
  }
  if (what.graph == GraphKind::random) {
    fill_random<T>(input.view(), what.seed, boolean ? T{0} : T{1}, boolean ? T{1} : T{100},
                   what.undirected);
  } else if constexpr (boolean) {
    throw Error(ErrorCode::usage, "reachability is measured on random graphs only",
                "use --graph random");
  } else {
    fill_from_graph<T>(input.view(), what);
  }
  if constexpr (!boolean) {
    if (what.any_sign) shift_by_potentials<T>(input.view(), what.semiring);
  }
  return input;
}

Options to_options(const Case& what) {
  Options options;
  options.semiring = what.semiring;
  options.kernel = what.kernel;
  options.undirected = what.undirected;
  options.threads = what.threads;
  options.block = what.block;
  options.isa = what.isa;
  options.predecessors = what.predecessors;
  return options;
}

// One solve.
struct Sample {
  double seconds;     // what counts: on a device the kernel alone, else all of solve_in_place
  double end_to_end;  // all of solve_in_place
};

// A case that is ready to run: run() restores the input, solves and tells the seconds.
struct Subject {
  std::function<Sample()> run;
  Plan plan;
  Sample first{};  // of the solve that was verified
};

template <class T>
Subject prepare_as(const Case& what) {
  struct Data {
    Matrix<T> input;
    Matrix<T> memory;  // of work, or
    std::optional<cuda::PinnedMemory> pinned;
    MatrixView<T> work;
    Options options;
    Statistics statistics;
    std::optional<Result> result;  // instead of work, where predecessors are wanted
  };
  auto data = std::make_shared<Data>();
  data->input = make_input<T>(what);
  T* cells = nullptr;
  if (what.pinned) {
    data->pinned.emplace(Matrix<T>::bytes_needed(what.n, what.n));
    cells = static_cast<T*>(data->pinned->get());
  } else {
    data->memory = Matrix<T>(what.n, what.n);
    cells = data->memory.data();
  }
  data->work = MatrixView<T>::row_major(cells, what.n, what.n, data->input.leading_dimension());
  data->options = to_options(what);
  Subject subject;
  subject.run = [data] {
    if (data->options.predecessors) {
      data->result.reset();
      const auto start = std::chrono::steady_clock::now();
      data->result.emplace(solve<T>(std::as_const(data->input).view(), data->options));
      const double end_to_end =
          std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      data->statistics = data->result->statistics();
      const bool on_device = data->statistics.plan.device >= 0;
      return Sample{on_device ? data->statistics.kernel_seconds : data->statistics.seconds,
                    end_to_end};
    }
    // Both have the same layout, so one copy restores all rows.
    std::memcpy(data->work.data(), data->input.data(),
                Matrix<T>::bytes_needed(data->input.rows(), data->input.columns()));
    const auto start = std::chrono::steady_clock::now();
    data->statistics = solve_in_place<T>(data->work, data->options);
    const double end_to_end =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const bool on_device = data->statistics.plan.device >= 0;
    return Sample{on_device ? data->statistics.kernel_seconds : end_to_end, end_to_end};
  };
  subject.first = subject.run();
  const auto sources = verify::sample_sources(what.n, what.checked_rows, what.seed);
  const auto report = verify::check_rows<T>(
      std::as_const(data->input).view(),
      data->result ? data->result->template distances<T>() : data->work, what.semiring, sources);
  subject.plan = data->statistics.plan;
  if (!report.ok()) {
    throw Error(ErrorCode::verification_failed,
                fmt::format("kernel {} is wrong on a {} graph of {} vertices, {}, seed {}: {}",
                            subject.plan.kernel->name, to_string(what.graph), what.n,
                            to_string(what.weight), what.seed, report.to_string()),
                "please report this");
  }
  return subject;
}

Subject prepare(const Case& what) {
  switch (what.weight) {
    case WeightType::float32: return prepare_as<float>(what);
    case WeightType::float64: return prepare_as<double>(what);
    case WeightType::int32: return prepare_as<std::int32_t>(what);
    case WeightType::int16: return prepare_as<std::int16_t>(what);
    case WeightType::boolean: return prepare_as<std::uint8_t>(what);
  }
  throw Error(ErrorCode::internal, "a weight type without a name");
}

int rounds_for(double seconds, const Repeats& repeats) {
  if (repeats.fixed > 0) return repeats.fixed;
  if (seconds > 30) return 3;
  constexpr double together = 1.0;
  const int enough = static_cast<int>(std::min(together / std::max(seconds, 1e-9), 100.0));
  return std::max(5, enough) | 1;  // odd, so that the median is one of them
}

}  // namespace

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

std::string now_text() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

std::vector<Record> measure(std::span<const Case> cases, const Repeats& repeats) {
  const Machine machine = Machine::detect();
  std::vector<Subject> subjects;
  double slowest = 0;
  for (const Case& what : cases) {
    subjects.push_back(prepare(what));
    slowest = std::max(slowest, subjects.back().first.end_to_end);
  }
  // The peak is measured beside every solve: on a shared machine, both change from one moment to
  // the next.
  std::vector<std::vector<double>> samples(cases.size());
  std::vector<std::vector<double>> end_to_end(cases.size());
  std::vector<std::vector<double>> peaks(cases.size());
  const int rounds = rounds_for(slowest, repeats);
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < subjects.size(); ++i) {
      const bool once = subjects[i].first.end_to_end > repeats.once_above;
      if (once && round > 0) continue;
      peaks[i].push_back(subjects[i].plan.kernel->peak(subjects[i].plan));
      const Sample sample = once ? subjects[i].first : subjects[i].run();
      samples[i].push_back(sample.seconds);
      end_to_end[i].push_back(sample.end_to_end);
    }
  }

  std::vector<Record> records;
  for (std::size_t i = 0; i < subjects.size(); ++i) {
    Record record;
    record.what = cases[i];
    record.plan = subjects[i].plan;
    record.seconds = median(samples[i]);
    record.seconds_min = *std::min_element(samples[i].begin(), samples[i].end());
    record.end_to_end_seconds = median(end_to_end[i]);
    record.repeats = static_cast<int>(samples[i].size());
    const double n = static_cast<double>(cases[i].n);
    record.tasks_per_second = n * n * n / record.seconds;
    record.peak_tasks_per_second = median(peaks[i]);
    record.peak_fraction = record.plan.tasks / record.seconds / record.peak_tasks_per_second;
    record.verified = true;
    const int device = record.plan.device;
    record.device = device < 0 ? machine.cpu : machine.device(device).name;
    record.date = now_text();
    records.push_back(record);
  }
  return records;
}

}  // namespace warpath::cli
