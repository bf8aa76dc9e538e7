#include "warpath/version.hpp"

#include "warpath/warpath.hpp"

namespace warpath {

const char* version() { return WARPATH_VERSION_STRING; }

}  // namespace warpath
