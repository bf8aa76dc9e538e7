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
