// How a long solve tells where it is, and how it is stopped.
#pragma once

#include <cstdint>
#include <functional>

namespace warpath {

struct ProgressReport {
  double done = 0;   // tasks finished; a task is one min(w_ij, w_ik + w_kj)
  double total = 0;  // tasks of the whole solve; 0 as long as the input is looked through
};

enum class ProgressAnswer : std::uint8_t { go_on, cancel };

// Called on the thread that called solve(), never from two threads at once: where the look through
// the input takes long, about every 50 ms; once when the work begins, then again about every 50 ms,
// and once when it is done. Answering `cancel` ends the solve
// with ErrorCode::cancelled within about 50 ms of work; an exception thrown here ends it too and
// reaches the caller unchanged. A matrix that was being solved in place then holds a mixture of
// old and improved distances.
using Progress = std::function<ProgressAnswer(const ProgressReport&)>;

}  // namespace warpath
