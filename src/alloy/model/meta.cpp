// SPDX-License-Identifier: MIT
#include "alloy/model/meta.hpp"

#include <algorithm>
#include <utility>

namespace fretsaw::model {

namespace {

SigSyntax meta_sig(Meta meta, std::string name) {
  SigSyntax syntax;
  syntax.name = std::move(name);
  syntax.meta = meta;
  return syntax;
}

void declare_for(const ModuleScope& scope, std::size_t subject, std::vector<SigSyntax>& out) {
  const SigSyntax& sig = scope.sigs[subject];
  SigSyntax of_sig = meta_sig(Meta::OfSig, sig.name + "$");
  of_sig.subject = subject;
  of_sig.is_private = sig.is_private;
  of_sig.subject_varies = sig.sig && sig.sig->var;
  out.push_back(std::move(of_sig));
  if (!sig.sig) return;
  for (const alloy::Decl& decl : sig.sig->fields) {
    for (const alloy::Name& name : decl.names) {
      SigSyntax of_field = meta_sig(Meta::OfField, sig.name + "$" + name.text);
      of_field.subject = subject;
      of_field.field = name.text;
      of_field.subject_varies = decl.var.has_value();
      of_field.is_private = sig.is_private || decl.private_field.has_value();
      out.push_back(std::move(of_field));
    }
  }
}

class FieldBuilder {
 public:
  explicit FieldBuilder(Build& build) : model_(build.model), names_(build.names), typing_(build.typing) {}

  void run() {
    for_each_meta_sig([&](const Sig& sig, const SigSyntax& syntax) { remember(sig, syntax); });
    for_each_meta_sig([&](const Sig& sig, const SigSyntax& syntax) {
      if (syntax.meta == Meta::OfSig) add_fields_of_sig(sig.id);
      if (syntax.meta == Meta::OfField) add(sig.id, "value", field(sig.id));
    });
    // In the order in which Alloy tries them: those of all sigs before those of all fields.
    for (const char* root : {"sig$", "field$"}) {
      const ModuleScope& main = names_.modules[0];
      const SigId id = static_cast<SigId>(main.first_sig + main.sig_by_name.at(root));
      for (const SigId child : model_.sig(id).children) {
        for (const FieldId f : model_.sig(child).fields)
          names_.meta_fields_by_name[model_.field(f).name].push_back(f);
      }
    }
    names_.meta_names_are_known = true;
  }

 private:
  template <class Visit>
  void for_each_meta_sig(const Visit& visit) {
    for (ModuleScope& scope : names_.modules) {
      for (std::size_t i = 0; i < scope.sigs.size(); ++i) {
        if (scope.sigs[i].meta != Meta::None) visit(model_.sigs[scope.first_sig + i], scope.sigs[i]);
      }
    }
  }

  // What it stands for; and from now on its name.
  void remember(const Sig& sig, const SigSyntax& syntax) {
    ModuleScope& scope = names_.modules[sig.module];
    scope.sig_by_name.insert_or_assign(syntax.name, index(sig.id) - scope.first_sig);
    const auto subject = static_cast<SigId>(scope.first_sig + syntax.subject);
    if (syntax.meta == Meta::OfSig) {
      subjects_.emplace(sig.id, subject);
      meta_of_sig_.emplace(subject, sig.id);
    }
    if (syntax.meta != Meta::OfField) return;
    for (const FieldId id : model_.sig(subject).fields) {
      if (model_.field(id).name != syntax.field) continue;
      field_subjects_.emplace(sig.id, id);
      meta_of_field_.emplace(id, sig.id);
    }
  }

  void add_fields_of_sig(SigId meta) {
    const Sig& subject = model_.sig(subjects_.at(meta));
    add(meta, "value", sig(subject.id));
    std::vector<SigId> fields;
    collect(subject, false, fields);
    add(meta, "fields", union_of(fields));
    const bool extends = !subject.is_subset() && subject.parent != kUniv;
    add(meta, "parent",
        union_of(extends ? std::vector{meta_of_sig_.at(subject.parent)} : std::vector<SigId>{}));
    fields.clear();
    collect(subject, true, fields);
    add(meta, "subfields", union_of(fields));
  }

  void collect(const Sig& subject, bool below, std::vector<SigId>& out) const {
    for (const FieldId id : subject.fields) out.push_back(meta_of_field_.at(id));
    if (!below) return;
    for (const SigId child : subject.children) collect(model_.sig(child), true, out);
  }

  void add(SigId owner, const char* name, ExprPtr value) {
    Sig& sig = model_.sigs[index(owner)];
    Field field;
    field.id = static_cast<FieldId>(model_.fields.size());
    field.name = name;
    field.owner = owner;
    field.mult = Mult::Exactly;
    field.type = typing_.algebra().product(sig.type, *value->type);
    field.bound = std::move(value);
    field.declaration = sig.fields.size();
    field.is_private = sig.is_private;
    field.is_meta = true;
    sig.fields.push_back(field.id);
    model_.fields.push_back(std::move(field));
  }

  static ExprPtr relation(Op op, const Type& type, std::vector<ExprPtr> children = {}) {
    Expr expr;
    expr.op = op;
    expr.kind = Kind::Relation;
    expr.type = type;
    expr.children = std::move(children);
    return std::make_shared<const Expr>(std::move(expr));
  }

  ExprPtr sig(SigId id, std::optional<Type> type = std::nullopt) const {
    Expr expr = *relation(Op::Sig, type ? *type : model_.sig(id).type);
    expr.sig = id;
    return std::make_shared<const Expr>(std::move(expr));
  }

  ExprPtr field(SigId meta) const {
    const FieldId id = field_subjects_.at(meta);
    Expr expr = *relation(Op::Field, model_.field(id).type);
    expr.field = id;
    return std::make_shared<const Expr>(std::move(expr));
  }

  // What is always empty has the type univ, as in Alloy: `C$.parent` is not a mistake.
  ExprPtr union_of(const std::vector<SigId>& metas) const {
    if (metas.empty()) return sig(kNone, Type::of(kUniv));
    ExprPtr sum = sig(metas.front());
    for (std::size_t i = 1; i < metas.size(); ++i) {
      const ExprPtr next = sig(metas[i]);
      sum = relation(Op::Union, typing_.algebra().unite(*sum->type, *next->type), {sum, next});
    }
    return sum;
  }

  Model& model_;
  Names& names_;
  const Typing& typing_;
  std::map<SigId, SigId> subjects_, meta_of_sig_;
  std::map<SigId, FieldId> field_subjects_;
  std::map<FieldId, SigId> meta_of_field_;
};

}  // namespace

void declare_meta_sigs(Names& names) {
  names.has_meta_sigs =
      std::ranges::any_of(names.modules, [](const ModuleScope& scope) { return scope.syntax->has_dollar; });
  if (!names.has_meta_sigs) return;
  for (std::size_t m = 0; m < names.modules.size(); ++m) {
    ModuleScope& scope = names.modules[m];
    std::vector<SigSyntax> metas;
    if (m == 0) {
      metas.push_back(meta_sig(Meta::Sigs, "sig$"));
      metas.push_back(meta_sig(Meta::Fields, "field$"));
    }
    for (std::size_t s = 0; s < scope.sigs.size(); ++s) declare_for(scope, s, metas);
    if (m == 0) {
      metas.push_back(meta_sig(Meta::Static, "static$"));
      metas.push_back(meta_sig(Meta::Variable, "var$"));
    }
    std::ranges::move(metas, std::back_inserter(scope.sigs));
  }
}

Status build_meta_fields(Build& build) {
  if (build.names.has_meta_sigs) FieldBuilder(build).run();
  return Success{};
}

}  // namespace fretsaw::model
