// SPDX-License-Identifier: MIT
#include "cpp/inputs/instrument.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <set>

#include "base/atomic_file.hpp"
#include "cpp/code/glue.hpp"
#include "cpp/code/reflect.hpp"
#include "cpp/contract/clause_glue.hpp"
#include "cpp/contract/predicate_choice.hpp"
#include "cpp/contract/spec_file.hpp"

namespace fretsaw::inputs {

namespace {

// The specialization of search_subject for the class, given what stands before it and an expression for it.
std::string subject_source(const std::string& class_name, const std::string& before,
                           const std::string& body) {
  return fmt::format(R"(
{}namespace fretsaw {{ namespace detail {{
template <class T> const SearchSubject& search_subject();
template <> const SearchSubject& search_subject< {} >() {{
{}  return subject;
}}
}} }}
)",
                     before, class_name, body);
}

Result<code::Classes> with_predicate(const SearchCode& code, std::string& subject) {
  auto reflection = code::Reflection::of_class(code.user, code.class_name);
  if (!reflection) return reflection.error();
  auto classes = contract::bind_predicate(*reflection, code.predicate);
  if (!classes) return classes;
  auto predicate = contract::bound_predicate(*classes, *code.predicate);
  if (!predicate) return predicate.error();
  if (contract::takes_arguments(*predicate, *classes)) {
    return input_error(fmt::format("predicate '{}' takes more than the object itself",
                                   classes->callables[static_cast<std::size_t>(predicate->callable)].name),
                       "use a predicate of one object; for tuples, use 'fretsaw generate'");
  }
  const std::string& name = classes->at(classes->root).name;
  subject = subject_source(
      name, "",
      fmt::format("  static const SearchSubject subject = {{fretsaw_classes_{}(), {}, {}}};\n",
                  code::identifier(name), code::table_index(*classes, predicate->callable), predicate->root));
  return classes;
}

Result<code::Classes> with_invariants(const SearchCode& code, std::string& subject, std::string& contract) {
  auto classes = code::reflect(code.user, code.class_name);
  if (!classes) return classes;
  auto subjects = contract::read_class_subject(code.user.header, *classes);
  if (!subjects) return subjects.error();
  for (const contract::Invariant& invariant : subjects->methods.front().subject->invariants) {
    if (invariant.condition.relational)
      return error_at(invariant.condition.clause->keyword, ErrorClass::Input,
                      "relational invariants are not supported inside of a test",
                      "name a C++ predicate with PREDICATE, or use 'fretsaw generate'");
  }
  const std::string& name = classes->at(classes->root).name;
  const std::string id = code::identifier(name);
  auto source = contract::validity_source(*classes, *subjects, id);
  if (!source) return source.error();
  contract = contract::header_include(*classes) + *source;
  subject = subject_source(
      name,
      fmt::format("extern \"C\" void fretsaw_valid_{0}_0(void* frame, void* result);\n"
                  "static fretsaw::detail::ClassTable fretsaw_searched_classes() {{\n"
                  "  static const fretsaw::detail::CallableEntry entry = "
                  "{{\"the invariant\", {1}, -1, &fretsaw_valid_{0}_0}};\n"
                  "  fretsaw::detail::ClassTable table = *fretsaw_classes_{0}();\n"
                  "  table.callables = &entry;\n  table.callable_count = 1;\n  return table;\n}}\n",
                  id, classes->root),
      fmt::format("  static const ClassTable table = fretsaw_searched_classes();\n"
                  "  static const SearchSubject subject = {{&table, 0, {}}};\n",
                  classes->root));
  return classes;
}

// What the glue must be written again for, as make and ninja read it: files with contracts or declarations.
std::string dependencies(const SearchCode& code, const code::Classes& classes, const std::string& prefix) {
  std::set<std::string> files = {std::filesystem::absolute(code.user.header).string()};
  for (const code::ClassInfo& info : classes.classes) files.insert(info.place.file);
  for (const code::Callable& callable : classes.callables) files.insert(callable.place.file);
  if (const auto spec = contract::spec_beside(code.user.header))
    files.insert(std::filesystem::absolute(*spec).string());
  files.erase("");
  const auto escaped = [](const std::string& path) {
    std::string out;
    for (const char c : path)
      out += c == ' ' ? "\\ " : c == '#' ? "\\#" : c == '$' ? "$$" : std::string(1, c);
    return out;
  };
  std::string out = escaped(std::filesystem::absolute(prefix + ".calls.cpp").string()) + ":";
  for (const std::string& file : files) out += " \\\n  " + escaped(file);
  return out + "\n";
}

}  // namespace

Status write_test_glue(const SearchCode& code, const std::string& prefix) {
  std::string subject, contract;
  auto classes = code.predicate ? with_predicate(code, subject) : with_invariants(code, subject, contract);
  if (!classes) return classes.error();
  const std::string id = code::identifier(classes->at(classes->root).name);
  if (Status status = write_file(prefix + ".calls.cpp", code::calls_source(*classes, id)); !status)
    return status;
  if (Status status = write_file(prefix + ".contract.cpp", contract); !status) return status;
  if (Status status = write_file(prefix + ".d", dependencies(code, *classes, prefix)); !status) return status;
  return write_file(prefix + ".classes.cpp", code::table_source(*classes, id) + subject);
}

}  // namespace fretsaw::inputs
