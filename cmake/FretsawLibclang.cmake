# The headers of libclang 19, as the target `libclang`. src/cpp/code/libclang.cpp loads the library at
# run time.
find_path(FRETSAW_LIBCLANG_INCLUDE clang-c/Index.h PATHS /usr/lib/llvm-19/include REQUIRED)
if(NOT TARGET libclang)
  add_library(libclang INTERFACE IMPORTED GLOBAL)
  target_include_directories(libclang SYSTEM INTERFACE ${FRETSAW_LIBCLANG_INCLUDE})
  target_link_libraries(libclang INTERFACE ${CMAKE_DL_LIBS})
endif()
