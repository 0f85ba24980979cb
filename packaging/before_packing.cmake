# Changes the installed files to what a Debian package expects: compressed manuals and changelog, and lintian overrides with
# reasons. CPack runs this script on the folder that it is going to pack.
if(NOT CPACK_GENERATOR STREQUAL DEB)
  return()
endif()
set(share ${CPACK_TEMPORARY_DIRECTORY}/usr/share)
file(GLOB pages ${share}/man/man1/*.1)
file(COPY_FILE ${share}/doc/referee/CHANGELOG.md ${share}/doc/referee/changelog)
execute_process(COMMAND gzip -9 --no-name ${pages} ${share}/doc/referee/changelog COMMAND_ERROR_IS_FATAL ANY)
file(COPY ${CPACK_REFEREE_PACKAGING}/lintian-overrides DESTINATION ${share}/lintian/overrides)
file(RENAME ${share}/lintian/overrides/lintian-overrides ${share}/lintian/overrides/referee)
# zsh expects the completions of packages in vendor-completions.
file(RENAME ${share}/zsh/site-functions ${share}/zsh/vendor-completions)
