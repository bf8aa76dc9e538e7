// Dense matrices as graphs.
#pragma once

#include <string_view>

#include "warpath/io.hpp"

namespace warpath::io {

// The graph whose arcs are the cells of a square matrix, but for no_path() cells and for zeros on
// the diagonal, which is how matrices write "no self-loop". `name` stands for the file in messages.
Graph graph_of(const AnyMatrixView& matrix, std::string_view name, const ReadOptions& options);

// Error bad_input unless it is square.
void check_square(Index rows, Index columns, std::string_view name);

// Error does_not_fit when there is less memory than a matrix takes.
void check_memory(std::size_t bytes, std::string_view name);

}  // namespace warpath::io
