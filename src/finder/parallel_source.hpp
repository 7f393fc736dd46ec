// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "finder/model_source.hpp"
#include "sat/enumerator.hpp"

namespace fretsaw {

Enumerator enumerator_for(const Plan& plan, std::size_t cube);

std::unique_ptr<ModelSource> make_parallel_source(const Plan& plan, unsigned threads, const Limits& limits);

}  // namespace fretsaw
