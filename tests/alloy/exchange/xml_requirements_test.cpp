// SPDX-License-Identifier: MIT
// What Alloy's own reader of instances (A4SolutionReader, and the visualizer's) insists on, for every
// element.
#include <expat.h>
#include <gtest/gtest.h>

#include <charconv>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "alloy/exchange/sample.hpp"

namespace fretsaw::test {
namespace {

struct Element {
  std::string name;
  std::map<std::string, std::string> attributes;
  std::vector<std::unique_ptr<Element>> children;

  std::string attribute(const std::string& key) const {
    const auto found = attributes.find(key);
    return found == attributes.end() ? "" : found->second;
  }
  std::vector<const Element*> all(const std::string& wanted) const {
    std::vector<const Element*> result;
    for (const auto& child : children) {
      if (child->name == wanted) result.push_back(child.get());
    }
    return result;
  }
};

// The document's element.
std::unique_ptr<Element> parsed(const std::string& xml) {
  struct State {
    Element document;
    std::vector<Element*> open{&document};
  } state;
  const auto parser = XML_ParserCreate("UTF-8");
  XML_SetUserData(parser, &state);
  XML_SetElementHandler(
      parser,
      [](void* data, const char* name, const char** attributes) {
        auto& open = static_cast<State*>(data)->open;
        auto element = std::make_unique<Element>();
        element->name = name;
        for (; *attributes; attributes += 2) element->attributes.emplace(attributes[0], attributes[1]);
        open.back()->children.push_back(std::move(element));
        open.push_back(open.back()->children.back().get());
      },
      [](void* data, const char*) { static_cast<State*>(data)->open.pop_back(); });
  EXPECT_EQ(XML_Parse(parser, xml.data(), static_cast<int>(xml.size()), XML_TRUE), XML_STATUS_OK);
  XML_ParserFree(parser);
  return state.document.children.empty() ? nullptr : std::move(state.document.children.front());
}

bool is_integer(const std::string& text) {
  int value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return !text.empty() && error == std::errc() && stop == text.data() + text.size();
}

class Requirements {
 public:
  explicit Requirements(const Element& document) {
    EXPECT_EQ(document.name, "alloy");
    EXPECT_FALSE(document.attribute("builddate").empty());
    const auto instances = document.all("instance");
    EXPECT_EQ(instances.size(), 1U);
    if (instances.empty()) return;
    for (const char* number :
         {"bitwidth", "maxseq", "mintrace", "maxtrace", "tracelength", "looplength", "backloop"}) {
      EXPECT_TRUE(is_integer(instances[0]->attribute(number))) << number;
    }
    for (const char* text : {"command", "filename"})
      EXPECT_TRUE(instances[0]->attributes.contains(text)) << text;
    for (const Element* sig : instances[0]->all("sig")) know(*sig);
    for (const Element* sig : instances[0]->all("sig")) check_sig(*sig);
    for (const Element* field : instances[0]->all("field")) check_relation(*field, 2);
    for (const Element* skolem : instances[0]->all("skolem")) check_relation(*skolem, 1);
    for (const Element* source : document.all("source")) {
      EXPECT_TRUE(source->attributes.contains("filename") && source->attributes.contains("content"));
    }
  }

 private:
  void know(const Element& sig) {
    EXPECT_FALSE(sig.attribute("label").empty());
    EXPECT_TRUE(ids_.insert(sig.attribute("ID")).second)
        << "the ID " << sig.attribute("ID") << " is repeated";
    sigs_.insert(sig.attribute("ID"));
    for (const Element* atom : sig.all("atom")) atoms_.insert(atom->attribute("label"));
  }

  void check_sig(const Element& sig) {
    SCOPED_TRACE(sig.attribute("label"));
    if (sig.attribute("builtin") == "yes") {
      const std::set<std::string> known = {"univ", "Int", "seq/Int", "String"};
      EXPECT_TRUE(known.contains(sig.attribute("label")));
      return;
    }
    const auto types = sig.all("type");
    if (types.empty()) {
      EXPECT_TRUE(sigs_.contains(sig.attribute("parentID")));
    }
    for (const Element* type : types) {
      EXPECT_TRUE(sigs_.contains(type->attribute("ID")));
    }
  }

  void check_relation(const Element& relation, std::size_t least_arity) {
    SCOPED_TRACE(relation.attribute("label"));
    EXPECT_FALSE(relation.attribute("label").empty());
    EXPECT_TRUE(ids_.insert(relation.attribute("ID")).second);
    if (relation.name == "field") {
      EXPECT_TRUE(sigs_.contains(relation.attribute("parentID")));
    }
    const auto types = relation.all("types");
    ASSERT_FALSE(types.empty()) << "the arity is read from the types";
    const std::size_t arity = types[0]->all("type").size();
    EXPECT_GE(arity, least_arity);
    for (const Element* product : types) {
      EXPECT_EQ(product->all("type").size(), arity);
      for (const Element* type : product->all("type")) {
        EXPECT_TRUE(sigs_.contains(type->attribute("ID")));
      }
    }
    for (const Element* tuple : relation.all("tuple")) {
      EXPECT_EQ(tuple->all("atom").size(), arity);
      for (const Element* atom : tuple->all("atom")) {
        EXPECT_TRUE(atoms_.contains(atom->attribute("label")) || is_integer(atom->attribute("label")));
      }
    }
  }

  std::set<std::string> ids_, sigs_, atoms_;
};

TEST(XmlRequirements, OfAlloysReaderAreMet) {
  const auto model = sample_model();
  const auto document =
      parsed(rendered(model, read_text(model, sample_json()), Format::Xml, {.command = "run {} for 3"}));
  ASSERT_TRUE(document);
  Requirements requirements(*document);
}

TEST(XmlRequirements, AreMetByRelationsWithoutAType) {
  const auto model = load_text("sig A {}\n");
  auto instance = read_text(model, R"({"sigs":{"A":["A$0"]},"fields":{}})");
  instance.first().skolems.push_back({"$x", 2, {}, {}});
  const auto document = parsed(rendered(model, instance, Format::Xml));
  ASSERT_TRUE(document);
  Requirements requirements(*document);
}

}  // namespace
}  // namespace fretsaw::test
