#include "sparse/order.hpp"

#include <fmt/format.h>
#include <metis.h>

#include <cstdlib>
#include <limits>
#include <mutex>
#include <numeric>

#include "warpath/error.hpp"

namespace warpath::sparse {
namespace {

static_assert(sizeof(idx_t) == sizeof(Vertex), "METIS is expected to count in 32 bits");

// METIS seeds and uses rand(). It gets a state of its own for that, and the caller's comes back.
class OwnRandomNumbers {
 public:
  OwnRandomNumbers() : before_(initstate(1, state_, sizeof(state_))) {}
  ~OwnRandomNumbers() { setstate(before_); }
  OwnRandomNumbers(const OwnRandomNumbers&) = delete;
  OwnRandomNumbers& operator=(const OwnRandomNumbers&) = delete;

 private:
  char state_[128];
  char* before_;
};

}  // namespace

std::vector<Vertex> nested_dissection(const Pattern& pattern) {
  Vertex n = pattern.vertices();
  std::vector<Vertex> order(at(n));
  std::iota(order.begin(), order.end(), 0);
  if (pattern.neighbours.empty()) return order;
  if (pattern.neighbours.size() > static_cast<std::size_t>(std::numeric_limits<idx_t>::max())) {
    throw Error(ErrorCode::unsupported,
                fmt::format("the sparse method with {} links", pattern.neighbours.size() / 2),
                "it takes fewer than 2^30; use the dense method");
  }
  // METIS changes neither, but has no word for it.
  std::vector<idx_t> offsets(pattern.offsets.begin(), pattern.offsets.end());
  auto* neighbours = const_cast<idx_t*>(pattern.neighbours.data());
  std::vector<idx_t> place(at(n));
  idx_t options[METIS_NOPTIONS];
  METIS_SetDefaultOptions(options);
  options[METIS_OPTION_SEED] = 1;
  options[METIS_OPTION_NUMBERING] = 0;

  static std::mutex one_at_a_time;
  const std::lock_guard lock(one_at_a_time);
  const OwnRandomNumbers random;
  const int status = METIS_NodeND(&n, offsets.data(), neighbours, nullptr, options, order.data(),
                                  place.data());
  if (status == METIS_ERROR_MEMORY) {
    throw Error(ErrorCode::does_not_fit,
                fmt::format("METIS had not enough memory to order {} vertices", n));
  }
  if (status != METIS_OK) {
    throw Error(ErrorCode::internal, fmt::format("METIS could not order {} vertices", n));
  }
  return order;
}

}  // namespace warpath::sparse
