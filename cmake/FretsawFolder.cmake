# fretsaw_folder(PATH [COLD] [DEPENDS folder...] [HEADERS public_header...] [LIBRARIES library...])
#
# Declares the source directory src/PATH: an object library of all *.cpp in it, fretsaw_NAME, where NAME is
# the last component of PATH.
#
# DEPENDS lists the paths of the directories that it may include, HEADERS its public headers in
# include/fretsaw. A directory may depend only on directories declared before it, in the order of the
# data flow. scripts/check_layers reads these calls. It reports includes of other directories (also of
# indirect dependencies) and of their public headers, and names in DEPENDS that are not used.
#
# COLD marks directories without long computations: they are compiled in two thirds of the time, with
# less optimization.
#
# fretsaw_child(PATH [DEPENDS folder...] [HEADERS public_header...]), in FretsawRuntime.cmake, does the
# same for PATH/child, which is linked into the user's program.
#
# The presets `release` and `sanitize` combine the files of a directory into a few translation units
# (CMAKE_UNITY_BUILD), which halves the build time, so names in anonymous namespaces must be unique
# within a directory. `debug` and `fuzz` compile each file separately.
function(fretsaw_folder path)
  cmake_parse_arguments(ARG "COLD" "" "DEPENDS;HEADERS;LIBRARIES" ${ARGN})
  get_filename_component(name ${path} NAME)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${path}/*.cpp)
  if(NOT sources)
    message(FATAL_ERROR "no sources in 'src/${path}'")
  endif()
  add_library(fretsaw_${name} OBJECT ${sources})
  target_include_directories(fretsaw_${name} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>)
  target_compile_options(fretsaw_${name} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor
    ${fretsaw_false_warnings})
  if(ARG_COLD)
    target_compile_options(fretsaw_${name} PRIVATE $<$<CONFIG:Release>:-O1>)
  endif()
  target_link_libraries(fretsaw_${name} PUBLIC fmt::fmt Threads::Threads ${ARG_LIBRARIES})
  fretsaw_closure(closure ${path} ${ARG_DEPENDS})
  set_target_properties(fretsaw_${name} PROPERTIES FRETSAW_CLOSURE "${name};${closure}" FRETSAW_PATH ${path})
  set_property(GLOBAL APPEND PROPERTY FRETSAW_FOLDERS ${name})
endfunction()

# The names of the directories that are linked into every target with `path`, because of its DEPENDS.
function(fretsaw_closure result path)
  set(closure "")
  foreach(dependency ${ARGN})
    if(NOT dependency MATCHES "/child$")  # Only its headers are used; it is linked into the user's programs.
      get_filename_component(name ${dependency} NAME)
      if(NOT TARGET fretsaw_${name})
        message(FATAL_ERROR "'src/${path}' depends on 'src/${dependency}', which is declared after it")
      endif()
      get_target_property(more fretsaw_${name} FRETSAW_CLOSURE)
      list(APPEND closure ${more})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES closure)
  set(${result} ${closure} PARENT_SCOPE)
endfunction()

# fretsaw_use_folders(TARGET name...): links these directories and their dependencies into TARGET.
function(fretsaw_use_folders target)
  set(closure "")
  foreach(name ${ARGN})
    get_target_property(more fretsaw_${name} FRETSAW_CLOSURE)
    list(APPEND closure ${more})
  endforeach()
  list(REMOVE_DUPLICATES closure)
  foreach(name ${closure})
    target_link_libraries(${target} PRIVATE fretsaw_${name})
  endforeach()
endfunction()

# fretsaw_companion(PATH [DEPENDS folder...] [LIBRARIES library...]): the folder becomes a program of its own, fretsaw-PATH,
# next to `fretsaw`; unless a library is missing.
function(fretsaw_companion name)
  cmake_parse_arguments(ARG "" "" "DEPENDS;LIBRARIES" ${ARGN})
  foreach(library ${ARG_LIBRARIES})
    if(NOT TARGET ${library})
      message(STATUS "fretsaw-${name} not built: ${library} not found")
      return()
    endif()
  endforeach()
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cpp)
  add_executable(fretsaw_${name} ${sources})
  fretsaw_closure(closure ${name} ${ARG_DEPENDS})
  fretsaw_use_folders(fretsaw_${name} ${closure})
  target_compile_options(fretsaw_${name} PRIVATE -Wall -Wextra -Wpedantic -Wshadow ${fretsaw_false_warnings})
  # Without the C++ bindings, which were removed from MPI.
  target_compile_definitions(fretsaw_${name} PRIVATE OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
  target_link_libraries(fretsaw_${name} PRIVATE ${ARG_LIBRARIES})
  set_target_properties(fretsaw_${name} PROPERTIES OUTPUT_NAME fretsaw-${name}
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
  add_dependencies(fretsaw_program fretsaw_${name})
  install(TARGETS fretsaw_${name})
endfunction()
