// SPDX-License-Identifier: MIT
// fretsaw skeleton: the classes, their fields, and a finitization to start from.
#include "cpp/space/skeleton.hpp"

#include <nlohmann/json.hpp>

#include "cli/class_input.hpp"
#include "cli/verbs.hpp"
#include "cpp/call/skeleton.hpp"
#include "cpp/code/reflect.hpp"
#include "cpp/contract/predicate_choice.hpp"
#include "cpp/inputs/instrument.hpp"

namespace fretsaw::cli {

namespace {

using Json = nlohmann::ordered_json;

Json classes_of(const code::Classes& known, int root) {
  Json classes = Json::array();
  for (std::size_t i = 0; i < known.classes.size(); ++i) {
    const code::ClassInfo& info = known.classes[i];
    if (info.is_frame && static_cast<int>(i) != root) continue;
    Json fields = Json::array();
    for (const code::FieldInfo& field : info.fields) {
      const code::TypeInfo& type = known.type(field.type);
      Json entry = {{"name", field.name}, {"type", type.name}, {"class", field.owner}};
      if (!type.reason.empty()) entry["unsupported"] = type.reason;
      fields.push_back(std::move(entry));
    }
    classes.push_back({{"name", info.name}, {"size", info.size}, {"fields", std::move(fields)}});
  }
  return classes;
}

Result<Exit> skeleton_of_method(const Settings& settings, const inputs::GenerateRequest& request,
                                Console& console) {
  auto code = code::user_code(request.code);
  if (!code) return code.error();
  auto made = call::method_skeleton(*code, settings.methods.front());
  if (!made) return made.error();
  if (!console.json()) {
    console.out().write(made->text);
    return Exit::AsExpected;
  }
  console.document().add("method", made->method);
  console.document().add("classes", classes_of(made->classes, -1));
  console.document().add("finitization", made->text);
  return Exit::AsExpected;
}

}  // namespace

Result<Exit> skeleton(const Settings& settings, Console& console) {
  auto request = class_request(settings, console);
  if (!request) return request.error();
  if (!settings.methods.empty()) return skeleton_of_method(settings, *request, console);
  auto code = inputs::search_code(*request);
  if (!code) return code.error();
  if (settings.glue) {
    if (Status status = inputs::write_test_glue(*code, *settings.glue); !status) return status.error();
    return Exit::AsExpected;
  }
  auto reflection = code::Reflection::of_class(code->user, code->class_name);
  if (!reflection) return reflection.error();
  auto classes = contract::bind_predicate(*reflection, code->predicate);
  if (!classes) return classes.error();
  int root = classes->root;
  if (code->predicate) {
    auto predicate = contract::bound_predicate(*classes, *code->predicate);
    if (!predicate) return predicate.error();
    root = predicate->root;
  }
  const std::string text = space::skeleton(*classes, root);
  if (!console.json()) {
    console.out().write(text);
    return Exit::AsExpected;
  }
  console.document().add("class", classes->at(classes->root).name);
  console.document().add("classes", classes_of(*classes, root));
  console.document().add("finitization", text);
  return Exit::AsExpected;
}

}  // namespace fretsaw::cli
