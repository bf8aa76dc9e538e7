# The man page and the completion scripts, printed by the program as soon as it is linked. Their names
# are those under which they are installed.
set(WARPATH_DOCUMENTS ${PROJECT_BINARY_DIR}/documents)

add_custom_command(TARGET warpath_cli POST_BUILD
  COMMAND ${CMAKE_COMMAND} -E make_directory ${WARPATH_DOCUMENTS}
  COMMAND warpath_cli man > ${WARPATH_DOCUMENTS}/warpath.1
  COMMAND warpath_cli completion bash > ${WARPATH_DOCUMENTS}/warpath
  COMMAND warpath_cli completion zsh > ${WARPATH_DOCUMENTS}/_warpath
  COMMAND warpath_cli completion fish > ${WARPATH_DOCUMENTS}/warpath.fish
  VERBATIM)
