// SPDX-License-Identifier: MIT
// The colours of all pictures.
#pragma once

#include <array>

namespace fretsaw {

struct NodeColors {
  const char* fill;
  const char* line;
};

// Light fills that print well in grey, each with a darker line of its hue.
inline constexpr std::array kNodeColors = {
    NodeColors{"#dbe9f6", "#2b5c8a"}, NodeColors{"#fde6c8", "#a65e08"}, NodeColors{"#dcefd6", "#33702a"},
    NodeColors{"#ecdff2", "#6b3d82"}, NodeColors{"#f9dcdc", "#a02c2c"}, NodeColors{"#d5eeee", "#1f6f6f"},
    NodeColors{"#f1edc9", "#75690f"}, NodeColors{"#e6e6e6", "#555555"},
};

inline constexpr std::array kEdgeColors = {"#1f4e79", "#b45f06", "#38761d", "#741b47", "#990000",
                                           "#0b7285", "#7f6000", "#434343", "#5b3cc4", "#c2255c"};

}  // namespace fretsaw
