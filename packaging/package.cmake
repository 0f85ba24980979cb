# `make package`: makes a Debian package and a tarball with CPack.
set(CPACK_PACKAGE_NAME referee)
set(CPACK_PACKAGE_VENDOR "the referee project")
set(CPACK_PACKAGE_CONTACT "the referee project <referee@example.org>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "arena in which bots play board games")
set(CPACK_PACKAGE_DESCRIPTION
"Two programs, in any language, play a board game over stdin and stdout. The
referee keeps the clock, judges every answer, and writes a log that can be
replayed. It plays tournaments with ratings, shows them in a browser while
they are played, and runs bots in a sandbox.

Sample bots, the rules of the games and the documentation are included.")
set(CPACK_GENERATOR DEB TXZ)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/packaging/before_packing.cmake)
set(CPACK_REFEREE_PACKAGING ${PROJECT_SOURCE_DIR}/packaging)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
if(CMAKE_CROSSCOMPILING)  # by default it is that of this machine
  set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE ${DEBIAN_ARCHITECTURE})
endif()
# The sample bots share much code, which xz finds.
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SECTION misc)
# The programs need no shared libraries, so the package depends on none. Without bubblewrap bots have no sandbox. The suggested packages are
# for bots, and for tournaments on several machines.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS bubblewrap)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "python3, nodejs, slurm-client, parallel")

# The name of the tarball and of the folder in it.
set(CPACK_PACKAGE_FILE_NAME referee-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR})
include(CPack)
