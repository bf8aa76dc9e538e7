# After install, another project says find_package(warpath REQUIRED) and links warpath::warpath.
include(CMakePackageConfigHelpers)

set(warpath_cmake_dir ${CMAKE_INSTALL_LIBDIR}/cmake/warpath)

install(TARGETS warpath EXPORT warpathTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
set(warpath_cudart_path lib)
if(WARPATH_HAS_CUDA AND NOT BUILD_SHARED_LIBS)
  # So that programs can be linked where there is no CUDA toolkit. Attachment A of the toolkit's
  # licence names this file among those that applications may be distributed with.
  set(warpath_runtime_dir ${CMAKE_INSTALL_LIBDIR}/warpath)
  get_target_property(warpath_cudart CUDA::cudart_static IMPORTED_LOCATION)
  cmake_path(GET warpath_cudart FILENAME warpath_cudart_name)
  install(FILES ${warpath_cudart} DESTINATION ${warpath_runtime_dir})
  set(warpath_cudart_path ${warpath_runtime_dir}/${warpath_cudart_name})
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/warpath ${PROJECT_BINARY_DIR}/include/warpath
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.hpp")
if(TARGET warpath_cli)
  install(TARGETS warpath_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  if(BUILD_SHARED_LIBS)
    file(RELATIVE_PATH warpath_lib_from_bin
      ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
    set_target_properties(warpath_cli PROPERTIES INSTALL_RPATH "$ORIGIN/${warpath_lib_from_bin}")
  endif()
endif()
if(WARPATH_DOCUMENTS)
  set(warpath_data ${CMAKE_INSTALL_DATADIR})
  install(FILES ${WARPATH_DOCUMENTS}/warpath.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${WARPATH_DOCUMENTS}/warpath DESTINATION ${warpath_data}/bash-completion/completions)
  install(FILES ${WARPATH_DOCUMENTS}/_warpath DESTINATION ${warpath_data}/zsh/site-functions)
  install(FILES ${WARPATH_DOCUMENTS}/warpath.fish
    DESTINATION ${warpath_data}/fish/vendor_completions.d)
endif()
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

install(EXPORT warpathTargets NAMESPACE warpath:: DESTINATION ${warpath_cmake_dir})
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/warpathConfig.cmake.in
  ${PROJECT_BINARY_DIR}/warpathConfig.cmake INSTALL_DESTINATION ${warpath_cmake_dir}
  PATH_VARS warpath_cudart_path)
# Before 1.0 a new minor version may break callers.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/warpathConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/warpathConfig.cmake
  ${PROJECT_BINARY_DIR}/warpathConfigVersion.cmake
  ${CMAKE_CURRENT_LIST_DIR}/WarpathLinkDependencies.cmake
  DESTINATION ${warpath_cmake_dir})
