// The makers of families, so that the table in families.cpp can name those of other files.
#pragma once

#include "support/families.hpp"
#include "support/random.hpp"

namespace support::makers {

// Random numbers that depend on the family's name and on n alone.
Random seeded(const char* name, std::size_t n);

Weights sparse(std::size_t n, double limit);
Weights negative_arcs(std::size_t n, double limit);
Weights negative_sparse(std::size_t n, double limit);
Weights negative_dag(std::size_t n, double limit);
Weights zero_cycles(std::size_t n, double limit);
Weights negative_loop(std::size_t n, double limit);
Weights negative_pair(std::size_t n, double limit);
Weights negative_round(std::size_t n, double limit);
Weights negative_hidden(std::size_t n, double limit);

}  // namespace support::makers
