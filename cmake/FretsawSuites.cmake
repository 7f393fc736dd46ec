# fretsaw_discover_suites(TARGET): one test for ctest per suite of a GoogleTest program, where gtest_discover_tests() makes
# one per test. For programs in which the tests of a suite share an expensive resource, such as a
# compiled program.
#
# Run as a script after the program is built, this file lists its suites and writes the list that ctest reads:
#   cmake -DPROGRAM=file -DOUTPUT=file.cmake -P FretsawSuites.cmake
if(CMAKE_SCRIPT_MODE_FILE)
  execute_process(COMMAND ${PROGRAM} --gtest_list_tests OUTPUT_VARIABLE listing COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "(^|\n)[^ \n][^ \n]*\\." suites "${listing}")
  set(tests "")
  foreach(suite ${suites})
    string(REGEX REPLACE "[\n.]" "" suite ${suite})
    string(APPEND tests "add_test([[${suite}]] [[${PROGRAM}]] [[--gtest_filter=${suite}.*]])\n"
      "set_tests_properties([[${suite}]] PROPERTIES TIMEOUT 1800 FAIL_REGULAR_EXPRESSION [[Running 0 tests]])\n")
  endforeach()
  # ctest begins with what took longest the last time. The first time, it begins with these.
  list(TRANSFORM suites REPLACE "[\n.]" "")
  list(JOIN suites " " names)
  string(APPEND tests "if(NOT EXISTS [[${COSTS}]])\n  set_tests_properties(${names} PROPERTIES COST 1000)\nendif()\n")
  file(WRITE ${OUTPUT} "${tests}")
  return()
endif()

set(fretsaw_suites_script ${CMAKE_CURRENT_LIST_FILE})
function(fretsaw_discover_suites target)
  set(list ${CMAKE_CURRENT_BINARY_DIR}/${target}_suites.cmake)
  add_custom_command(TARGET ${target} POST_BUILD VERBATIM BYPRODUCTS ${list}
    COMMAND ${CMAKE_COMMAND} -DPROGRAM=$<TARGET_FILE:${target}> -DOUTPUT=${list}
      -DCOSTS=${PROJECT_BINARY_DIR}/Testing/Temporary/CTestCostData.txt -P ${fretsaw_suites_script})
  # Until the program is built, a test that reports this.
  set(include ${CMAKE_CURRENT_BINARY_DIR}/${target}_include.cmake)
  file(WRITE ${include} "if(EXISTS \"${list}\")\n  include(\"${list}\")\nelse()\n  add_test(${target}_NOT_BUILT ${target}_NOT_BUILT)\nendif()\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${include})
endfunction()
