// Words in messages.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "warpath/error.hpp"

namespace warpath {

// "16,777,216"
std::string grouped(Index number);

// "37.3 GiB"
std::string format_bytes(std::size_t bytes);

// Insertions, deletions and replacements of bytes that turn a into b; anything above `most` when there
// are more than that.
std::size_t edit_distance(std::string_view a, std::string_view b,
                          std::size_t most = static_cast<std::size_t>(-1) / 2);

// The known word that `word` was probably meant to be; empty when none is close.
std::string_view closest(std::string_view word, std::span<const std::string_view> known);

// "did you mean 'blocked'? known are: cpu, textbook, blocked"; the question only where a known
// word is close to `word`.
std::string suggest(std::string_view word, std::span<const std::string_view> known);

// "Rome -> Paris (2), Paris -> Rome (-5); its sum is -3", without the middle where there is too much of it.
std::string spell_cycle(const Cycle& cycle, const std::function<std::string(Index)>& name);

}  // namespace warpath
