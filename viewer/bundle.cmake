# Puts the page's modules, style and markup into one file, using only CMake:
#   cmake -D ROOT=... -D PAGE=... -D OUTPUT=... -P bundle.cmake
# Each module becomes a function, so that names don't clash, and returns its exports. Only these forms are allowed:
#   import { a, b } from "./file.js";      one line each
#   export function|class|const name       at the beginning of a line
# The page's Content-Security-Policy names the hash of the one script and the one style sheet: no others can run.

# PAGE is `match`, the page of `referee view`; `report`, a tournament's; `single`, both in one file; or `live` or `play`, those of
# `referee serve`; only these two may send requests to their server.

cmake_minimum_required(VERSION 3.25)

# In the order of their imports: a module comes after the modules that it needs.
set(shared_modules viewer/text.js viewer/dom.js viewer/refill.js viewer/skip.js viewer/theme.js viewer/edges.js
  games/cluster/words.js games/fitz/words.js games/magnetic_cave/words.js games/magnetize/words.js games/othello/words.js
  viewer/game_words.js)
set(board_modules
  viewer/board.js
  games/cluster/drawing.js games/fitz/drawing.js games/magnetic_cave/drawing.js games/magnetize/drawing.js games/othello/drawing.js
  viewer/drawings.js)
set(match_modules
  ${board_modules}
  viewer/model.js viewer/player.js viewer/address.js viewer/keys.js viewer/moves.js viewer/chart.js viewer/ending.js viewer/list.js
  viewer/match_view.js)
set(report_modules
  viewer/report/table.js viewer/report/range.js viewer/report/model.js viewer/report/standings.js viewer/report/squares.js viewer/report/course.js
  viewer/report/bracket.js viewer/report/sprt.js viewer/report/endings.js viewer/report/times.js viewer/report/games.js
  viewer/report/report_view.js)
if(PAGE STREQUAL "match")
  set(modules ${shared_modules} ${match_modules} viewer/main.js)
  set(bodies viewer/match.html)
  set(styles viewer/style.css)
elseif(PAGE STREQUAL "report")
  set(modules ${shared_modules} ${report_modules} viewer/report/main.js)
  set(bodies viewer/report/report.html)
  set(styles viewer/style.css viewer/report/report.css)
elseif(PAGE STREQUAL "single")
  set(modules ${shared_modules} ${match_modules} ${report_modules} viewer/report/single.js)
  set(bodies viewer/report/report.html viewer/match.html)
  set(styles viewer/style.css viewer/report/report.css)
elseif(PAGE STREQUAL "live")
  set(modules ${shared_modules} ${board_modules} ${report_modules} viewer/serve/stream.js viewer/serve/live_report.js
    viewer/serve/progress.js viewer/serve/running.js viewer/serve/live_main.js)
  set(bodies viewer/report/report.html viewer/serve/live.html)
  set(styles viewer/style.css viewer/report/report.css viewer/serve/serve.css)
elseif(PAGE STREQUAL "play")
  set(modules ${shared_modules} ${board_modules} viewer/ending.js viewer/serve/stream.js viewer/serve/result_words.js viewer/serve/targets.js
    viewer/serve/played_match.js viewer/serve/setup.js viewer/serve/play_main.js)
  set(bodies viewer/serve/play.html)
  set(styles viewer/style.css viewer/serve/serve.css)
else()
  message(FATAL_ERROR "PAGE is match, report, single, live or play")
endif()

# "viewer/text.js" -> "viewer_text"
function(name_of_module path result)
  string(REPLACE ".js" "" name "${path}")
  string(REPLACE "/" "_" name "${name}")
  set(${result} "${name}" PARENT_SCOPE)
endfunction()

# The base64 of a hash that is given as 64 hexadecimal digits: three of them are two letters.
function(base64_of_hash hex result)
  set(letters "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
  set(text "")
  foreach(at RANGE 0 60 3)
    string(SUBSTRING "${hex}" ${at} 3 digits)
    math(EXPR high "0x${digits} >> 6")
    math(EXPR low "0x${digits} & 63")
    string(SUBSTRING "${letters}" ${high} 1 first)
    string(SUBSTRING "${letters}" ${low} 1 second)
    string(APPEND text "${first}${second}")
  endforeach()
  string(SUBSTRING "${hex}" 63 1 digit)
  math(EXPR last "0x${digit} << 2")
  string(SUBSTRING "${letters}" ${last} 1 first)
  set(${result} "${text}${first}=" PARENT_SCOPE)
endfunction()

set(script "\"use strict\";\n")
foreach(module IN LISTS modules)
  file(READ "${ROOT}/${module}" text)
  set(text "\n${text}")
  get_filename_component(folder "${module}" DIRECTORY)
  string(REGEX MATCHALL "\nimport [^\n]* from \"[^\"\n]*\"" imports "${text}")
  foreach(import IN LISTS imports)
    string(REGEX REPLACE ".* from \"([^\"]*)\"" "\\1" target "${import}")
    cmake_path(SET path NORMALIZE "${folder}/${target}")
    name_of_module("${path}" source)
    string(REPLACE " from \"${target}\"" " = ${source}" text "${text}")
  endforeach()
  string(REPLACE "\nimport {" "\nconst {" text "${text}")
  string(REGEX MATCHALL "\nexport (function|class|const) [A-Za-z_]+" exports "${text}")
  string(REGEX REPLACE "\nexport [a-z]+ " "" names "${exports}")
  string(REPLACE ";" ", " names "${names}")
  string(REPLACE "\nexport " "\n" text "${text}")
  name_of_module("${module}" name)
  string(APPEND script "const ${name} = (() => {${text}return { ${names} };\n})();\n")
endforeach()
if(script MATCHES "</[sS][cC]|<!--|\n(import|export) ")
  message(FATAL_ERROR "the page's script holds what would end it, or an import or export that bundle.cmake does not know")
endif()

# All files of a list, one after the other.
function(read_all result)
  set(all "")
  foreach(path IN LISTS ARGN)
    file(READ "${ROOT}/${path}" text)
    string(APPEND all "${text}")
  endforeach()
  set(${result} "${all}" PARENT_SCOPE)
endfunction()

read_all(style ${styles})
read_all(body ${bodies})
string(SHA256 script_hash "${script}")
string(SHA256 style_hash "${style}")
base64_of_hash("${script_hash}" script_hash)
base64_of_hash("${style_hash}" style_hash)
string(CONCAT policy
  "default-src 'none'; script-src 'sha256-${script_hash}'; style-src 'sha256-${style_hash}'; img-src data:; "
  "base-uri 'none'; form-action 'none'")
if(PAGE MATCHES "^(live|play)$")
  string(APPEND policy "; connect-src 'self'")
endif()

file(READ "${ROOT}/viewer/page.html" page)
if(PAGE MATCHES "^(live|play)$")
  string(REPLACE "@MATCHES@" "" page "${page}")
endif()
string(REPLACE "@POLICY@" "${policy}" page "${page}")
string(REPLACE "@STYLE@" "${style}" page "${page}")
string(REPLACE "@BODY@" "${body}" page "${page}")
string(REPLACE "@SCRIPT@" "${script}" page "${page}")
file(WRITE "${OUTPUT}" "${page}")
