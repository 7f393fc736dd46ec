// SPDX-License-Identifier: MIT
// Function-local statics in the predicate (`static const std::set<int> primes = ...`) are initialized during
// one candidate and used by all. Their initializers therefore run outside the watch: they allocate from the
// real heap and their writes stay.
#include "cpp/search/child/static_guards.hpp"

#include <dlfcn.h>

#include "cpp/search/child/engine_scope.hpp"
#include "cpp/space/child/memory_map.hpp"

namespace fretsaw::search {

namespace {

constexpr int kMaxGuardDepth = 64;
long long* open_guards[kMaxGuardDepth];

// Looked up by hand: a function-local static here would need the very function that it looks up.
template <class Function>
Function real(Function& known, const char* name) {
  if (known == nullptr) known = reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
  return known;
}

int (*known_acquire)(long long*) = nullptr;
void (*known_release)(long long*) = nullptr;
void (*known_abort)(long long*) = nullptr;

int real_acquire(long long* guard) { return real(known_acquire, "__cxa_guard_acquire")(guard); }
void real_release(long long* guard) { real(known_release, "__cxa_guard_release")(guard); }
void real_abort(long long* guard) { real(known_abort, "__cxa_guard_abort")(guard); }

void leave() {
  if (space::on_predicate_stack() && static_initializers > 0) --static_initializers;
}

}  // namespace

void abandon_static_initializers() {
  while (static_initializers > 0) {
    --static_initializers;
    if (static_initializers < kMaxGuardDepth) real_abort(open_guards[static_initializers]);
  }
}

extern "C" int __cxa_guard_acquire(long long* guard) {
  const int acquired = real_acquire(guard);
  if (acquired != 0 && space::on_predicate_stack()) {
    if (static_initializers < kMaxGuardDepth) open_guards[static_initializers] = guard;
    ++static_initializers;
  }
  return acquired;
}

extern "C" void __cxa_guard_release(long long* guard) {
  leave();
  real_release(guard);
}

extern "C" void __cxa_guard_abort(long long* guard) {
  leave();
  real_abort(guard);
}

}  // namespace fretsaw::search
