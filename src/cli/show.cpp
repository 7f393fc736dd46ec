// SPDX-License-Identifier: MIT
// fretsaw show: the instances, objects and counterexamples of a JSON document, as text or diagrams. Neither the model nor
// the header is needed.
#include "cpp/call/show.hpp"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>

#include "alloy/exchange/format.hpp"
#include "alloy/exchange/raw_instance.hpp"
#include "base/source.hpp"
#include "base/text.hpp"
#include "cli/verbs.hpp"
#include "cpp/space/read_graph.hpp"
#include "cpp/space/render.hpp"
#include "report/diagram.hpp"
#include "report/json_tree.hpp"
#include "report/page.hpp"
#include "report/result_sink.hpp"

namespace fretsaw::cli {

namespace {

using JsonKind = JsonTree::Kind;

// One thing in the document that can be shown.
struct DocumentItem {
  enum class Kind : std::uint8_t { Instance, Graph, Counterexample };
  Kind kind;
  const JsonTree* tree;
  const JsonTree* about = nullptr;  // of an instance in a counterexample: all of that
};

const JsonTree* present(const JsonTree& tree, std::string_view name) {
  const JsonTree* const member = tree.member(name);
  return member != nullptr && member->kind != JsonKind::Null ? member : nullptr;
}

// In the order of the document.
void collect_items(const JsonTree& tree, JsonMembers& members, std::vector<DocumentItem>& out) {
  if (tree.kind == JsonKind::Array) {
    for (const JsonTree& child : tree.children) collect_items(child, members, out);
  } else if (tree.kind != JsonKind::Object) {
    members.refuse(tree, "an object");
  } else if (tree.member("sigs") != nullptr || tree.member("states") != nullptr) {
    out.push_back({DocumentItem::Kind::Instance, &tree});
  } else if (tree.member("objects") != nullptr) {
    out.push_back({DocumentItem::Kind::Graph, &tree});
  } else if (present(tree, "before") != nullptr) {
    out.push_back({DocumentItem::Kind::Counterexample, &tree});
  } else if (const JsonTree* instance = present(tree, "instance"); instance != nullptr) {
    if (instance->kind != JsonKind::Object) members.refuse(*instance, "an instance or null");
    out.push_back({DocumentItem::Kind::Instance, instance, &tree});
  } else {
    for (const char* const name : {"results", "counterexamples", "methods"}) {
      for (const JsonTree& inner : members.list(tree, name)) collect_items(inner, members, out);
    }
  }
}

// A counterexample of check-model, or of a check command of the model.
bool is_counterexample(const JsonTree* about, JsonMembers& members) {
  if (about == nullptr) return false;
  return about->member("failures") != nullptr || members.text(*about, "kind") == "check";
}

// As text and as a diagram.
struct RenderedItem {
  std::string title;
  std::string text{};
  std::string dot{};
};

std::string reasons_in(const JsonTree& counterexample, JsonMembers& members) {
  std::string out;
  for (const JsonTree& failure : members.list(counterexample, "failures")) {
    out += members.text(failure, "message");
    if (const std::string clause = members.text(failure, "clause"); !clause.empty()) out += ": " + clause;
    out += "\n";
  }
  return out;
}

Result<RenderedItem> shown_instance(const SourcePtr& source, const DocumentItem& item, bool color) {
  const auto raw = read_json_instance(source, *item.tree);
  if (!raw) return raw.error();
  const auto model = inferred_model(*raw);
  if (!model) return model.error();
  const auto instance = assemble_trace(*model, *raw);
  if (!instance) return instance.error();
  JsonMembers members;
  RenderedItem shown{.title = is_counterexample(item.about, members) ? "counterexample"
                              : instance->is_trace                   ? "trace"
                                                                     : "instance"};
  const auto text = render(*model, *instance, Format::Text, {.color = color});
  if (!text) return text.error();
  const auto dot = render(*model, *instance, Format::Dot);
  if (!dot) return dot.error();
  shown.text = *text + (item.about != nullptr ? reasons_in(*item.about, members) : "");
  shown.dot = *dot;
  if (members.error()) return *members.error();
  return shown;
}

Result<RenderedItem> shown_item(const SourcePtr& source, const DocumentItem& item, bool color) {
  switch (item.kind) {
    case DocumentItem::Kind::Instance:
      return shown_instance(source, item, color);
    case DocumentItem::Kind::Graph: {
      const auto graph = space::read_object_graph(*item.tree);
      if (!graph) return graph.error();
      return RenderedItem{"structure", space::render_text(*graph),
                          space::render_dot(*graph, graph->objects.front().name)};
    }
    case DocumentItem::Kind::Counterexample:
      break;
  }
  const auto read = call::read_counterexample(*item.tree);
  if (!read) return read.error();
  return RenderedItem{"counterexample", call::show_text(read->counterexample, read->method, color),
                      call::show_dot(read->counterexample, read->method)};
}

Result<std::string> rendered_as(const RenderedItem& shown, ShowFormat format) {
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

Result<std::vector<DocumentItem>> chosen_items(const Settings& settings, const SourcePtr& source,
                                               const JsonTree& tree) {
  std::vector<DocumentItem> all;
  JsonMembers members;
  collect_items(tree, members, all);
  if (members.error()) return *members.error();
  if (all.empty()) {
    const Span start{source.get(), tree.span.begin, tree.span.begin + 1};
    return error_at(start, ErrorClass::Input, "no instance, object or counterexample in the document",
                    "use a document written by --json or --format json");
  }
  if (!settings.result_index) return all;
  if (*settings.result_index > all.size())
    return usage_error(
        fmt::format("no result {}; the document has only {}", *settings.result_index, grouped(all.size())));
  return std::vector{all[*settings.result_index - 1]};
}

Result<Exit> show_as_one_report(const std::vector<RenderedItem>& all, const std::string& title,
                                Console& console) {
  std::vector<PageDiagram> diagrams;
  for (const RenderedItem& shown : all) {
    auto svg = draw_svg(shown.dot);
    if (!svg) return svg.error();
    const std::string number = all.size() > 1 ? fmt::format(" {}", diagrams.size() + 1) : "";
    diagrams.push_back({shown.title + number, *std::move(svg), shown.text});
  }
  console.out().write(html_of(title, diagrams));
  return Exit::AsExpected;
}

}  // namespace

Result<Exit> show(const Settings& settings, Console& console) {
  const auto source = read_source(settings.operands.front());
  if (!source) return source.error();
  const auto tree = parse_json(*source);
  if (!tree) return tree.error();
  const auto items = chosen_items(settings, *source, *tree);
  if (!items) return items.error();
  const ShowFormat format = settings.show_format.value_or(ShowFormat::Text);
  const bool is_report = format == ShowFormat::Html && !settings.out && !console.json();
  const bool color = console.colors_output() && format == ShowFormat::Text && !settings.out;
  std::vector<RenderedItem> in_report;
  constexpr std::array kExtensions = {"txt", "dot", "svg", "html"};
  ResultSink sink({.noun = "result",
                   .extension = kExtensions[static_cast<std::size_t>(format)],
                   .for_people = format == ShowFormat::Text && items->size() > 1,
                   .spaced = format == ShowFormat::Text && items->size() > 1},
                  console.out(), console.json() ? &console.document() : nullptr);
  if (settings.out) {
    if (auto opened = sink.open_results_directory(*settings.out); !opened) return opened.error();
  }
  if (console.json()) console.document().open_list("results");
  std::uint64_t number = 0;
  for (const DocumentItem& item : *items) {
    auto shown = shown_item(*source, item, color);
    if (!shown) return shown.error();
    if (is_report) {
      in_report.push_back(*std::move(shown));
      continue;
    }
    auto rendering = rendered_as(*shown, format);
    if (!rendering) return rendering.error();
    const auto added = sink.add(
        ++number, [&] { return nlohmann::ordered_json{{"kind", shown->title}, {"text", *rendering}}; },
        [&] { return rendering; });
    if (!added) {
      Diagnostic error = added.error();
      if (settings.out)
        error.notes.push_back(
            {fmt::format("written before: {}", counted(number - 1, "result")), std::nullopt});
      return error;
    }
  }
  if (is_report) return show_as_one_report(in_report, settings.operands.front(), console);
  if (settings.out && !console.json()) console.out().write(written_text(number, "result", *settings.out));
  return Exit::AsExpected;
}

}  // namespace fretsaw::cli
