// SPDX-License-Identifier: MIT
#include "cpp/guest/child/exception_text.hpp"

#include <cxxabi.h>

#include <cstdlib>
#include <exception>
#include <typeinfo>

namespace fretsaw::guest {

std::string exception_text() {
  const std::type_info* const type = abi::__cxa_current_exception_type();
  if (type == nullptr) return "an exception";
  int status = 0;
  char* const name = abi::__cxa_demangle(type->name(), nullptr, nullptr, &status);
  std::string text = name != nullptr ? name : type->name();
  std::free(name);
  try {
    throw;
  } catch (const std::exception& exception) {
    text += std::string(": ") + exception.what();
  } catch (...) {
  }
  return text;
}

}  // namespace fretsaw::guest
