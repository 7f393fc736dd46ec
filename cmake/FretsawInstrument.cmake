# fretsaw_instrument(TARGET HEADER file CLASSES class... [PREDICATE name] [FLAGS flag...])
#
# Prepares a test program for fretsaw::all<CLASS> (fretsaw/structures.hpp): its sources are compiled so that every load
# and store can be watched, the layout of the classes is read from the header, and the search is linked in. FLAGS are
# further flags that the header needs; the target's include folders and C++ standard are known.
function(fretsaw_instrument target)
  cmake_parse_arguments(ARG "" "HEADER;PREDICATE" "CLASSES;FLAGS" ${ARGN})
  if(NOT ARG_HEADER OR NOT ARG_CLASSES)
    message(FATAL_ERROR "fretsaw_instrument(${target}): HEADER and CLASSES are needed")
  endif()
  get_filename_component(header ${ARG_HEADER} ABSOLUTE)

  set(functions memcmp bcmp memcpy memmove memset memchr strcmp strncmp strlen strnlen strcpy strncpy strcat strchr
    strrchr strstr wmemcmp)
  set(compile -O1 -fsanitize=thread --param=tsan-instrument-func-entry-exit=0 -U_FORTIFY_SOURCE -fno-lto
    -fno-tree-loop-distribute-patterns -mfunction-return=thunk-extern -fcf-protection=none)
  set(link "")
  foreach(function ${functions})
    list(APPEND compile -fno-builtin-${function})
    list(APPEND link -Wl,--wrap=${function})
  endforeach()
  # Never -fsanitize=thread when linking: the functions that it calls are ours.
  target_compile_options(${target} PRIVATE ${compile})
  target_link_options(${target} PRIVATE ${link})
  target_link_libraries(${target} PRIVATE fretsaw::runtime)

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
  foreach(class ${ARG_CLASSES})
    string(MAKE_C_IDENTIFIER "${class}" name)
    set(prefix ${CMAKE_CURRENT_BINARY_DIR}/${target}.${name})
    add_custom_command(OUTPUT ${prefix}.predicate.cpp ${prefix}.classes.cpp
      COMMAND fretsaw::program skeleton ${header} --class "${class}" ${predicate} --cxxflags "${flags}" --glue ${prefix}
      DEPENDS ${header} fretsaw::program VERBATIM)
    set_source_files_properties(${prefix}.classes.cpp PROPERTIES COMPILE_OPTIONS "-fno-access-control;-w")
    target_sources(${target} PRIVATE ${prefix}.predicate.cpp ${prefix}.classes.cpp)
  endforeach()
endfunction()
