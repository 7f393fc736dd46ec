// SPDX-License-Identifier: MIT
#include "alloy/model/modules.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <unordered_map>

#include "alloy/syntax/builtin.hpp"
#include "alloy/syntax/parser.hpp"
#include "base/nearest_name.hpp"

namespace fretsaw::model {

namespace {

namespace fs = std::filesystem;

// Far more than any model has; a library of modules that open each other with parameters may multiply beyond
// it.
constexpr std::size_t kMaxModules = 2000;

struct FoundModule {
  SourcePtr source;
  std::string key;
  bool builtin = false;
};

// Where a module called `module` that is stored in `file` expects another one, as Alloy does: the folders of
// the module's own path are above it, as far as the two paths do not begin with the same folders. Without the
// ending.
fs::path expected_file(std::string_view module, const fs::path& file, std::string_view opened) {
  if (module.empty()) module = "anything";
  for (;;) {
    const std::size_t a = module.find('/');
    const std::size_t b = opened.find('/');
    if (a == std::string_view::npos || b == std::string_view::npos ||
        module.substr(0, a) != opened.substr(0, b))
      break;
    module.remove_prefix(a + 1);
    opened.remove_prefix(b + 1);
  }
  fs::path folder = file.parent_path();
  for (auto ups = std::ranges::count(module, '/'); ups > 0; --ups) folder /= "..";
  return (folder / opened).lexically_normal();
}

// The example models that Alloy comes with are a library: they open each other as `examples/…`.
bool is_example(std::string_view module) { return module.starts_with("examples/"); }

// Where a module of that path may be in an include directory: there, or if the directory is a checkout of
// Alloy, where that has its models. All of these count, not only the examples, since an example that opens
// util/ordering gets the one next to it, and must share it with the model that opens the example. Without the
// ending.
std::vector<fs::path> places_in(const std::string& folder, const std::string& module) {
  std::vector<fs::path> places{fs::path(folder) / module};
  for (const char* below : {"models", "extra/models", "org.alloytools.alloy.extra/extra/models"}) {
    const fs::path models = fs::path(folder) / below;
    std::error_code ignored;
    if (fs::exists(models / "examples", ignored)) places.push_back(models / module);
  }
  return places;
}

// `.als` before `.md`, as Alloy looks for them; empty if there is neither.
fs::path module_file(const fs::path& place) {
  for (const char* ending : {".als", ".md"}) {
    fs::path file = place;
    file += ending;
    std::error_code ignored;
    if (fs::exists(file, ignored)) return file;
  }
  return {};
}

std::string canonical_key(const fs::path& file) {
  std::error_code ignored;
  const fs::path canonical = fs::weakly_canonical(file, ignored);
  return canonical.empty() ? file.string() : canonical.string();
}

class Loader {
 public:
  Loader(const LoadOptions& options, Budget& budget) : options_(options), budget_(budget) {}

  Result<LoadedModules> run(SourcePtr main, std::shared_ptr<const alloy::Module> syntax) {
    const std::string key = canonical_key(main->name());
    if (syntax) {
      parsed_[key] = std::move(syntax);
      sources_.push_back(main);
    }
    auto root = add_module({std::move(main), key, false}, true);
    if (!root) return root.error();
    if (auto opened = open_all(*root); !opened) return opened.error();
    if (auto bound = bind_parameters(names_); !bound) return bound.error();
    return LoadedModules{std::move(names_), std::move(sources_)};
  }

 private:
  Result<std::size_t> add_module(const FoundModule& found, bool is_main) {
    ModuleScope scope;
    auto& parsed = parsed_[found.key];
    if (!parsed) {
      sources_.push_back(found.source);
      auto module = alloy::parse_module(found.source, budget_);
      if (!module) return with_chain(module.error());
      if (is_main && options_.continuation) {
        sources_.push_back(options_.continuation->source);
        module = alloy::append_fragment(*module, *options_.continuation);
      }
      parsed = std::make_shared<alloy::Module>(std::move(module).value());
    }
    scope.syntax = parsed;
    scope.key = found.key;
    scope.file = parsed->source->name();
    scope.builtin = found.builtin;
    if (auto declared = declare_names(scope, is_main); !declared) return declared.error();
    if (auto opens = declare_opens(scope); !opens) return opens.error();
    if (names_.modules.size() >= kMaxModules) {
      return input_error(fmt::format("the model opens more than {} modules", kMaxModules));
    }
    names_.modules.push_back(std::move(scope));
    const std::size_t id = names_.modules.size() - 1;
    if (names_.modules[id].parameters.empty()) shared_.emplace(found.key, id);
    return id;
  }

  Status open_all(std::size_t opener) {
    chain_.push_back(opener);
    for (std::size_t i = 0; i < names_.modules[opener].opens.size(); ++i) {
      auto target = open_one(opener, names_.modules[opener].opens[i]);
      if (!target) return target.error();
      names_.modules[opener].opens[i].target = *target;
    }
    chain_.pop_back();
    return Success{};
  }

  // The open is a copy: modules move while others are added.
  // NOLINTNEXTLINE(performance-unnecessary-value-param)
  Result<std::size_t> open_one(std::size_t opener, OpenedModule open) {
    auto found = find_module(names_.modules[opener], open);
    if (!found) return found.error();
    for (const std::size_t link : chain_) {
      if (names_.modules[link].key == found->key) return cycle(link, open);
    }
    if (const auto it = shared_.find(found->key); it != shared_.end()) return it->second;
    opened_at_.push_back(open.span);
    auto target = add_module(*found, false);
    if (!target) return target;
    if (auto opened = open_all(*target); !opened) return opened.error();
    opened_at_.pop_back();
    return target;
  }

  Result<FoundModule> find_module(const ModuleScope& opener, const OpenedModule& open) {
    if (const auto it = options_.texts.find(open.path); it != options_.texts.end()) {
      return FoundModule{it->second, "text:" + open.path, false};
    }
    std::vector<std::string> tried;
    if (!opener.builtin) {
      const auto& header = opener.syntax->header;
      std::vector<fs::path> places{expected_file(header ? header->name.text : "", opener.file, open.path)};
      for (const std::string& folder : options_.include_directories) {
        std::ranges::move(places_in(folder, open.path), std::back_inserter(places));
      }
      for (const fs::path& place : places) {
        const auto candidate = module_file(place.lexically_normal());
        tried.push_back(place.lexically_normal().string() + ".als");
        if (candidate.empty()) continue;
        auto source = read_source(candidate.string());
        if (!source)
          return error_at(
              open.span, ErrorClass::Input,
              fmt::format("module '{}' in {}: {}", open.path, candidate.string(), source.error().message));
        return FoundModule{std::move(source).value(), canonical_key(candidate), false};
      }
    }
    if (const auto text = alloy::builtin_module(open.path)) {
      const std::string name = open.path + ".als";
      return FoundModule{std::make_shared<const Source>(name, std::string(*text)), "builtin:" + open.path,
                         true};
    }
    return missing(open, tried);
  }

  Diagnostic missing(const OpenedModule& open, const std::vector<std::string>& tried) {
    if (is_example(open.path)) {
      return with_chain(error_at(
          open.span, ErrorClass::Syntax, fmt::format("unknown module '{}'", open.path),
          "use '-I DIR', where DIR is a checkout of Alloy or the directory that contains its 'examples/'"));
    }
    const std::string guess = nearest_name(open.path, alloy::builtin_module_names());
    Diagnostic error = error_at(open.span, ErrorClass::Syntax,
                                fmt::format("unknown module '{}'{}", open.path, suggestion(guess)));
    if (guess.empty()) {
      error = with_note(std::move(error), fmt::format("no file {} and no built-in module of this name",
                                                      fmt::join(tried, ", ")));
    }
    return with_chain(std::move(error));
  }

  Diagnostic cycle(std::size_t first, const OpenedModule& open) {
    std::string circle;
    for (auto it = std::ranges::find(chain_, first); it != chain_.end(); ++it) {
      circle += names_.modules[*it].file + " opens ";
    }
    return with_chain(error_at(open.span, ErrorClass::Syntax,
                               fmt::format("cyclic 'open': {}{}", circle, names_.modules[first].file)));
  }

  // Notes where the module with the error was opened, and the one that opens it, and so on.
  Diagnostic with_chain(Diagnostic error) const {
    for (std::size_t i = opened_at_.size(); i-- > 0;)
      error = with_note(std::move(error), "opened here", opened_at_[i]);
    return error;
  }

  const LoadOptions& options_;
  Budget& budget_;
  Names names_;
  std::vector<SourcePtr> sources_;
  std::unordered_map<std::string, std::shared_ptr<const alloy::Module>> parsed_;
  std::unordered_map<std::string, std::size_t> shared_;  // modules without parameters, by file
  std::vector<std::size_t> chain_;  // from the main module to the one whose opens are followed
  std::vector<Span> opened_at_;     // where each of them but the main module is opened, and the next one
};

}  // namespace

Result<LoadedModules> load_modules(SourcePtr main, const LoadOptions& options, Budget& budget,
                                   std::shared_ptr<const alloy::Module> syntax) {
  return Loader(options, budget).run(std::move(main), std::move(syntax));
}

}  // namespace fretsaw::model
