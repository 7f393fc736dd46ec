// SPDX-License-Identifier: MIT
#include "cpp/inputs/generate.hpp"
#include "cpp/space/render.hpp"
#include "fretsaw/generate.hpp"

namespace fretsaw {

Result<GenerateTotals> generate(const std::string& header, const std::string& class_name,
                                const std::function<bool(const Structure&)>& take,
                                const GenerateOptions& options) {
  if (options.bounds.finitization != nullptr)
    return usage_error("'.bounds.finitization' is only supported by fretsaw::all", "use .finitization_file");
  inputs::GenerateRequest request;
  request.code = code::code_request(header, options.code);
  request.class_name = class_name;
  if (!options.predicate.empty()) request.predicate = options.predicate;
  request.bounds = options.bounds;
  if (!options.finitization_file.empty()) request.finitization = options.finitization_file;
  request.step_limit = options.step_limit;
  request.workers = options.threads;
  request.part = options.part;
  request.limit = options.limit;
  request.use_cache = options.code.use_cache;
  request.limits = options.limits;

  std::optional<space::CandidateReader> reader;
  search::SearchListener listener;
  listener.started = [&](const space::CandidateReader& started) {
    reader = started;
    return Status(Success{});
  };
  listener.structure = [&](std::uint64_t number, std::span<const std::uint32_t> candidate) {
    return take({.number = number + 1, .objects = space::states_of(reader->graph(candidate))});
  };
  const auto totals = inputs::generate(request, listener);
  if (!totals) return totals.error();
  return GenerateTotals{.structures = totals->structures,
                        .candidates = totals->candidates,
                        .aborted = totals->all_aborted(),
                        .complete = totals->complete,
                        .stop = totals->stop};
}

}  // namespace fretsaw
