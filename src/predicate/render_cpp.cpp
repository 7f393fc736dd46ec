// SPDX-License-Identifier: MIT
// A structure as C++: objects first, then their fields in order, std::weak_ptr last, since it needs an owner.
// What no assignment can do (const fields, references, classes without a default constructor) is done with
// casts: the objects are those of the search, which asks no constructor either.
#include <fmt/format.h>

#include <cctype>
#include <filesystem>
#include <map>

#include "predicate/render.hpp"

namespace fretsaw {

namespace {

using Kind = GraphValue::Kind;
using Parts = std::vector<std::pair<std::string, GraphValue>>;

std::string variable(const std::string& object_name) {
  std::string out;
  for (const char c : object_name) out += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  out[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(out[0])));
  return out;
}

std::string without_end(std::string text, std::string_view end) {
  if (text.ends_with(end)) text.resize(text.size() - end.size());
  while (text.ends_with(' ')) text.pop_back();
  return text;
}

class CppWriter {
 public:
  explicit CppWriter(const ObjectGraph& graph) : graph_(graph) {}

  std::string write(std::uint64_t number) {
    const bool is_call = !graph_.predicate.empty();
    const GraphObject& root = graph_.objects.front();
    for (std::size_t i = is_call ? 1 : 0; i < graph_.objects.size(); ++i) make(graph_.objects[i]);
    for (std::size_t i = is_call ? 1 : 0; i < graph_.objects.size(); ++i) {
      const std::string name = variable(graph_.objects[i].name);
      assign(graph_.objects[i].fields, name + "->", name);
    }
    for (const auto& [place, value] : weak_) line(weak_assignment(place, *value));
    line(is_call ? fmt::format("return {};", call(root.fields))
                 : fmt::format("return {};", variable(root.name)));
    return fmt::format("inline {} structure_{}() {{\n{}}}\n", is_call ? "bool" : root.class_name + "*",
                       number, out_);
  }

 private:
  void line(const std::string& text) { out_ += "  " + text + "\n"; }

  void make(const GraphObject& object) {
    line(object.is_constructible
             ? fmt::format("auto* const {} = new {}();", variable(object.name), object.class_name)
             : fmt::format("auto* const {} = static_cast<{}*>(std::memset(::operator new(sizeof({})), 0, "
                           "sizeof({})));",
                           variable(object.name), object.class_name, object.class_name, object.class_name));
  }

  // `owner` is the address of what they are parts of.
  void assign(const Parts& parts, const std::string& prefix, const std::string& owner) {
    for (const auto& [name, value] : parts) {
      const bool is_reference = value.kind == Kind::Reference && value.type.ends_with('&');
      if (is_reference)
        bind(owner, value);
      else
        assign(prefix + name, value, value.is_const);
    }
  }

  void bind(const std::string& owner, const GraphValue& value) {
    line(fmt::format(
        "*reinterpret_cast<const void**>(reinterpret_cast<char*>({}) + {}) = static_cast<{}*>({});", owner,
        value.offset, without_end(value.type, "&"), target(value)));
  }

  void assign(std::string place, const GraphValue& value, bool is_const) {
    if (value.kind == Kind::Left) return;
    const bool is_array = value.type.ends_with(']');
    if (is_const && !is_array && value.kind != Kind::Absent) {
      const std::string type = value.is_optional ? fmt::format("std::optional<{}>", value.type) : value.type;
      place = fmt::format("const_cast<{}&>({})", type, place);
    }
    if (value.is_optional && value.kind != Kind::Absent) {
      line(place + ".emplace();");
      place = fmt::format("(*{})", place);
    }
    switch (value.kind) {
      case Kind::Record:
        return assign(value.parts, place + ".", "&" + place);
      case Kind::Sequence:
        make_room(place, value);
        for (std::size_t i = 0; i < value.parts.size(); ++i)
          assign(fmt::format("{}[{}]", place, i), value.parts[i].second, is_const && is_array);
        return;
      case Kind::Reference:
        return refer(place, value);
      case Kind::Null:
        return line(value.type.ends_with('*') ? fmt::format("{} = nullptr;", place)
                                              : fmt::format("{}.reset();", place));
      default:
        return line(fmt::format("{} = {};", place, expression(value)));
    }
  }

  void make_room(const std::string& place, const GraphValue& value) {
    const std::size_t count = value.parts.size();
    if (value.type.starts_with("std::vector")) line(fmt::format("{}.resize({});", place, count));
    if (value.type.ends_with('*')) {
      const std::string element = without_end(value.type, "*");
      line(fmt::format("{} = new {}[{}]();", place, element, count));
    }
    if (value.type.starts_with("std::unique_ptr<")) {
      const std::size_t begin = value.type.find('<') + 1;
      const std::string element = value.type.substr(begin, value.type.rfind("[]") - begin);
      line(fmt::format("{}.reset(new {}[{}]());", place, element, count));
    }
  }

  void refer(const std::string& place, const GraphValue& value) {
    if (value.type.starts_with("std::unique_ptr"))
      return line(fmt::format("{}.reset({});", place, target(value)));
    if (value.type.starts_with("std::shared_ptr")) return share(place, value);
    if (!value.type.starts_with("std::weak_ptr")) return line(fmt::format("{} = {};", place, target(value)));
    weak_.emplace_back(place, &value);
  }

  // An object that only std::weak_ptr refer to is kept alive by an owner that nobody sees.
  std::string weak_assignment(const std::string& place, const GraphValue& value) const {
    const auto owner = owners_.find(value.object);
    if (owner != owners_.end()) return fmt::format("{} = {};", place, owner->second.place);
    return fmt::format("{} = *new std::shared_ptr<{}>({});", place, graph_.objects[value.object].class_name,
                       target(value));
  }

  // The first std::shared_ptr to an object owns it, the others share it.
  void share(const std::string& place, const GraphValue& value) {
    const auto [owner, is_first] = owners_.try_emplace(value.object, Owner{place, value.type});
    if (is_first) return line(fmt::format("{}.reset({});", place, target(value)));
    line(owner->second.type == value.type
             ? fmt::format("{} = {};", place, owner->second.place)
             : fmt::format("{} = {}({}, {});", place, value.type, owner->second.place, target(value)));
  }

  // The predicate, called with its arguments; `this` comes first if it is a method.
  std::string call(const Parts& arguments) {
    std::string list;
    std::string receiver;
    for (const auto& [name, value] : arguments) {
      const std::string argument = value.kind != Kind::Reference ? expression(value)
                                   : value.type.ends_with('&')   ? fmt::format("*{}", target(value))
                                                                 : target(value);
      if (name == "this")
        receiver = target(value) + "->";
      else
        list += (list.empty() ? "" : ", ") + argument;
    }
    return fmt::format("{}{}({})", receiver, graph_.predicate, list);
  }

  std::string target(const GraphValue& value) const { return variable(graph_.objects[value.object].name); }

  std::string expression(const GraphValue& value) const {
    switch (value.kind) {
      case Kind::Null:
        return "nullptr";
      case Kind::Absent:
        return "std::nullopt";
      case Kind::Enumerator: {
        const std::size_t unnamed = value.type.find('(');
        const std::string scope =
            unnamed == std::string::npos ? value.type + "::" : value.type.substr(0, unnamed);
        const bool is_number = value.text.find_first_not_of("-0123456789") == std::string::npos;
        return is_number ? fmt::format("static_cast<{}>({})", value.type, value.text) : scope + value.text;
      }
      default:
        return text_of(graph_, value);
    }
  }

  struct Owner {
    std::string place;
    std::string type;
  };

  const ObjectGraph& graph_;
  std::map<std::size_t, Owner> owners_;
  std::vector<std::pair<std::string, const GraphValue*>> weak_;
  std::string out_;
};

}  // namespace

std::string render_cpp(const ObjectGraph& graph, std::uint64_t number) {
  return CppWriter(graph).write(number);
}

std::string cpp_opening(const std::string& header) {
  return fmt::format(
      "// Members are named whether they are private or not: compile with -fno-access-control.\n"
      "#include <cstring>\n#include <new>\n\n#include \"{}\"\n\n",
      std::filesystem::absolute(header).lexically_normal().string());
}

}  // namespace fretsaw
