// SPDX-License-Identifier: MIT
#include "cli/instance_sink.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "instance/json_writer.hpp"
#include "lowering/decode.hpp"

namespace fretsaw::cli {

InstanceSink::InstanceSink(const lowering::Lowered& lowered, std::string command, Console& console)
    : lowered_(lowered), console_(console), format_(chosen_format(console.settings())) {
  options_.command = std::move(command);
  options_.color = console.colors_output();
}

Status InstanceSink::open_folder(const std::string& folder) {
  auto opened = ResultFiles::open(folder);
  if (!opened) return opened.error();
  files_ = *std::move(opened);
  options_.color = false;
  return Done{};
}

Status InstanceSink::add(const Instance& instance) {
  ++added_;
  const auto shown = to_alloy_instance(lowered_, instance);
  const model::Model& model = *lowered_.frame.model;
  if (console_.json()) {
    console_.out().write(added_ == 1 ? "\n" : ",\n");
    console_.out().write(json_text(instance_to_json(model, shown)));
    if (!files_) return Done{};
  }
  const auto text = fretsaw::render(model, shown, format_, options_);
  if (!text) return text.error();
  if (files_) {
    const auto path = files_->write(fmt::format("instance-{:06}", added_), file_extension(format_), *text);
    return path ? Status(Done{}) : path.error();
  }
  console_.out().write(format_ == Format::Text ? fmt::format("instance {}\n{}\n", added_, *text) : *text);
  return Done{};
}

}  // namespace fretsaw::cli
