// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "alloy/model/build.hpp"
#include "alloy/model/resolve.hpp"

namespace fretsaw::model {

namespace {

bool has_call(const Expr& expr) {
  if (expr.op == Op::Call) return true;
  for (const Decl& decl : expr.decls) {
    if (has_call(*decl.bound)) return true;
  }
  for (const ExprPtr& child : expr.children) {
    if (has_call(*child)) return true;
  }
  return false;
}

// The declaration from its first name, or from `disj`, on.
Span declared_at(const alloy::Decl& decl) {
  const Span names = merge(decl.names.front().span, decl.names.back().span);
  return decl.disjoint ? merge(*decl.disjoint, names) : names;
}

Status check_distinct(const alloy::Sig& syntax, const Sig& sig) {
  std::map<std::string_view, Span> seen;
  for (const alloy::Decl& decl : syntax.fields) {
    for (const alloy::Name& name : decl.names) {
      const auto [first, is_new] = seen.emplace(name.text, name.span);
      if (!is_new) {
        return with_note(error_at(name.span, ErrorClass::Syntax,
                                  fmt::format("duplicate field '{}' in sig '{}'", name.text, sig.name)),
                         "previous declaration", first->second);
      }
    }
  }
  return Success{};
}

// The first `var` sig that the expression mentions.
const Sig* variable_sig(const Model& model, const Expr& expr) {
  if (expr.op == Op::Sig && model.sig(expr.sig).is_variable) return &model.sig(expr.sig);
  for (const ExprPtr& child : expr.children) {
    if (const Sig* found = variable_sig(model, *child)) return found;
  }
  return nullptr;
}

// A field that does not change, of what does.
void warn_of_static(Build& build, const alloy::Decl& decl, const Sig& owner, const Expr& bound) {
  if (decl.var) return;
  const std::string& name = decl.names.front().text;
  const auto warn = [&](const std::string& what) {
    build.warnings.push_back(
        warning_at(declared_at(decl), fmt::format("field '{}' is not 'var', but {}", name, what)));
  };
  if (const Sig* sig = variable_sig(build.model, bound)) {
    warn(fmt::format("its bound mentions the 'var' sig '{}'", sig->name));
  }
  if (owner.is_variable) warn(fmt::format("its sig '{}' is", owner.name));
}

Status build_declaration(Build& build, SigId owner, const alloy::Decl& decl, std::size_t number) {
  Model& model = build.model;
  const Sig& sig = model.sig(owner);
  const bool defined = decl.mult == Mult::Exactly;
  Checker checker(build.context, sig.module, defined ? Place::DefinedField : Place::FieldBound, owner);
  checker.bind(sig.this_variable);
  const Checker::Bound bound = checker.check_bound(decl.bound, decl.mult, decl.mult_pos);
  if (bound.term->bad()) return build.typing.error_of(*bound.term);
  ExprPtr expr = to_relation(finish(bound.term));
  warn_of_unused(*expr, build.warnings);
  warn_of_static(build, decl, sig, *expr);
  const Span where = declared_at(decl);
  const std::string& first = decl.names.front().text;
  if (!defined && has_call(*expr)) {
    return error_at(where, ErrorClass::Syntax,
                    fmt::format("the bound of field '{}' cannot call a function", first));
  }
  if (bound.type.arity() > 0 && !bound.type.has_tuple()) {
    return error_at(where, ErrorClass::Type, fmt::format("the bound of field '{}' is always empty", first));
  }
  for (const alloy::Name& name : decl.names) {
    Field field;
    field.id = static_cast<FieldId>(model.fields.size());
    field.name = name.text;
    field.owner = owner;
    field.mult = bound.mult;
    field.bound = expr;
    field.type = build.typing.algebra().product(sig.type, bound.type);
    field.disjoint = decl.disjoint.has_value();
    field.disjoint_bound = decl.disjoint_bound.has_value();
    field.declaration = number;
    field.is_private = decl.private_field.has_value() || sig.is_private;
    field.is_variable = decl.var.has_value();
    field.span = name.span;
    model.sigs[index(owner)].fields.push_back(field.id);
    build.names.modules[sig.module].fields_by_name[field.name].push_back(field.id);
    model.fields.push_back(std::move(field));
  }
  return Success{};
}

// The declaration that a field stands in, for the place of messages about it.
Span place_of(const Build& build, const Field& field) {
  if (field.is_meta) return {};
  const Sig& sig = build.model.sig(field.owner);
  const ModuleScope& scope = build.names.modules[sig.module];
  const alloy::Sig& syntax = *scope.sigs[index(field.owner) - scope.first_sig].sig;
  return declared_at(syntax.fields[field.declaration]);
}

SigId top_level(const Hierarchy& hierarchy, SigId sig) {
  while (hierarchy.parent(sig) != kUniv) sig = hierarchy.parent(sig);
  return sig;
}

}  // namespace

Status build_fields(Build& build, bool defined) {
  for (const SigId id : build.order) {
    const Sig& sig = build.model.sig(id);
    const ModuleScope& scope = build.names.modules[sig.module];
    const alloy::Sig* syntax = scope.sigs[index(id) - scope.first_sig].sig;
    if (!syntax) continue;
    if (auto distinct = check_distinct(*syntax, sig); !distinct) return distinct;
    for (std::size_t i = 0; i < syntax->fields.size(); ++i) {
      if ((syntax->fields[i].mult == Mult::Exactly) != defined) continue;
      if (auto built = build_declaration(build, id, syntax->fields[i], i); !built) return built;
    }
    std::ranges::stable_sort(build.model.sigs[index(id)].fields, {},
                             [&](FieldId field) { return build.model.field(field).declaration; });
  }
  return Success{};
}

// Only sigs below the same top-level sig can overlap, so fields of a name are compared within such groups;
// those of subsets of univ are in a group that meets all others.
Status check_field_names(const Build& build) {
  const Model& model = build.model;
  const TypeAlgebra& algebra = build.typing.algebra();
  std::unordered_map<std::string_view, std::map<SigId, std::vector<FieldId>>> known;
  for (std::size_t s = kBuiltinSigs; s < model.sigs.size(); ++s) {
    for (const FieldId id : model.sigs[s].fields) {
      const Field& field = model.field(id);
      auto& groups = known[field.name];
      std::set<SigId> own;
      for (const Product& p : field.type.products) {
        own.insert(p.front() == kUniv ? kUniv : top_level(model.hierarchy, p.front()));
      }
      const auto clash = [&](const std::vector<FieldId>& peers) -> const Field* {
        for (const FieldId other : peers) {
          if (algebra.first_columns_overlap(field.type, model.field(other).type)) return &model.field(other);
        }
        return nullptr;
      };
      const Field* other = nullptr;
      if (own.contains(kUniv)) {
        for (const auto& [top, peers] : groups) other = other ? other : clash(peers);
      } else {
        for (const SigId top : own) other = other ? other : clash(groups[top]);
        other = other ? other : clash(groups[kUniv]);
      }
      if (other) {
        return with_note(
            error_at(place_of(build, field), ErrorClass::Type,
                     fmt::format("sigs '{}' and '{}' cannot both have a field '{}': they may share atoms",
                                 model.sig(other->owner).name, model.sig(field.owner).name, field.name)),
            "previous declaration", place_of(build, *other));
      }
      for (const SigId top : own) groups[top].push_back(id);
    }
  }
  return Success{};
}

}  // namespace fretsaw::model
