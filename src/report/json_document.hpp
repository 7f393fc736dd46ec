// SPDX-License-Identifier: MIT
// The JSON document that a verb prints with --json, written member by member as soon as possible, so that a long
// list of results is never in memory.
//
//     document.add("index", 0);
//     document.open_list("results");
//     for (…) document.add_element(instance_to_json(…));
//     document.add("complete", true);     // closes the list
//     document.finish();
//
// Whatever was written before, finish() makes it a valid document.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "report/output.hpp"

namespace fretsaw {

// Without line breaks; never fails.
std::string json_text(const nlohmann::ordered_json& json);

class JsonDocument {
 public:
  // The output outlives the document. Nothing is written before there is something to write.
  JsonDocument(Output& out, std::string verb) : out_(out), verb_(std::move(verb)) {}

  void add(std::string_view key, const nlohmann::ordered_json& value);
  // Members of the object, in their order.
  void add_all(const nlohmann::ordered_json& members);

  void open_list(std::string_view key);
  void add_element(const nlohmann::ordered_json& value);  // of the list that is open

  // Requires that it has not been called yet.
  void finish();

 private:
  void begin();
  void begin_member(std::string_view key);

  Output& out_;
  std::string verb_;  // empty: none
  bool begun_ = false;
  bool in_list_ = false;
  bool list_has_elements_ = false;
};

}  // namespace fretsaw
