# WARPATH_CUDA=AUTO|ON|OFF in, WARPATH_HAS_CUDA out; where it is on, the language CUDA is enabled.
set(WARPATH_HAS_CUDA OFF)
string(TOUPPER "${WARPATH_CUDA}" warpath_cuda)

if(warpath_cuda STREQUAL "AUTO" OR warpath_cuda STREQUAL "ON")
  set(warpath_why "no CUDA toolkit, 12 or newer, was found")
  find_package(CUDAToolkit 12 QUIET)
  if(TARGET CUDA::cudart_static)
    # The nvcc of another toolkit would compile for another runtime.
    if(CUDAToolkit_NVCC_EXECUTABLE AND NOT DEFINED ENV{CUDACXX})
      set(ENV{CUDACXX} ${CUDAToolkit_NVCC_EXECUTABLE})
    endif()
    include(CheckLanguage)
    check_language(CUDA)  # by compiling: an nvcc may be there that dislikes the C++ compiler
    set(warpath_why "the toolkit ${CUDAToolkit_VERSION} is there, but its nvcc does not compile")
  endif()
  if(CMAKE_CUDA_COMPILER)
    # Machine code for the devices of this machine. Where there are none, for the two data-centre
    # generations, and PTX, from which the driver makes code for newer ones. Before the language is
    # enabled, which would set one of its own.
    if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES AND NOT DEFINED ENV{CUDAARCHS})
      execute_process(COMMAND nvidia-smi -L OUTPUT_VARIABLE devices ERROR_QUIET RESULT_VARIABLE no_devices)
      if(no_devices OR NOT devices MATCHES "GPU" OR CMAKE_VERSION VERSION_LESS 3.24)
        set(CMAKE_CUDA_ARCHITECTURES 80-real 90)
      else()
        set(CMAKE_CUDA_ARCHITECTURES native)
      endif()
    endif()
    enable_language(CUDA)
    set(WARPATH_HAS_CUDA ON)
    string(REPLACE ";" ", " warpath_architectures "${CMAKE_CUDA_ARCHITECTURES}")
    message(STATUS "CUDA: on (WARPATH_CUDA=${warpath_cuda}, toolkit ${CUDAToolkit_VERSION}, "
      "architectures ${warpath_architectures})")
  elseif(warpath_cuda STREQUAL "ON")
    message(FATAL_ERROR "WARPATH_CUDA=ON, but ${warpath_why}.\n"
      "Install one and put nvcc on PATH or set CUDAToolkit_ROOT (and CUDAHOSTCXX to a C++ compiler "
      "that it knows), or use WARPATH_CUDA=OFF.")
  else()
    message(STATUS "CUDA: off (WARPATH_CUDA=AUTO, ${warpath_why})")
  endif()
elseif(warpath_cuda STREQUAL "OFF")
  message(STATUS "CUDA: off (WARPATH_CUDA=OFF)")
else()
  message(FATAL_ERROR "WARPATH_CUDA is '${WARPATH_CUDA}'; it must be AUTO, ON or OFF.")
endif()

# What both engines are compiled for: semirings, and whether the step is that of weights >= 0
# (src/cuda/steps.hpp). The linker asks for what is missing. A file each, so that they are compiled side
# by side, but a few together: half of the time is for the headers.
function(warpath_cuda_variants sources)
  set(floats "ShortestPath<float>, false" "ShortestPath<float>, true" "ShortestPath<double>, false")
  set(int16 "ShortestPath<std::int16_t>, false" "ShortestPath<std::int16_t>, true")
  set(integers "ShortestPath<std::int32_t>, false" "ShortestPath<std::int64_t>, false"
    "Reachability, false")
  foreach(type float double std::int16_t std::int32_t std::int64_t)
    list(APPEND minimax "MinimaxPath<${type}>, false")
    list(APPEND widest "WidestPath<${type}>, false")
  endforeach()
  foreach(engine dense sparse)
    set(header engine)
    set(parameter bool)
    if(engine STREQUAL "sparse")
      set(header product)
      set(parameter)
    endif()
    foreach(file floats int16 integers minimax widest)
      set(instantiations)
      foreach(combination IN LISTS ${file})
        string(APPEND instantiations "template Variant variant<${combination}>(${parameter});\n")
      endforeach()
      set(source ${PROJECT_BINARY_DIR}/cuda/${engine}/${file}.cu)
      configure_file(${PROJECT_SOURCE_DIR}/src/cuda/variant.cu.in ${source} @ONLY)
      list(APPEND all ${source})
    endforeach()
  endforeach()
  set(${sources} ${all} PARENT_SCOPE)
endfunction()
