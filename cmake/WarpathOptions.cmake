# Flags: warnings, sanitizers, coverage, and the portable folder.

if(WARPATH_SANITIZE)
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${WARPATH_SANITIZE}>
    $<$<COMPILE_LANGUAGE:CXX>:-fno-sanitize-recover=all>
    $<$<COMPILE_LANGUAGE:CXX>:-fno-omit-frame-pointer>)
  add_link_options(-fsanitize=${WARPATH_SANITIZE})
endif()
if(WARPATH_COVERAGE)
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:--coverage>)
  add_link_options(--coverage)
endif()

# warpath_target_options(target [RELAXED]): RELAXED, for tests, allows narrowing conversions.
function(warpath_target_options target)
  cmake_parse_arguments(arg "RELAXED" "" "" ${ARGN})
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  # A graph generated from a seed has the same bits whether or not the processor can fuse. Errors
  # name places in the sources, not in the folder that they were built in.
  set(flags -ffp-contract=off -fmacro-prefix-map=${PROJECT_SOURCE_DIR}/= -Wall -Wextra)
  if(WARPATH_STRICT)
    list(APPEND flags -Werror -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual
      -Wcast-align -Wformat=2)
    if(NOT arg_RELAXED)
      list(APPEND flags -Wconversion -Wno-sign-conversion)
    endif()
  endif()
  target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:${flags}>")
  # nvcc's own output is not pedantic. constexpr functions are for the device, too.
  # CMake before 3.26 knows no CUDA_STANDARD 20, and a parent's would come after ours.
  set_property(TARGET ${target} PROPERTY CUDA_STANDARD)
  # 554: a conversion of MatrixView that is there for other arguments of the template.
  set(cuda_flags -std=c++20 --expt-relaxed-constexpr --diag-suppress=554
    -Xcompiler=-fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=,-Wall,-Wextra)
  if(WARPATH_STRICT)
    list(APPEND cuda_flags --Werror=all-warnings -lineinfo)  # lines for profilers
  endif()
  target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CUDA>:${cuda_flags}>")
endfunction()

# Compiles the files of a folder together: a first build takes half the time. Names in nameless
# namespaces are therefore unique in their folder.
function(warpath_unite target)
  if(NOT WARPATH_UNITY)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    cmake_path(GET source PARENT_PATH folder)
    cmake_path(RELATIVE_PATH folder BASE_DIRECTORY ${PROJECT_SOURCE_DIR}/src)
    string(MAKE_C_IDENTIFIER "${folder}" folder)
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder})
  endforeach()
endfunction()

# Makes a program run where only its own folder is known: the shared libraries it uses, but for the C
# library, are copied beside it.
function(warpath_portable target)
  if(NOT WARPATH_PORTABLE)
    return()
  endif()
  set_target_properties(${target} PROPERTIES
    BUILD_WITH_INSTALL_RPATH ON
    INSTALL_RPATH "$ORIGIN"
    RUNTIME_OUTPUT_DIRECTORY ${WARPATH_PROGRAM_DIR})
  target_link_options(${target} PRIVATE -s)
  add_custom_command(TARGET ${target} POST_BUILD
    COMMAND ${CMAKE_COMMAND} -D PROGRAM=$<TARGET_FILE:${target}> -D FOLDER=${WARPATH_PROGRAM_DIR}
      -P ${PROJECT_SOURCE_DIR}/cmake/bundle.cmake
    VERBATIM)
endfunction()
