# Puts a page's modules, style and markup into one file:
#   cmake -D ROOT=... -D ESBUILD=... -D GAMES=... -D PAGE=... -D OUTPUT=... -P bundle.cmake
# PAGE is `match`, the page of `referee view`; `report`, the report of a tournament; `entrant`, the page of one entrant in a report;
# `single`, a report and its matches in one file; `answer`, the feedback for a student with the student's matches; `live` or `play`, the pages of `referee serve`; or `arena`,
# `teacher`, `public` or `guide`, the pages of `referee arena`. Only the pages of servers may request data from their server. GAMES is the folder of drawings.js and words.js, which list all games. The page's Content-Security-Policy contains the
# hashes of its only script and its only style sheet, so that no others can run.

cmake_minimum_required(VERSION 3.25)

if(NOT EXISTS "${ESBUILD}")
  message(FATAL_ERROR "esbuild is missing, which puts the pages together: make deps installs it; then configure again")
endif()

set(main_match viewer/main.js)
set(main_report viewer/report/main.js)
set(main_entrant viewer/report/entrant_main.js)
set(main_single viewer/report/single.js)
set(main_answer viewer/report/answer_main.js)
set(main_live viewer/serve/live_main.js)
set(main_play viewer/serve/play_main.js)
set(main_arena viewer/arena/arena_main.js)
set(main_teacher viewer/arena/teacher_main.js)
set(main_public viewer/arena/public_main.js)
set(main_guide viewer/arena/guide_main.js)
set(bodies_match viewer/match.html)
set(bodies_report viewer/report/report.html)
set(bodies_entrant viewer/report/entrant.html)
set(bodies_single viewer/report/report.html viewer/match.html)
set(bodies_answer viewer/report/answer.html viewer/match.html)
set(bodies_live viewer/report/report.html viewer/serve/live.html)
set(bodies_play viewer/serve/play.html)
set(bodies_arena viewer/arena/arena.html)
set(bodies_teacher viewer/arena/teacher.html)
set(bodies_public viewer/arena/public.html)
set(bodies_guide viewer/arena/guide.html)
set(styles_match viewer/style.css)
set(styles_report viewer/style.css viewer/report/report.css)
set(styles_entrant viewer/style.css viewer/report/report.css)
set(styles_single viewer/style.css viewer/report/report.css)
set(styles_answer viewer/style.css viewer/report/report.css)
set(styles_live viewer/style.css viewer/report/report.css viewer/serve/serve.css)
set(styles_play viewer/style.css viewer/serve/serve.css)
foreach(page arena teacher public guide)
  set(styles_${page} viewer/style.css viewer/report/report.css viewer/serve/serve.css viewer/arena/arena.css)
endforeach()

# Names are not minified, so that an error in a browser shows where it comes from.
execute_process(
  COMMAND ${ESBUILD} ${main_${PAGE}} --bundle --format=iife --target=es2022 --charset=utf8 --log-level=warning
    --minify-whitespace --minify-syntax --alias:games/drawings=${GAMES}/drawings.js --alias:games/words=${GAMES}/words.js
  WORKING_DIRECTORY ${ROOT} OUTPUT_VARIABLE script COMMAND_ERROR_IS_FATAL ANY)
if(script MATCHES "</[sS][cC]|<!--")
  message(FATAL_ERROR "the page's script holds what would end it")
endif()

# Concatenates all files of a list.
function(read_all result)
  set(all "")
  foreach(path IN LISTS ARGN)
    file(READ "${ROOT}/${path}" text)
    string(APPEND all "${text}")
  endforeach()
  set(${result} "${all}" PARENT_SCOPE)
endfunction()

# The name of a text in a Content-Security-Policy: the base64 of its hash.
function(hash_of text result)
  string(SHA256 hex "${text}")
  string(TOUPPER "${hex}" hex)
  execute_process(COMMAND printf ${hex} COMMAND basenc --base16 --decode COMMAND base64
    OUTPUT_VARIABLE hash OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  set(${result} "sha256-${hash}" PARENT_SCOPE)
endfunction()

read_all(style ${styles_${PAGE}})
read_all(body ${bodies_${PAGE}})
hash_of("${script}" script_hash)
hash_of("${style}" style_hash)
string(CONCAT policy
  "default-src 'none'; script-src '${script_hash}'; style-src '${style_hash}'; img-src data:; base-uri 'none'; form-action 'none'")
if(PAGE MATCHES "^(live|play|arena|teacher|public)$")
  string(APPEND policy "; connect-src 'self'")
endif()

file(READ "${ROOT}/viewer/page.html" page)
if(PAGE MATCHES "^(entrant|live|play|arena|teacher|public|guide)$")
  string(REPLACE "@MATCHES@" "" page "${page}")
endif()
string(REPLACE "@POLICY@" "${policy}" page "${page}")
string(REPLACE "@STYLE@" "${style}" page "${page}")
string(REPLACE "@BODY@" "${body}" page "${page}")
string(REPLACE "@SCRIPT@" "${script}" page "${page}")
file(WRITE "${OUTPUT}" "${page}")
