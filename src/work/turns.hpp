// SPDX-License-Identifier: MIT
// How long somebody works on a unit before saying what came of it. Short turns let others have their share
// soon; but each costs the one who hands out work some time, and has to wait for the others' answers. So with
// many workers turns grow with their number, yet not beyond a small share of the time that the search has
// taken so far: a search that is soon over is divided as fast as it can be.
#pragma once

#include <algorithm>
#include <cstddef>

namespace fretsaw::work {

inline constexpr double kLongTurn = 0.1;    // seconds
inline constexpr double kShortTurn = 0.01;  // while others have, or may soon have, nothing to do
inline constexpr double kTurnPerWorker = 1e-4;
inline constexpr double kTurnShare = 0.02;  // of the time so far

inline double turn_seconds(bool is_short, std::size_t workers, double so_far) {
  const double grown = std::min(kTurnPerWorker * static_cast<double>(workers), kTurnShare * so_far);
  return std::max(is_short ? kShortTurn : kLongTurn, grown);
}

}  // namespace fretsaw::work
