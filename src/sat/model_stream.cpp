// SPDX-License-Identifier: MIT
#include "sat/model_stream.hpp"

namespace fretsaw {

const char* to_string(Step step) {
  switch (step) {
    case Step::Model:
      return "model";
    case Step::Done:
      return "done";
    case Step::Limit:
      return "limit";
  }
  return "limit";
}

}  // namespace fretsaw
