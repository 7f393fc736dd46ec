# Embeds Alloy's standard modules: models/util/NAME.als becomes the module util/NAME.
#
# Included, this file defines fretsaw_embed_models(). Run as a script by the command of that function,
# it writes the C++ file:
#   cmake -DOUTPUT=file.cpp -DROOT=models -P FretsawModels.cmake
if(CMAKE_SCRIPT_MODE_FILE)
  file(GLOB models RELATIVE ${ROOT} ${ROOT}/util/*.als)
  list(SORT models)
  set(table "")
  foreach(model ${models})
    file(READ ${ROOT}/${model} text)
    string(REGEX REPLACE "\\.als$" "" path ${model})
    string(APPEND table "    {\"${path}\", R\"als(${text})als\"},\n")
  endforeach()
  file(WRITE ${OUTPUT} "// Generated from models/util by cmake/FretsawModels.cmake.\n"
    "#include \"alloy/syntax/builtin.hpp\"\n\n"
    "namespace fretsaw::alloy {\n\n"
    "const BuiltinModule kBuiltinModules[] = {\n${table}};\n\n"
    "const std::size_t kBuiltinModuleCount = sizeof kBuiltinModules / sizeof kBuiltinModules[0];\n\n"
    "}  // namespace fretsaw::alloy\n")
  return()
endif()

function(fretsaw_embed_models)
  file(GLOB models CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/models/util/*.als)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/builtin_modules.cpp)
  set(script ${PROJECT_SOURCE_DIR}/cmake/FretsawModels.cmake)
  add_custom_command(OUTPUT ${output} DEPENDS ${models} ${script} VERBATIM
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DROOT=${PROJECT_SOURCE_DIR}/models -P ${script})
  target_sources(fretsaw_syntax PRIVATE ${output})
endfunction()
