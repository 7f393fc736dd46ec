# The installable package: `find_package(fretsaw)` defines the target fretsaw::fretsaw, a static library
# with the objects of every source directory except cli.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

get_property(folders GLOBAL PROPERTY FRETSAW_FOLDERS)
add_library(fretsaw STATIC)
foreach(folder ${folders})
  if(NOT folder STREQUAL "cli")
    target_sources(fretsaw PRIVATE $<TARGET_OBJECTS:fretsaw_${folder}>)
  endif()
endforeach()
target_include_directories(fretsaw PUBLIC
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_compile_features(fretsaw PUBLIC cxx_std_20)
target_link_libraries(fretsaw PUBLIC Threads::Threads PRIVATE fmt::fmt cadical expat ${CMAKE_DL_LIBS})
set_target_properties(fretsaw PROPERTIES LINKER_LANGUAGE CXX)
add_library(fretsaw::fretsaw ALIAS fretsaw)

# Tests with fretsaw_instrument() require the program, which reads headers, and the search runtime.
set_target_properties(fretsaw_runtime PROPERTIES EXPORT_NAME runtime)
set_target_properties(fretsaw_program PROPERTIES EXPORT_NAME program)
install(TARGETS fretsaw fretsaw_runtime fretsaw_program EXPORT fretsawTargets)
install(FILES cmake/FretsawInstrument.cmake cmake/watched_code.txt DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/fretsaw)
install(DIRECTORY include/fretsaw DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} PATTERN *.in EXCLUDE)
install(FILES ${PROJECT_BINARY_DIR}/include/fretsaw/version.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/fretsaw)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
set(share ${PROJECT_BINARY_DIR}/share)
install(FILES ${share}/fretsaw.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${share}/fretsaw DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${share}/_fretsaw DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES ${share}/fretsaw.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(EXPORT fretsawTargets NAMESPACE fretsaw:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/fretsaw)
configure_package_config_file(cmake/fretsawConfig.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/fretsawConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/fretsaw)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/fretsawConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/fretsawConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/fretsawConfigVersion.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/fretsaw)
