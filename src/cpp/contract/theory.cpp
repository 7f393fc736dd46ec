// SPDX-License-Identifier: MIT
#include "cpp/contract/theory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "alloy/model/load.hpp"
#include "cpp/contract/adapt.hpp"
#include "cpp/contract/integer_module.hpp"

namespace fretsaw::contract {

namespace {

using alloy::Mult;

alloy::ExprPtr int_sig() {
  alloy::Expr expr;
  expr.op = alloy::Op::IntSig;
  return alloy::make_expr(std::move(expr));
}

// names: mult bound, with an Int column for each index before it.
alloy::Decl declaration(std::string name, int indices, alloy::ExprPtr value, bool may_be_missing) {
  alloy::Decl decl;
  decl.names.push_back({std::move(name), {}});
  if (indices == 0) {
    decl.mult = may_be_missing ? Mult::Lone : Mult::One;
    decl.bound = std::move(value);
    return decl;
  }
  alloy::ExprPtr bound = std::move(value);
  for (int i = 0; i < indices; ++i) {
    alloy::Expr arrow = *alloy::make_binary(alloy::Op::Arrow, int_sig(), bound);
    if (i == 0) arrow.right_mult = Mult::Lone;
    bound = alloy::make_expr(std::move(arrow));
  }
  decl.bound = std::move(bound);
  return decl;
}

alloy::Sig sig(std::string name) {
  alloy::Sig result;
  result.names.push_back({std::move(name), {}});
  return result;
}

class TheoryBuilder {
 public:
  TheoryBuilder(const ClassesView& classes, const std::vector<OwnedClause>& clauses,
                const std::vector<const alloy::Function*>& helpers, const std::vector<SourcePtr>& sources)
      : clauses_(clauses), helpers_(helpers), sources_(sources) {
    theory_.classes = classes;
  }

  Result<Theory> run() {
    collect_enums();
    name_everything();
    auto module = std::make_shared<alloy::Module>();
    module->source = sources_.front();
    add_constants(*module);
    for (std::size_t i = 0; i < theory_.classes.classes->size(); ++i) add_class(*module, static_cast<int>(i));
    for (const alloy::Function* helper : helpers_) {
      alloy::Function copy = *helper;
      Vocabulary words = vocabulary_;
      words.in_helper = words.two_states = true;
      if (auto done = adapt(copy, words); !done) return done.error();
      module->paragraphs.emplace_back(std::move(copy));
    }
    for (std::size_t i = 0; i < clauses_.size(); ++i) {
      if (auto done = add_clause(*module, i); !done) return done.error();
    }
    model::LoadOptions options;
    options.texts.emplace("util/integer", std::make_shared<const Source>("util/integer.als", kIntegerModule));
    auto loaded = model::load(std::shared_ptr<const alloy::Module>(module), options);
    if (!loaded) return loaded.error();
    theory_.warnings = loaded->warnings;
    loaded->sources.insert(loaded->sources.end(), sources_.begin(), sources_.end());
    theory_.model = std::make_shared<const model::Model>(*std::move(loaded));
    find_everything();
    if (auto wrong = state_mixed_up()) return *wrong;
    return std::move(theory_);
  }

 private:
  // ---- names

  bool is_users(int class_index) const {
    return !theory_.classes.at(class_index).is_frame && theory_.classes.has_class(class_index);
  }

  void collect_enums() {
    const auto& types = *theory_.classes.types;
    for (std::size_t i = 0; i < types.size(); ++i) {
      if (types[i].kind == detail::kEnumType && theory_.classes.has_type(static_cast<int>(i)))
        enum_types_.push_back(static_cast<int>(i));
    }
  }

  void name_everything() {
    std::vector<std::string> full;
    std::vector<std::size_t> users;
    for (std::size_t i = 0; i < theory_.classes.classes->size(); ++i) {
      if (!is_users(static_cast<int>(i))) continue;
      users.push_back(i);
      full.push_back(theory_.classes.at(static_cast<int>(i)).name);
    }
    for (const int type : enum_types_) full.push_back(theory_.classes.type(type).name);
    const std::vector<std::string> names = short_names(full);
    class_names_.resize(theory_.classes.classes->size());
    for (std::size_t i = 0; i < users.size(); ++i) class_names_[users[i]] = names[i];
    enum_names_.assign(names.begin() + static_cast<std::ptrdiff_t>(users.size()), names.end());
    for (std::size_t i = 0; i < full.size(); ++i) add_spellings(full[i], names[i]);
    std::map<std::string, int> uses;
    for (const int type : enum_types_) {
      for (const auto& [name, value] : theory_.classes.type(type).enumerators) ++uses[name];
    }
    for (std::size_t e = 0; e < enum_types_.size(); ++e) {
      const code::TypeInfo& type = theory_.classes.type(enum_types_[e]);
      for (const auto& [name, value] : type.enumerators) {
        const bool taken = uses[name] > 1 || std::ranges::count(names, name) > 0;
        const std::string sig_name = taken ? enum_names_[e] + "::" + name : name;
        enumerator_names_.push_back({static_cast<int>(e), value, sig_name});
        add_spellings(type.name + "::" + name, sig_name);
        // Enumerators without `class` are names of the scope around the enum.
        const std::size_t scope = type.name.rfind("::");
        add_spellings((scope == std::string::npos ? "" : type.name.substr(0, scope + 2)) + name, sig_name);
      }
    }
  }

  // Every ending of the full name; an ending that two have means neither.
  void add_spellings(const std::string& full, const std::string& sig_name) {
    for (std::size_t begin = 0;;) {
      const std::string spelled = full.substr(begin);
      const auto [known, fresh] = vocabulary_.sigs.emplace(spelled, sig_name);
      if (!fresh && known->second != sig_name) known->second = spelled == sig_name ? sig_name : "";
      const std::size_t colons = full.find("::", begin);
      if (colons == std::string::npos) break;
      begin = colons + 2;
    }
    vocabulary_.sigs[sig_name] = sig_name;
  }

  // ---- sigs

  static void add(alloy::Module& module, alloy::Sig made) { module.paragraphs.emplace_back(std::move(made)); }

  static void add_constants_of(alloy::Module& module, const std::string& name,
                               const std::vector<std::string>& members) {
    alloy::Sig whole = sig(name);
    whole.abstract_sig = Span{};
    add(module, std::move(whole));
    for (const std::string& member : members) {
      alloy::Sig one = sig(member);
      one.one = Span{};
      one.relation = alloy::SigParent::Extends;
      one.parents.push_back({name, {}});
      add(module, std::move(one));
    }
  }

  void add_constants(alloy::Module& module) {
    add_constants_of(module, "bool", {"true", "false"});
    for (std::size_t e = 0; e < enum_types_.size(); ++e) {
      std::vector<std::string> members;
      for (const auto& enumerator : enumerator_names_) {
        if (enumerator.index == static_cast<int>(e)) members.push_back(enumerator.name);
      }
      add_constants_of(module, enum_names_[e], members);
    }
  }

  alloy::ExprPtr value_sig(const Shape& shape) const {
    switch (shape.kind) {
      case Shape::Kind::Object:
        return alloy::make_name(class_names_[static_cast<std::size_t>(shape.target)]);
      case Shape::Kind::Boolean:
        return alloy::make_name("bool");
      case Shape::Kind::Enumeration:
        return alloy::make_name(enum_names_[static_cast<std::size_t>(
            std::ranges::find(enum_types_, shape.target) - enum_types_.begin())]);
      default:
        return int_sig();
    }
  }

  // The base that all others are bases of, or nothing.
  std::optional<int> nearest_base(const code::ClassInfo& info) const {
    for (const int base : info.bases) {
      const auto& above = theory_.classes.at(base).bases;
      const bool all = std::ranges::all_of(info.bases, [&](int other) {
        return other == base || std::ranges::find(above, other) != above.end();
      });
      if (all) return base;
    }
    return std::nullopt;
  }

  void add_class(alloy::Module& module, int index) {
    if (!is_users(index)) return;
    const code::ClassInfo& info = theory_.classes.at(index);
    alloy::Sig made = sig(class_names_[static_cast<std::size_t>(index)]);
    if (!info.bases.empty()) {
      const auto base = nearest_base(info);
      made.relation = base ? alloy::SigParent::Extends : alloy::SigParent::In;
      for (const int parent : base ? std::vector<int>{*base} : info.bases)
        made.parents.push_back({class_names_[static_cast<std::size_t>(parent)], {}});
    }
    for (const code::FieldInfo& field : info.fields) {
      if (field.base >= 0) continue;  // declared by the base's sig
      const Shape shape = shape_of(*theory_.classes.types, field.type);
      if (shape.kind == Shape::Kind::Unsupported) {
        vocabulary_.unsupported.emplace(field.name, shape.reason);
        continue;
      }
      vocabulary_.fields.insert(field.name);
      if (shape.dimensions > 0) vocabulary_.dimensions[field.name] = shape.dimensions;
      for (int level = -1; level < shape.dimensions; ++level)
        add_attribute(made, index, field.name, shape, level);
    }
    add(module, std::move(made));
  }

  void add_attribute(alloy::Sig& made, int class_index, const std::string& field, const Shape& shape,
                     int level) {
    Attribute attribute{class_index, field, level, shape, {}, {}};
    const std::string name = level < 0 ? field : length_name(field, level);
    for (const std::string& state : {name, before_name(name)}) {
      const int indices = attribute.columns() - 2;
      made.fields.push_back(level < 0 ? declaration(state, indices, value_sig(shape), shape.may_be_missing)
                                      : declaration(state, indices, int_sig(), false));
    }
    theory_.attributes.push_back(std::move(attribute));
  }

  // ---- clauses

  Status add_clause(alloy::Module& module, std::size_t index) {
    const OwnedClause& owned = clauses_[index];
    TheoryClause made{owned, {}, {}};
    alloy::Function predicate;
    predicate.name = {fmt::format("{}${}", to_string(owned.clause->kind), index), owned.clause->keyword};
    predicate.span = owned.clause->span;
    predicate.has_parameter_list = true;
    Vocabulary words = vocabulary_;
    words.two_states = owned.two_states;
    if (owned.receiver >= 0) {
      predicate.parameters.push_back(declaration(
          "this", 0, alloy::make_name(class_names_[static_cast<std::size_t>(owned.receiver)]), false));
      Shape shape;
      shape.kind = Shape::Kind::Object;
      shape.target = owned.receiver;
      made.variables.push_back({ClauseVariable::Kind::Receiver, 0, -1, false, shape, nullptr});
    }
    for (std::size_t i = 0; i < owned.parameters.size(); ++i) {
      const ClauseParameter& parameter = owned.parameters[i];
      words.parameters.insert(parameter.name);
      const bool both = owned.two_states && parameter.has_two_states;
      add_variable(predicate, made, words, {ClauseVariable::Kind::Argument, i, -1, false, {}, nullptr},
                   parameter.name, parameter.type, both);
    }
    if (owned.two_states && owned.result >= 0) {
      words.has_result = true;
      if (!words.parameters.contains("result")) {
        add_variable(predicate, made, words, {ClauseVariable::Kind::Result, 0, -1, false, {}, nullptr},
                     "result", owned.result, false);
      }
    }
    auto body = adapt(owned.clause->relational, words);
    if (!body) return body.error();
    predicate.body = *std::move(body);
    module.paragraphs.emplace_back(std::move(predicate));
    theory_.clauses.push_back(std::move(made));
    return Success{};
  }

  void add_variable(alloy::Function& predicate, TheoryClause& made, Vocabulary& words,
                    ClauseVariable variable, const std::string& name, int type, bool both) {
    variable.shape = shape_of(*theory_.classes.types, type);
    const std::string written = "@" + name;
    if (variable.shape.kind == Shape::Kind::Unsupported) {
      words.unsupported.emplace(written, variable.shape.reason);
      return;
    }
    if (variable.shape.dimensions > 0) words.dimensions[written] = variable.shape.dimensions;
    for (int level = -1; level < variable.shape.dimensions; ++level) {
      const std::string plain = level < 0 ? written : length_name(written, level);
      variable.level = level;
      for (const bool before : both ? std::vector<bool>{false, true} : std::vector<bool>{false}) {
        variable.before = before;
        predicate.parameters.push_back(declaration(
            before ? before_name(plain) : plain, variable.columns() - 1,
            level < 0 ? value_sig(variable.shape) : int_sig(), level < 0 && variable.shape.may_be_missing));
        made.variables.push_back(variable);
      }
    }
  }

  // ---- what became of it

  model::SigId sig_named(const std::string& name) const {
    const auto& sigs = theory_.model->sigs;
    return std::ranges::find(sigs, name, &model::Sig::name)->id;
  }

  void find_everything() {
    const model::Model& model = *theory_.model;
    theory_.boolean = sig_named("bool");
    theory_.yes = sig_named("true");
    theory_.no = sig_named("false");
    for (std::size_t e = 0; e < enum_types_.size(); ++e)
      theory_.enums.emplace_back(enum_types_[e], sig_named(enum_names_[e]));
    for (const auto& enumerator : enumerator_names_) {
      theory_.enumerators.push_back({enum_types_[static_cast<std::size_t>(enumerator.index)],
                                     enumerator.value, sig_named(enumerator.name)});
    }
    for (std::size_t i = 0; i < class_names_.size(); ++i) {
      theory_.sig_of_class.push_back(is_users(static_cast<int>(i)) ? std::optional(sig_named(class_names_[i]))
                                                                   : std::nullopt);
    }
    for (Attribute& attribute : theory_.attributes) {
      const std::string name =
          attribute.is_length() ? length_name(attribute.field, attribute.level) : attribute.field;
      const model::SigId owner = *theory_.sig_of_class[static_cast<std::size_t>(attribute.class_index)];
      for (const model::FieldId id : model.sig(owner).fields) {
        if (model.field(id).name == name) attribute.after = id;
        if (model.field(id).name == before_name(name)) attribute.before = id;
      }
    }
    for (std::size_t i = 0; i < theory_.clauses.size(); ++i) {
      TheoryClause& clause = theory_.clauses[i];
      const std::string name = fmt::format("{}${}", to_string(clause.owned.clause->kind), i);
      const auto function = std::ranges::find(model.functions, name, &model::Function::name);
      clause.predicate = function->id;
      std::size_t next = 0;
      for (const model::Decl& decl : function->parameters) {
        for (const model::VariablePtr& variable : decl.variables)
          clause.variables[next++].variable = variable;
      }
    }
  }

  // A helper that refers to the state before the call cannot be used in clauses with a single state.
  std::optional<Diagnostic> state_mixed_up() {
    std::set<model::FieldId> before;
    for (const Attribute& attribute : theory_.attributes) before.insert(attribute.before);
    std::map<model::FunctionId, bool> known;
    for (const TheoryClause& clause : theory_.clauses) {
      if (clause.owned.two_states) continue;
      if (const Span* place = mixed(*theory_.model->function(clause.predicate).body, before, known)) {
        return error_at(*place, ErrorClass::Type,
                        "the helper refers to the state before the call, which does not exist here",
                        "use it only in 'ensures', or pass the values as parameters");
      }
    }
    return std::nullopt;
  }

  const Span* mixed(const model::Expr& expr, const std::set<model::FieldId>& before,
                    std::map<model::FunctionId, bool>& known) {
    if (expr.op == model::Op::Field && before.contains(expr.field)) return &expr.span;
    if (expr.op == model::Op::Call) {
      const auto [entry, fresh] = known.emplace(expr.function, false);
      if (fresh) {
        const model::Function& function = theory_.model->function(expr.function);
        const bool found = function.body && mixed(*function.body, before, known) != nullptr;
        known[expr.function] = found;
      }
      if (known[expr.function]) return &expr.span;
    }
    for (const model::ExprPtr& child : expr.children) {
      if (const Span* place = mixed(*child, before, known)) return place;
    }
    for (const model::Decl& decl : expr.decls) {
      if (const Span* place = mixed(*decl.bound, before, known)) return place;
    }
    return nullptr;
  }

  struct EnumeratorName {
    int index;  // of its enum in enum_types_
    long long value;
    std::string name;
  };

  const std::vector<OwnedClause>& clauses_;
  const std::vector<const alloy::Function*>& helpers_;
  const std::vector<SourcePtr>& sources_;
  Theory theory_;
  Vocabulary vocabulary_;
  std::vector<int> enum_types_;
  std::vector<std::string> class_names_;
  std::vector<std::string> enum_names_;
  std::vector<EnumeratorName> enumerator_names_;
};

}  // namespace

Result<Theory> build_theory(const ClassesView& classes, const std::vector<OwnedClause>& clauses,
                            const std::vector<const alloy::Function*>& helpers,
                            const std::vector<SourcePtr>& sources) {
  return TheoryBuilder(classes, clauses, helpers, sources).run();
}

}  // namespace fretsaw::contract
