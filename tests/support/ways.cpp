#include "support/ways.hpp"

#include <ostream>

#include "warpath/kernel.hpp"
#include "warpath/machine.hpp"
#include "warpath/plan.hpp"

namespace support {
namespace {

using warpath::Options;

const warpath::Machine& this_machine() {
  static const warpath::Machine machine = warpath::Machine::detect();
  return machine;
}

// What a kernel makes of the wishes in `options`, for a problem large enough to want them all.
warpath::Plan planned(const warpath::KernelInfo& kernel, Options options) {
  options.kernel = kernel.name;
  const warpath::Problem problem{.n = 2000};
  return warpath::make_plan(problem, options, this_machine());
}

// CUDA kernels are found in the table on every machine and can be run on some.
bool runs_here(const warpath::KernelInfo& kernel) {
  return kernel.backend == warpath::Backend::cpu || !this_machine().devices.empty();
}

}  // namespace

Options Way::options(warpath::SemiringKind semiring) const {
  Options options;
  options.semiring = semiring;
  options.kernel = kernel;
  options.isa = isa;
  options.threads = threads;
  options.block = block;
  return options;
}

std::ostream& operator<<(std::ostream& out, const Way& way) {
  out << "kernel=" << way.kernel;
  if (!way.isa.empty()) out << " isa=" << way.isa;
  out << " threads=" << way.threads;
  if (way.block != 0) out << " block=" << way.block;
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
    if (!runs_here(kernel)) continue;
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
                        .production = kernel.family == warpath::KernelFamily::production});
      }
    }
  }
  return ways;
}

std::vector<Way> each_isa(int threads) {
  return all_ways({threads});
}

std::vector<Way> each_kernel(int threads) {
  std::vector<Way> ways;
  for (Way& way : all_ways({threads})) {
    way.isa.clear();
    if (ways.empty() || ways.back().kernel != way.kernel) ways.push_back(way);
  }
  return ways;
}

bool takes_block(const std::string& kernel) {
  Options options;
  options.block = 64;
  return planned(*warpath::find_kernel(kernel), options).block == 64;
}

}  // namespace support
