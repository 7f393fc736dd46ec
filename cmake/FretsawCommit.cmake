# The commit that is built, for `fretsaw version`.
#
#     cmake -DSOURCE=… -DOUTPUT=… -P FretsawCommit.cmake     writes the header OUTPUT, if its content changes
#
# Included by another file, it defines fretsaw_commit_header(TARGET). The header is written again when the checked-out commit
# changes, which git notes in logs/HEAD; without git the macro in it is empty.
if(CMAKE_SCRIPT_MODE_FILE)
  cmake_minimum_required(VERSION 3.25)
  execute_process(COMMAND git -C ${SOURCE} rev-parse --short=12 HEAD OUTPUT_VARIABLE commit RESULT_VARIABLE status
    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(NOT status EQUAL 0)
    set(commit "")
  endif()
  file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "#define FRETSAW_COMMIT \"@commit@\"\n" @ONLY)
  return()
endif()

function(fretsaw_commit_header target)
  set(header ${PROJECT_BINARY_DIR}/include/fretsaw_commit.hpp)
  # Not the commit of a repository that merely contains this directory.
  set(moved "")
  if(EXISTS ${PROJECT_SOURCE_DIR}/.git)
    execute_process(COMMAND git rev-parse --git-path logs/HEAD WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
      OUTPUT_VARIABLE moved OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  endif()
  if(moved)
    get_filename_component(moved ${moved} ABSOLUTE BASE_DIR ${PROJECT_SOURCE_DIR})
  endif()
  if(moved AND EXISTS ${moved})
    add_custom_command(OUTPUT ${header}
      COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR} -DOUTPUT=${header}
        -P ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/FretsawCommit.cmake
      DEPENDS ${moved} ${CMAKE_CURRENT_FUNCTION_LIST_FILE} VERBATIM)
  else()
    file(CONFIGURE OUTPUT ${header} CONTENT "#define FRETSAW_COMMIT \"\"\n" @ONLY)
  endif()
  target_sources(${target} PRIVATE ${header})
endfunction()
