#include <warpath/version.hpp>
#include <warpath/warpath.hpp>

#include <cstdio>
#include <cstring>

int main() {
  std::printf("warpath %s\n", warpath::version());
  return std::strcmp(warpath::version(), WARPATH_VERSION_STRING) == 0 ? 0 : 1;
}
