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
  if(NOT TARGET METIS::metis)
    # METIS has neither a CMake nor a pkg-config file.
    find_path(WARPATH_METIS_INCLUDE metis.h)
    find_library(WARPATH_METIS_LIBRARY metis)
    mark_as_advanced(WARPATH_METIS_INCLUDE WARPATH_METIS_LIBRARY)
    if(WARPATH_METIS_INCLUDE AND WARPATH_METIS_LIBRARY)
      add_library(METIS::metis UNKNOWN IMPORTED)
      set_target_properties(METIS::metis PROPERTIES
        IMPORTED_LOCATION ${WARPATH_METIS_LIBRARY}
        INTERFACE_INCLUDE_DIRECTORIES ${WARPATH_METIS_INCLUDE})
    endif()
  endif()
endmacro()
