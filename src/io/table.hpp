// What the writers of text share.
#pragma once

#include <array>
#include <charconv>
#include <cmath>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "io/format.hpp"

namespace warpath::io {

// As short as it can be while reading it back gives the same number.
template <class T>
void append_number(std::string& text, T number) {
  std::array<char, 32> digits;
  char* const first = digits.data();
  char* const last = first + digits.size();
  if constexpr (std::is_floating_point_v<T>) {
    // Without an exponent a large number would be read as a whole one, which must be exact.
    if (std::abs(number) >= T{0x1p53}) {
      text.append(first, std::to_chars(first, last, number, std::chars_format::scientific).ptr);
      return;
    }
  }
  text.append(first, std::to_chars(first, last, number).ptr);
}

// Error usage for labels that no line of text can hold. Files have none, but programs may.
void check_labels(std::span<const std::string> labels);

// A name as a field of CSV or TSV that is read back as it was: quoted where it must be.
std::string csv_field(std::string_view text);

// Vertices as they stand in a table.
std::vector<std::string> csv_fields(const Naming& naming, Index vertices);

// One line, whatever `comment` holds; none when it is empty.
void write_comment(Output& output, std::string_view mark, std::string_view comment);

// A line of text for an arc: lead, source, separator, target, separator, weight.
struct ArcLine {
  std::string_view lead = {};
  char separator = ' ';
  Index first_vertex = 1;                   // the number of our vertex 0
  std::span<const std::string> names = {};  // in place of numbers, if not empty
  bool lower_triangle = false;  // only arcs to the same or an earlier vertex: every edge once
};
void write_arcs(Output& output, const Graph& graph, const ArcLine& form);

// How many lines that is.
Index arcs_to_write(const Graph& graph, const ArcLine& form);

}  // namespace warpath::io
