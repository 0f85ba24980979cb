# All that `make install` puts in place, and the packages made of it (`make package`).

install(TARGETS referee)
# `referee alphabeta greedy` finds the bots here: see referee/bots/sample_bots.hpp.
set(bots_folder libexec/referee/bots)
install(TARGETS ${REFEREE_SAMPLE_BOTS} DESTINATION ${bots_folder})
install(PROGRAMS sample_bots/random.py sample_bots/gtp.py sample_bots/nboard.py DESTINATION ${bots_folder})
install(FILES sample_bots/foreign_engine.py DESTINATION ${bots_folder})

install(FILES ${PROJECT_BINARY_DIR}/protocol/match_log.schema.json referee/tournament/entrants/entrants.schema.json
  referee/commands/tournament_plan.schema.json
  DESTINATION ${CMAKE_INSTALL_DATADIR}/referee)

# The pages keep their places relative to each other, and what they link to comes along: so all links stay whole.
install(CODE "
  set(SOURCE \"${PROJECT_SOURCE_DIR}\")
  set(DESTINATION \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DOCDIR}\")
  include(\"${PROJECT_SOURCE_DIR}/packaging/install_pages.cmake\")")

# The man pages and the completions for shells are written by the program, from its table of commands.
set(manual ${PROJECT_BINARY_DIR}/manual)
add_custom_command(OUTPUT ${manual}/done VERBATIM
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${manual}
  COMMAND referee manual ${manual}/share
  COMMAND ${CMAKE_COMMAND} -E touch ${manual}/done
  DEPENDS referee)
add_custom_target(manual ALL DEPENDS ${manual}/done)
add_dependencies(programs manual)
install(DIRECTORY ${manual}/share/ DESTINATION ${CMAKE_INSTALL_DATADIR})

install(FILES packaging/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR})
include(packaging/package.cmake)
