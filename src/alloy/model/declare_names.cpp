// SPDX-License-Identifier: MIT
// What each module declares, before anything is looked up: one pass over the paragraphs that puts names in
// the tables of the module's scope, and refuses what Alloy refuses there: two things of one name, names
// that are built in, qualifiers that exclude each other. The opens come from here, too; some are
// implicit: util/integer is open everywhere, an enum is ordered by util/ordering, and `seq` needs
// util/sequniv.
#include <fmt/format.h>

#include <functional>

#include "alloy/model/modules.hpp"
#include "alloy/model/walk_syntax.hpp"

namespace fretsaw::model {

namespace {

Diagnostic refuse(const Span& span, std::string message, std::string hint = {}) {
  return error_at(span, ErrorClass::Syntax, std::move(message), std::move(hint));
}

Diagnostic duplicate(const Span& span, const char* what, const std::string& name, const Span& previous) {
  return with_note(refuse(span, fmt::format("duplicate {} '{}'", what, name)), "previous declaration",
                   previous);
}

Status check_plain(const alloy::Name& name) {
  if (name.text.find('/') != std::string::npos) {
    return refuse(name.span,
                  fmt::format("the name of a declaration cannot contain '/', as '{}' does", name.text));
  }
  if (builtin_sig(name.text))
    return refuse(name.span, fmt::format("'{}' is built in and cannot be declared", name.text));
  return Success{};
}

// The words in front of `sig` that exclude each other.
Status check_qualifiers(const alloy::Sig& sig) {
  const std::pair<const char*, const alloy::Keyword*> mults[] = {
      {"lone", &sig.lone}, {"one", &sig.one}, {"some", &sig.some}};
  for (std::size_t i = 0; i < std::size(mults); ++i) {
    for (std::size_t j = i + 1; j < std::size(mults); ++j) {
      const auto& [a, first] = mults[i];
      const auto& [b, second] = mults[j];
      if (!*first || !*second) continue;
      const Span& where = (*first)->begin < (*second)->begin ? **first : **second;
      return refuse(where, fmt::format("a sig cannot be both '{}' and '{}'", a, b));
    }
  }
  const bool subset = sig.relation == alloy::SigParent::In || sig.relation == alloy::SigParent::Equal;
  if (subset && sig.abstract_sig) return refuse(*sig.abstract_sig, "a subset sig cannot be abstract");
  return Success{};
}

class ModuleDeclarations {
 public:
  ModuleDeclarations(ModuleScope& scope, bool is_main) : scope_(scope), is_main_(is_main) {}

  Status run() {
    if (const auto& header = scope_.syntax->header) {
      for (const alloy::ModuleParameter& parameter : header->parameters) {
        if (auto status = declare(parameter); !status) return status;
      }
    }
    for (const alloy::Paragraph& paragraph : scope_.syntax->paragraphs) {
      auto status = std::visit([this](const auto& p) { return declare(p); }, paragraph);
      if (!status) return status;
    }
    return Success{};
  }

 private:
  // The parameters of the main file become sigs, since no open gives them arguments.
  Status declare(const alloy::ModuleParameter& parameter) {
    const bool exactly = parameter.exactly.has_value();
    if (is_main_)
      return add_sig({.name = parameter.name.text, .span = parameter.name.span, .exactly = exactly});
    if (auto plain = check_plain(parameter.name); !plain) return plain;
    for (const Parameter& other : scope_.parameters) {
      if (other.name == parameter.name.text) {
        return refuse(parameter.name.span, fmt::format("duplicate parameter '{}'", other.name));
      }
    }
    scope_.parameters.push_back({parameter.name.text, exactly, std::nullopt});
    return Success{};
  }

  Status declare(const alloy::Sig& sig) {
    if (auto fits = check_qualifiers(sig); !fits) return fits;
    for (const alloy::Name& name : sig.names) {
      auto added = add_sig(
          {.name = name.text, .span = name.span, .sig = &sig, .is_private = sig.private_sig.has_value()});
      if (!added) return added;
    }
    return Success{};
  }

  Status declare(const alloy::Enum& e) {
    const bool is_private = e.private_enum.has_value();
    if (e.values.empty()) return refuse(e.span, fmt::format("enum '{}' has no members", e.name.text));
    auto added = add_sig({.name = e.name.text, .span = e.name.span, .owner = &e, .is_private = is_private});
    for (std::size_t i = 0; added && i < e.values.size(); ++i) {
      added = add_sig({.name = e.values[i].text,
                       .span = e.values[i].span,
                       .owner = &e,
                       .is_member = true,
                       .is_private = is_private});
    }
    return added;
  }

  Status declare(const alloy::Fact&) { return Success{}; }
  Status declare(const alloy::Command&) { return Success{}; }

  Status declare(const alloy::Assert& assertion) {
    if (assertion.name.text.empty()) {
      scope_.assertion_by_name.emplace(fmt::format("assert${}", scope_.assertions.size() + 1),
                                       scope_.assertions.size());
      scope_.assertions.push_back(&assertion);
      return Success{};
    }
    if (!assertion.quoted_name) {
      if (auto plain = check_plain(assertion.name); !plain) return plain;
    }
    const auto [it, fresh] = scope_.assertion_by_name.emplace(assertion.name.text, scope_.assertions.size());
    if (!fresh) {
      return duplicate(assertion.span, "assertion", assertion.name.text,
                       scope_.assertions[it->second]->name.span);
    }
    scope_.assertions.push_back(&assertion);
    return Success{};
  }

  Status declare(const alloy::Function& function) {
    if (auto plain = check_plain(function.name); !plain) {
      return refuse(function.span, plain.error().message);
    }
    std::unordered_map<std::string_view, Span> seen;
    if (function.receiver) seen.emplace("this", function.receiver->span);
    for (const alloy::Decl& decl : function.parameters) {
      if (decl.private_field)
        return refuse(*decl.private_field, "'private' is not allowed on a parameter", "remove 'private'");
      if (decl.disjoint_bound)
        return refuse(decl.names.front().span, "the bound of a parameter cannot be 'disj'");
      for (const alloy::Name& name : decl.names) {
        const auto [first, is_new] = seen.emplace(name.text, name.span);
        if (!is_new) return duplicate(name.span, "parameter", name.text, first->second);
      }
    }
    scope_.functions_by_name[function.name.text].push_back(scope_.functions.size());
    scope_.functions.push_back(&function);
    return Success{};
  }

  Status declare(const alloy::Macro& macro) {
    if (auto plain = check_plain(macro.name); !plain) return refuse(macro.span, plain.error().message);
    for (std::size_t i = 0; i < macro.parameters.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (macro.parameters[i].text != macro.parameters[j].text) continue;
        return duplicate(macro.parameters[i].span, "parameter", macro.parameters[i].text,
                         macro.parameters[j].span);
      }
    }
    const auto [it, fresh] = scope_.macro_by_name.emplace(macro.name.text, &macro);
    if (!fresh) {
      return duplicate(macro.span, "macro", macro.name.text, it->second->name.span);
    }
    return Success{};
  }

  Status add_sig(SigSyntax sig) {
    if (auto plain = check_plain({sig.name, sig.span}); !plain) return plain;
    for (const Parameter& parameter : scope_.parameters) {
      if (parameter.name == sig.name) {
        return refuse(sig.span, fmt::format("'{}' is already a parameter of this module", sig.name));
      }
    }
    const auto [it, fresh] = scope_.sig_by_name.emplace(sig.name, scope_.sigs.size());
    if (!fresh) {
      return duplicate(sig.span, "sig", sig.name, scope_.sigs[it->second].span);
    }
    scope_.sigs.push_back(std::move(sig));
    return Success{};
  }

  ModuleScope& scope_;
  bool is_main_;
};

bool is_identifier(std::string_view name) {
  if (name.empty() || (name[0] >= '0' && name[0] <= '9')) return false;
  return name.find_first_of("/$") == std::string_view::npos;
}

// Adds an open under its alias, or under "open$N" if it has none that can be seen in it.
Status add_open(ModuleScope& scope, OpenedModule open, const Span& where) {
  if (open.alias.empty()) {
    open.alias = open.arguments.empty() && is_identifier(open.path)
                     ? open.path
                     : fmt::format("open${}", scope.opens.size() + 1);
  }
  for (const OpenedModule& other : scope.opens) {
    if (other.alias != open.alias) continue;
    if (other.path == open.path && other.arguments == open.arguments) return Success{};
    return refuse(where, fmt::format("two different modules are opened as '{}'", open.alias),
                  "rename one of them with 'as'");
  }
  scope.opens.push_back(std::move(open));
  return Success{};
}

bool uses_sequences(const alloy::Module& module) {
  bool found = false;
  for_each_expr(module, [&](const alloy::Expr& expr) { found = found || expr.op == alloy::Op::SeqOf; });
  return found;
}

}  // namespace

Status declare_names(ModuleScope& scope, bool is_main) { return ModuleDeclarations(scope, is_main).run(); }

Status declare_opens(ModuleScope& scope) {
  const alloy::Module& module = *scope.syntax;
  // As in Alloy, a file of that name is the module, wherever it lies.
  const bool is_integer = scope.key == "builtin:util/integer" || scope.file.ends_with("util/integer.als");
  if (!is_integer) {
    scope.opens.push_back({.alias = "integer", .path = "util/integer", .arguments = {}, .span = {}});
  }
  for (const alloy::Open& open : module.opens) {
    OpenedModule opened{.alias = open.alias ? open.alias->text : "",
                        .path = open.path.text,
                        .arguments = {},
                        .span = open.span};
    opened.is_private = open.private_open.has_value();
    for (const alloy::Name& argument : open.arguments) opened.arguments.push_back(argument.text);
    if (opened.alias.find('/') != std::string::npos)
      return refuse(open.alias->span, "an alias cannot contain '/'");
    if (auto added = add_open(scope, std::move(opened), open.span); !added) return added;
  }
  for (const alloy::Paragraph& paragraph : module.paragraphs) {
    const auto* e = std::get_if<alloy::Enum>(&paragraph);
    if (!e) continue;
    auto added = add_open(
        scope, {.alias = {}, .path = "util/ordering", .arguments = {"this/" + e->name.text}, .span = {}},
        e->span);
    if (!added) return added;
  }
  if (uses_sequences(module)) {
    if (auto added =
            add_open(scope, {.alias = "seq", .path = "util/sequniv", .arguments = {}, .span = {}}, {});
        !added) {
      return added;
    }
  }
  // An open that got no alias is known by the last part of its path, if nothing else is.
  std::unordered_map<std::string, bool> taken;
  for (const OpenedModule& open : scope.opens) taken.emplace(open.alias, true);
  for (std::size_t i = 0; i < scope.opens.size(); ++i) {
    OpenedModule& open = scope.opens[i];
    if (open.alias.find('$') != std::string::npos) {
      const std::string base = open.path.substr(open.path.rfind('/') + 1);
      if (is_identifier(base) && taken.emplace(base, true).second) open.alias = base;
    }
    scope.open_by_alias.emplace(open.alias, i);
  }
  return Success{};
}

}  // namespace fretsaw::model
