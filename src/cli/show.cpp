// SPDX-License-Identifier: MIT
// fretsaw show: what a JSON document of ours holds, to look at: instances, objects, counterexamples of both
// kinds. The model or the header is not needed: what the document says is enough to draw it.
#include "method/show.hpp"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>

#include "base/source.hpp"
#include "base/text.hpp"
#include "cli/verbs.hpp"
#include "method/read_counterexample.hpp"
#include "predicate/read_graph.hpp"
#include "predicate/render.hpp"
#include "report/assemble.hpp"
#include "report/format.hpp"
#include "report/graphviz.hpp"
#include "report/inferred_model.hpp"
#include "report/json_reader.hpp"
#include "report/json_tree.hpp"
#include "report/picture_page.hpp"
#include "report/result_sink.hpp"

namespace fretsaw::cli {

namespace {

using JsonKind = JsonTree::Kind;

// One thing in the document that can be shown.
struct Exhibit {
  enum class Kind : std::uint8_t { Instance, Graph, Counterexample };
  Kind kind;
  const JsonTree* tree;
  const JsonTree* about = nullptr;  // of an instance in a counterexample: all of that
};

bool is_object(const JsonTree* tree) { return tree != nullptr && tree->kind == JsonKind::Object; }

// All there are, in their order.
void collect_exhibits(const JsonTree& tree, std::vector<Exhibit>& out) {
  if (tree.kind == JsonKind::Array) {
    for (const JsonTree& child : tree.children) collect_exhibits(child, out);
    return;
  }
  if (tree.member("sigs") != nullptr || tree.member("states") != nullptr) {
    out.push_back({Exhibit::Kind::Instance, &tree});
  } else if (tree.member("objects") != nullptr) {
    out.push_back({Exhibit::Kind::Graph, &tree});
  } else if (is_object(tree.member("before"))) {
    out.push_back({Exhibit::Kind::Counterexample, &tree});
  } else if (is_object(tree.member("instance"))) {
    out.push_back({Exhibit::Kind::Instance, tree.member("instance"), &tree});
  } else {
    for (const char* const list : {"results", "counterexamples", "methods"}) {
      if (const JsonTree* inner = tree.member(list); inner != nullptr) collect_exhibits(*inner, out);
    }
  }
}

// A counterexample of a model check, or of a check that the model has.
bool is_counterexample(const JsonTree* about) {
  if (about == nullptr) return false;
  const JsonTree* const kind = about->member("kind");
  return about->member("failures") != nullptr || (kind != nullptr && kind->text == "check");
}

// The same thing as text and as a drawing.
struct Shown {
  std::string title;
  std::string text{};
  std::string dot{};
};

std::string reasons_in(const JsonTree& counterexample) {
  std::string out;
  const JsonTree* const failures = counterexample.member("failures");
  if (failures == nullptr) return out;
  for (const JsonTree& failure : failures->children) {
    if (const JsonTree* message = failure.member("message"); message != nullptr) out += message->text;
    if (const JsonTree* clause = failure.member("clause"); clause != nullptr) out += ": " + clause->text;
    out += "\n";
  }
  return out;
}

Result<Shown> shown_instance(const SourcePtr& source, const Exhibit& exhibit, bool color) {
  const auto raw = read_json_instance(source, *exhibit.tree);
  if (!raw) return raw.error();
  const auto model = inferred_model(*raw);
  if (!model) return model.error();
  const auto instance = assemble_trace(*model, *raw);
  if (!instance) return instance.error();
  Shown shown{.title = is_counterexample(exhibit.about) ? "counterexample"
                       : instance->is_trace             ? "trace"
                                                        : "instance"};
  const auto text = render(*model, *instance, Format::Text, {.color = color});
  if (!text) return text.error();
  const auto dot = render(*model, *instance, Format::Dot);
  if (!dot) return dot.error();
  shown.text = *text + (exhibit.about != nullptr ? reasons_in(*exhibit.about) : "");
  shown.dot = *dot;
  return shown;
}

Result<Shown> shown_exhibit(const SourcePtr& source, const Exhibit& exhibit, bool color) {
  switch (exhibit.kind) {
    case Exhibit::Kind::Instance:
      return shown_instance(source, exhibit, color);
    case Exhibit::Kind::Graph: {
      const auto graph = read_object_graph(*exhibit.tree);
      if (!graph) return graph.error();
      return Shown{"structure", render_text(*graph), render_dot(*graph, graph->objects.front().name)};
    }
    case Exhibit::Kind::Counterexample:
      break;
  }
  const auto read = method::read_counterexample(*exhibit.tree);
  if (!read) return read.error();
  return Shown{"counterexample", method::show_text(read->counterexample, read->method, color),
               method::show_dot(read->counterexample, read->method)};
}

Result<std::string> rendered_as(const Shown& shown, ShowFormat format) {
  switch (format) {
    case ShowFormat::Text:
      return shown.text;
    case ShowFormat::Dot:
      return shown.dot;
    case ShowFormat::Svg:
      return draw_svg(shown.dot);
    case ShowFormat::Html:
      break;
  }
  auto svg = draw_svg(shown.dot);
  if (!svg) return svg.error();
  return html_of(shown.title, {{shown.title, *std::move(svg), shown.text}});
}

Result<std::vector<Exhibit>> chosen_exhibits(const Settings& settings, const SourcePtr& source,
                                             const JsonTree& tree) {
  std::vector<Exhibit> all;
  collect_exhibits(tree, all);
  if (all.empty()) {
    const Span start{source.get(), tree.span.begin, tree.span.begin + 1};
    return error_at(start, ErrorClass::Input, "there is nothing to show in this document",
                    "what can be shown are instances, objects and counterexamples, as --json and --format "
                    "json write them");
  }
  if (!settings.exhibit) return all;
  if (*settings.exhibit == 0) return usage_error("--index counts from 1");
  if (*settings.exhibit > all.size())
    return usage_error(fmt::format("there is no {}: the document has {}", *settings.exhibit, all.size()));
  return std::vector{all[*settings.exhibit - 1]};
}

Result<Exit> show_on_one_page(const std::vector<Shown>& all, const std::string& title, Console& console) {
  std::vector<PagePicture> pictures;
  for (const Shown& shown : all) {
    auto svg = draw_svg(shown.dot);
    if (!svg) return svg.error();
    const std::string number = all.size() > 1 ? fmt::format(" {}", pictures.size() + 1) : "";
    pictures.push_back({shown.title + number, *std::move(svg), shown.text});
  }
  console.out().write(html_of(title, pictures));
  return Exit::AsExpected;
}

}  // namespace

Result<Exit> show(const Settings& settings, Console& console) {
  const auto source = read_source(settings.operands.front());
  if (!source) return source.error();
  const auto tree = parse_json(*source);
  if (!tree) return tree.error();
  const auto exhibits = chosen_exhibits(settings, *source, *tree);
  if (!exhibits) return exhibits.error();
  const ShowFormat format = settings.show_format.value_or(ShowFormat::Text);
  const bool is_page = format == ShowFormat::Html && !settings.out && !console.json();
  const bool color = console.colors_output() && format == ShowFormat::Text && !settings.out;
  std::vector<Shown> on_page;
  constexpr std::array kExtensions = {"txt", "dot", "svg", "html"};
  ResultSink sink({.noun = "result",
                   .extension = kExtensions[static_cast<std::size_t>(format)],
                   .for_people = format == ShowFormat::Text && exhibits->size() > 1,
                   .spaced = format == ShowFormat::Text && exhibits->size() > 1},
                  console.out(), console.json() ? &console.document() : nullptr);
  if (settings.out) {
    if (auto opened = sink.open_folder(*settings.out); !opened) return opened.error();
  }
  if (console.json()) console.document().open_list("results");
  std::uint64_t number = 0;
  for (const Exhibit& exhibit : *exhibits) {
    auto shown = shown_exhibit(*source, exhibit, color);
    if (!shown) return shown.error();
    if (is_page) {
      on_page.push_back(*std::move(shown));
      continue;
    }
    auto rendering = rendered_as(*shown, format);
    if (!rendering) return rendering.error();
    const auto added = sink.add(
        ++number,
        [&] {
          return nlohmann::ordered_json{{"kind", shown->title}, {"text", *rendering}};
        },
        [&] { return rendering; });
    if (!added) {
      Diagnostic error = added.error();
      if (settings.out && error.hint.empty())
        error.hint = fmt::format("written before: {}", counted(number - 1, "result"));
      return error;
    }
  }
  if (is_page) return show_on_one_page(on_page, settings.operands.front(), console);
  if (settings.out && !console.json())
    console.out().write(fmt::format("one file each in {}\n", *settings.out));
  return Exit::AsExpected;
}

}  // namespace fretsaw::cli
