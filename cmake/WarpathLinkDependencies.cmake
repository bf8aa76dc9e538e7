# The libraries that libwarpath is linked with. `find` is find_package inside the project and
# find_dependency in an installed warpathConfig.cmake.
macro(warpath_find_link_dependencies find)
  set(CMAKE_THREAD_PREFER_PTHREAD TRUE)
  set(THREADS_PREFER_PTHREAD_FLAG TRUE)
  cmake_language(CALL ${find} Threads)
  cmake_language(CALL ${find} TBB)
  cmake_language(CALL ${find} ZLIB)
  cmake_language(CALL ${find} EXPAT)
  find_package(hwy QUIET CONFIG)
  if(NOT TARGET hwy::hwy)
    # Some distributions ship Highway with a pkg-config file only.
    find_package(PkgConfig QUIET)
    if(PkgConfig_FOUND)
      pkg_check_modules(WARPATH_HWY QUIET IMPORTED_TARGET libhwy)
      if(WARPATH_HWY_FOUND)
        add_library(hwy::hwy INTERFACE IMPORTED)
        set_property(TARGET hwy::hwy PROPERTY INTERFACE_LINK_LIBRARIES PkgConfig::WARPATH_HWY)
      endif()
    endif()
  endif()
  if(NOT TARGET AMD::amd)
    # SuiteSparse has CMake files from version 7 on only.
    find_path(WARPATH_AMD_INCLUDE amd.h PATH_SUFFIXES suitesparse)
    find_library(WARPATH_AMD_LIBRARY amd)
    find_library(WARPATH_SUITESPARSE_LIBRARY suitesparseconfig)
    mark_as_advanced(WARPATH_AMD_INCLUDE WARPATH_AMD_LIBRARY WARPATH_SUITESPARSE_LIBRARY)
    if(WARPATH_AMD_INCLUDE AND WARPATH_AMD_LIBRARY AND WARPATH_SUITESPARSE_LIBRARY)
      add_library(AMD::amd UNKNOWN IMPORTED)
      set_target_properties(AMD::amd PROPERTIES
        IMPORTED_LOCATION ${WARPATH_AMD_LIBRARY}
        INTERFACE_INCLUDE_DIRECTORIES ${WARPATH_AMD_INCLUDE}
        INTERFACE_LINK_LIBRARIES ${WARPATH_SUITESPARSE_LIBRARY})
    endif()
  endif()
endmacro()
