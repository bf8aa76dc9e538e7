# Installs the build tree BUILD to a fresh prefix, then configures, builds and runs CONSUMER against
# that prefix and nothing else of ours: not even the CUDA toolkit that it may have been built with.
function(step what)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${what} failed (${status}):\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE ${WORK})
step("install" ${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix --config ${CONFIG})

foreach(unwanted "hwy/" "tbb/" "fmt/" "CLI/" "fast_float/" "gtest/" "cuda")
  file(GLOB headers ${WORK}/prefix/include/warpath/*.hpp)
  foreach(header IN LISTS headers)
    file(STRINGS ${header} includes REGEX "^ *# *include *[<\"]${unwanted}")
    if(includes)
      message(FATAL_ERROR "${header} shows a third party to our users: ${includes}")
    endif()
  endforeach()
endforeach()

string(REGEX REPLACE "[^:]*cuda[^:]*:?" "" path "$ENV{PATH}")
set(without_toolkit ${CMAKE_COMMAND} -E env --unset=CUDA_PATH --unset=CUDA_HOME --unset=CUDACXX
  --unset=CUDAToolkit_ROOT "PATH=${path}")
step("configuring the consumer" ${without_toolkit}
  ${CMAKE_COMMAND} -S ${CONSUMER} -B ${WORK}/build -G ${GENERATOR}
  -D CMAKE_DISABLE_FIND_PACKAGE_CUDAToolkit=ON -D CMAKE_PREFIX_PATH=${WORK}/prefix
  -D CMAKE_CXX_COMPILER=${COMPILER} -D CMAKE_BUILD_TYPE=${CONFIG}
  -D WANTED_VERSION=${VERSION})
step("building the consumer" ${without_toolkit}
  ${CMAKE_COMMAND} --build ${WORK}/build --config ${CONFIG})
step("running the consumer" ${WORK}/build/consumer)
message("${output}")
# What programs grow by: most of it is machine code for CUDA, which the linker cannot leave out.
file(GLOB archive ${WORK}/prefix/lib*/libwarpath.* ${WORK}/prefix/lib/*/libwarpath.*)
foreach(file ${WORK}/build/consumer ${archive} ${WORK}/prefix/bin/warpath)
  if(EXISTS ${file})
    file(SIZE ${file} bytes)
    math(EXPR kilobytes "${bytes} / 1000")
    message("${file}: ${kilobytes} kB")
  endif()
endforeach()
if(NOT output MATCHES "warpath ${VERSION}")
  message(FATAL_ERROR "the consumer did not print 'warpath ${VERSION}'")
endif()
if(EXISTS ${WORK}/prefix/bin/warpath)
  step("running the installed program" ${WORK}/prefix/bin/warpath --version)
  foreach(document man/man1/warpath.1 bash-completion/completions/warpath
      zsh/site-functions/_warpath fish/vendor_completions.d/warpath.fish)
    set(file ${WORK}/prefix/share/${document})
    if(NOT EXISTS ${file})
      message(FATAL_ERROR "${document} was not installed")
    endif()
    file(STRINGS ${file} lines REGEX "warpath")
    if(NOT lines)
      message(FATAL_ERROR "${document} says nothing about warpath")
    endif()
  endforeach()
endif()
