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
  # Machine code shrinks to a tenth, and the driver unpacks what is used. What older toolkits have for
  # it is not as good, but known to older drivers.
  if(CMAKE_CUDA_COMPILER_VERSION VERSION_LESS 13)
    list(APPEND cuda_flags -Xfatbin=-compress-all)
  else()
    list(APPEND cuda_flags --compress-mode=size)
  endif()
  if(WARPATH_STRICT)
    list(APPEND cuda_flags --Werror=all-warnings -lineinfo)  # lines for profilers
  endif()
  target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CUDA>:${cuda_flags}>")
endfunction()

# Compiles the files of a folder together: a first build takes half the time. Names in nameless
# namespaces are therefore unique in their folder; macros that instantiate templates have one name.
set(WARPATH_AFTER_EACH_FILE "#undef WARPATH_INSTANTIATE")
function(warpath_unite target)
  if(NOT WARPATH_UNITY)
    return()
  endif()
  set_target_properties(${target} PROPERTIES
    UNITY_BUILD ON
    UNITY_BUILD_MODE GROUP
    UNITY_BUILD_CODE_AFTER_INCLUDE "${WARPATH_AFTER_EACH_FILE}")
  # Nameless namespaces are not those of a header, though GCC thinks so.
  target_compile_options(${target} PRIVATE
    $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CXX_COMPILER_ID:GNU>>:-Wno-subobject-linkage>)
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    if(source MATCHES "\\.cu$")
      set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
      continue()
    endif()
    warpath_folder_of(${source} folder)
    string(MAKE_C_IDENTIFIER "${folder}" folder)
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder})
  endforeach()
endfunction()

# The same for the files of CUDA in a list, which CMake knows from 3.31 on only.
function(warpath_unite_cuda sources)
  if(NOT WARPATH_UNITY)
    return()
  endif()
  set(all ${${sources}})
  list(FILTER all EXCLUDE REGEX "\\.cu$")
  list(FILTER ${sources} INCLUDE REGEX "\\.cu$")
  foreach(source IN LISTS ${sources})
    warpath_folder_of(${source} folder)
    set(file ${PROJECT_BINARY_DIR}/united/${folder}.cu)
    list(APPEND all ${file})
    string(APPEND content_of_${file} "#include \"${source}\"\n${WARPATH_AFTER_EACH_FILE}\n")
    file(CONFIGURE OUTPUT ${file} CONTENT "${content_of_${file}}" @ONLY)
  endforeach()
  list(REMOVE_DUPLICATES all)
  set(${sources} ${all} PARENT_SCOPE)
endfunction()

function(warpath_folder_of source folder)
  cmake_path(GET source PARENT_PATH path)
  cmake_path(RELATIVE_PATH path BASE_DIRECTORY ${PROJECT_SOURCE_DIR}/src)
  set(${folder} ${path} PARENT_SCOPE)
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
