// SPDX-License-Identifier: MIT
#include "cli/class_input.hpp"

#include <fmt/format.h>

#include <limits>

#include "cpp/space/parse_bounds.hpp"

namespace fretsaw::cli {

namespace {

Diagnostic usage(std::string message, std::string hint = {}) {
  Diagnostic diagnostic = input_error(std::move(message), std::move(hint));
  diagnostic.error_class = ErrorClass::Usage;
  return diagnostic;
}

Result<int> small_number(const std::string& option, std::int64_t value) {
  constexpr std::int64_t kLargest = 100'000;
  if (value < 0) return usage(fmt::format("{} cannot be negative", option));
  if (value > kLargest) return usage(fmt::format("{} is at most {}", option, kLargest));
  return static_cast<int>(value);
}

}  // namespace

Result<inputs::GenerateRequest> class_request(const Settings& settings, const Console& console) {
  inputs::GenerateRequest request;
  request.code.header = settings.operands.front();
  request.class_name = settings.class_name.value_or("");
  request.predicate = settings.predicate;
  request.code.sources = settings.sources;
  request.code.cxxflags = settings.cxxflags;
  request.code.build_folder = settings.build_folder;
  auto bounds = space::parse_bounds(settings.objects, settings.values);
  if (!bounds) return bounds.error();
  if (settings.size) {
    auto size = small_number("--size", *settings.size);
    if (!size) return size.error();
    bounds->size = *size;
  }
  request.bounds = *std::move(bounds);
  request.finitization = settings.finitization;
  if (settings.unread && *settings.unread != "all" && *settings.unread != "default")
    return usage("--unread is 'all' or 'default'");
  request.bounds.leave_unread = settings.unread == "default";
  request.resume = !settings.no_resume;
  request.cross_check = settings.cross_check;
  if (settings.step_limit)
    request.step_limit = static_cast<std::int64_t>(
        std::min<std::uint64_t>(*settings.step_limit, std::numeric_limits<std::int64_t>::max()));
  if (settings.threads) {
    constexpr std::uint64_t kMostWorkers = 1024;
    if (*settings.threads < 1 || *settings.threads > kMostWorkers)
      return usage("-j wants a number between 1 and 1024");
    request.workers = static_cast<unsigned>(*settings.threads);
  }
  request.part = settings.search_part.value_or(SearchPart());
  request.checkpoint = settings.checkpoint;
  request.limit = settings.limit;
  request.wants_structures = !settings.count;
  request.use_cache = !settings.no_cache;
  request.limits = console.limits();
  return request;
}

}  // namespace fretsaw::cli
