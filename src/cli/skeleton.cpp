// SPDX-License-Identifier: MIT
// fretsaw skeleton: the classes, their fields, and a finitization to start from.
#include "predicate/skeleton.hpp"

#include <nlohmann/json.hpp>

#include "cli/class_input.hpp"
#include "cli/verbs.hpp"
#include "predicate/instrument.hpp"
#include "predicate/program.hpp"

namespace fretsaw::cli {

namespace {

using Json = nlohmann::ordered_json;

Json classes_of(const cxx::ClassModel& model) {
  Json classes = Json::array();
  for (const cxx::ClassInfo& info : model.classes) {
    Json fields = Json::array();
    for (const cxx::FieldInfo& field : info.fields) {
      const cxx::TypeInfo& type = model.types[static_cast<std::size_t>(field.type)];
      Json entry = {{"name", field.name}, {"type", type.name}, {"class", field.owner}};
      if (!type.reason.empty()) entry["unsupported"] = type.reason;
      fields.push_back(std::move(entry));
    }
    classes.push_back({{"name", info.name}, {"size", info.size}, {"fields", std::move(fields)}});
  }
  return classes;
}

}  // namespace

Result<Exit> skeleton(const Settings& settings, Console& console) {
  auto request = class_request(settings, console);
  if (!request) return request.error();
  if (settings.glue) {
    if (Status status = write_test_glue(*request, *settings.glue); !status) return status.error();
    return Exit::AsExpected;
  }
  auto model = reflect_class(*request, request->predicate.has_value());
  if (!model) return model.error();
  const std::string text = fretsaw::skeleton(*model);
  if (!console.json()) {
    console.out().write(text);
    return Exit::AsExpected;
  }
  Json document = console.document();
  document["class"] = subject(*model).name;
  document["classes"] = classes_of(*model);
  document["finitization"] = text;
  console.emit(std::move(document));
  return Exit::AsExpected;
}

}  // namespace fretsaw::cli
