# What most files include of other libraries, read once instead of hundreds of times: a third of the time of a build.
# Every file includes what it uses all the same: the presets `debug` and `fuzz` build without this.
#
# fretsaw_precompiled(NAME OPTIONS flag... LIBRARIES library... HEADERS header...) makes the headers;
# target_precompile_headers(TARGET REUSE_FROM NAME) uses them, if its flags are the same (-Wpedantic and -fPIE matter too).
function(fretsaw_precompiled name)
  cmake_parse_arguments(ARG "" "" "OPTIONS;LIBRARIES;HEADERS" ${ARGN})
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
  if(NOT EXISTS ${source})
    file(WRITE ${source} "")
  endif()
  add_library(${name} OBJECT ${source})
  target_compile_options(${name} PRIVATE ${ARG_OPTIONS})
  target_link_libraries(${name} PRIVATE ${ARG_LIBRARIES})
  target_precompile_headers(${name} PRIVATE ${ARG_HEADERS})
endfunction()

set(fretsaw_common_headers <algorithm> <array> <cstdint> <functional> <map> <memory> <optional> <set> <span>
  <string> <string_view> <unordered_map> <variant> <vector> <fmt/format.h>)
