# What the library needs, from the system. WarpathLinkDependencies is also installed, because whoever
# links the static library needs the same again.
include(${CMAKE_CURRENT_LIST_DIR}/WarpathLinkDependencies.cmake)
warpath_find_link_dependencies(find_package)

find_package(fmt QUIET)
find_package(FastFloat QUIET)
if(NOT FastFloat_FOUND)
  find_path(FAST_FLOAT_INCLUDE fast_float/fast_float.h)
  mark_as_advanced(FAST_FLOAT_INCLUDE)
  if(FAST_FLOAT_INCLUDE)
    add_library(FastFloat::fast_float INTERFACE IMPORTED)
    target_include_directories(FastFloat::fast_float INTERFACE ${FAST_FLOAT_INCLUDE})
  endif()
endif()
set(warpath_needs TBB::tbb hwy::hwy ZLIB::ZLIB EXPAT::EXPAT AMD::amd fmt::fmt
  FastFloat::fast_float)

if(WARPATH_BUILD_TESTS)
  find_package(GTest QUIET)
  list(APPEND warpath_needs GTest::gtest_main)
endif()

set(warpath_missing)
foreach(needed IN LISTS warpath_needs)
  if(NOT TARGET ${needed})
    list(APPEND warpath_missing ${needed})
  endif()
endforeach()
if(warpath_missing)
  string(REPLACE ";" ", " warpath_missing "${warpath_missing}")
  message(FATAL_ERROR "Warpath needs these libraries, which were not found: ${warpath_missing}\n"
    "On Debian or Ubuntu run scripts/setup.sh, with --test unless tests are left out "
    "(-DWARPATH_BUILD_TESTS=OFF); elsewhere install them and set CMAKE_PREFIX_PATH.")
endif()

# fmt is compiled in where the program must run on machines that lack it.
if(WARPATH_PORTABLE)
  set(WARPATH_FMT $<BUILD_INTERFACE:fmt::fmt-header-only>)
else()
  set(WARPATH_FMT fmt::fmt)
endif()
