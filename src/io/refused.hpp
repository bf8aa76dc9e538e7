// What the system would not do.
#pragma once

#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "warpath/error.hpp"

namespace warpath::io {

// Error io: "cannot open x.gr: No such file or directory". `reason` is an errno.
[[noreturn]] inline void refused(std::string_view what, std::string_view path, int reason,
                                 std::string remedy = {}) {
  throw Error(ErrorCode::io, fmt::format("cannot {} {}: {}", what, path, std::strerror(reason)),
              std::move(remedy));
}

}  // namespace warpath::io
