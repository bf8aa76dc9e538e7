// A plan in words.

#include <fmt/format.h>

#include "base/messages.hpp"
#include "warpath/plan.hpp"

namespace warpath {

std::string Plan::to_string() const {
  if (kernel == nullptr) return "no plan\n";
  const Index rows = problem.rows < 0 ? problem.n : problem.rows;
  std::string text = fmt::format(
      "method     {}\nkernel     {} ({})\nproblem    {} x {}, {}, {}{}{}\n",
      warpath::to_string(method()), kernel->name, kernel->title, rows, problem.n,
      warpath::to_string(problem.semiring), warpath::to_string(problem.weight),
      problem.nonnegative ? ", weights >= 0" : "", problem.symmetric ? ", symmetric" : "");
  if (sparse) text += sparse.to_string();
  const std::string blocks = block > 0 ? fmt::format(", blocks of {}", block) : std::string();
  if (device >= 0) {
    text += fmt::format("runs on    CUDA device {}, {} in its memory{}\n", device,
                        format_bytes(device_bytes), blocks);
  } else {
    text += fmt::format("runs on    {} thread{}{}{}{}\n", threads, threads == 1 ? "" : "s",
                        isa.empty() ? "" : ", ", isa, blocks);
  }
  text += fmt::format("memory     {} (matrix {}, workspace {})\n", format_bytes(bytes()),
                      format_bytes(matrix_bytes), format_bytes(workspace_bytes));
  text += fmt::format("work       {:.3g} tasks, about {:.2g} s\n", tasks, predicted_seconds);
  if (dense_seconds > 0 && sparse_seconds > 0) {
    text +=
        fmt::format("predicted  dense {:.2g} s, sparse {:.2g} s\n", dense_seconds, sparse_seconds);
  }
  return text;
}

}  // namespace warpath
