// SPDX-License-Identifier: MIT
#include "cpp/contract/clause_glue.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cpp/code/glue.hpp"
#include "cpp/contract/behavior_glue.hpp"
#include "cpp/contract/clause_scope.hpp"

namespace fretsaw::contract {

namespace {

using code::Callable;
using code::Classes;

// Clauses pass the values of their subexpressions to the runtime on request (see
// cpp/call/child/call.hpp). Valid since C++14, like everything that stands around clauses.
constexpr const char* kPartHelpers = R"(
#include <cstddef>
#include <string>
extern "C" bool fretsaw_wants_parts;
extern "C" void fretsaw_take_part(int number, const char* text, std::size_t size);
namespace {
template <int number> using fretsaw_kind = std::integral_constant<int, number>;
template <class T> using fretsaw_kind_of = fretsaw_kind<
    std::is_same<T, bool>::value ? 0 : std::is_same<T, char>::value ? 1 : std::is_arithmetic<T>::value ? 2 :
    std::is_enum<T>::value ? 3 : std::is_same<T, std::nullptr_t>::value ? 4 : std::is_pointer<T>::value ? 5 :
    std::is_convertible<const T&, std::string>::value ? 6 : 7>;
struct fretsaw_words {
  std::string text;
  bool is_complete = true;
  template <class T> void add(const T& value) { add(value, fretsaw_kind_of<std::decay_t<T>>()); }
  void add(bool value, fretsaw_kind<0>) { text += value ? "true" : "false"; }
  void add(char value, fretsaw_kind<1>) { text += std::string("'") + value + "'"; }
  template <class T> void add(T value, fretsaw_kind<2>) { text += std::to_string(value); }
  template <class T> void add(T value, fretsaw_kind<3>) { add(static_cast<std::underlying_type_t<T>>(value)); }
  void add(std::nullptr_t, fretsaw_kind<4>) { text += "null"; }
  template <class T> void add(T value, fretsaw_kind<5>) { text += value == nullptr ? "null" : "not null"; }
  template <class T> void add(const T& value, fretsaw_kind<6>) { text += "\"" + std::string(value) + "\""; }
  template <class T> void add(const T& value, fretsaw_kind<7>) { add_other(value, 0); }
  template <class T> auto add_other(const T& value, int) -> decltype(value.begin(), value.end(), value.size(), void()) {
    text += "[";
    std::size_t count = 0;
    for (const auto& each : value) {
      if (count != 0) text += ", ";
      if (++count > 20) { text += "..."; break; }
      add(each);
    }
    text += "]";
  }
  template <class T> auto add_other(const T& value, int) -> decltype(value.has_value(), *value, void()) {
    if (value.has_value()) add(*value); else text += "nothing";
  }
  template <class T> void add_other(const T&, long) { is_complete = false; }
};
}
template <class T> void fretsaw_note(int number, const T& value) {
  if (!fretsaw_wants_parts) return;
  fretsaw_words words;
  words.add(value);
  if (words.is_complete) fretsaw_take_part(number, words.text.data(), words.text.size());
}
template <class T, std::enable_if_t<std::is_class<std::remove_reference_t<T>>::value, int> = 0>
T&& fretsaw_part(int number, T&& value) { fretsaw_note(number, value); return static_cast<T&&>(value); }
template <class T, std::enable_if_t<!std::is_class<T>::value, int> = 0>
const T& fretsaw_part(int number, const T& value) { fretsaw_note(number, value); return value; }
)";

// ---- invariants

// `id` as validity_source() has it: empty, or "ID_".
std::string invariant_name(const std::string& id, std::size_t number) {
  return fmt::format("fretsaw_invariant_{}{}", id, number);
}

Result<std::string> invariants_source(const Classes& classes, const Subjects& subjects, const std::string& id,
                                      bool notes_parts) {
  std::string out;
  for (std::size_t i = 0; i < subjects.invariants.size(); ++i) {
    auto glue =
        invariant_glue(classes, subjects.invariants[i], invariant_name(id, i) + "_clause", notes_parts);
    if (!glue) return glue.error();
    out += glue->definition + fmt::format("static bool {}(void* object) {{ return {}; }}\n",
                                          invariant_name(id, i), glue->expression);
  }
  return out;
}

// ---- behaviors, as tables of functions

class BehaviorTable {
 public:
  BehaviorTable(const BehaviorContract& behavior_contract, const BehaviorGlue& glue, std::string id)
      : glue_(glue), id_(std::move(id)) {
    for (const auto& each : glue.preconditions()) preconditions_.push_back(function(each.expression));
    for (const auto& condition : behavior_contract.postconditions)
      postconditions_.push_back(function_of(condition, glue.postconditions()));
    for (std::size_t i = 0; i < behavior_contract.exceptions.size(); ++i)
      signals_.push_back(fmt::format("{{&{}, {}}}", glue.catches(i),
                                     function_of(behavior_contract.exceptions[i], glue.signals())));
  }

  std::string definition() const {
    std::string out = glue_.definition() + functions_;
    const auto add_list = [&](const char* type, const char* what, const std::vector<std::string>& list) {
      if (!list.empty())
        out += fmt::format("static const fretsaw::detail::{} {}_{}[] = {{{}}};\n", type, id_, what,
                           fmt::join(list, ", "));
    };
    add_list("ClauseFunction", "pre", preconditions_);
    add_list("ClauseFunction", "post", postconditions_);
    add_list("SignalEntry", "signals", signals_);
    if (glue_.olds().empty()) return out;
    out += fmt::format(
        "static void {}_remember(void* frame, void** old) {{\n"
        "  char* const bytes = static_cast<char*>(frame);\n  (void)bytes;\n",
        id_);
    for (std::size_t i = 0; i < glue_.olds().size(); ++i)
      out += fmt::format("  old[{}] = fretsaw_keep({});\n", i, glue_.olds()[i]);
    return out + "}\n";
  }

  // Its BehaviorEntry.
  std::string entry() const {
    const auto name = [&](const char* what, const std::vector<std::string>& list) {
      return list.empty() ? "0" : fmt::format("{}_{}", id_, what);
    };
    return fmt::format("{{{}, {}, {}, {}, {}, {}, {}, {}}}", name("pre", preconditions_),
                       preconditions_.size(), name("post", postconditions_), postconditions_.size(),
                       name("signals", signals_), signals_.size(),
                       glue_.olds().empty() ? "0" : "&" + id_ + "_remember", glue_.olds().size());
  }

 private:
  // Defines one, and gives its address.
  std::string function(const std::string& expression) {
    const std::string name = fmt::format("{}_f{}", id_, count_++);
    functions_ += fmt::format(
        "static bool {}(void* frame, void* result, void** old) {{\n"
        "  char* const bytes = static_cast<char*>(frame);\n"
        "  (void)bytes; (void)result; (void)old;\n  return {};\n}}\n",
        name, expression);
    return "&" + name;
  }

  std::string function_of(const Condition& condition, const std::vector<BehaviorGlue::Question>& questions) {
    const auto found = std::ranges::find(questions, &condition, &BehaviorGlue::Question::condition);
    return found == questions.end() ? "0" : function(found->expression);
  }

  const BehaviorGlue& glue_;
  std::string id_;
  std::string functions_;
  int count_ = 0;
  std::vector<std::string> preconditions_, postconditions_, signals_;
};

// ---- all objects reachable from a frame

// Writes functions that go through objects in C++ itself, where the search sees what they read.
class VisitorGlue {
 public:
  VisitorGlue(const Classes& classes, const Subjects& subjects, std::string id)
      : classes_(classes), id_(std::move(id)) {
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
               "#include <typeinfo>\nnamespace {{\nstruct fretsaw_visitor {{\n"
               "  struct Seen {{ const void* p; int c; Seen* before; }};\n"
               "  Seen* seen;\n"
               "  fretsaw_visitor() : seen(0) {{}}\n"
               "  ~fretsaw_visitor() {{ while (seen) {{ Seen* s = seen; seen = s->before; delete s; }} }}\n"
               "  bool is_new(const void* p, int c) {{\n"
               "    for (Seen* s = seen; s; s = s->before) if (s->p == p && s->c == c) return false;\n"
               "    Seen* s = new Seen; s->p = p; s->c = c; s->before = seen; seen = s;\n"
               "    return true;\n  }}\n{}}};\n",
               declarations) +
           definitions + "}\n";
  }

  // An expression that is true if the object `p`, of exactly that class, and all objects reachable from it are valid.
  // Where only its own invariants count, these are called and nothing else: what they read is what the search
  // tries.
  std::string check_object(int index) const {
    const code::ClassInfo& info = classes_.at(index);
    if (leads_somewhere(index)) return fmt::format("fretsaw_visitor().visit_{}(p)", index);
    std::string out = own_invariants(index, "p");
    for (const int base : info.bases) {
      const std::string more = own_invariants(base, fmt::format("(::{}*)p", classes_.at(base).name));
      out += (out.empty() || more.empty() ? "" : " && ") + more;
    }
    return out.empty() ? "true" : out;
  }

  // Expressions that are all true if everything is valid, for the fields of a frame.
  std::string check_frame(const code::ClassInfo& frame) const {
    std::string out;
    for (const code::FieldInfo& field : frame.fields) {
      const code::TypeInfo& type = classes_.type(field.type);
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
  std::string own_invariants(int index, const std::string& object) const {
    std::string out;
    for (const std::size_t invariant : own_[static_cast<std::size_t>(index)])
      out += fmt::format("{}{}({})", out.empty() ? "" : " && ", invariant_name(id_, invariant), object);
    return out;
  }

  bool type_matters(int index) const {
    const code::TypeInfo& type = classes_.type(index);
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
      case detail::kContainerType:
        // The active alternative of a std::variant is not known.
        return type.count == 0 && type.target >= 0 && type_matters(type.target);
      default:
        return false;
    }
  }

  bool leads_somewhere(int index) const {
    const auto& fields = classes_.at(index).fields;
    return std::ranges::any_of(fields,
                               [&](const code::FieldInfo& field) { return type_matters(field.type); });
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
    const code::TypeInfo& type = classes_.type(index);
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
        const bool is_map = type.kind == detail::kContainerType && type.key >= 0;
        return fmt::format("FRETSAW_EACH({}, {}) {{ {} }}\n", item, place,
                           check(type.target, is_map ? item + ".second" : item, depth + 1));
      }
    }
  }

  std::string visit(int index) const {
    const code::ClassInfo& info = classes_.at(index);
    const auto at = static_cast<std::size_t>(index);
    std::string out = fmt::format(
        "bool fretsaw_visitor::visit_{}(::{}* p) {{\n  fretsaw_visitor& visitor = *this;\n  (void)visitor;\n"
        "  if (!is_new(p, {})) return true;\n",
        at, info.name, at);
    for (const std::size_t invariant : own_[at])
      out += fmt::format("  if (!{}(static_cast< ::{}*>(p))) return false;\n", invariant_name(id_, invariant),
                         info.name);
    for (const int base : info.bases) {
      if (matters_[static_cast<std::size_t>(base)])
        out += fmt::format("  if (!visit_{}((::{}*)p)) return false;\n", base, classes_.at(base).name);
    }
    for (const code::FieldInfo& field : info.fields) {
      if (field.base < 0 && type_matters(field.type))
        out += "  " + check(field.type, fmt::format("(p->{})", field.name), 0);
    }
    for (std::size_t d = 0; d < classes_.classes.size(); ++d) {
      const code::ClassInfo& derived = classes_.classes[d];
      if (!matters_[d] || std::ranges::count(derived.bases, index) == 0) continue;
      out += fmt::format(
          "  if (::{0}* const more = fretsaw_as< ::{0}>(p)) {{ if (!visit_{1}(more)) return false; }}\n",
          derived.name, d);
    }
    return out + "  return true;\n}\n";
  }

  const Classes& classes_;
  std::string id_;
  std::vector<std::vector<std::size_t>> own_;  // by class: invariants
  std::vector<bool> matters_;                  // by class: it has an invariant, or reaches one
};

// Exceptions are types in C++, whatever is said of them.
bool has_cxx_clauses(const Subjects& subjects) {
  const auto is_cxx = [](const Condition& condition) { return condition.clause->is_cxx(); };
  const auto has_some = [&](const BehaviorContract& behavior_contract) {
    return std::ranges::any_of(behavior_contract.preconditions, is_cxx) ||
           std::ranges::any_of(behavior_contract.postconditions, is_cxx) ||
           !behavior_contract.exceptions.empty();
  };
  return std::ranges::any_of(subjects.invariants, [](const auto& each) { return each.clause != nullptr; }) ||
         std::ranges::any_of(subjects.methods, [&](const CheckedMethod& method) {
           return std::ranges::any_of(method.subject->behavior_contracts, has_some);
         });
}

// One more than there are: C++ has no arrays of nothing.
std::vector<std::string> argument_entries(const Classes& classes, const code::Callable& callable) {
  std::vector<std::string> entries;
  if (callable.kind == code::Callable::Kind::Method) entries.emplace_back("{0, 0}");
  for (const code::Parameter& parameter : callable.parameters) {
    const int type = classes.at(callable.frame).fields[entries.size()].type;
    const bool is_kept = code::is_settable(parameter, classes.type(type));
    entries.push_back(fmt::format("{{{}, {}}}", is_kept ? 1 : 0, parameter.is_const ? 0 : 1));
  }
  entries.emplace_back("{0, 0}");
  return entries;
}

}  // namespace

std::string header_include(const Classes& classes) {
  const std::string include = fmt::format("#include \"{}\"\n", classes.header);
  return unseals(classes) ? "#define final\n" + include + "#undef final\n" : include;
}

std::vector<code::GeneratedSource> glue_sources(const Classes& classes, const std::string& clauses,
                                                Calls calls) {
  using Kind = code::CompileUnit::Kind;
  constexpr const char* kClauses = "a clause of a contract";
  Classes table = classes;
  if (calls == Calls::None) {
    for (Callable& callable : table.callables) callable.frame = -1;
  }
  std::vector<code::GeneratedSource> out;
  if (code::has_calls(table))
    out.push_back({"calls.cpp", code::calls_source(table, code::kProgramId), Kind::User, classes.header});
  const std::string source = code::table_source(table, code::kProgramId);
  if (!clauses.empty() && unseals(classes)) {
    out.push_back({"classes.cpp", source, Kind::Glue, ""});
    out.push_back({"clauses.cpp", header_include(classes) + clauses, Kind::Glue, kClauses});
  } else {
    out.push_back({"classes.cpp", source + clauses, Kind::Glue, clauses.empty() ? "" : kClauses});
  }
  return out;
}

bool has_cxx_preconditions(const CheckedMethod& method) {
  return std::ranges::any_of(
      method.subject->behavior_contracts, [](const BehaviorContract& behavior_contract) {
        return std::ranges::any_of(behavior_contract.preconditions,
                                   [](const auto& each) { return each.clause->is_cxx(); });
      });
}

Result<std::string> contract_source(const Classes& classes, const Subjects& subjects) {
  const bool has_clauses = has_cxx_clauses(subjects);
  std::string out = has_clauses ? clause_opening(classes, ClauseNeeds::Clauses) + kPartHelpers
                                : clause_opening(classes, ClauseNeeds::Calls);
  auto invariants = invariants_source(classes, subjects, "", true);
  if (!invariants) return invariants.error();
  out += *invariants;
  std::vector<std::string> methods;
  for (std::size_t m = 0; m < subjects.methods.size(); ++m) {
    const CheckedMethod& method = subjects.methods[m];
    const CallGlue call(classes, classes.callables[static_cast<std::size_t>(method.callable)]);
    std::vector<std::string> entries;
    for (std::size_t b = 0; b < method.subject->behavior_contracts.size(); ++b) {
      const std::string id = fmt::format("fretsaw_behavior_{}_{}", m, b);
      BehaviorGlue glue(classes, call, method.subject->behavior_contracts[b], id);
      if (Status status = glue.read(false); !status) return status.error();
      const BehaviorTable behavior(method.subject->behavior_contracts[b], glue, id);
      out += behavior.definition();
      entries.push_back(behavior.entry());
    }
    const std::string list = fmt::format("fretsaw_behaviors_{}", m);
    if (!entries.empty())
      out += fmt::format("static const fretsaw::detail::BehaviorEntry {}[] = {{{}}};\n", list,
                         fmt::join(entries, ", "));
    const std::string arguments = fmt::format("fretsaw_arguments_{}", m);
    out += fmt::format("static const fretsaw::detail::ArgumentEntry {}[] = {{{}}};\n", arguments,
                       fmt::join(argument_entries(classes, call.callable()), ", "));
    methods.push_back(fmt::format("{{{}, {}, {}, {}, {}}}", code::table_index(classes, method.callable),
                                  arguments, code::is_result_elsewhere(classes, call.callable()) ? 1 : 0,
                                  entries.empty() ? "0" : list, entries.size()));
  }
  std::vector<std::string> listed;
  for (std::size_t i = 0; i < subjects.invariants.size(); ++i)
    listed.push_back(fmt::format("{{{}, &{}}}", subjects.invariants[i].class_index, invariant_name("", i)));
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

Result<std::string> validity_source(const Classes& classes, const Subjects& subjects, const std::string& id) {
  const std::string prefix = id.empty() ? "" : id + "_";
  const bool has_calls =
      std::ranges::any_of(subjects.methods, [](const auto& each) { return each.callable >= 0; });
  std::string out = clause_opening(classes, has_cxx_clauses(subjects) ? ClauseNeeds::Clauses
                                            : has_calls               ? ClauseNeeds::Calls
                                                                      : ClauseNeeds::Predicates);
  auto invariants = invariants_source(classes, subjects, prefix, false);
  if (!invariants) return invariants.error();
  out += *invariants;
  const VisitorGlue visitor(classes, subjects, prefix);
  out += visitor.run();
  for (std::size_t m = 0; m < subjects.methods.size(); ++m) {
    const CheckedMethod& method = subjects.methods[m];
    const std::string entry = fmt::format(
        "extern \"C\" void fretsaw_valid_{0}{1}(void* frame, void* result) {{\n"
        "  *static_cast<bool*>(result) = fretsaw_is_valid_{1}(frame);\n}}\n",
        prefix, m);
    if (method.callable < 0) {
      out += fmt::format(
          "static bool fretsaw_is_valid_{0}(void* frame) {{\n"
          "  ::{1}* const p = static_cast< ::{1}*>(*static_cast<void**>(frame));\n"
          "  return {2};\n}}\n{3}",
          m, classes.at(classes.root).name, visitor.check_object(classes.root), entry);
      continue;
    }
    const Callable& callable = classes.callables[static_cast<std::size_t>(method.callable)];
    const CallGlue call(classes, callable);
    std::string some;
    bool any = method.subject->behavior_contracts.empty();
    for (std::size_t b = 0; b < method.subject->behavior_contracts.size(); ++b) {
      BehaviorGlue behavior(classes, call, method.subject->behavior_contracts[b],
                            fmt::format("fretsaw_behavior_{}_{}", m, b));
      if (Status status = behavior.read(true); !status) return status.error();
      out += behavior.definition();
      std::string all;
      for (const BehaviorGlue::Question& each : behavior.preconditions())
        all += fmt::format("{}{}", all.empty() ? "" : " && ", each.expression);
      if (all.empty()) any = true;
      some += fmt::format("{}({})", some.empty() ? "" : " || ", all.empty() ? "true" : all);
    }
    // The answer is branched on, which is what 'explore' watches.
    out += fmt::format(
        "static bool fretsaw_is_valid_{}(void* frame) {{\n  char* const bytes = static_cast<char*>(frame);\n"
        "  (void)bytes;\n  fretsaw_visitor visitor;\n{}  if (!({})) return false;\n  return true;\n}}\n{}",
        m, visitor.check_frame(classes.at(callable.frame)), any ? "true" : some, entry);
  }
  return out;
}

}  // namespace fretsaw::contract
