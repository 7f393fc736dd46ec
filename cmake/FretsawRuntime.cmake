# Runtimes that are linked into the user's programs: the directories src/**/child, which require only the
# C++ standard library and POSIX. Each is compiled once, always optimized and never instrumented,
# because instrumented code calls it.

# fretsaw_child(PATH [DEPENDS folder...] [HEADERS public_header...]): the objects of src/PATH/child, as
# fretsaw_NAME_child. The arguments are for scripts/check_layers (see fretsaw_folder).
function(fretsaw_child path)
  get_filename_component(name ${path} NAME)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${path}/child/*.cpp)
  fretsaw_child_objects(fretsaw_${name}_child ${sources})
endfunction()

function(fretsaw_child_objects target)
  add_library(${target} OBJECT ${ARGN})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
  target_compile_options(${target} PRIVATE -O2 -g0 -fno-sanitize=all -Wall -Wextra -Wshadow ${fretsaw_false_warnings})
  set_target_properties(${target} PROPERTIES UNITY_BUILD OFF)
endfunction()

# fretsaw_runtime(TARGET objects...): the archive of these objects, lib/libTARGET.a.
function(fretsaw_runtime target)
  set(objects "")
  foreach(library ${ARGN})
    list(APPEND objects $<TARGET_OBJECTS:${library}>)
  endforeach()
  add_library(${target} STATIC ${objects})
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
endfunction()

# fretsaw_embed(SOURCE file...): SOURCE embeds these files in this program (cpp/code/embed.hpp), so that it can build
# the user's programs wherever it is installed. It finds them below FRETSAW_ROOT, or FRETSAW_BUILD.
function(fretsaw_embed source)
  set_source_files_properties(${CMAKE_CURRENT_SOURCE_DIR}/${source} PROPERTIES
    COMPILE_DEFINITIONS "FRETSAW_ROOT=\"${PROJECT_SOURCE_DIR}\";FRETSAW_BUILD=\"${PROJECT_BINARY_DIR}\""
    OBJECT_DEPENDS "${ARGN}")
endfunction()

# The plugin for clang-19 with which `fretsaw explore` compiles test programs. Without the headers of LLVM 19 it is not built, and
# `fretsaw explore` reports that it is not available.
function(fretsaw_path_pass)
  find_path(FRETSAW_LLVM_HEADERS llvm/Passes/PassPlugin.h PATHS /usr/lib/llvm-19/include NO_DEFAULT_PATH)
  if(FRETSAW_LLVM_HEADERS)
    file(GLOB pass CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/cpp/path/pass/*.cpp)
    add_library(fretsaw_path_pass MODULE ${pass})
    target_include_directories(fretsaw_path_pass PRIVATE ${PROJECT_SOURCE_DIR}/src)
    target_include_directories(fretsaw_path_pass SYSTEM PRIVATE ${FRETSAW_LLVM_HEADERS})
    # With the options of LLVM itself; the compiler that loads the plugin provides its functions.
    target_compile_options(fretsaw_path_pass PRIVATE -O1 -g0 -fno-rtti -fno-exceptions -fno-sanitize=all -Wall -Wextra
      -fvisibility=hidden -fvisibility-inlines-hidden)
    set_target_properties(fretsaw_path_pass PROPERTIES PREFIX "" LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
    target_link_options(fretsaw_path_pass PRIVATE -fno-sanitize=all -Wl,-s)
  else()
    message(STATUS "LLVM 19 headers not found (llvm-19-dev): building without 'fretsaw explore'")
    file(WRITE ${PROJECT_BINARY_DIR}/lib/fretsaw_path_pass.so "")
  endif()
endfunction()

# All runtimes: a program that links a folder with an embedded runtime contains that runtime, too.
function(fretsaw_runtimes)
  # Objects of the user's classes, in the child as in this program (src/cpp/object).
  file(GLOB object CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/cpp/object/*.cpp)
  fretsaw_child_objects(fretsaw_object_child ${object})
  fretsaw_child_objects(fretsaw_alloy_instances ${CMAKE_CURRENT_SOURCE_DIR}/alloy/lowering/instance_access.cpp)
  # Names that are probably meant, messages and leftover processes are the same on both sides.
  fretsaw_child_objects(fretsaw_base_child ${CMAKE_CURRENT_SOURCE_DIR}/base/nearest_name.cpp)
  fretsaw_child_objects(fretsaw_work_child ${CMAKE_CURRENT_SOURCE_DIR}/work/channel.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/work/child_processes.cpp)

  fretsaw_runtime(fretsaw_runtime fretsaw_base_child fretsaw_work_child fretsaw_object_child fretsaw_space_child fretsaw_search_child)
  add_library(fretsaw::runtime ALIAS fretsaw_runtime)
  target_include_directories(fretsaw_runtime PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>)
  fretsaw_runtime(fretsaw_call_runtime fretsaw_base_child fretsaw_work_child fretsaw_guest_child fretsaw_object_child fretsaw_space_child fretsaw_call_child)
  fretsaw_runtime(fretsaw_path_runtime fretsaw_base_child fretsaw_work_child fretsaw_guest_child fretsaw_object_child fretsaw_space_child fretsaw_path_child)
  fretsaw_runtime(fretsaw_harness_runtime fretsaw_work_child fretsaw_guest_child fretsaw_harness_child fretsaw_alloy_instances)
  fretsaw_path_pass()

  set(lib ${PROJECT_BINARY_DIR}/lib)
  set(include ${PROJECT_SOURCE_DIR}/include/fretsaw)
  fretsaw_embed(cpp/search/embedded_runtime.cpp ${lib}/libfretsaw_runtime.a ${include}/detail/class_table.hpp
    ${include}/detail/contract_table.hpp ${include}/finitization.hpp ${PROJECT_SOURCE_DIR}/cmake/watched_code.txt)
  fretsaw_embed(cpp/call/embedded_call_runtime.cpp ${lib}/libfretsaw_call_runtime.a)
  fretsaw_embed(cpp/path/embedded_path_runtime.cpp ${lib}/libfretsaw_path_runtime.a ${lib}/fretsaw_path_pass.so)
  fretsaw_embed(cpp/harness/embedded_harness_runtime.cpp ${lib}/libfretsaw_harness_runtime.a ${include}/alloy_instance.hpp
    ${include}/harness.hpp)
endfunction()
