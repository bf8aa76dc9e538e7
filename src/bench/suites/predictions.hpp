// How far plans' predictions were off, in either direction.
#pragma once

#include <algorithm>

#include <fmt/format.h>

#include "bench/suite.hpp"
#include "warpath/plan.hpp"

namespace warpath::bench {

class Predictions {
 public:
  explicit Predictions(const SuiteRun& run) : run_(run) {}

  // What the call took that had this plan.
  void add(const Plan& plan, double seconds) {
    const double ratio = plan.predicted_seconds / seconds;
    worst_ = std::max({worst_, ratio, 1 / ratio});
    run_.text(fmt::format("  predicted: {:.3g} s\n", plan.predicted_seconds));
  }

  void report() const {
    run_.goal("predicted and measured seconds, apart by", "x", {2, 1.4}, worst_);
  }

 private:
  const SuiteRun& run_;
  double worst_ = 1;
};

}  // namespace warpath::bench
