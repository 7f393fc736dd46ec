// SPDX-License-Identifier: MIT
// A test that stands by itself, so that it can be kept without the run that it came from. Clauses in
// C++ are what they are in the header. Those in braces become sets and loops over what a walk through the
// objects finds before and after the call. Which behaviors apply is decided in the test, too: it does not
// depend on what the call did when the test was written.
#include "cpp/call/emit.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>

#include "base/excerpt.hpp"
#include "cpp/call/emitted_support.hpp"
#include "cpp/call/show.hpp"
#include "cpp/code/glue.hpp"
#include "cpp/contract/behavior_glue.hpp"
#include "cpp/space/heap_cursor.hpp"
#include "cpp/space/render.hpp"

namespace fretsaw::call {

namespace {

using code::Callable;
using contract::BehaviorContract;
using contract::BehaviorKind;
using contract::Condition;
using contract::HeapCheck;
using contract::State;

// Places in the header are for the compiler's messages: in a test that is kept, lines are its own.
std::string without_line_directives(const std::string& text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    if (!line.starts_with("#line")) out += line + "\n";
    at = end + 1;
  }
  return out;
}

// Receiver, arguments and result are local variables.
class TestCall final : public contract::CallGlue {
 public:
  TestCall(const code::Classes& classes, const Callable& callable, std::string object)
      : contract::CallGlue(classes, callable), object_(std::move(object)) {}

  std::string arguments() const override {
    std::vector<std::string> names;
    for (const code::Parameter& parameter : callable_.parameters) names.push_back(parameter.name);
    return fmt::format("{}", fmt::join(names, ", "));
  }
  std::string receiver(const std::string& base, const std::string& as) const override {
    return fmt::format("reinterpret_cast< {}*>((::{}*)({}))", as, base, object_);
  }
  std::string result_argument() const override {
    return fmt::format("const_cast<{}&>(returned)", result_type());
  }
  bool notes_parts() const override { return false; }
  std::string old(const std::string&, std::size_t number) const override {
    return fmt::format("(*old_{}_{})", behavior, number);
  }

  std::size_t behavior = 0;

 private:
  std::string object_;
};

class TestWriter {
 public:
  TestWriter(const EmittedInput& input, const Counterexample& found)
      : input_(input),
        found_(found),
        classes_(*input.classes),
        method_(input.subjects->methods[input.method]),
        callable_(classes_.callables[static_cast<std::size_t>(method_.callable)]),
        frame_(classes_.at(callable_.frame)),
        id_(fmt::format("{}_input_{}", method_name(), found.number)) {
    std::vector<std::string> types;
    for (const code::FieldInfo& field : frame_.fields) types.push_back(classes_.type(field.type).name);
    call_ = space::render_cpp_call(input.input, types);
    const bool constructs = callable_.kind == Callable::Kind::Constructor;
    object_ = constructs ? "made" : call_.receiver;
  }

  Result<std::string> write() {
    if (auto status = read_behaviors(); !status) return status.error();
    if (auto status = read_invariants(); !status) return status.error();
    const std::string support =
        without_line_directives(definitions_) +
        fmt::format("namespace {} {{\n{}{}}}\n", kSupport, kRelationsPrelude,
                    emitted_walk(classes_, method_.classes, input_.counters, invariants_));
    const std::string test_itself =
        fmt::format("namespace {} {{\n{}{}}}\n", kSupport, code::function_declaration(callable_), test());
    return comment() + with_support(support, test_itself, method_name());
  }

 private:
  bool constructs() const { return callable_.kind == Callable::Kind::Constructor; }

  std::string method_name() const {
    return code::identifier((callable_.scope.empty() ? "" : callable_.scope + "::") + callable_.name);
  }

  std::string comment() const {
    std::string out = fmt::format("// {}: {}\n", method_.display, call_text(found_.before, method_.display));
    for (const Failure& failure : found_.failures) {
      out += fmt::format("// {}\n", one_line(failure.message));
      if (failure.location)
        out +=
            fmt::format("//   {}:{}{}{}\n", std::filesystem::path(failure.location->file).filename().string(),
                        failure.location->line, failure.clause.empty() ? "" : ": ", failure.clause);
    }
    const bool reads_what_is_gone = std::ranges::any_of(
        found_.failures, [](const Failure& failure) { return failure.kind == FailureKind::MemoryError; });
    if (reads_what_is_gone)
      out += "// Compile with -fsanitize=address, too: the test may read freed memory.\n";
    return out;
  }

  // ---- clauses in C++

  Status read_behaviors() {
    const auto& behavior_contracts = method_.subject->behavior_contracts;
    for (std::size_t b = 0; b < behavior_contracts.size(); ++b) {
      calls_.push_back(std::make_unique<TestCall>(classes_, callable_, object_));
      calls_.back()->behavior = b;
      behaviors_.push_back(std::make_unique<contract::BehaviorGlue>(
          classes_, *calls_.back(), behavior_contracts[b], fmt::format("fretsaw_{}_{}", kSupport, b)));
      if (auto status = behaviors_.back()->read(false); !status) return status;
      definitions_ += behaviors_.back()->definition();
    }
    return Success{};
  }

  Status read_invariants() {
    for (std::size_t i = 0; i < input_.subjects->invariants.size(); ++i) {
      const contract::CxxInvariant& invariant = input_.subjects->invariants[i];
      auto glue =
          contract::invariant_glue(classes_, invariant, fmt::format("fretsaw_{}_invariant_{}", kSupport, i));
      if (!glue) return glue.error();
      if (method_.classes.contains(invariant.class_index)) definitions_ += glue->definition;
      invariants_.push_back({invariant.class_index, glue->expression});
    }
    return Success{};
  }

  // ---- clauses in braces

  std::string relation(const HeapCheck::Meaning& meaning) const {
    using Kind = HeapCheck::Meaning::Kind;
    const std::string heap = meaning.state == State::Before ? "before" : "after";
    const std::string length = meaning.level < 0 ? "" : fmt::format(".length{}", meaning.level);
    switch (meaning.kind) {
      case Kind::Objects:
        return fmt::format("{}[{}]", heap, literal(classes_.at(meaning.class_index).name));
      case Kind::Field:
        return fmt::format(
            "{}[{}]", heap,
            literal(fmt::format("{}::{}{}", classes_.at(meaning.class_index).name, meaning.field, length)));
      case Kind::Argument:
        return fmt::format("{}[{}]", heap, literal("@" + meaning.field + length));
      case Kind::Result:
        return fmt::format("after[{}]", literal("@result" + length));
      case Kind::Constants:
        break;
    }
    std::vector<std::string> atoms;
    for (const auto& [type, value] : meaning.constants)
      atoms.push_back(type < 0
                          ? fmt::format("{{atom({})}}", value != 0)
                          : fmt::format("{{atom(static_cast< {} >({}))}}", classes_.type(type).name, value));
    return fmt::format("Set{{{}}}", fmt::join(atoms, ", "));
  }

  // An expression that is true if the clause holds; nothing if it cannot be written.
  std::optional<std::string> relational(std::size_t clause, State state) const {
    const NodePtr term = input_.check->term(clause, state);
    bool is_known = true;
    auto text = cpp_of(*term, [&](const Leaf* leaf) {
      const HeapCheck::Meaning meaning = input_.check->meaning(leaf);
      is_known = is_known && has_length(meaning);
      return relation(meaning);
    });
    if (!is_known) return std::nullopt;
    return text;
  }

  // Only a program that allocates itself knows how long an array behind a pointer is, unless a field says so.
  bool has_length(const HeapCheck::Meaning& meaning) const {
    using Kind = HeapCheck::Meaning::Kind;
    if (meaning.kind == Kind::Result)
      return callable_.result_type < 0 || !space::is_row(classes_.type(callable_.result_type));
    if (meaning.kind != Kind::Field && meaning.kind != Kind::Argument) return true;
    const code::ClassInfo& owner = meaning.kind == Kind::Field ? classes_.at(meaning.class_index) : frame_;
    const auto field = std::ranges::find(owner.fields, meaning.field, &code::FieldInfo::name);
    if (field == owner.fields.end() || !space::is_row(classes_.type(field->type))) return true;
    return !space::is_row(classes_.type(classes_.type(field->type).element)) &&
           input_.counters.contains({owner.name, field->name});
  }

  static std::string not_checked(const Condition& condition) {
    return fmt::format(
        "  // Not checked here, since only 'fretsaw check' knows the length of an array in it:\n  //   {}\n",
        one_line(condition.clause->span.text()));
  }

  // Whether the condition holds, whichever kind of clause it is.
  std::optional<std::string> question(const Condition& condition,
                                      const std::vector<contract::BehaviorGlue::Question>& in_cxx,
                                      State state) const {
    if (condition.relational) return relational(*condition.relational, state);
    const auto found = std::ranges::find(in_cxx, &condition, &contract::BehaviorGlue::Question::condition);
    if (found == in_cxx.end()) return std::nullopt;
    return found->expression;
  }

  // ---- receiver and arguments, before and after

  std::string validate(const char* heap, const std::set<std::string>& gone = {}) const {
    std::string out;
    for (const code::FieldInfo& field : frame_.fields) {
      if (gone.contains(field.name)) {
        out +=
            fmt::format("  // '{}' is not examined: the call deletes the object it points to.\n", field.name);
        continue;
      }
      if (const auto counter = input_.counters.find({frame_.name, field.name});
          counter != input_.counters.end()) {
        out += fmt::format("  {}.put_row({}, {{}}, {}, {});\n", heap, literal("@" + field.name), field.name,
                           counter->second);
        continue;
      }
      const bool refers = classes_.type(field.type).kind == detail::kReferenceType && field.name != "this";
      out += fmt::format("  {}.put({}, {{}}, {}{});\n", heap, literal("@" + field.name), refers ? "&" : "",
                         field.name == "this" ? object_ : field.name);
    }
    return out;
  }

  // Pointers to what the call has deleted, and that it could not set: as in 'check', their targets are not
  // examined.
  std::set<std::string> deleted_arguments() const {
    std::set<std::string> out;
    if (found_.before.objects.empty()) return out;
    for (const auto& [name, value] : found_.before.objects[0].fields) {
      const bool is_reference = value.kind == space::GraphValue::Kind::Reference;
      const auto parameter = std::ranges::find(callable_.parameters, name, &code::Parameter::name);
      const auto field = std::ranges::find(frame_.fields, name, &code::FieldInfo::name);
      const bool is_kept = parameter != callable_.parameters.end() && field != frame_.fields.end() &&
                           code::is_settable(*parameter, classes_.type(field->type));
      if (is_reference && !is_kept &&
          std::ranges::count(found_.deleted, found_.before.objects[value.object].name) > 0)
        out.insert(name);
    }
    return out;
  }

  // ---- the test

  std::string test() {
    std::string out = fmt::format("FRETSAW_TEST({}, {}) {{\n{}", suite(), id_, call_.statements);
    if (!call_.objects.empty())
      out += fmt::format(
          "  static std::vector<const void*> kept;  // reachable objects are not leaks\n  kept = {{{}}};\n",
          fmt::join(call_.objects, ", "));
    out += "  Heap before, after;\n" + validate("before");
    out += "  [[maybe_unused]] Set univ = before.univ();\n";
    out += applicability();
    const bool loops = std::ranges::any_of(
        found_.failures, [](const Failure& f) { return f.kind == FailureKind::EndlessLoop; });
    if (loops) out += "  alarm(10);\n";
    const bool may_throw = std::ranges::any_of(
        method_.subject->behavior_contracts,
        [](const BehaviorContract& behavior_contract) { return !behavior_contract.exceptions.empty(); });
    return out + (may_throw ? guarded_call() : plain_call()) + "}\n";
  }

  std::string suite() const {
    return code::identifier(callable_.owner_name.empty() ? "Functions" : callable_.owner_name);
  }

  // Which behaviors apply, and what \old stands for.
  std::string applicability() const {
    std::string out;
    const auto& behavior_contracts = method_.subject->behavior_contracts;
    for (std::size_t b = 0; b < behavior_contracts.size(); ++b) {
      std::string all;
      for (const Condition& condition : behavior_contracts[b].preconditions) {
        const auto text = question(condition, behaviors_[b]->preconditions(), State::Before);
        if (text) all += (all.empty() ? "" : " && ") + *text;
      }
      out += fmt::format("  [[maybe_unused]] const bool applies_{} = {};\n", b, all.empty() ? "true" : all);
      const auto& olds = behaviors_[b]->olds();
      for (std::size_t i = 0; i < olds.size(); ++i) {
        out += fmt::format("  std::optional<std::decay_t<decltype({})>> old_{}_{};\n", olds[i], b, i);
        out += fmt::format("  if (applies_{0}) old_{0}_{1}.emplace({2});\n", b, i, olds[i]);
      }
    }
    return out;
  }

  std::string call_expression() const {
    std::vector<std::string> list;
    std::size_t field = callable_.kind == Callable::Kind::Method ? 1 : 0;
    for (const code::Parameter& parameter : callable_.parameters) {
      const detail::TypeKind kind = classes_.type(frame_.fields[field++].type).kind;
      const bool may_have_no_copies =
          parameter.passing == code::Passing::Value && code::may_have_no_copies(kind);
      list.push_back(
          parameter.passing == code::Passing::RvalueReference ? fmt::format("std::move({})", parameter.name)
          : !parameter.view.empty() ? fmt::format("static_cast< {} >({})", parameter.view, parameter.name)
          : may_have_no_copies      ? fmt::format("fretsaw_pass({})", parameter.name)
                                    : parameter.name);
    }
    const std::string arguments = fmt::format("({})", fmt::join(list, ", "));
    switch (callable_.kind) {
      case Callable::Kind::Method:
        return code::needs_temporary(callable_)
                   ? fmt::format("std::move(*{}).{}{}", called_object(), callable_.name, arguments)
                   : fmt::format("{}->{}{}", called_object(), callable_.name, arguments);
      case Callable::Kind::StaticMethod:
        return fmt::format("::{}::{}{}", callable_.scope, callable_.name, arguments);
      case Callable::Kind::Constructor:
        return fmt::format("new ::{}{}", callable_.scope, arguments);
      case Callable::Kind::Function:
        break;
    }
    return code::function_name(callable_) + arguments;
  }

  // Of two that differ in const only, the object's type chooses.
  std::string called_object() const {
    const bool is_chosen_by_const =
        callable_.is_const && std::ranges::any_of(classes_.callables, [&](const Callable& other) {
          return other.name == callable_.name && other.scope == callable_.scope && !other.is_const;
        });
    return is_chosen_by_const
               ? fmt::format("static_cast<const ::{}*>({})", classes_.at(callable_.owner).name, object_)
               : object_;
  }

  std::string called() const {
    if (constructs()) return fmt::format("auto* const made = {};\n", call_expression());
    return callable_.result_type >= 0
               ? fmt::format("[[maybe_unused]] auto&& returned = {};\n", call_expression())
               : call_expression() + ";\n";
  }

  std::string look_after(bool returned) const {
    std::string out = validate("after", deleted_arguments());
    if (constructs() && returned) out += "  after.put(\"@result\", {}, *made);\n";
    if (!constructs() && callable_.result_type >= 0 && returned) {
      const bool refers = classes_.type(callable_.result_type).kind == detail::kReferenceType;
      out += fmt::format("  after.put(\"@result\", {{}}, {}returned);\n", refers ? "&" : "");
    }
    return out + "  univ = plus(univ, after.univ());\n";
  }

  static std::string check(const std::string& expression, const Condition& condition) {
    return fmt::format("  FRETSAW_CHECK({}, {});\n", expression,
                       literal(one_line(condition.clause->span.text())));
  }

  std::string check_invariants() const {
    std::string out = "  for (auto& holds : after.invariants) holds();\n";
    for (const contract::Invariant& invariant : method_.subject->invariants) {
      if (!invariant.condition.relational) continue;
      const auto text = relational(*invariant.condition.relational, State::After);
      out += text ? check(*text, invariant.condition) : not_checked(invariant.condition);
    }
    return out;
  }

  std::string check_return() const {
    std::string out;
    const auto& behavior_contracts = method_.subject->behavior_contracts;
    for (std::size_t b = 0; b < behavior_contracts.size(); ++b) {
      if (behavior_contracts[b].behavior->kind == BehaviorKind::Exceptional) {
        out += fmt::format(
            "  FRETSAW_CHECK(!applies_{}, \"returned normally, but the contract requires an exception\");\n",
            b);
        continue;
      }
      for (const Condition& condition : behavior_contracts[b].postconditions) {
        const auto text = question(condition, behaviors_[b]->postconditions(), State::After);
        out += text ? check(fmt::format("!applies_{} || {}", b, *text), condition) : not_checked(condition);
      }
    }
    for (const code::Parameter& parameter : callable_.parameters) {
      const std::string message = modified_parameter_message(parameter.name);
      const bool fails =
          std::ranges::any_of(found_.failures, [&](const Failure& f) { return f.message == message; });
      if (!fails) continue;
      const std::string name = literal("@" + parameter.name);
      out += fmt::format(
          "  FRETSAW_CHECK(before[{0}] == after[{0}] && all(before[{0}], [&](const Set& it) {{ return "
          "before.of(it.begin()->front()) == after.of(it.begin()->front()); }}), {1});\n",
          name, literal(message));
    }
    return out;
  }

  std::string plain_call() const {
    return "  " + called() + look_after(true) + check_invariants() + check_return();
  }

  // For contracts that allow exceptions.
  std::string guarded_call() const {
    std::string out = "  try {\n  " + called() + look_after(true) + check_invariants() + check_return() +
                      "  } catch (...) {\n" + (constructs() ? "" : look_after(false) + check_invariants());
    const auto& behavior_contracts = method_.subject->behavior_contracts;
    for (std::size_t b = 0; b < behavior_contracts.size(); ++b) {
      std::string some;
      for (std::size_t e = 0; e < behavior_contracts[b].exceptions.size(); ++e) {
        if (behavior_contracts[b].behavior->kind == BehaviorKind::Normal) break;
        const Condition& condition = behavior_contracts[b].exceptions[e];
        const auto holds = question(condition, behaviors_[b]->signals(), State::After);
        some += fmt::format("{}({}(){})", some.empty() ? "" : " || ", behaviors_[b]->catches(e),
                            holds ? " && " + *holds : "");
      }
      out += fmt::format("  FRETSAW_CHECK(!applies_{} || {}, \"unexpected exception\");\n", b,
                         some.empty() ? "false" : fmt::format("({})", some));
    }
    return out + "  }\n";
  }

  const EmittedInput& input_;
  const Counterexample& found_;
  const code::Classes& classes_;
  const contract::CheckedMethod& method_;
  const Callable& callable_;
  const code::ClassInfo& frame_;
  std::string id_;
  space::CppCall call_;
  std::string object_;
  std::string definitions_;
  std::vector<std::unique_ptr<TestCall>> calls_;
  std::vector<std::unique_ptr<contract::BehaviorGlue>> behaviors_;
  std::vector<EmittedInvariant> invariants_;
};

}  // namespace

Result<std::string> emit_test(const EmittedInput& input, const Counterexample& found) {
  return TestWriter(input, found).write();
}

}  // namespace fretsaw::call
