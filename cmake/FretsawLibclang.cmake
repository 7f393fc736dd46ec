# libclang 19, as the target `libclang`.
find_path(FRETSAW_LIBCLANG_INCLUDE clang-c/Index.h PATHS /usr/lib/llvm-19/include REQUIRED)
find_library(FRETSAW_LIBCLANG_LIBRARY NAMES clang-19 clang PATHS /usr/lib/llvm-19/lib REQUIRED)
if(NOT TARGET libclang)
  add_library(libclang INTERFACE IMPORTED GLOBAL)
  target_include_directories(libclang SYSTEM INTERFACE ${FRETSAW_LIBCLANG_INCLUDE})
  target_link_libraries(libclang INTERFACE ${FRETSAW_LIBCLANG_LIBRARY})
endif()
