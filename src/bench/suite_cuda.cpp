// The suite "cuda": what the dense CUDA engine must reach, measured in one run on this machine's
// first device.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "bench/suite.hpp"

namespace warpath::cli {
namespace {

constexpr Index kLarge = 16384;  // where types are compared
constexpr double kMustFraction = 0.88;
constexpr double kAimFraction = 0.94;

// Milliseconds, or a ratio.
struct Limit {
  double must;
  double aim;
};

// What is solved, without its size.
struct Kind {
  std::string_view name;
  WeightType weight = WeightType::float32;
  bool any_sign = false;
  bool undirected = false;
  bool pinned = false;
};

constexpr Kind kPlain{"float32 >= 0"};

struct Size {
  Index n;
  Limit limit;
};
constexpr Size kSizes[] = {{1024, {0.30, 0.18}},
                           {2048, {1.0, 0.75}},
                           {4096, {5.6, 4.7}},
                           {8192, {38, 35}},
                           {kLarge, {285, 270}}};
constexpr Size kLargest{32768, {2240, 2120}};  // a matrix of 4 GiB: last, because it takes longest

struct Type {
  Kind kind;
  Limit limit;
  bool fraction;  // its peak_fraction is a goal, too
};
constexpr Type kTypes[] = {
    {{.name = "float32 any sign", .any_sign = true}, {338, 315}, true},
    {{.name = "int32", .weight = WeightType::int32}, {290, 270}, true},
    {{.name = "int16", .weight = WeightType::int16}, {150, 140}, true},
    {{.name = "float64", .weight = WeightType::float64}, {930, 860}, true},
    {{.name = "float32 undirected", .undirected = true}, {165, 145}, false},
};

class CudaSuite {
 public:
  CudaSuite(const SuiteListener& listener, const Repeats& repeats)
      : listener_(listener), repeats_(repeats) {
    const Machine machine = Machine::detect();
    if (machine.devices.empty()) {
      throw Error(ErrorCode::device_unavailable,
                  fmt::format("the suite 'cuda' needs a CUDA device: CUDA is {}", machine.cuda),
                  "run it where there is one; --suite cpu measures the CPU's kernels");
    }
  }

  void run() {
    for (const Size& size : kSizes) time(kPlain, size, size.n == kLarge);
    end_to_end();
    for (const Type& type : kTypes) time(type.kind, {kLarge, type.limit}, type.fraction);
    time(kPlain, kLargest, false);
    for (const Goal& fraction : fractions_) listener_.on_goal(fraction);
  }

 private:
  Record measured(const Kind& kind, Index n) const {
    Case what;
    what.kernel = "cuda";
    what.weight = kind.weight;
    what.n = n;
    what.any_sign = kind.any_sign;
    what.undirected = kind.undirected;
    what.pinned = kind.pinned;
    // A row is checked in time n², a second for the largest, which a solve takes, too.
    what.checked_rows = std::clamp<Index>(400'000'000 / (n * n), 2, 16);
    const Record record = measure({&what, 1}, repeats_).front();
    listener_.on_record(record);
    return record;
  }

  void time(const Kind& kind, const Size& size, bool fraction) {
    const Record record = measured(kind, size.n);
    listener_.on_goal({fmt::format("{}, n={}", kind.name, size.n), "ms", size.limit.must,
                       size.limit.aim, record.seconds * 1e3, true, record.device});
    if (!fraction) return;
    fractions_.push_back({fmt::format("peak fraction, {}, n={}", kind.name, size.n), "",
                          kMustFraction, kAimFraction, record.peak_fraction, false, record.device});
  }

  // What the way to the device and back adds.
  void end_to_end() const {
    constexpr Limit limit{1.2, 1.1};
    Kind kind = kPlain;
    kind.pinned = true;
    const Record record = measured(kind, kLarge);
    listener_.on_goal({fmt::format("from and to pinned memory over kernel, n={}", kLarge), "",
                       limit.must, limit.aim, record.end_to_end_seconds / record.seconds, true,
                       record.device});
  }

  const SuiteListener& listener_;
  const Repeats& repeats_;
  std::vector<Goal> fractions_;
};

}  // namespace

void run_cuda_suite(const SuiteListener& listener, const Repeats& repeats) {
  CudaSuite(listener, repeats).run();
}

}  // namespace warpath::cli
