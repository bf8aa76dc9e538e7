// Seconds, their median, and the date.
#pragma once

#include <algorithm>
#include <ctime>
#include <string>
#include <vector>

#include "base/stopwatch.hpp"

namespace warpath::bench {

// Of work(), which takes no arguments.
template <class Work>
double seconds_of(const Work& work) {
  const Stopwatch watch;
  work();
  return watch.seconds();
}

inline double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

// Of so many times that work() is done.
template <class Work>
double median_seconds(int times, const Work& work) {
  std::vector<double> seconds;
  while (times-- > 0) seconds.push_back(seconds_of(work));
  return median(seconds);
}

// Medians of `count` things that take turns, so that a disturbance hits all of them: seconds(i)
// does one of them. check(i) comes after a first round, which warms up and does not count.
template <class Seconds, class Check>
std::vector<double> medians_in_turns(int rounds, int count, const Seconds& seconds,
                                     const Check& check) {
  std::vector<std::vector<double>> all(static_cast<std::size_t>(count));
  for (int round = -1; round < rounds; ++round) {
    for (int i = 0; i < count; ++i) {
      const double took = seconds(i);
      if (round < 0) check(i);
      if (round >= 0) all[static_cast<std::size_t>(i)].push_back(took);
    }
  }
  std::vector<double> medians;
  for (const auto& each : all) medians.push_back(median(each));
  return medians;
}

// Now, as "2026-01-31T23:59:59Z".
inline std::string now_text() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

}  // namespace warpath::bench
