// Sums of floats without rounding (Shewchuk 1997), which tell on which side of 0 a cycle lies.
#pragma once

#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace warpath::routes {

class ExactSum {
 public:
  // No partial sum may overflow.
  ExactSum& operator+=(double x) {
    std::size_t kept = 0;
    for (double y : parts_) {
      if (std::abs(x) < std::abs(y)) std::swap(x, y);
      const double high = x + y;
      const double low = y - (high - x);
      if (low != 0) parts_[kept++] = low;
      x = high;
    }
    parts_.resize(kept);
    parts_.push_back(x);
    return *this;
  }

  // Rounded once, to even: as Python's fsum does it.
  explicit operator double() const {
    if (parts_.empty()) return 0;
    std::size_t i = parts_.size() - 1;
    double high = parts_[i];
    double low = 0;
    while (i > 0) {
      const double x = high;
      const double y = parts_[--i];
      high = x + y;
      low = y - (high - x);
      if (low != 0) break;
    }
    // Half a unit and something more below it: rounded the wrong way by the step above.
    if (i > 0 && ((low < 0 && parts_[i - 1] < 0) || (low > 0 && parts_[i - 1] > 0))) {
      const double twice = low * 2;
      const double other = high + twice;
      if (other - high == twice) high = other;
    }
    return high;
  }

 private:
  std::vector<double> parts_;  // none overlap, growing; their sum is exact
};

}  // namespace warpath::routes
