// SPDX-License-Identifier: MIT
// Times of each stage for the benchmark models b01..b05, from text to the last instance.
#include <fmt/format.h>

#include <chrono>
#include <string>

#include "alloy/lowering/lower.hpp"
#include "alloy/model/load.hpp"
#include "fretsaw/finder.hpp"

namespace {

using namespace fretsaw;

double ms_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

void run(const std::string& path, const char* name) {
  auto start = std::chrono::steady_clock::now();
  const auto model = model::load_file(path + "/" + name);
  if (!model) return fmt::print("{}", render(model.error()));
  const double load_ms = ms_since(start);
  const model::Command& command = model->commands.back();

  start = std::chrono::steady_clock::now();
  const auto lowered = lowering::lower(*model, command);
  if (!lowered) return fmt::print("{}", render(lowered.error()));
  const double lower_ms = ms_since(start);

  start = std::chrono::steady_clock::now();
  auto stream = instances(lowered->problem(), {.symmetry = Symmetry::Lex});
  if (!stream) return fmt::print("{}", render(stream.error()));
  const double translate_ms = ms_since(start);
  start = std::chrono::steady_clock::now();
  while (stream->skip()) continue;
  fmt::print("{:18} {:10} {:8.1f} {:8.1f} {:10.1f} {:8.1f} {:10} {:10} {:8}\n", name, stream->yielded_count(),
             load_ms, lower_ms, translate_ms, ms_since(start), stream->statistics().variables,
             stream->statistics().clauses, stream->statistics().primary);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string path = argc > 1 ? argv[1] : "tests/golden/alloy/models";
  fmt::print("{:18} {:>10} {:>8} {:>8} {:>10} {:>8} {:>10} {:>10} {:>8}\n", "last command of", "instances",
             "load ms", "lower ms", "translate", "solve ms", "variables", "clauses", "primary");
  for (const char* name : {"b01_bintree.als", "b02_bst.als", "b03_sll.als", "b04_rbt.als", "b05_dll.als"})
    run(path, name);
}
