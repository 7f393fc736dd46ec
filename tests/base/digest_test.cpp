// SPDX-License-Identifier: MIT
#include "base/digest.hpp"

#include <gtest/gtest.h>

#include <random>

namespace fretsaw {
namespace {

TEST(Digest, IsThatOfTheStandard) {
  EXPECT_EQ(digest_of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(digest_of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(digest_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(digest_of(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Digest, DoesNotDependOnHowTheBytesArrive) {
  std::mt19937 random(17);
  for (int round = 0; round < 50; ++round) {
    std::string text(random() % 300, '\0');
    for (char& c : text) c = static_cast<char>(random());
    Digest pieces;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t size = std::min<std::size_t>(1 + random() % 80, text.size() - at);
      pieces.add(std::string_view(text).substr(at, size));
      at += size;
    }
    EXPECT_EQ(pieces.hex(), digest_of(text)) << "seed 17, round " << round;
  }
}

TEST(Digest, FieldsHaveEnds) {
  EXPECT_NE(Digest().field("ab").field("c").hex(), Digest().field("a").field("bc").hex());
}

TEST(Digest, OfAMissingFileIsNone) { EXPECT_FALSE(digest_of_file("/nonexistent/file")); }

}  // namespace
}  // namespace fretsaw
