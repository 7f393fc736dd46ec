// SPDX-License-Identifier: MIT
#include "cpp/call/skeleton.hpp"

#include "cpp/call/method_choice.hpp"
#include "cpp/code/glue.hpp"
#include "cpp/code/reflect.hpp"
#include "cpp/contract/subjects.hpp"
#include "cpp/space/skeleton.hpp"

namespace fretsaw::call {

std::string finitization_name(const code::Callable& callable) {
  return "finitize_" + code::identifier(scoped_name(callable));
}

Result<MethodSkeleton> method_skeleton(const code::UserCode& code, const std::string& method) {
  const std::string scope = split_method_name(method).scope;
  std::vector<std::string> also;
  if (!scope.empty()) also.push_back(scope);
  also.push_back(method.substr(0, method.find('(')));
  auto reflection = code::Reflection::of_callables(code, also);
  if (!reflection) return reflection.error();
  auto chosen = named_methods(reflection->listing(), code.header, {method});
  if (!chosen) return chosen.error();
  auto classes = reflection->bind({{chosen->front()}});
  if (!classes) return classes.error();
  const int bound = code::bound_callables(*classes).front();
  const code::Callable& callable = classes->callables[static_cast<std::size_t>(bound)];
  MethodSkeleton out{
      {}, contract::full_name(callable), space::skeleton(*classes, callable.frame, scoped_name(callable))};
  out.classes = *std::move(classes);
  return out;
}

}  // namespace fretsaw::call
