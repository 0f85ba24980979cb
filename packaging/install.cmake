# Everything that `make install` installs, and the packages made from it (`make package`).

install(TARGETS referee)
install(PROGRAMS tuning/referee-tune TYPE BIN)
# `referee alphabeta greedy` finds the bots here: see referee/core/bots/sample_bots.hpp.
set(bots_folder libexec/referee/bots)
install(TARGETS ${REFEREE_SAMPLE_BOTS} DESTINATION ${bots_folder})
file(GLOB adapters CONFIGURE_DEPENDS adapters/*.py)
install(PROGRAMS sample_bots/random.py ${adapters} DESTINATION ${bots_folder})
# `--driver java` finds the drivers of hand-ins here.
install(DIRECTORY adapters/drivers/ DESTINATION ${bots_folder}/drivers PATTERN __pycache__ EXCLUDE)

install(FILES ${PROJECT_BINARY_DIR}/protocol/match_log.schema.json   DESTINATION ${CMAKE_INSTALL_DATADIR}/referee)

# The pages keep their places relative to each other, and the files that they link to are also installed, so that all links work.
install(CODE "
  set(SOURCE \"${PROJECT_SOURCE_DIR}\")
  set(DESTINATION \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DOCDIR}\")
  include(\"${PROJECT_SOURCE_DIR}/packaging/install_pages.cmake\")")

# The man pages, the shell completions and the schema of plans are generated from the program's table of commands.
add_library(manual_pages STATIC packaging/manual/man_page.cpp packaging/manual/completions.cpp packaging/manual/plan_schema.cpp)
target_link_libraries(manual_pages PUBLIC referee_programs PRIVATE project_options ${REFEREE_FORMAT} nlohmann_json::nlohmann_json)
add_executable(write_manual packaging/manual/manual.cpp)
target_link_libraries(write_manual PRIVATE manual_pages project_options ${REFEREE_FORMAT})
if(REFEREE_STATIC)
  target_link_options(write_manual PRIVATE -static)
endif()
set(manual ${PROJECT_BINARY_DIR}/manual)
add_custom_command(OUTPUT ${manual}/done VERBATIM
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${manual}
  COMMAND write_manual ${manual}/share
  COMMAND ${CMAKE_COMMAND} -E touch ${manual}/done
  DEPENDS write_manual)
add_custom_target(manual ALL DEPENDS ${manual}/done)
add_dependencies(programs manual)
install(DIRECTORY ${manual}/share/ DESTINATION ${CMAKE_INSTALL_DATADIR})
install(FILES tuning/referee-tune.1 DESTINATION ${CMAKE_INSTALL_DATADIR}/man/man1)

install(FILES packaging/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR})
include(packaging/package.cmake)
