// SPDX-License-Identifier: MIT
// Inputs know nothing of each other, even if static objects remember what there was.
#include <gmock/gmock.h>

#include "cpp/call/checking.hpp"
#include "cpp/call/show.hpp"

namespace fretsaw::call {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

TEST(Statics, DoNotConnectInputs) {
  CheckRequest request = request_for("statics.hpp", {"Chain::find", "Chain::name_of"}, 2);
  request.keeps_going = true;
  const CheckedAll all = checked(request);
  ASSERT_FALSE(all.error) << render(*all.error);
  // No node, or one or two of three keys: 1 + 3 + 9
  EXPECT_EQ(all.at("find").report.inputs, 13U * 3);
  EXPECT_EQ(all.at("find").report.failed, 0U);
  EXPECT_EQ(all.at("name_of").report.inputs, 3U);
  EXPECT_EQ(all.at("name_of").report.failed, 0U);
}

TEST(Statics, AreShownByName) {
  const CheckedAll all = checked(request_for("sentinel.hpp", {}, 1));
  ASSERT_FALSE(all.error) << render(*all.error);
  const auto shown = [&](const std::string& method) {
    EXPECT_EQ(all.at(method).counterexamples.size(), 1U) << method;
    return all.at(method).counterexamples.empty()
               ? ""
               : show_text(all.at(method).counterexamples[0], "Necklace::" + method + "()", false);
  };
  EXPECT_THAT(shown("differs"), StartsWith("Necklace::differs() failed on input 2:\n"  // after null
                                           "  Necklace$0.differs(Necklace::end)\n"
                                           "    Necklace$0 = Necklace {first = Necklace::end}\n"
                                           "    Necklace::end = Bead {key = 0, next = null}\n"
                                           "  returned false\n"));
  // Of what was not built nothing is known but its name.
  EXPECT_THAT(shown("crashes"), HasSubstr("  Necklace$0.crashes(Necklace::end)\n"
                                          "    Necklace$0 = Necklace {first = Necklace::end}\n"
                                          "signal: "));
  EXPECT_THAT(shown("hidden"), HasSubstr("  returned static Bead$0\n"));
  EXPECT_THAT(shown("hidden"), HasSubstr("    static Bead$0 = Bead {key = 0, next = null}\n"));
}

}  // namespace
}  // namespace fretsaw::call
