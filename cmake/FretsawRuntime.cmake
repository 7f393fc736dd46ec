# The runtime of the predicate search: a static library that is linked into programs under search. It needs nothing but
# the C++ standard library, and is embedded in whatever links src/predicate, so that `fretsaw` can build such programs
# wherever it is installed.
function(fretsaw_runtime)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/predicate/runtime/*.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/object/*.cpp)
  add_library(fretsaw_runtime STATIC ${sources})
  add_library(fretsaw::runtime ALIAS fretsaw_runtime)
  target_include_directories(fretsaw_runtime PRIVATE ${PROJECT_SOURCE_DIR}/src
    PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>)
  # Always optimised, never instrumented: it is what others are measured and watched with.
  target_compile_options(fretsaw_runtime PRIVATE -O2 -g0 -fno-sanitize=all -Wall -Wextra -Wshadow ${fretsaw_false_warnings})
  set_target_properties(fretsaw_runtime PROPERTIES UNITY_BUILD OFF ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
  # The runtime of programs that call methods: what describes inputs, builds them and reads them back, but no search.
  set(shared "")
  foreach(name alternative_parts arena bounds_table class_domains container_parts containers describe insides loan memory_map names part_builder
      reference_values scalar_domain search_space sequence_parts space_builder structure_graph)
    list(APPEND shared ${CMAKE_CURRENT_SOURCE_DIR}/predicate/runtime/${name}.cpp)
  endforeach()
  file(GLOB calls CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/method/runtime/*.cpp ${CMAKE_CURRENT_SOURCE_DIR}/object/*.cpp)
  add_library(fretsaw_call_runtime STATIC ${calls} ${shared})
  target_include_directories(fretsaw_call_runtime PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
  target_compile_options(fretsaw_call_runtime PRIVATE -O2 -g0 -fno-sanitize=all -Wall -Wextra -Wshadow)
  set_target_properties(fretsaw_call_runtime PROPERTIES UNITY_BUILD OFF ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
  set(call_archive ${PROJECT_BINARY_DIR}/lib/libfretsaw_call_runtime.a)
  set_source_files_properties(${CMAKE_CURRENT_SOURCE_DIR}/method/embedded_call_runtime.cpp PROPERTIES
    COMPILE_DEFINITIONS "FRETSAW_CALL_RUNTIME_ARCHIVE=\"${call_archive}\"" OBJECT_DEPENDS "${call_archive}")
  fretsaw_path_runtime("${shared}")
  set(archive ${PROJECT_BINARY_DIR}/lib/libfretsaw_runtime.a)
  set(headers ${PROJECT_SOURCE_DIR}/include/fretsaw/detail/class_table.hpp
    ${PROJECT_SOURCE_DIR}/include/fretsaw/detail/contract_table.hpp
    ${PROJECT_SOURCE_DIR}/include/fretsaw/finitization.hpp ${PROJECT_SOURCE_DIR}/cmake/watched_code.txt)
  set_source_files_properties(${CMAKE_CURRENT_SOURCE_DIR}/predicate/embedded_runtime.cpp PROPERTIES
    COMPILE_DEFINITIONS "FRETSAW_RUNTIME_ARCHIVE=\"${archive}\";FRETSAW_ROOT=\"${PROJECT_SOURCE_DIR}\""
    OBJECT_DEPENDS "${archive};${headers}")
endfunction()

# The runtime of programs of harnesses (src/harness), embedded in what links that folder.
function(fretsaw_harness_runtime)
  add_library(fretsaw_harness_runtime STATIC ${CMAKE_CURRENT_SOURCE_DIR}/harness/runtime/serve.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/harness/runtime/wire.cpp ${CMAKE_CURRENT_SOURCE_DIR}/lowering/instance_access.cpp)
  target_include_directories(fretsaw_harness_runtime PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
  target_compile_options(fretsaw_harness_runtime PRIVATE -O2 -g0 -fno-sanitize=all -Wall -Wextra -Wshadow)
  set_target_properties(fretsaw_harness_runtime PROPERTIES UNITY_BUILD OFF ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
  set(archive ${PROJECT_BINARY_DIR}/lib/libfretsaw_harness_runtime.a)
  set(headers ${PROJECT_SOURCE_DIR}/include/fretsaw/alloy_instance.hpp ${PROJECT_SOURCE_DIR}/include/fretsaw/harness.hpp)
  set_source_files_properties(${CMAKE_CURRENT_SOURCE_DIR}/harness/embedded_harness_runtime.cpp PROPERTIES
    COMPILE_DEFINITIONS "FRETSAW_HARNESS_ARCHIVE=\"${archive}\";FRETSAW_HARNESS_HEADERS=\"${PROJECT_SOURCE_DIR}/include/fretsaw\""
    OBJECT_DEPENDS "${archive};${headers}")
endfunction()

# What programs under exploration are compiled and linked with: a plugin for clang-19, and a runtime. Without the headers
# of LLVM 19 there is no plugin, and `fretsaw explore` says so.
function(fretsaw_path_runtime shared)
  file(GLOB paths CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/path/runtime/*.cpp ${CMAKE_CURRENT_SOURCE_DIR}/object/*.cpp)
  add_library(fretsaw_path_runtime STATIC ${paths} ${shared})
  target_include_directories(fretsaw_path_runtime PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
  target_compile_options(fretsaw_path_runtime PRIVATE -O2 -g0 -fno-sanitize=all -Wall -Wextra -Wshadow)
  set_target_properties(fretsaw_path_runtime PROPERTIES UNITY_BUILD OFF ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
  set(archive ${PROJECT_BINARY_DIR}/lib/libfretsaw_path_runtime.a)
  find_path(FRETSAW_LLVM_HEADERS llvm/Passes/PassPlugin.h PATHS /usr/lib/llvm-19/include NO_DEFAULT_PATH)
  set(plugin ${PROJECT_BINARY_DIR}/lib/fretsaw_path_pass.so)
  if(FRETSAW_LLVM_HEADERS)
    file(GLOB pass CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/path/pass/*.cpp)
    add_library(fretsaw_path_pass MODULE ${pass})
    target_include_directories(fretsaw_path_pass PRIVATE ${PROJECT_SOURCE_DIR}/src)
    target_include_directories(fretsaw_path_pass SYSTEM PRIVATE ${FRETSAW_LLVM_HEADERS})
    # As LLVM itself is compiled; its functions are those of the compiler that loads the plugin.
    target_compile_options(fretsaw_path_pass PRIVATE -O1 -g0 -fno-rtti -fno-exceptions -fno-sanitize=all -Wall -Wextra
      -fvisibility=hidden -fvisibility-inlines-hidden)
    set_target_properties(fretsaw_path_pass PROPERTIES PREFIX "" LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
    target_link_options(fretsaw_path_pass PRIVATE -fno-sanitize=all -Wl,-s)
  else()
    message(STATUS "No headers of LLVM 19 (llvm-19-dev): fretsaw explore will not work")
    file(WRITE ${plugin} "")
  endif()
  set_source_files_properties(${CMAKE_CURRENT_SOURCE_DIR}/path/embedded_path_runtime.cpp PROPERTIES
    COMPILE_DEFINITIONS "FRETSAW_PATH_RUNTIME_ARCHIVE=\"${archive}\";FRETSAW_PATH_PLUGIN=\"${plugin}\""
    OBJECT_DEPENDS "${archive};${plugin}")
endfunction()
