# The man page and the completion scripts, printed by the program as soon as it is linked. Their names
# are those under which they are installed.
set(WARPATH_DOCUMENTS ${PROJECT_BINARY_DIR}/documents)

set(warpath_print ${CMAKE_COMMAND} -D PROGRAM=$<TARGET_FILE:warpath_cli> -P
  ${CMAKE_CURRENT_LIST_DIR}/print_document.cmake --)
add_custom_command(TARGET warpath_cli POST_BUILD
  COMMAND ${CMAKE_COMMAND} -E make_directory ${WARPATH_DOCUMENTS}
  COMMAND ${warpath_print} ${WARPATH_DOCUMENTS}/warpath.1 man
  COMMAND ${warpath_print} ${WARPATH_DOCUMENTS}/warpath completion bash
  COMMAND ${warpath_print} ${WARPATH_DOCUMENTS}/_warpath completion zsh
  COMMAND ${warpath_print} ${WARPATH_DOCUMENTS}/warpath.fish completion fish
  VERBATIM)
