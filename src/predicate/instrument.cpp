// SPDX-License-Identifier: MIT
#include "predicate/instrument.hpp"

#include <fmt/format.h>

#include "base/atomic_file.hpp"
#include "cxx/glue.hpp"
#include "cxx/reflect.hpp"
#include "predicate/predicate_choice.hpp"

namespace fretsaw {

Status write_test_glue(const SearchCode& code, const std::string& prefix) {
  auto classes = cxx::reflect(code.user, code.class_name, predicate_choice(code.predicate));
  if (!classes) return classes.error();
  auto predicate = bound_predicate(*classes, code.predicate);
  if (!predicate) return predicate.error();
  if (takes_arguments(*predicate, *classes)) {
    return input_error(fmt::format("the predicate {} takes more than the object itself",
                                   classes->callables[static_cast<std::size_t>(predicate->callable)].name),
                       "in a test, objects are handed out one by one; use `fretsaw generate` for tuples");
  }
  const std::string& name = classes->at(classes->root).name;
  const std::string id = cxx::identifier(name);
  if (Status status = write_file(prefix + ".calls.cpp", cxx::calls_source(*classes, id)); !status)
    return status;
  std::string text = cxx::table_source(*classes, id);
  text += fmt::format(R"(
namespace fretsaw {{ namespace detail {{
template <class T> const SearchSubject& search_subject();
template <> const SearchSubject& search_subject< {} >() {{
  static const SearchSubject subject = {{fretsaw_classes_{}(), {}, {}}};
  return subject;
}}
}} }}
)",
                      name, id, cxx::table_index(*classes, predicate->callable), predicate->root);
  return write_file(prefix + ".classes.cpp", text);
}

}  // namespace fretsaw
