// SPDX-License-Identifier: MIT
// Any bytes as what `show` draws beside instances: object graphs and counterexamples, wherever they are in a
// document.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "cpp/call/show.hpp"
#include "cpp/space/read_graph.hpp"
#include "cpp/space/render.hpp"

namespace {

using namespace fretsaw;

void check(const Diagnostic& error) {
  if (error.message.empty() || !error.location) std::abort();
  fretsaw::render(error);
}

void show(const fretsaw::JsonTree& tree) {
  if (const auto graph = space::read_object_graph(tree)) {
    space::render_text(*graph);
    space::render_dot(*graph, graph->objects.front().name);
  } else {
    check(graph.error());
  }
  if (const auto read = call::read_counterexample(tree)) {
    call::show_text(read->counterexample, read->method, true);
    call::show_dot(read->counterexample, read->method);
  } else {
    check(read.error());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto source = std::make_shared<const fretsaw::Source>(
      "fuzzed", std::string(reinterpret_cast<const char*>(data), size));
  const auto tree = fretsaw::parse_json(source);
  if (!tree) {
    check(tree.error());
    return 0;
  }
  show(*tree);
  for (const fretsaw::JsonTree& child : tree->children) {
    show(child);
    for (const fretsaw::JsonTree& inner : child.children) show(inner);
  }
  return 0;
}
