# WARPATH_CUDA=AUTO|ON|OFF in, WARPATH_HAS_CUDA out; where it is on, the language CUDA is enabled.
set(WARPATH_HAS_CUDA OFF)
string(TOUPPER "${WARPATH_CUDA}" warpath_cuda)

if(warpath_cuda STREQUAL "AUTO" OR warpath_cuda STREQUAL "ON")
  find_package(CUDAToolkit 12 QUIET)
  # Machine code for the two data-centre generations, and PTX, from which the driver makes code for
  # newer ones. Before the language is enabled, which would set one of its own; never `native`, which
  # needs a device where the program is built.
  if(NOT CMAKE_CUDA_ARCHITECTURES)
    set(CMAKE_CUDA_ARCHITECTURES 80-real 90 CACHE STRING "CUDA architectures" FORCE)
  endif()
  # A toolkit beside the one that CUDAToolkit found would compile for another runtime.
  if(CUDAToolkit_NVCC_EXECUTABLE AND NOT CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX})
    set(CMAKE_CUDA_COMPILER ${CUDAToolkit_NVCC_EXECUTABLE})
  endif()
  if(TARGET CUDA::cudart_static)
    include(CheckLanguage)
    check_language(CUDA)
  endif()
  if(CMAKE_CUDA_COMPILER)
    enable_language(CUDA)
    set(WARPATH_HAS_CUDA ON)
    string(REPLACE ";" ", " warpath_architectures "${CMAKE_CUDA_ARCHITECTURES}")
    message(STATUS "CUDA: on (WARPATH_CUDA=${warpath_cuda}, toolkit ${CUDAToolkit_VERSION}, "
      "architectures ${warpath_architectures})")
  elseif(warpath_cuda STREQUAL "ON")
    message(FATAL_ERROR "WARPATH_CUDA=ON, but no CUDA toolkit (12 or newer) with nvcc and the static "
      "runtime was found.\n"
      "Install one and put nvcc on PATH or set CUDAToolkit_ROOT, or use WARPATH_CUDA=OFF.")
  else()
    message(STATUS "CUDA: off (WARPATH_CUDA=AUTO, no toolkit found)")
  endif()
elseif(warpath_cuda STREQUAL "OFF")
  message(STATUS "CUDA: off (WARPATH_CUDA=OFF)")
else()
  message(FATAL_ERROR "WARPATH_CUDA is '${WARPATH_CUDA}'; it must be AUTO, ON or OFF.")
endif()
