// SPDX-License-Identifier: MIT
#include "cpp/call/method_options.hpp"

#include "cpp/call/show.hpp"
#include "cpp/space/render.hpp"

namespace fretsaw::call {

namespace {

CheckFailure value_of(const Failure& failure) {
  CheckFailure value{.reason = to_string(failure.kind),
                     .message = failure.message,
                     .location = failure.location,
                     .formula = failure.clause};
  for (const Subexpression& part : failure.parts) value.values.emplace_back(part.text, part.value);
  return value;
}

// Without the frame, which is what the call shows.
std::vector<ObjectState> objects_of(const space::ObjectGraph& graph) {
  std::vector<ObjectState> objects = space::states_of(graph);
  if (!objects.empty()) objects.erase(objects.begin());
  return objects;
}

}  // namespace

Status check_bounds(const Bounds& bounds) {
  if (bounds.finitization != nullptr)
    return usage_error("'.bounds.finitization' is only supported by fretsaw::all", "use .finitization_file");
  if (bounds.unread_fields_default)
    return usage_error("'.bounds.unread_fields_default' is not supported for the inputs of methods",
                       "remove .unread_fields_default");
  return Success{};
}

MethodCounterexample value_of(const Counterexample& counterexample, const std::string& method) {
  MethodCounterexample value{.method = method, .number = counterexample.number};
  if (!counterexample.before.objects.empty()) value.call = call_text(counterexample.before, method);
  value.before = objects_of(counterexample.before);
  if (counterexample.after) {
    value.after = objects_of(*counterexample.after);
    if (counterexample.result) value.result = space::text_of(*counterexample.after, *counterexample.result);
  }
  value.exception = counterexample.thrown;
  value.deleted = counterexample.deleted;
  for (const Failure& failure : counterexample.failures) value.failures.push_back(value_of(failure));
  return value;
}

}  // namespace fretsaw::call
