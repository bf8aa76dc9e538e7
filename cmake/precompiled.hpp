// Read once instead of in every file where WARPATH_PCH is on. No file relies on it: each includes what
// it uses, and builds with ccache, which cannot share precompiled headers, go without.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>
