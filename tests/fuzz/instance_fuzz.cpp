// SPDX-License-Identifier: MIT
// Any bytes as an instance in JSON or XML, for a model and for none: it is assembled, or there is a located
// error.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "alloy/exchange/format.hpp"
#include "alloy/exchange/raw_instance.hpp"
#include "alloy/model/load.hpp"

namespace {

using namespace fretsaw;

const model::Model& fixed_model() {
  static const auto loaded = model::load(std::make_shared<const Source>(
      "list.als",
      "open util/ordering[Node]\nabstract sig Node { next: lone Node, key: one Int }\nsig Leaf extends Node "
      "{}\n"
      "sig Marked in Node {}\none sig List { head: lone Node, name: seq String }\n"));
  if (!loaded) std::abort();
  return *loaded;
}

void check(const Diagnostic& error) {
  if (error.message.empty()) std::abort();
  render(error);
}

void assemble(const Result<RawTrace>& raw) {
  if (!raw) return check(raw.error());
  const auto inferred = inferred_model(*raw);
  if (!inferred) return check(inferred.error());
  const auto instance = assemble_trace(*inferred, *raw);
  if (!instance) return check(instance.error());
  for (const Format format : {Format::Text, Format::Json, Format::Xml, Format::Dot}) {
    if (const auto text = render(*inferred, *instance, format); !text) check(text.error());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto source =
      std::make_shared<const Source>("fuzzed", std::string(reinterpret_cast<const char*>(data), size));
  if (const auto instance = read_instance(fixed_model(), source); !instance) check(instance.error());
  assemble(read_json_instance(source));
  assemble(read_xml_instance(source));
  return 0;
}
