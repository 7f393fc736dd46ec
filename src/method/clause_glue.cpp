// SPDX-License-Identifier: MIT
// A clause sees what a member of its class sees. It becomes a member function of a class that is derived from
// that class and adds nothing else: names are looked up as in the class itself, and the compiler is told not
// to check access. Objects are never of the derived class, whose layout is the same. The derived class stands
// in the namespace of its base, inside of classes derived from those around it, so that their names are found
// too.
#include "method/clause_glue.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <regex>
#include <set>

#include "contract/cxx_clause.hpp"
#include "cxx/glue.hpp"

namespace fretsaw::method {

namespace {

using contract::Clause;
using contract::CxxClause;
using cxx::Callable;
using cxx::Classes;

constexpr const char* kHelpers = R"(
#include <algorithm>
#include <new>
#include <type_traits>
#include <utility>
#include "fretsaw/detail/contract_table.hpp"
template <class T> using fretsaw_type = T;
template <class T> void* fretsaw_keep(T&& value) { return new std::decay_t<T>(std::forward<T>(value)); }
)";

constexpr const char* kEndOfClause = "\n#line 1 \"generated\"\n";

// ---- where a class stands

struct Scope {
  std::vector<std::string> namespaces;
  std::vector<std::string> classes;  // around it, from the outside
};

std::vector<std::string> split(const std::string& name) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '<') ++depth;
    if (name[i] == '>') --depth;
    if (depth != 0 || !name.substr(i).starts_with("::")) continue;
    parts.push_back(name.substr(begin, i - begin));
    begin = i + 2;
  }
  parts.push_back(name.substr(begin));
  return parts;
}

Scope scope_of(const std::string& name, const std::string& space) {
  Scope scope;
  std::vector<std::string> parts = split(name);
  parts.pop_back();
  const std::size_t namespaces = space.empty() ? 0 : split(space).size();
  std::string around;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    around += (around.empty() ? "" : "::") + parts[i];
    if (i < namespaces)
      scope.namespaces.push_back(parts[i]);
    else
      scope.classes.push_back(around);
  }
  return scope;
}

// The full name of the struct that stands there, and its definition.
std::string placed_name(const Scope& scope, const std::string& id) {
  std::string out;
  for (const std::string& space : scope.namespaces) out += "::" + space;
  for (std::size_t i = 0; i < scope.classes.size(); ++i) out += fmt::format("::{}_{}", id, i);
  return out + "::" + id;
}

std::string placed(const Scope& scope, const std::string& base, const std::string& id,
                   const std::string& members) {
  std::string out;
  for (const std::string& space : scope.namespaces) out += fmt::format("namespace {} {{\n", space);
  for (std::size_t i = 0; i < scope.classes.size(); ++i)
    out += fmt::format("struct {}_{} : ::{} {{\n", id, i, scope.classes[i]);
  out +=
      fmt::format("struct {} {}{{\n{}}};\n", id, base.empty() ? "" : fmt::format(": ::{} ", base), members);
  for (std::size_t i = 0; i < scope.classes.size(); ++i) out += "};\n";
  for (std::size_t i = 0; i < scope.namespaces.size(); ++i) out += "}\n";
  return out;
}

// Nothing can be derived from a class that is final; the word changes nothing else.
bool is_final(const cxx::ClassInfo& info) {
  const std::string text = cxx::definition_text(info);
  static const std::regex kFinal(R"(\bfinal\b)");
  return std::regex_search(text.substr(0, text.find('{')), kFinal);
}

std::string opening(const Classes& classes) {
  const bool unseals = std::any_of(classes.classes.begin(), classes.classes.end(), is_final);
  return (unseals ? "#define final\n" : "") + fmt::format("#include \"{}\"\n", classes.header) +
         (unseals ? "#undef final\n" : "") + kHelpers;
}

// ---- one call

class CallGlue {
 public:
  CallGlue(const Classes& classes, const Callable& callable) : classes_(classes), callable_(callable) {
    const cxx::ClassInfo& frame = classes.at(callable.frame);
    std::size_t field = callable.kind == Callable::Kind::Method ? 1 : 0;
    for (const cxx::Parameter& parameter : callable.parameters) {
      fields_.push_back(&frame.fields[field++]);
      types_.push_back(parameter_type(parameter, classes.type(fields_.back()->type)));
    }
  }

  // "const int key, Node& other"
  std::string parameters(const std::vector<std::string>& names) const {
    std::string out;
    for (std::size_t i = 0; i < types_.size(); ++i) {
      const std::string name =
          i < names.size() && !names[i].empty() ? names[i] : callable_.parameters[i].name;
      out += (out.empty() ? "" : ", ") + types_[i] + " " + name;
    }
    return out;
  }

  std::string arguments() const {
    std::string out;
    for (std::size_t i = 0; i < fields_.size(); ++i) {
      const cxx::TypeInfo& type = classes_.type(fields_[i]->type);
      const std::string at = fmt::format("bytes + {}", fields_[i]->offset);
      out += out.empty() ? "" : ", ";
      out += type.kind == detail::kReferenceType
                 ? fmt::format("*static_cast<std::remove_reference_t< {} >*>(*reinterpret_cast<void**>({}))",
                               types_[i], at)
                 : fmt::format("*reinterpret_cast<std::remove_reference_t< {} >*>({})", types_[i], at);
    }
    return out;
  }

  // The object as one of the class `base`, which is its own or one of its bases.
  std::string receiver(const std::string& base, const std::string& as) const {
    const std::string object = callable_.kind == Callable::Kind::Constructor
                                   ? fmt::format("static_cast< ::{}*>(result)", callable_.scope)
                                   : fmt::format("static_cast< ::{}*>(*reinterpret_cast<void**>(bytes))",
                                                 classes_.at(callable_.owner).name);
    return fmt::format("reinterpret_cast< {}*>((::{}*)({}))", as, base, object);
  }

  bool has_result() const {
    return callable_.result_type >= 0 && callable_.kind != Callable::Kind::Constructor;
  }
  std::string result_type() const {
    std::string type = classes_.type(callable_.result_type).name;
    while (type.ends_with('&') || type.ends_with(' ')) type.pop_back();
    return fmt::format("fretsaw_type< {} >", type);
  }
  std::string result_argument() const {
    const bool refers = classes_.type(callable_.result_type).kind == detail::kReferenceType;
    return refers ? fmt::format("*static_cast<{}*>(*static_cast<void**>(result))", result_type())
                  : fmt::format("*static_cast<{}*>(result)", result_type());
  }

  const Callable& callable() const { return callable_; }

 private:
  static std::string parameter_type(const cxx::Parameter& parameter, const cxx::TypeInfo& type) {
    switch (type.kind) {
      case detail::kReferenceType:
        return fmt::format("fretsaw_type< {} >", type.name);
      case detail::kBoolType:
      case detail::kIntegerType:
      case detail::kCharType:
      case detail::kFloatType:
      case detail::kEnumType:
      case detail::kPointerType:
        return parameter.passing == cxx::Passing::Reference
                   ? fmt::format("{}fretsaw_type< {} >&", parameter.is_const ? "const " : "", type.name)
                   : fmt::format("const fretsaw_type< {} >&", type.name);
      default:
        return fmt::format("{}fretsaw_type< {} >&", parameter.is_const ? "const " : "", type.name);
    }
  }

  const Classes& classes_;
  const Callable& callable_;
  std::vector<const cxx::FieldInfo*> fields_;
  std::vector<std::string> types_;
};

// ---- one behavior

class BehaviorGlue {
 public:
  BehaviorGlue(const Classes& classes, const CallGlue& call, const contract::Promise& promise, std::string id)
      : call_(call), promise_(promise), id_(std::move(id)) {
    const Callable& callable = call.callable();
    if (promise.receiver >= 0) {
      base_ = classes.at(promise.receiver).name;
      scope_ = scope_of(base_, classes.at(promise.receiver).space);
    } else {
      const std::size_t colons = callable.name.rfind("::");
      scope_ = scope_of(callable.name, colons == std::string::npos ? "" : callable.name.substr(0, colons));
    }
    self_ = placed_name(scope_, id_);
  }

  Result<std::string> run(bool only_preconditions) {
    for (const auto& condition : promise_.preconditions) {
      if (condition.clause->is_cxx()) add(condition, Phase::Before, preconditions_);
    }
    for (const auto& condition : promise_.postconditions) {
      if (only_preconditions) break;
      if (condition.clause->is_cxx())
        add(condition, Phase::After, postconditions_);
      else
        postconditions_.emplace_back("0");
    }
    for (const auto& condition : promise_.exceptions) {
      if (!only_preconditions) add_signal(condition);
    }
    if (error_) return *error_;
    return placed(scope_, base_, id_, members_) + functions_ + tables();
  }

  const std::vector<std::string>& preconditions() const { return preconditions_; }

  // Its BehaviorEntry.
  std::string entry() const {
    return fmt::format("{{{}, {}, {}, {}, {}, {}, {}, {}}}", list_name("pre", preconditions_),
                       preconditions_.size(), list_name("post", postconditions_), postconditions_.size(),
                       list_name("signals", signals_), signals_.size(),
                       olds_.empty() ? "0" : "&" + id_ + "_remember", olds_.size());
  }

 private:
  enum class Phase { Before, After, Thrown };

  std::string list_name(const char* what, const std::vector<std::string>& list) const {
    return list.empty() ? "0" : fmt::format("{}_{}", id_, what);
  }

  // Are there members to speak of?
  bool has_object(Phase phase) const {
    switch (call_.callable().kind) {
      case Callable::Kind::Method:
        return true;
      case Callable::Kind::Constructor:
        return phase == Phase::After;
      default:
        return false;
    }
  }

  const char* linkage(Phase phase) const { return has_object(phase) ? "" : "static "; }
  std::string prefix(Phase phase) const {
    return has_object(phase) ? call_.receiver(base_, self_) + "->" : self_ + "::";
  }

  void add(const contract::Condition& condition, Phase phase, std::vector<std::string>& list) {
    auto clause = contract::read_cxx_clause(*condition.clause, call_.has_result());
    if (!clause) {
      if (!error_) error_ = clause.error();
      return;
    }
    const std::string name = fmt::format("f{}", count_++);
    const std::string fixed = call_.parameters(promise_.parameter_names);
    std::vector<std::string> parameters, templates, arguments;
    if (!fixed.empty()) {
      parameters.push_back(fixed);
      arguments.push_back(call_.arguments());
    }
    if (clause->uses_result) {
      parameters.push_back(fmt::format("{}& {}", call_.result_type(), contract::kResultName));
      arguments.push_back(call_.result_argument());
    }
    for (std::size_t i = 0; i < clause->old.size(); ++i) {
      const std::string old = fmt::format("{}_old{}", name, i);
      members_ += fmt::format("{}auto {}({}) {{ return {};{}}}\n", linkage(Phase::Before), old, fixed,
                              clause->old[i], kEndOfClause);
      const std::string value = fmt::format("{}{}({})", prefix(Phase::Before), old, call_.arguments());
      templates.push_back(fmt::format("class Old{}", i));
      parameters.push_back(fmt::format("Old{0}& fretsaw_old_{0}", i));
      arguments.push_back(
          fmt::format("*static_cast<std::decay_t<decltype({})>*>(old[{}])", value, olds_.size()));
      olds_.push_back(value);
    }
    if (!templates.empty()) members_ += fmt::format("template <{}> ", fmt::join(templates, ", "));
    members_ += fmt::format("{}bool {}({}) {{ return static_cast<bool>{};{}}}\n", linkage(phase), name,
                            fmt::join(parameters, ", "), clause->expression, kEndOfClause);
    functions_ += fmt::format(
        "static bool {}_{}(void* frame, void* result, void** old) {{\n"
        "  char* const bytes = static_cast<char*>(frame);\n"
        "  (void)bytes; (void)result; (void)old;\n  return {}{}({});\n}}\n",
        id_, name, prefix(phase), name, fmt::join(arguments, ", "));
    list.push_back(fmt::format("&{}_{}", id_, name));
  }

  void add_signal(const contract::Condition& condition) {
    const std::string name = fmt::format("caught{}", signals_.size());
    members_ += fmt::format(
        "static bool {}() {{ try {{ throw; }} catch ({} const&) {{ return true; }} catch (...) {{ return "
        "false; }} }}\n",
        name, condition.clause->exception.text());
    std::vector<std::string> function;
    if (condition.clause->is_cxx()) add(condition, Phase::Thrown, function);
    signals_.push_back(
        fmt::format("{{&{}::{}, {}}}", self_, name, function.empty() ? "0" : function.front()));
  }

  std::string tables() const {
    std::string out;
    const auto add_list = [&](const char* type, const char* what, const std::vector<std::string>& list) {
      if (!list.empty())
        out += fmt::format("static const fretsaw::detail::{} {}_{}[] = {{{}}};\n", type, id_, what,
                           fmt::join(list, ", "));
    };
    add_list("ClauseFunction", "pre", preconditions_);
    add_list("ClauseFunction", "post", postconditions_);
    add_list("SignalEntry", "signals", signals_);
    if (olds_.empty()) return out;
    out += fmt::format(
        "static void {}_remember(void* frame, void** old) {{\n"
        "  char* const bytes = static_cast<char*>(frame);\n  (void)bytes;\n",
        id_);
    for (std::size_t i = 0; i < olds_.size(); ++i)
      out += fmt::format("  old[{}] = fretsaw_keep({});\n", i, olds_[i]);
    return out + "}\n";
  }

  const CallGlue& call_;
  const contract::Promise& promise_;
  std::string id_;
  std::string base_;
  Scope scope_;
  std::string self_;
  std::string members_;
  std::string functions_;
  int count_ = 0;
  std::vector<std::string> preconditions_, postconditions_, signals_, olds_;
  std::optional<Diagnostic> error_;
};

// ---- invariants

std::string invariant_name(std::size_t number) { return fmt::format("fretsaw_invariant_{}", number); }

Result<std::string> invariant_source(const Classes& classes, const CxxInvariant& invariant,
                                     std::size_t number) {
  const cxx::ClassInfo& info = classes.at(invariant.class_index);
  const std::string name = invariant_name(number);
  std::string out, holds;
  if (invariant.clause == nullptr) {
    const Callable& predicate = classes.callables[static_cast<std::size_t>(invariant.predicate)];
    holds = fmt::format("static_cast< ::{}*>(object)->{}()", info.name, predicate.name);
  } else {
    auto clause = contract::read_cxx_clause(*invariant.clause, false);
    if (!clause) return clause.error();
    const Scope scope = scope_of(info.name, info.space);
    const std::string id = name + "_clause";
    out = placed(
        scope, info.name, id,
        fmt::format("bool holds() {{ return static_cast<bool>{};{}}}\n", clause->expression, kEndOfClause));
    holds = fmt::format("static_cast< {}*>(static_cast< ::{}*>(object))->holds()", placed_name(scope, id),
                        info.name);
  }
  return out + fmt::format("static bool {}(void* object) {{ return {}; }}\n", name, holds);
}

Result<std::string> invariants_source(const Classes& classes, const Subjects& subjects) {
  std::string out;
  for (std::size_t i = 0; i < subjects.invariants.size(); ++i) {
    auto text = invariant_source(classes, subjects.invariants[i], i);
    if (!text) return text.error();
    out += *text;
  }
  return out;
}

// ---- all objects that a frame leads to

// Writes functions that go through objects in C++ itself, where the search sees what they read.
class VisitorGlue {
 public:
  VisitorGlue(const Classes& classes, const Subjects& subjects) : classes_(classes), subjects_(subjects) {
    const std::size_t count = classes.classes.size();
    own_.resize(count);
    for (std::size_t i = 0; i < subjects.invariants.size(); ++i)
      own_[static_cast<std::size_t>(subjects.invariants[i].class_index)].push_back(i);
    matters_.assign(count, false);
    for (std::size_t c = 0; c < count; ++c) matters_[c] = !own_[c].empty();
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t c = 0; c < count; ++c) {
        if (matters_[c] || !(leads_somewhere(static_cast<int>(c)) || has_relative(static_cast<int>(c))))
          continue;
        matters_[c] = changed = true;
      }
    }
  }

  std::string run() const {
    std::string declarations, definitions;
    for (std::size_t c = 0; c < classes_.classes.size(); ++c) {
      const int index = static_cast<int>(c);
      if (!matters_[c] || classes_.at(index).is_frame) continue;
      declarations += fmt::format("  bool visit_{}(::{}* p);\n", c, classes_.at(index).name);
      definitions += visit(index);
    }
    return fmt::format(
               "#include <vector>\n#include <typeinfo>\nstruct fretsaw_visitor {{\n"
               "  std::vector<std::pair<const void*, int> > seen;\n"
               "  bool is_new(const void* p, int c) {{\n"
               "    for (std::size_t i = 0; i < seen.size(); ++i) if (seen[i].first == p && seen[i].second "
               "== c) return false;\n"
               "    seen.push_back(std::make_pair(p, c));\n    return true;\n  }}\n{}}};\n",
               declarations) +
           definitions;
  }

  // Expressions that are all true if everything is valid, for the fields of a frame.
  std::string check_frame(const cxx::ClassInfo& frame) const {
    std::string out;
    for (const cxx::FieldInfo& field : frame.fields) {
      const cxx::TypeInfo& type = classes_.type(field.type);
      if (!type_matters(field.type)) continue;
      std::string name = type.name;
      while (name.ends_with('&') || name.ends_with(' ')) name.pop_back();
      const std::string place =
          type.kind == detail::kReferenceType
              ? fmt::format("(**reinterpret_cast< fretsaw_type< {} >**>(bytes + {}))", name, field.offset)
              : fmt::format("(*reinterpret_cast< fretsaw_type< {} >*>(bytes + {}))", name, field.offset);
      out += "  " + check(field.type, place, 0);
    }
    return out;
  }

 private:
  bool type_matters(int index) const {
    const cxx::TypeInfo& type = classes_.type(index);
    switch (type.kind) {
      case detail::kPointerType:
      case detail::kReferenceType:
      case detail::kUniqueType:
      case detail::kSharedType:
      case detail::kRecordType:
        return type.target >= 0 && matters_[static_cast<std::size_t>(type.target)];
      case detail::kArrayType:
      case detail::kVectorType:
      case detail::kOptionalType:
        return type_matters(type.target);
      default:
        return false;
    }
  }

  bool leads_somewhere(int index) const {
    const auto& fields = classes_.at(index).fields;
    return std::ranges::any_of(fields, [&](const cxx::FieldInfo& field) { return type_matters(field.type); });
  }

  // A base that matters, or a class derived from it that does: a pointer may lead to that.
  bool has_relative(int index) const {
    for (std::size_t c = 0; c < classes_.classes.size(); ++c) {
      const bool is_relative = std::ranges::count(classes_.classes[c].bases, index) > 0 ||
                               std::ranges::count(classes_.at(index).bases, static_cast<int>(c)) > 0;
      if (is_relative && matters_[c]) return true;
    }
    return false;
  }

  // Statements that return false if something there is not valid.
  std::string check(int index, const std::string& place, int depth) const {
    const cxx::TypeInfo& type = classes_.type(index);
    switch (type.kind) {
      case detail::kPointerType:
        return fmt::format("if ({0} != 0 && !visitor.visit_{1}(const_cast< ::{2}*>({0}))) return false;\n",
                           place, type.target, classes_.at(type.target).name);
      case detail::kUniqueType:
        return fmt::format(
            "if ({0}.get() != 0 && !visitor.visit_{1}(const_cast< ::{2}*>({0}.get()))) return false;\n",
            place, type.target, classes_.at(type.target).name);
      case detail::kSharedType:
        return fmt::format(
            "if ({0}{3}.get() != 0 && !visitor.visit_{1}(const_cast< ::{2}*>({0}{3}.get()))) return false;\n",
            place, type.target, classes_.at(type.target).name, type.is_weak ? ".lock()" : "");
      case detail::kReferenceType:
      case detail::kRecordType:
        return fmt::format(
            "if (!visitor.visit_{1}(const_cast< ::{2}*>(&reinterpret_cast<const ::{2}&>({0})))) return "
            "false;\n",
            place, type.target, classes_.at(type.target).name);
      case detail::kOptionalType:
        return fmt::format("if ({}.has_value()) {{ {} }}\n", place,
                           check(type.target, fmt::format("(*{})", place), depth));
      default: {
        const std::string item = fmt::format("item{}", depth);
        return fmt::format("for (auto& {} : {}) {{ {} }}\n", item, place,
                           check(type.target, item, depth + 1));
      }
    }
  }

  std::string visit(int index) const {
    const cxx::ClassInfo& info = classes_.at(index);
    const auto at = static_cast<std::size_t>(index);
    std::string out = fmt::format(
        "bool fretsaw_visitor::visit_{}(::{}* p) {{\n  fretsaw_visitor& visitor = *this;\n  (void)visitor;\n"
        "  if (!is_new(p, {})) return true;\n",
        at, info.name, at);
    for (const std::size_t invariant : own_[at])
      out += fmt::format("  if (!{}(static_cast< ::{}*>(p))) return false;\n", invariant_name(invariant),
                         info.name);
    for (const int base : info.bases) {
      if (matters_[static_cast<std::size_t>(base)])
        out += fmt::format("  if (!visit_{}((::{}*)p)) return false;\n", base, classes_.at(base).name);
    }
    for (const cxx::FieldInfo& field : info.fields) {
      if (field.base < 0 && type_matters(field.type))
        out += "  " + check(field.type, fmt::format("(p->{})", field.name), 0);
    }
    for (std::size_t d = 0; d < classes_.classes.size(); ++d) {
      const cxx::ClassInfo& derived = classes_.classes[d];
      if (!matters_[d] || std::ranges::count(derived.bases, index) == 0) continue;
      out += fmt::format(
          "  if constexpr (std::is_polymorphic< ::{0} >::value) {{\n"
          "    if (auto* const more = dynamic_cast< ::{1}*>(p); more != 0 && !visit_{2}(more)) return "
          "false;\n  }}\n",
          info.name, derived.name, d);
    }
    return out + "  return true;\n}\n";
  }

  const Classes& classes_;
  const Subjects& subjects_;
  std::vector<std::vector<std::size_t>> own_;  // by class: invariants
  std::vector<bool> matters_;                  // by class: it has one, or leads to one
};

}  // namespace

bool has_cxx_preconditions(const CheckedMethod& method) {
  return std::ranges::any_of(method.subject->promises, [](const contract::Promise& promise) {
    return std::ranges::any_of(promise.preconditions, [](const auto& each) { return each.clause->is_cxx(); });
  });
}

Result<std::string> contract_source(const Classes& classes, const Subjects& subjects) {
  std::string out = opening(classes);
  auto invariants = invariants_source(classes, subjects);
  if (!invariants) return invariants.error();
  out += *invariants;
  std::vector<std::string> methods;
  for (std::size_t m = 0; m < subjects.methods.size(); ++m) {
    const CheckedMethod& method = subjects.methods[m];
    const CallGlue call(classes, classes.callables[static_cast<std::size_t>(method.callable)]);
    std::vector<std::string> entries;
    for (std::size_t b = 0; b < method.subject->promises.size(); ++b) {
      BehaviorGlue behavior(classes, call, method.subject->promises[b],
                            fmt::format("fretsaw_behavior_{}_{}", m, b));
      auto text = behavior.run(false);
      if (!text) return text.error();
      out += *text;
      entries.push_back(behavior.entry());
    }
    const std::string list = fmt::format("fretsaw_behaviors_{}", m);
    if (!entries.empty())
      out += fmt::format("static const fretsaw::detail::BehaviorEntry {}[] = {{{}}};\n", list,
                         fmt::join(entries, ", "));
    methods.push_back(fmt::format("{{{}, {}, {}}}", cxx::table_index(classes, method.callable),
                                  entries.empty() ? "0" : list, entries.size()));
  }
  std::vector<std::string> listed;
  for (std::size_t i = 0; i < subjects.invariants.size(); ++i)
    listed.push_back(fmt::format("{{{}, &{}}}", subjects.invariants[i].class_index, invariant_name(i)));
  out += listed.empty()
             ? std::string("static const fretsaw::detail::InvariantEntry* const fretsaw_invariants = 0;\n")
             : fmt::format("static const fretsaw::detail::InvariantEntry fretsaw_invariants[] = {{{}}};\n",
                           fmt::join(listed, ", "));
  out += fmt::format("static const fretsaw::detail::MethodEntry fretsaw_methods[] = {{{}}};\n",
                     fmt::join(methods, ", "));
  return out + fmt::format(
                   "static const fretsaw::detail::ContractTable fretsaw_table = {{fretsaw_invariants, {}, "
                   "fretsaw_methods, {}}};\n"
                   "extern \"C\" const fretsaw::detail::ContractTable* fretsaw_contracts() {{ return "
                   "&fretsaw_table; }}\n",
                   listed.size(), methods.size());
}

Result<std::string> validity_source(const Classes& classes, const Subjects& subjects) {
  std::string out = opening(classes);
  auto invariants = invariants_source(classes, subjects);
  if (!invariants) return invariants.error();
  out += *invariants;
  const VisitorGlue visitor(classes, subjects);
  out += visitor.run();
  for (std::size_t m = 0; m < subjects.methods.size(); ++m) {
    const CheckedMethod& method = subjects.methods[m];
    const Callable& callable = classes.callables[static_cast<std::size_t>(method.callable)];
    const CallGlue call(classes, callable);
    std::string some;
    bool any = method.subject->promises.empty();
    for (std::size_t b = 0; b < method.subject->promises.size(); ++b) {
      BehaviorGlue behavior(classes, call, method.subject->promises[b],
                            fmt::format("fretsaw_behavior_{}_{}", m, b));
      auto text = behavior.run(true);
      if (!text) return text.error();
      out += *text;
      std::string all;
      for (const std::string& function : behavior.preconditions())
        all += fmt::format("{}(*{})(frame, 0, 0)", all.empty() ? "" : " && ", function.substr(1));
      if (all.empty()) any = true;
      some += fmt::format("{}({})", some.empty() ? "" : " || ", all.empty() ? "true" : all);
    }
    out += fmt::format(
        "static bool fretsaw_is_valid_{}(void* frame) {{\n  char* const bytes = static_cast<char*>(frame);\n"
        "  (void)bytes;\n  fretsaw_visitor visitor;\n{}  return {};\n}}\n"
        "extern \"C\" void fretsaw_valid_{}(void* frame, void* result) {{\n"
        "  *static_cast<bool*>(result) = fretsaw_is_valid_{}(frame);\n}}\n",
        m, visitor.check_frame(classes.at(callable.frame)), any ? "true" : some, m, m);
  }
  return out;
}

}  // namespace fretsaw::method
