// SPDX-License-Identifier: MIT
#include "alloy/mutation/mutants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <set>
#include <thread>

#include "alloy/syntax/parser.hpp"
#include "alloy/syntax/printer.hpp"

namespace fretsaw::mutation {

namespace {

struct ReadMutant {
  std::shared_ptr<const model::Model> model;
  std::string printed;  // only if duplicates are looked for
};

ReadMutant read(const SourcePtr& source, const MutantOptions& options, std::size_t warnings, Budget& budget) {
  auto syntax = alloy::parse_module(source, budget);
  if (!syntax) return {};
  ReadMutant result;
  if (options.distinct) result.printed = alloy::print(*syntax);
  auto model = model::load(std::make_shared<const alloy::Module>(*std::move(syntax)), options.load, budget);
  if (!model || (options.strict && model->warnings.size() > warnings)) return result;
  result.model = std::make_shared<const model::Model>(*std::move(model));
  return result;
}

}  // namespace

void in_parallel(std::size_t threads, std::size_t count, Budget& budget,
                 const std::function<void(std::size_t, Budget&)>& work) {
  std::atomic<std::size_t> next{0};
  std::exception_ptr failure;
  std::mutex mutex;
  const auto run = [&](Budget& own) {
    try {
      for (std::size_t i = next++; i < count; i = next++) work(i, own);
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
      next = count;
    }
  };
  if (threads <= 1 || count <= 1) {
    run(budget);
  } else {
    std::vector<std::jthread> workers;
    for (std::size_t t = 0; t < std::min(threads, count); ++t) {
      workers.emplace_back([&run, own = budget]() mutable { run(own); });
    }
  }
  if (failure) std::rethrow_exception(failure);
}

Result<std::unique_ptr<Mutants>> make_mutants(const SourcePtr& source, const MutantOptions& options,
                                              Budget& budget) {
  auto parsed = alloy::parse_module(source, budget);
  if (!parsed) return parsed.error();
  const auto syntax = std::make_shared<const alloy::Module>(*std::move(parsed));
  auto model = model::load(syntax, options.load, budget);
  if (!model) return model.error();

  auto mutants = std::make_unique<Mutants>();
  mutants->source = source;
  mutants->model = *std::move(model);
  Sites sites = collect_changes(*syntax, mutants->model, options.sites);
  mutants->units = std::move(sites.units);
  std::vector<ReadMutant> read_mutants(sites.changes.size());
  std::vector<SourcePtr> sources(sites.changes.size());
  const std::size_t warnings = mutants->model.warnings.size();
  in_parallel(options.threads, sites.changes.size(), budget, [&](std::size_t i, Budget& own) {
    own.poll();
    sources[i] =
        std::make_shared<const Source>(source->name(), applied(*source, sites.changes[i].change.edits));
    read_mutants[i] = read(sources[i], options, warnings, own);
  });
  std::set<std::string> seen{options.distinct ? alloy::print(*syntax) : std::string()};
  for (std::size_t i = 0; i < sites.changes.size(); ++i) {
    PlacedChange& placed = sites.changes[i];
    Mutant mutant{placed.op,  placed.unit,          placed.in_bound, std::move(placed.change),
                  sources[i], read_mutants[i].model};
    if (options.distinct && !seen.insert(read_mutants[i].printed).second) {
      ++mutants->duplicates;
    } else {
      (mutant.model ? mutants->all : mutants->invalid).push_back(std::move(mutant));
    }
  }
  return mutants;
}

std::string describe(const Mutants& mutants, const Mutant& mutant) {
  const Span& place = mutant.change.place;
  const Location at = mutants.source->locate(place.begin, place.end);
  return fmt::format("{} at {}:{} in {}: {}", mutant.op->name, at.line, at.column,
                     mutants.units[mutant.unit].title, mutant.change.what);
}

}  // namespace fretsaw::mutation
