// SPDX-License-Identifier: MIT
#include "alloy/model/load.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "alloy/model/build.hpp"
#include "alloy/model/meta.hpp"
#include "alloy/model/modules.hpp"
#include "alloy/model/resolve.hpp"
#include "alloy/syntax/parser.hpp"

namespace fretsaw::model {

namespace {

Status build_all(Build& build) {
  for (const auto stage : {build_sigs, +[](Build& b) { return build_fields(b, false); }, build_signatures,
                           +[](Build& b) { return build_fields(b, true); }, build_meta_fields,
                           +[](Build& b) { return check_field_names(b); }, build_bodies, build_commands}) {
    if (auto done = stage(build); !done) return done;
  }
  return Success{};
}

// In the order of the text, each once, and none about the built-in modules: users cannot change them.
std::vector<Diagnostic> tidy(std::vector<Diagnostic> warnings, const Model& model) {
  std::set<std::string> silent;
  for (const ModuleInfo& module : model.modules) {
    if (module.builtin) silent.insert(module.file);
  }
  const auto key = [](const Diagnostic& d) {
    return std::tuple(d.location ? d.location->file : "", d.location ? d.location->line : 0,
                      d.location ? d.location->column : 0, d.message);
  };
  std::erase_if(warnings,
                [&](const Diagnostic& d) { return d.location && silent.contains(d.location->file); });
  std::ranges::stable_sort(warnings, {}, key);
  const auto repeated = std::ranges::unique(warnings, {}, key);
  warnings.erase(repeated.begin(), repeated.end());
  return warnings;
}

Diagnostic old_language(const Span& primed) {
  return warning_at(
      primed,
      fmt::format(
          "'{}' is not a name in Alloy 6; the file is read as Alloy 4 or 5, where names may contain '",
          primed.text()),
      "rename it to use this file with Alloy 6");
}

Diagnostic unread_fence(const Span& line) {
  return warning_at(line, "block ignored: only the line '```alloy' begins an Alloy block",
                    "remove everything else from the line, including spaces");
}

Result<Model> load_main(SourcePtr main, std::shared_ptr<const alloy::Module> syntax,
                        const LoadOptions& options, Budget& budget) {
  constexpr unsigned kFreePollsOfSmallModel = 20'000;
  const FreePolls small(budget, kFreePollsOfSmallModel);
  const bool owns_syntax = syntax == nullptr;
  auto loaded = load_modules(std::move(main), options, budget, std::move(syntax));
  if (!loaded) return loaded.error();
  Model model;
  model.sources = std::move(loaded->sources);
  const auto names = std::make_shared<Names>(std::move(loaded->names));
  for (const ModuleScope& scope : names->modules) {
    const auto& header = scope.syntax->header;
    model.modules.push_back({scope.path, header ? header->name.text : "", scope.file, scope.builtin,
                             &scope != &names->modules[0]});
  }
  for (const ModuleScope& scope : names->modules) {
    for (const OpenedModule& open : scope.opens) {
      if (open.span.source != nullptr) model.modules[open.target].implicit = false;
    }
  }
  model.names = names;
  if (names->modules[0].syntax->primed) model.primes = alloy::Primes::InNames;
  Build build(model, *names, budget);
  build.owns_syntax = owns_syntax;
  for (const ModuleScope& scope : names->modules) {
    if (scope.syntax->primed) build.warnings.push_back(old_language(*scope.syntax->primed));
    for (const Span& fence : scope.syntax->malformed_fences) build.warnings.push_back(unread_fence(fence));
  }
  if (auto built = build_all(build); !built) return built.error();
  model.warnings = tidy(std::move(build.warnings), model);
  return model;
}

}  // namespace

Result<Model> load(SourcePtr main, const LoadOptions& options, Budget& budget) {
  return load_main(std::move(main), nullptr, options, budget);
}

Result<Model> load(const std::shared_ptr<const alloy::Module>& main, const LoadOptions& options,
                   Budget& budget) {
  return load_main(main->source, main, options, budget);
}

Result<Model> load_file(const std::string& path, const LoadOptions& options, Budget& budget) {
  auto source = read_source(path);
  if (!source) return source.error();
  return load(std::move(source).value(), options, budget);
}

Result<CheckedExpr> check_expression(const Model& model, const SourcePtr& text,
                                     const std::map<std::string, ExprPtr>& extra, Budget& budget) {
  auto parsed = alloy::parse_expression(text, model.primes, budget);
  if (!parsed) return parsed.error();
  CheckedExpr out;
  const Typing typing(model);
  const Resolver resolver(typing);
  CheckerContext context{*model.names, typing, resolver, &out.warnings, &extra, budget};
  const TermPtr term = resolver.as_it_is(Checker(context, 0).check(*parsed), &out.warnings);
  if (term->bad()) return typing.error_of(*term);
  if (term->mult != 0) return error_at(term->span, ErrorClass::Syntax, "a multiplicity is not allowed here");
  out.expr = finish(term);
  warn_of_unused(*out.expr, out.warnings);
  return out;
}

}  // namespace fretsaw::model
