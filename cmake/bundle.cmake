# cmake -D PROGRAM=... -D FOLDER=... -P bundle.cmake: copies the shared libraries of PROGRAM to
# FOLDER. The C library stays behind: it belongs to the system, and so does the CUDA driver.
file(LOCK ${FOLDER}.lock GUARD PROCESS)  # several programs may be linked at a time
file(GET_RUNTIME_DEPENDENCIES
  EXECUTABLES ${PROGRAM}
  RESOLVED_DEPENDENCIES_VAR libraries
  UNRESOLVED_DEPENDENCIES_VAR unknown
  CONFLICTING_DEPENDENCIES_PREFIX copied  # found in FOLDER and in the system: copied before
  PRE_EXCLUDE_REGEXES "^ld-linux" "^linux-vdso" "^lib(c|m|dl|rt|pthread|cuda)\\.so")
if(unknown)
  message(FATAL_ERROR "${PROGRAM} needs libraries that were not found: ${unknown}")
endif()
foreach(library IN LISTS libraries)
  cmake_path(GET library PARENT_PATH from)
  if(NOT from STREQUAL FOLDER)
    file(COPY ${library} DESTINATION ${FOLDER} FOLLOW_SYMLINK_CHAIN)
  endif()
endforeach()
