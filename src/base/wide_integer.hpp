// Integers that hold any sum of as many weights as a graph has, and any product of two words.
#pragma once

#include <cstdint>
#include <type_traits>

namespace warpath {

__extension__ using Int128 = __int128;
__extension__ using UInt128 = unsigned __int128;

template <class T>
using WideInteger = std::conditional_t<(sizeof(T) < 8), std::int64_t, Int128>;

}  // namespace warpath
