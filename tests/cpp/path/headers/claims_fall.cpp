#include "claims.hpp"

static int step(int k) {
  if (k < 0) return 4;
  if (k > 5) return 9;  // never
  return k == 3 ? 5 : 6;
}
namespace {
int last(int k) { return k == 2 ? 1 : 0; }
}  // namespace

int fall(int k) { return step(k) + last(k); }
