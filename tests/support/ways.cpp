#include "support/ways.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <ostream>

#include "warpath/plan.hpp"

namespace support {
namespace {

using warpath::Options;

warpath::Backend walked = warpath::Backend::cpu;

// What a kernel makes of the wishes in `options`, for a problem large enough to want them all.
warpath::Plan planned(const warpath::KernelInfo& kernel, Options options,
                      warpath::WeightType weight = warpath::WeightType::float32) {
  options.kernel = kernel.name;
  const warpath::Problem problem{.n = 2000, .semiring = options.semiring, .weight = weight};
  return warpath::make_plan(problem, options, this_machine());
}

// CUDA kernels are found in the table on every machine and can be run on some. Kernels that want more than a matrix has to
// promise (weights >= 0, which only a graph tells before it is solved) have tests of their own.
bool is_walked(const warpath::KernelInfo& kernel) {
  if (kernel.backend != walked) return false;
  if (!kernel.unsupported({.n = 2000}).empty()) return false;
  return kernel.backend == warpath::Backend::cpu || !this_machine().devices.empty();
}

}  // namespace

void use_backend(warpath::Backend backend) { walked = backend; }

const warpath::Machine& this_machine() {
  static const warpath::Machine machine = warpath::Machine::detect();
  return machine;
}

bool too_large(std::size_t n) {
  static const std::size_t largest = [] {
    const char* text = std::getenv("WARPATH_TEST_LARGEST");
    return text == nullptr ? std::numeric_limits<std::size_t>::max()
                           : static_cast<std::size_t>(std::strtoull(text, nullptr, 10));
  }();
  return n > largest;
}

int stride() {
  static const int rounds = [] {
    const char* text = std::getenv("WARPATH_TEST_STRIDE");
    return text == nullptr ? 1 : std::max(std::atoi(text), 1);
  }();
  return rounds;
}

bool Way::offers(warpath::SemiringKind semiring, warpath::WeightType weight) const {
  const warpath::Problem problem{.n = 10, .semiring = semiring, .weight = weight};
  return warpath::find_kernel(kernel)->unsupported(problem).empty();
}

Options Way::options(warpath::SemiringKind semiring) const {
  Options options;
  options.semiring = semiring;
  options.kernel = kernel;
  options.isa = isa;
  options.threads = threads;
  options.block = block;
  options.undirected = undirected;
  return options;
}

std::ostream& operator<<(std::ostream& out, const Way& way) {
  out << "kernel=" << way.kernel;
  if (!way.isa.empty()) out << " isa=" << way.isa;
  out << " threads=" << way.threads;
  if (way.block != 0) out << " block=" << way.block;
  if (way.undirected) out << " undirected";
  return out;
}

const std::vector<std::string>& present_isas() {
  static const std::vector<std::string> present = [] {
    std::vector<std::string> names;
    for (const char* name : {"scalar", "neon", "sse2", "sse4", "avx2", "avx512"}) {
      float cell = 0;
      Options options;
      options.isa = name;
      options.kernel = "cpu";
      const auto refused = code_of(
          [&] { warpath::solve_in_place(warpath::MatrixView<float>(&cell, 1, 1, 1), options); });
      if (!refused) names.push_back(name);
    }
    return names;
  }();
  return present;
}

std::vector<Way> all_ways(const std::vector<int>& threads) {
  std::vector<Way> ways;
  for (const warpath::KernelInfo& kernel : warpath::kernels()) {
    if (!is_walked(kernel)) continue;
    Options three;
    three.threads = 3;
    const warpath::Plan plan = planned(kernel, three);
    std::vector<std::string> isas{""};
    if (!plan.isa.empty()) isas = present_isas();
    std::vector<int> counts{1};
    if (plan.threads == 3) counts = threads;
    for (const std::string& isa : isas) {
      for (const int count : counts) {
        ways.push_back({.kernel = std::string(kernel.name),
                        .isa = isa,
                        .threads = count,
                        .production = kernel.family == warpath::KernelFamily::production,
                        .sparse = kernel.method != warpath::Method::dense,
                        .on_cpu = kernel.backend == warpath::Backend::cpu});
      }
    }
  }
  return ways;
}

std::vector<Way> each_isa(int threads) { return all_ways({threads}); }

std::vector<Way> each_kernel(int threads) {
  std::vector<Way> ways;
  for (Way& way : all_ways({threads})) {
    way.isa.clear();
    if (ways.empty() || ways.back().kernel != way.kernel) ways.push_back(way);
  }
  return ways;
}

bool takes_block(const std::string& kernel, Index block, warpath::SemiringKind semiring,
                 warpath::WeightType weight) {
  Options options;
  options.semiring = semiring;
  options.block = block;
  Index taken = 0;  // stays so where the width is refused
  code_of([&] { taken = planned(*warpath::find_kernel(kernel), options, weight).block; });
  return taken == block;
}

}  // namespace support
