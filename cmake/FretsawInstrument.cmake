# fretsaw_instrument(TARGET HEADER file CLASSES class... [PREDICATE name] [FLAGS flag...])
#
# Prepares a test program for fretsaw::all<CLASS> (fretsaw/structures.hpp): its sources are compiled so that every load
# and store can be watched, the layout of the classes is read from the header, and the search is linked in. FLAGS are
# further flags that the header needs; the target's include directories and C++ standard are known. Objects are valid as the
# contracts of the header say, or as the predicate does if it is named.
# Dependencies of the glue, such as contracts in included files, are in depfiles. CMake translates
# their paths.
cmake_policy(SET CMP0116 NEW)
function(fretsaw_instrument target)
  cmake_parse_arguments(ARG "" "HEADER;PREDICATE" "CLASSES;FLAGS" ${ARGN})
  if(NOT ARG_HEADER OR NOT ARG_CLASSES)
    message(FATAL_ERROR "fretsaw_instrument(${target}) requires HEADER and CLASSES")
  endif()
  get_filename_component(header ${ARG_HEADER} ABSOLUTE)

  file(STRINGS ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/watched_code.txt lines)
  set(compile "")
  set(link "")
  foreach(line ${lines})
    if(line MATCHES "^-")
      list(APPEND compile ${line})
    elseif(line MATCHES "^g\\+\\+ (.+)$")
      if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        list(APPEND compile ${CMAKE_MATCH_1})
      endif()
    elseif(line MATCHES "^wrap (.+)$")
      list(APPEND compile -fno-builtin-${CMAKE_MATCH_1})
      list(APPEND link -Wl,--wrap=${CMAKE_MATCH_1})
    elseif(line MATCHES "^wrap-for-containers (.+)$")
      list(APPEND link -Wl,--wrap=${CMAKE_MATCH_1})
    endif()
  endforeach()
  target_compile_options(${target} PRIVATE ${compile})
  target_link_options(${target} PRIVATE ${link})
  target_link_libraries(${target} PRIVATE fretsaw::runtime)
  set_target_properties(${target} PROPERTIES UNITY_BUILD OFF)  # the glue of each class is a translation unit

  get_target_property(standard ${target} CXX_STANDARD)
  if(NOT standard)
    set(standard 20)
  endif()
  set(folders "$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>")
  set(definitions "$<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>")
  string(JOIN " " more ${ARG_FLAGS})
  string(CONCAT flags "-std=c++${standard} ${more}"
    "$<$<BOOL:${folders}>: -I$<JOIN:${folders}, -I>>" "$<$<BOOL:${definitions}>: -D$<JOIN:${definitions}, -D>>")
  set(predicate "")
  if(ARG_PREDICATE)
    set(predicate --predicate ${ARG_PREDICATE})
  endif()
  # Contracts of a header that cannot be edited are in a file next to it.
  get_filename_component(folder ${header} DIRECTORY)
  get_filename_component(stem ${header} NAME_WLE)
  file(GLOB spec CONFIGURE_DEPENDS ${folder}/${stem}.spec)
  foreach(class ${ARG_CLASSES})
    string(MAKE_C_IDENTIFIER "${class}" name)
    set(prefix ${CMAKE_CURRENT_BINARY_DIR}/${target}.${name})
    add_custom_command(OUTPUT ${prefix}.calls.cpp ${prefix}.classes.cpp ${prefix}.contract.cpp
      COMMAND fretsaw::program skeleton ${header} --class "${class}" ${predicate} --cxxflags "${flags}" --glue ${prefix}
      DEPENDS ${header} ${spec} fretsaw::program DEPFILE ${prefix}.d VERBATIM)
    set_source_files_properties(${prefix}.classes.cpp ${prefix}.contract.cpp PROPERTIES
      COMPILE_OPTIONS "-fno-access-control;-w")
    target_sources(${target} PRIVATE ${prefix}.calls.cpp ${prefix}.classes.cpp ${prefix}.contract.cpp)
  endforeach()
endfunction()
