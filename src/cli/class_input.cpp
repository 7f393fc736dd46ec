// SPDX-License-Identifier: MIT
#include "cli/class_input.hpp"

#include "cpp/space/parse_bounds.hpp"

namespace fretsaw::cli {

Result<inputs::GenerateRequest> class_request(const Settings& settings, const Console& console) {
  inputs::GenerateRequest request;
  request.code.header = settings.operands.front();
  request.class_name = settings.class_name.value_or("");
  request.predicate = settings.predicate;
  request.code.sources = settings.sources;
  request.code.cxxflags = settings.cxxflags;
  request.code.build_directory = settings.build_directory;
  auto bounds = space::parse_bounds(settings.objects, settings.values);
  if (!bounds) return bounds.error();
  bounds->size = settings.size.value_or(-1);
  request.bounds = *std::move(bounds);
  request.finitization = settings.finitization;
  request.bounds.unread_fields_default = settings.unread == UnreadFields::Default;
  request.resume = !settings.no_resume;
  request.cross_check = settings.cross_check;
  request.step_limit = settings.step_limit.value_or(request.step_limit);
  request.workers = settings.threads.value_or(1);
  request.part = settings.search_part.value_or(SearchPart());
  request.checkpoint = settings.checkpoint;
  request.limit = settings.limit;
  request.wants_structures = !settings.count;
  request.use_cache = !settings.no_cache;
  request.limits = console.limits();
  return request;
}

}  // namespace fretsaw::cli
