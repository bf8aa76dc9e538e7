# Installs the build tree BUILD to a fresh prefix, then configures, builds and runs CONSUMER against
# that prefix and nothing else of ours.
function(step what)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${what} failed (${status}):\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE ${WORK})
step("install" ${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix --config ${CONFIG})

foreach(unwanted "hwy/" "tbb/" "fmt/" "nlohmann/" "CLI/" "fast_float/" "gtest/" "cuda")
  file(GLOB headers ${WORK}/prefix/include/warpath/*.hpp)
  foreach(header IN LISTS headers)
    file(STRINGS ${header} includes REGEX "^ *# *include *[<\"]${unwanted}")
    if(includes)
      message(FATAL_ERROR "${header} shows a third party to our users: ${includes}")
    endif()
  endforeach()
endforeach()

step("configuring the consumer" ${CMAKE_COMMAND} -S ${CONSUMER} -B ${WORK}/build -G ${GENERATOR}
  -D CMAKE_PREFIX_PATH=${WORK}/prefix -D CMAKE_CXX_COMPILER=${COMPILER}
  -D CMAKE_BUILD_TYPE=${CONFIG} -D WANTED_VERSION=${VERSION})
step("building the consumer" ${CMAKE_COMMAND} --build ${WORK}/build --config ${CONFIG})
step("running the consumer" ${WORK}/build/consumer)
message("${output}")
if(NOT output MATCHES "warpath ${VERSION}")
  message(FATAL_ERROR "the consumer did not print 'warpath ${VERSION}'")
endif()
if(EXISTS ${WORK}/prefix/bin/warpath)
  step("running the installed program" ${WORK}/prefix/bin/warpath --version)
endif()
