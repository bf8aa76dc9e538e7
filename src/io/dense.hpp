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

// Error does_not_fit when what is read from a file takes more than the limit, or than there is where
// that is 0.
void check_memory(std::size_t bytes, std::string_view name, std::size_t limit);

// The same for a graph of arcs whose weights take so many bytes each.
void check_graph_memory(Index vertices, std::size_t arcs, std::size_t weight_bytes,
                        std::string_view name, std::size_t limit);

}  // namespace warpath::io
