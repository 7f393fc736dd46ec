// SPDX-License-Identifier: MIT
// The options of fretsaw/methods.hpp and fretsaw/explore.hpp as requests, and counterexamples as values.
#pragma once

#include <string>

#include "cpp/call/check.hpp"
#include "fretsaw/diagnostic.hpp"
#include "fretsaw/methods.hpp"

namespace fretsaw::call {

// What both have in common. `method` is empty for all that have a contract.
template <class Options>
CheckRequest request_of(const std::string& header, const std::string& method, const Options& options) {
  CheckRequest request;
  request.code = code::code_request(header, options.code);
  if (!method.empty()) request.methods = {method};
  if (!options.predicate.empty()) request.predicate = options.predicate;
  request.bounds = options.bounds;
  if (!options.finitization_file.empty()) request.finitization = options.finitization_file;
  request.extra_preconditions = options.requires_clauses;
  request.ignored = options.ignored_fields;
  request.sanitizes_address = options.sanitize_address;
  request.sanitizes_undefined = options.sanitize_undefined;
  request.input_timeout_seconds = options.input_timeout_seconds;
  request.emits = options.emit;
  request.use_cache = options.code.use_cache;
  request.limits = options.limits;
  set_default_size(request);
  return request;
}

// Rejects bounds that only fretsaw::all supports: a function of this process cannot run in another one.
Status check_bounds(const Bounds& bounds);

MethodCounterexample value_of(const Counterexample& counterexample, const std::string& method);

}  // namespace fretsaw::call
