// Files of other programs that are known, and not read.
#pragma once

#include "io/format.hpp"

namespace warpath::io {

// Error bad_input, with what to do instead, for an input without any bytes, and, unless the caller
// has named a format, for GEXF, DOT and spreadsheets.
void refuse_foreign(const Source& source, const ReadOptions& options);

}  // namespace warpath::io
