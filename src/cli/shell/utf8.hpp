// Text of unknown origin, such as labels, as it may be shown.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace warpath::cli {

// Valid UTF-8 that is harmless for terminals and XML: whatever is malformed or a control character
// becomes U+FFFD.
std::string readable(std::string_view text);

// The columns that readable text takes in a terminal: none for combining marks, two for the wide
// characters of East Asia and for emoji.
std::size_t columns(std::string_view text);

// The text itself, or as much of it as fits so many columns, with an ellipsis.
std::string fit(std::string_view text, std::size_t most);

// What a message quotes: readable, and not the 2 MB that somebody took for a name.
std::string brief(std::string_view text);

// Padded with blanks on the right.
std::string padded(std::string text, std::size_t width);

}  // namespace warpath::cli
