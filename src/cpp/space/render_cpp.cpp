// SPDX-License-Identifier: MIT
// A structure as C++: objects first, then their fields in order, std::weak_ptr last, since it needs an owner.
// What no assignment can do (const fields, references, classes without a default constructor) is done with
// casts: the objects are those of the search, which calls no constructor with arguments either.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <initializer_list>
#include <map>

#include "cpp/space/render.hpp"

namespace fretsaw::space {

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

bool is_standard(const GraphValue& value, std::string_view name) {
  const std::string_view type = value.type;
  for (const std::string_view space : {"std::", "std::__cxx11::"}) {
    if (type.starts_with(space) && type.substr(space.size()).starts_with(name) &&
        type.substr(space.size() + name.size()).starts_with('<'))
      return true;
  }
  return false;
}

bool is_any_of(const GraphValue& value, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    if (is_standard(value, name)) return true;
  }
  return false;
}

bool is_map(const GraphValue& value) {
  return is_any_of(value, {"map", "multimap", "unordered_map", "unordered_multimap"});
}
bool is_set(const GraphValue& value) {
  return is_any_of(value, {"set", "multiset", "unordered_set", "unordered_multiset"});
}
// Elements cannot be counted off with an index, or the container may be inside of a std::stack or std::queue.
bool is_list(const GraphValue& value) { return is_any_of(value, {"list", "forward_list", "deque"}); }
// It may be inside of one, too.
bool is_vector(const GraphValue& value) { return value.type.starts_with("std::vector"); }

class CppWriter {
 public:
  explicit CppWriter(const ObjectGraph& graph) : graph_(graph) {}

  std::string write(std::uint64_t number) {
    const bool is_call = !graph_.predicate.empty();
    const GraphObject& root = graph_.objects.front();
    for (std::size_t i = is_call ? 1 : 0; i < graph_.objects.size(); ++i) make(graph_.objects[i]);
    for (std::size_t i = is_call ? 1 : 0; i < graph_.objects.size(); ++i) {
      const std::string name = variable(graph_.objects[i].name);
      is_raw_ = !graph_.objects[i].is_constructible;
      assign(graph_.objects[i].fields, name + "->", name);
    }
    // Elements have their places now.
    for (const auto& [place, value] : inner_) line(fmt::format("{} = {};", place, target(*value)));
    for (const auto& [place, value] : weak_) line(weak_assignment(place, *value));
    line(is_call ? fmt::format("return {};", call(root.fields))
                 : fmt::format("return {};", variable(root.name)));
    return fmt::format("inline {} structure_{}() {{\n{}}}\n", is_call ? "bool" : root.class_name + "*",
                       number, out_);
  }

  CppCall write_call(const std::vector<std::string>& types) {
    CppCall call;
    const GraphObject& root = graph_.objects.front();
    for (std::size_t i = 1; i < graph_.objects.size(); ++i) {
      make(graph_.objects[i]);
      call.objects.push_back(variable(graph_.objects[i].name));
    }
    for (std::size_t i = 1; i < graph_.objects.size(); ++i) {
      const std::string name = variable(graph_.objects[i].name);
      assign(graph_.objects[i].fields, name + "->", name);
    }
    for (std::size_t i = 0; i < root.fields.size(); ++i) {
      const auto& [name, value] = root.fields[i];
      if (name == "this")
        call.receiver = target(value);
      else
        declare(name, value, types[i]);
    }
    for (const auto& [place, value] : weak_) line(weak_assignment(place, *value));
    call.statements = std::move(out_);
    return call;
  }

 private:
  void declare(const std::string& name, const GraphValue& value, const std::string& type) {
    if (type.ends_with('&')) return line(fmt::format("auto& {} = *{};", name, target(value)));
    const bool is_simple = value.kind != Kind::Sequence && value.kind != Kind::Record &&
                           value.kind != Kind::Left && value.kind != Kind::Absent && !value.is_optional &&
                           type.find("_ptr<") == std::string::npos;
    if (is_simple) {
      const std::string text = value.kind == Kind::Reference ? target(value) : expression(value);
      return line(fmt::format("{} {} = {};", type, name, text));
    }
    const std::size_t bracket = type.ends_with(']') ? type.find('[') : type.size();
    line(fmt::format("{} {}{}{{}};", type.substr(0, bracket), name, type.substr(bracket)));
    assign(name, value, false);
  }

  void line(const std::string& text) { out_ += "  " + text + "\n"; }

  void make(const GraphObject& object) {
    line(object.is_constructible
             ? fmt::format("auto* const {} = new {}();", variable(object.name), object.class_name)
             : fmt::format("auto* const {} = fretsaw_made::blank<{}>();", variable(object.name),
                           object.class_name));
  }

  // How a part of something is called in C++; `place` is what it is a part of.
  static std::string member(const std::string& prefix, const std::string& name, const GraphValue* owner) {
    std::string place = without_end(without_end(prefix, "."), "->");
    if (owner != nullptr && is_any_of(*owner, {"tuple", "variant"}))
      return fmt::format("std::get<{}>({})", name, place);
    if (owner != nullptr && is_standard(*owner, "bitset")) return fmt::format("{}[{}]", place, name);
    // Members of an unnamed union are members of what it is in.
    if (name == "union" || name.starts_with("union#")) return place;
    return prefix + name;
  }

  // `owner` is the address of what they are parts of.
  void assign(const Parts& parts, const std::string& prefix, const std::string& owner,
              const GraphValue* whole = nullptr) {
    for (const auto& [name, value] : parts) {
      const bool is_reference = value.kind == Kind::Reference && value.type.ends_with('&');
      const bool is_unnamed = name == "union" || name.starts_with("union#");
      if (is_reference)
        bind(owner, value);
      else if (is_unnamed && value.kind == Kind::Record)
        assign(value.parts, prefix, owner);
      else
        assign(member(prefix, name, whole), value, value.is_const);
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
    const bool is_built = value.kind == Kind::Text || is_list(value) || is_map(value) || is_set(value);
    if (is_raw_ && is_built) line(fmt::format("fretsaw_made::begin({});", place));
    switch (value.kind) {
      case Kind::Record:
        return assign_record(place, value);
      case Kind::Sequence:
        return assign_sequence(place, value, is_const && is_array);
      case Kind::Text:
        return line(fmt::format("{}.assign({}, {});", place, text_of(graph_, value), value.text.size()));
      case Kind::Reference:
        return refer(place, value);
      case Kind::Null:
        return line(value.type.ends_with('*') ? fmt::format("{} = nullptr;", place)
                                              : fmt::format("{}.reset();", place));
      default:
        return line(fmt::format("{} = {};", place, expression(value)));
    }
  }

  void assign_record(const std::string& place, const GraphValue& value) {
    if (is_standard(value, "complex"))
      return line(fmt::format("{} = {{{}, {}}};", place, expression(value.parts[0].second),
                              expression(value.parts[1].second)));
    if (is_standard(value, "variant") && value.parts.size() == 1)
      line(fmt::format("{}.template emplace<{}>();", place, value.parts[0].first));
    assign(value.parts, place + ".", "&" + place, &value);
  }

  void assign_sequence(const std::string& place, const GraphValue& value, bool is_const) {
    if (is_map(value) || is_set(value)) return assign_keyed(place, value);
    make_room(place, value);
    for (std::size_t i = 0; i < value.parts.size(); ++i)
      assign(element(place, value, i), value.parts[i].second, is_const);
  }

  void assign_keyed(const std::string& place, const GraphValue& value) {
    line(fmt::format("{}.clear();", place));
    for (const auto& [name, entry] : value.parts) {
      if (is_set(value)) {
        line(fmt::format("{}.insert({});", place, expression(entry)));
        continue;
      }
      const std::string reference = fmt::format("value_{}", ++values_);
      line(fmt::format("auto& {} = fretsaw_made::add({}, {});", reference, place,
                       expression(entry.parts[0].second)));
      assign(reference, entry.parts[1].second, false);
    }
  }

  // An element that is there, by its number.
  std::string element(const std::string& place, const GraphValue& value, std::size_t i) const {
    if (is_list(value)) return fmt::format("(*std::next(fretsaw_made::inside({}, 0).begin(), {}))", place, i);
    if (is_map(value)) {
      const std::string key = expression(value.parts[i].second.parts[0].second);
      return value.type.find("multi") == std::string::npos
                 ? fmt::format("{}.at({})", place, key)
                 : fmt::format("std::next({}.begin(), {})->second", place, i);
    }
    if (is_vector(value)) return fmt::format("fretsaw_made::inside({}, 0)[{}]", place, i);
    const bool is_one =
        value.type.starts_with("std::unique_ptr<") && value.type.find("[]") == std::string::npos;
    return is_one ? fmt::format("(*{})", place) : fmt::format("{}[{}]", place, i);
  }

  void make_room(const std::string& place, const GraphValue& value) {
    const std::size_t count = value.parts.size();
    if (is_list(value)) {
      line(fmt::format("fretsaw_made::inside({}, 0).clear();", place));
      line(fmt::format("fretsaw_made::inside({}, 0).resize({});", place, count));
    }
    if (is_vector(value)) line(fmt::format("fretsaw_made::inside({}, 0).resize({});", place, count));
    if (value.type.ends_with('*')) {
      const std::string element = without_end(value.type, "*");
      line(fmt::format("{} = new {}[{}]();", place, element, count));
    }
    if (value.type.starts_with("std::unique_ptr<")) {
      const std::size_t begin = value.type.find('<') + 1;
      const std::size_t brackets = value.type.rfind("[]");
      if (brackets != std::string::npos)
        line(
            fmt::format("{}.reset(new {}[{}]());", place, value.type.substr(begin, brackets - begin), count));
      else
        line(fmt::format("{0}.reset(new std::remove_reference_t<decltype(*{0})>());", place));
    }
  }

  void refer(const std::string& place, const GraphValue& value) {
    if (value.type.starts_with("std::unique_ptr"))
      return line(fmt::format("{}.reset({});", place, target(value)));
    if (value.type.starts_with("std::shared_ptr")) return share(place, value);
    if (value.type.starts_with("std::reference_wrapper"))
      return line(fmt::format("{} = *{};", place, target(value)));
    if (value.type.starts_with("std::weak_ptr")) return weak_.emplace_back(place, &value), void();
    if (!value.path.empty()) return inner_.emplace_back(place, &value), void();
    line(fmt::format("{} = {};", place, target(value)));
  }

  // An object that only std::weak_ptr refer to is kept alive by a hidden owner.
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

  // The address that a reference is.
  std::string target(const GraphValue& value) const {
    const GraphObject& object = graph_.objects[value.object];
    if (value.path.empty()) return variable(object.name);
    std::string place = variable(object.name) + "->";
    const Parts* parts = &object.fields;
    const GraphValue* whole = nullptr;
    std::string_view path = value.path;
    while (!path.empty()) {
      const std::size_t end = std::min(path.find_first_of(".[", 1), path.size());
      const bool is_index = path[0] == '[';
      const std::string name(path.substr(1, end - 1 - (is_index ? 1 : 0)));
      path.remove_prefix(end);
      if (is_index) {
        const std::size_t i = std::stoul(name);
        if (whole == nullptr || i >= whole->parts.size()) return variable(object.name);
        place = element(place, *whole, i);
        if (is_map(*whole) && path.starts_with(".value")) path.remove_prefix(6);
        whole = is_map(*whole) ? &whole->parts[i].second.parts[1].second : &whole->parts[i].second;
      } else {
        place = member(place, name, whole);
        const auto part =
            std::find_if(parts->begin(), parts->end(), [&](const auto& p) { return p.first == name; });
        whole = part == parts->end() ? nullptr : &part->second;
      }
      if (whole != nullptr && whole->is_optional) place = fmt::format("(*{})", place);
      if (whole != nullptr) parts = &whole->parts;
      if (path.starts_with('.')) place += ".";
    }
    return "&" + place;
  }

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
      case Kind::Number:
      case Kind::Large: {
        std::string number = text_of(graph_, value) + (value.kind == Kind::Large ? "u" : "");
        // Durations and points in time are not numbers.
        if (value.type.starts_with("std::chrono::duration")) return fmt::format("{}({})", value.type, number);
        if (value.type.starts_with("std::chrono::time_point"))
          return fmt::format("{0}({0}::duration({1}))", value.type, number);
        return number;
      }
      case Kind::Text:
        // A literal by itself would end with its first zero.
        if (value.text.find('\0') != std::string::npos)
          return fmt::format("std::string({}, {})", text_of(graph_, value), value.text.size());
        return text_of(graph_, value);
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
  std::vector<std::pair<std::string, const GraphValue*>> inner_;  // pointers into objects
  bool is_raw_ = false;  // the object that is being filled was not constructed
  int values_ = 0;       // of maps
  std::string out_;
};

constexpr const char* kMade = R"(namespace fretsaw_made {
// An object of a class without default constructor.
template <class T>
T* blank() {
  void* const memory = std::memset(::operator new(sizeof(T)), 0, sizeof(T));
  if constexpr (std::is_polymorphic_v<T> && std::is_move_constructible_v<T>)
    return new T(static_cast<T&&>(*static_cast<T*>(memory)));
  else
    return static_cast<T*>(memory);
}
template <class T>
void begin(T& raw) {
  new (&raw) T();
}
// What a std::stack or std::queue holds; everything else is itself.
template <class C>
auto inside(C& adaptor, int) -> decltype((adaptor.c)) {
  return adaptor.c;
}
template <class C>
C& inside(C& container, long) {
  return container;
}
// The value of a new element of a map.
template <class Place>
auto& value_at(const std::pair<Place, bool>& added) {
  return added.first->second;
}
template <class Place>
auto& value_at(const Place& added) {
  return added->second;
}
template <class M>
auto& add(M& map, const typename M::key_type& key) {
  return value_at(map.emplace(std::piecewise_construct, std::forward_as_tuple(key), std::forward_as_tuple()));
}
}  // namespace fretsaw_made

)";

}  // namespace

std::string render_cpp(const ObjectGraph& graph, std::uint64_t number) {
  return CppWriter(graph).write(number);
}

CppCall render_cpp_call(const ObjectGraph& graph, const std::vector<std::string>& types) {
  return CppWriter(graph).write_call(types);
}

const char* cpp_helpers() { return kMade; }

std::string cpp_opening(const std::string& header) {
  return fmt::format(
             "// Members are named whether they are private or not: compile with -fno-access-control, as "
             "C++17 or later.\n"
             "#include <cstring>\n#include <iterator>\n#include <new>\n#include <tuple>\n#include "
             "<type_traits>\n#include <utility>\n\n#include \"{}\"\n\n",
             std::filesystem::absolute(header).lexically_normal().string()) +
         cpp_helpers();
}

}  // namespace fretsaw::space
