// What must hold for any bytes that a reader is given.
#pragma once

#include <string_view>

namespace warpath::fuzz {

// Reads `bytes` with one of the readers in tests/fuzz/readers, and looks at what comes out. Ends the
// process, saying why, when that is anything but a sound graph or an Error that blames the input.
//
// A last byte of 0xe0 or more is no content but chooses options. At the end, and so rarely met in
// real files, it leaves those usable as seeds.
void check(std::string_view reader, std::string_view bytes);

}  // namespace warpath::fuzz
