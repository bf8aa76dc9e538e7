#include "kernels/work.hpp"

#include <fmt/format.h>

#include "warpath/error.hpp"

namespace warpath {

void throw_negative_cycle(Index vertex) {
  throw Error(ErrorCode::negative_cycle,
              fmt::format("a cycle through vertex {} has negative weight: going round it again "
                          "always shortens the path",
                          vertex),
              "remove the cycle; in an undirected graph a single negative edge is one", {vertex});
}

}  // namespace warpath
