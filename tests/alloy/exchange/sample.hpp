// SPDX-License-Identifier: MIT
// A model and an instance of it that the tests of every format share.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "alloy/exchange/format.hpp"
#include "alloy/model/load.hpp"

namespace fretsaw::test {

inline SourcePtr source(const std::string& name, const std::string& text) {
  return std::make_shared<const Source>(name, text);
}

inline model::Model load_text(const std::string& text) {
  auto model = model::load(source("m.als", text));
  if (!model) ADD_FAILURE() << render(model.error());
  return model ? *std::move(model) : model::Model();
}

// Has a bit of everything: a hierarchy, an enum, a subset sig, integers, a field of three columns, strings.
inline model::Model sample_model() {
  return load_text(
      "abstract sig Node { next: lone Node, info: Int, color: Color }\n"
      "sig Leaf extends Node {}\n"
      "sig Inner extends Node { table: Int -> Node }\n"
      "sig Marked in Node {}\n"
      "one sig List { header: lone Node, name: String }\n"
      "enum Color { Red, Green }\n"
      "fact { some \"a<b\" }\n"
      "run {} for 3\n");
}

inline const char* sample_json() {
  return R"({"sigs":{"Node":["Node$0","Node$1"],"Leaf":["Node$1"],"Inner":["Node$0"],"Marked":["Node$1"],)"
         R"("List":["List$0"],"Color":["Color$0","Color$1"],"Red":["Color$0"],"Green":["Color$1"],"ordering/Ord":["o"],)"
         R"("String":["\"a<b\""]},)"
         R"("fields":{"Node.next":[["Node$0","Node$1"],["Node$1","Node$1"]],"Node.info":[["Node$0",3],["Node$1",-2]],)"
         R"("Node.color":[["Node$0","Color$0"],["Node$1","Color$1"]],"Inner.table":[["Node$0",1,"Node$1"]],)"
         R"("List.header":[["List$0","Node$0"]],"List.name":[["List$0","\"a<b\""]],"ordering/Ord.First":[["o","Color$0"]],)"
         R"("ordering/Ord.Next":[["o","Color$0","Color$1"]]},)"
         R"("skolems":{"$show_n":[["Node$0"]]},"bitwidth":4,"maxseq":3})";
}

inline AlloyInstance read_text(const model::Model& model, const std::string& text) {
  auto instance = read_instance(model, source("i", text));
  if (!instance) ADD_FAILURE() << render(instance.error());
  return instance ? *std::move(instance) : AlloyInstance();
}

inline std::string rendered(const model::Model& model, const AlloyInstance& instance, Format format,
                            const RenderOptions& options = {}) {
  auto text = render(model, instance, format, options);
  if (!text) ADD_FAILURE() << render(text.error());
  return text ? *text : "";
}

}  // namespace fretsaw::test
