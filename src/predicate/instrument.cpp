// SPDX-License-Identifier: MIT
#include "predicate/instrument.hpp"

#include <fmt/format.h>

#include <fstream>

#include "cxx/glue.hpp"
#include "predicate/program.hpp"

namespace fretsaw {

namespace {

Status write_file(const std::string& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.flush();
  if (!out) return input_error(fmt::format("{} cannot be written", path));
  return Done{};
}

}  // namespace

Status write_test_glue(const GenerateRequest& request, const std::string& prefix) {
  auto model = reflect_class(request, true);
  if (!model) return model.error();
  if (model->receiver >= 0) {
    return input_error(
        fmt::format("the predicate {} takes more than the object itself", model->predicate.name),
        "in a test, objects are handed out one by one; use `fretsaw generate` for tuples");
  }
  const std::string id = cxx::identifier(subject(*model).name);
  if (Status status = write_file(prefix + ".predicate.cpp", cxx::predicate_source(*model, id)); !status)
    return status;
  std::string text = cxx::table_source(*model, id);
  text += fmt::format(R"(
namespace fretsaw {{ namespace detail {{
template <class T> const ClassTable& class_table();
template <> const ClassTable& class_table< {} >() {{ return *fretsaw_classes_{}(); }}
}} }}
)",
                      subject(*model).name, id);
  return write_file(prefix + ".classes.cpp", text);
}

}  // namespace fretsaw
