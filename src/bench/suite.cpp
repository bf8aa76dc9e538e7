// The suite "cpu": what the dense CPU engine must reach, measured in one run.
#include "bench/suite.hpp"

#include <chrono>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "verify/rows.hpp"

namespace warpath::cli {
namespace {

constexpr int kThreads = 2;
constexpr Index kLarge = 4096;

// What a program does that has no library: three loops over an array, min by comparison. Not
// inlined, so that the compiler knows no more about n and the cells than a library would.
[[gnu::noinline]] void triple_loop(float* w, Index n, Index ld) {
  for (Index k = 0; k < n; ++k) {
    for (Index i = 0; i < n; ++i) {
      for (Index j = 0; j < n; ++j) {
        const float through = w[i * ld + k] + w[k * ld + j];
        if (through < w[i * ld + j]) w[i * ld + j] = through;
      }
    }
  }
}

Case large(WeightType weight, bool any_sign) {
  Case what;
  what.kernel = "cpu";
  what.weight = weight;
  what.n = kLarge;
  what.threads = kThreads;
  what.any_sign = any_sign;
  return what;
}

class CpuSuite {
 public:
  CpuSuite(const SuiteListener& listener, const Repeats& repeats, const std::string& isa)
      : listener_(listener), repeats_(repeats), isa_(isa) {}

  void run() {
    against_textbook();
    const auto f32 = WeightType::float32;
    fraction("float32 any sign", large(f32, true), 0.88, 0.95);
    fraction("float64 any sign", large(WeightType::float64, true), 0.88, 0.95);
    against_itself();
    fraction("int32", large(WeightType::int32, false), 0.78, 0.90);
    fraction("int16", large(WeightType::int16, false), 0.72, 0.88);
    Case small = large(f32, false);
    small.n = 256;
    small.threads = 1;
    fraction("float32 >= 0", small, 0.50, 0.75);
    many_small();
  }

 private:
  std::vector<Record> measured(std::vector<Case> cases) const {
    for (Case& what : cases) what.isa = isa_;
    auto records = measure(cases, repeats_);
    for (const Record& record : records) listener_.on_record(record);
    return records;
  }

  void goal(std::string row, std::string unit, double must, double aim, double reached,
            bool smaller_is_better = false) const {
    listener_.on_goal({std::move(row), std::move(unit), must, aim, reached, smaller_is_better});
  }

  void fraction_goal(std::string_view name, const Record& record, double must, double aim) const {
    goal(fmt::format("peak fraction, {}, n={}, {} thread{}", name, record.what.n,
                     record.what.threads, record.what.threads == 1 ? "" : "s"),
         "", must, aim, record.peak_fraction);
  }

  void fraction(std::string_view name, const Case& what, double must, double aim) const {
    fraction_goal(name, measured({what}).front(), must, aim);
  }

  void against_textbook() const {
    Case textbook;
    textbook.kernel = "textbook";
    textbook.n = 2048;
    textbook.threads = 1;
    Case cpu = textbook;
    cpu.kernel = "cpu";
    cpu.threads = kThreads;
    // Not in turns: textbook takes so long that it would decide how often cpu is run.
    const Record slow = measured({textbook}).front();
    const Record fast = measured({cpu}).front();
    goal("cpu over textbook, float32, n=2048, 2 threads", "x", 70, 100,
         slow.seconds / fast.seconds);
  }

  // Three rows of the table share the directed run on two threads, and take turns with it.
  void against_itself() const {
    const Case directed = large(WeightType::float32, false);
    Case single = directed;
    single.threads = 1;
    Case undirected = directed;
    undirected.undirected = true;
    const auto records = measured({directed, single, undirected});
    fraction_goal("float32 >= 0", records[0], 0.78, 0.90);
    goal("2 threads over 1, float32 >= 0, n=4096", "x", 1.85, 1.95,
         records[1].seconds / records[0].seconds);
    goal("undirected over directed time, n=4096", "", 0.60, 0.53,
         records[2].seconds / records[0].seconds, true);
  }

  // 10,000 solves, each of the same input; restoring it is not counted.
  void many_small() const {
    constexpr Index n = 64;
    constexpr int solves = 10'000;
    Matrix<float> input(n, n);
    fill_random<float>(input.view(), 1, 1, 100);
    Matrix<float> work(n, n);
    const auto run = [&](auto&& solve_once) {
      std::chrono::steady_clock::duration total{};
      for (int i = 0; i < solves; ++i) {
        std::memcpy(work.data(), input.data(), Matrix<float>::bytes_needed(n, n));
        const auto start = std::chrono::steady_clock::now();
        solve_once();
        total += std::chrono::steady_clock::now() - start;
      }
      return std::chrono::duration<double>(total).count();
    };
    Options options;
    options.isa = isa_;
    const auto library = [&] { solve_in_place<float>(work.view(), options); };
    const auto loops = [&] { triple_loop(work.data(), n, work.leading_dimension()); };

    const auto sources = verify::sample_sources(n, n);
    const auto check = [&](const auto& solve_all) {
      run(solve_all);
      const auto report =
          verify::check_rows<float>(std::as_const(input).view(), std::as_const(work).view(),
                                    SemiringKind::shortest_path, sources);
      if (!report.ok()) throw Error(ErrorCode::verification_failed, report.to_string());
    };
    check(library);
    check(loops);
    std::vector<double> with_library;
    std::vector<double> with_loops;
    for (int round = 0; round < std::max(5, repeats_.fixed); ++round) {
      with_library.push_back(run(library));
      with_loops.push_back(run(loops));
    }
    goal("10,000 solves of n=64 over three plain loops", "x", 5, 12,
         median(with_loops) / median(with_library));
  }

  const SuiteListener& listener_;
  const Repeats& repeats_;
  const std::string& isa_;
};

}  // namespace

void run_cpu_suite(const SuiteListener& listener, const Repeats& repeats, const std::string& isa) {
  CpuSuite(listener, repeats, isa).run();
}

}  // namespace warpath::cli
