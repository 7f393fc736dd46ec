// SPDX-License-Identifier: MIT
#include "cpp/space/read_graph.hpp"

#include <fmt/format.h>

#include <map>

#include "report/json_tree.hpp"

namespace fretsaw::space {

namespace {

using JsonKind = JsonTree::Kind;

class GraphReader {
 public:
  Result<ObjectGraph> read(const JsonTree& tree) {
    const JsonTree* const objects = tree.member("objects");
    if (objects != nullptr && objects->kind != JsonKind::Object) members_.refuse(*objects, "an object");
    if (members_.error()) return *members_.error();
    if (objects == nullptr || objects->children.empty()) {
      refuse(objects != nullptr ? *objects : tree, "expected at least one object in \"objects\"");
      return *error_;
    }
    // The order of the keys has no meaning.
    std::vector<const JsonTree*> in_order;
    const std::string root = members_.text(tree, "root");
    for (const JsonTree& child : objects->children) {
      const bool is_root = child.key == root;
      in_order.insert(is_root ? in_order.begin() : in_order.end(), &child);
    }
    for (const JsonTree* const child : in_order) places_.emplace(child->key, places_.size());
    ObjectGraph graph;
    for (const JsonTree* const child : in_order) graph.objects.push_back(object(*child));
    if (!root.empty() && in_order.front()->key != root)
      refuse(*tree.member("root"), fmt::format("no object '{}' in the graph", root));
    if (members_.error()) return *members_.error();
    if (error_) return *error_;
    return graph;
  }

 private:
  void refuse(const JsonTree& tree, std::string message) {
    if (!error_) error_ = error_at(tree.span, ErrorClass::Input, std::move(message));
  }

  GraphObject object(const JsonTree& tree) {
    GraphObject object;
    object.name = tree.key;
    object.class_name = members_.text(tree, "class");
    const JsonTree* const fields = tree.member("fields");
    if (fields == nullptr)
      refuse(tree, fmt::format("no \"fields\" in the object '{}'", tree.key));
    else if (fields->kind != JsonKind::Object)
      members_.refuse(*fields, "an object");
    else
      object.fields = fields_of(*fields);
    return object;
  }

  std::vector<std::pair<std::string, GraphValue>> fields_of(const JsonTree& fields) {
    std::vector<std::pair<std::string, GraphValue>> out;
    for (const JsonTree& field : fields.children) out.emplace_back(field.key, value(field));
    return out;
  }

  GraphValue value(const JsonTree& tree) {
    GraphValue out;
    switch (tree.kind) {
      case JsonKind::Null:
        break;
      case JsonKind::Integer:
      case JsonKind::Boolean:
        out.kind = tree.kind == JsonKind::Integer ? GraphValue::Kind::Number : GraphValue::Kind::Bool;
        out.number = tree.integer;
        break;
      case JsonKind::Real:
        out.text = std::string(tree.span.text());
        out.kind = out.text.find_first_not_of("0123456789") == std::string::npos ? GraphValue::Kind::Large
                                                                                 : GraphValue::Kind::Real;
        break;
      case JsonKind::Text:
        out.kind = GraphValue::Kind::Text;
        out.text = tree.text;
        break;
      case JsonKind::Array:
        out.kind = GraphValue::Kind::Sequence;
        for (const JsonTree& child : tree.children) out.parts.emplace_back("", value(child));
        break;
      case JsonKind::Object:
        read_object_value(tree, out);
        break;
    }
    return out;
  }

  void read_object_value(const JsonTree& tree, GraphValue& out) {
    if (const JsonTree* ref = tree.member("ref"); ref != nullptr) {
      const auto found = places_.find(members_.text(tree, "ref"));
      if (found == places_.end()) return refuse(*ref, fmt::format("no object '{}' in the graph", ref->text));
      out.kind = GraphValue::Kind::Reference;
      out.object = found->second;
      if (const std::string path = members_.text(tree, "path"); !path.empty()) out.path = "." + path;
    } else if (const JsonTree* letter = tree.member("char"); letter != nullptr) {
      out.kind = GraphValue::Kind::Char;
      const bool is_text = letter->kind == JsonKind::Text && letter->text.size() == 1;
      if (!is_text && letter->kind != JsonKind::Integer)
        members_.refuse(*letter, "a character or its number");
      out.number = is_text ? static_cast<unsigned char>(letter->text.front()) : letter->integer;
    } else if (tree.member("static") != nullptr) {
      out.kind = GraphValue::Kind::Static;
      out.text = members_.text(tree, "static");
    } else if (tree.member("left") != nullptr) {
      out.kind = GraphValue::Kind::Left;
      out.type = members_.text(tree, "left");
    } else if (const JsonTree* fields = tree.member("fields");
               fields != nullptr && fields->kind == JsonKind::Object) {
      out.kind = GraphValue::Kind::Record;
      out.parts = fields_of(*fields);
    } else {
      members_.refuse(tree, "the value of a field");
    }
  }

  std::map<std::string, std::size_t> places_;
  JsonMembers members_;
  std::optional<Diagnostic> error_;
};

}  // namespace

Result<ObjectGraph> read_object_graph(const JsonTree& tree) { return GraphReader().read(tree); }

}  // namespace fretsaw::space
