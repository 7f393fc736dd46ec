// SPDX-License-Identifier: MIT
#include "work/channel.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>
#include <random>
#include <thread>

namespace fretsaw::work {
namespace {

using std::chrono::milliseconds;

std::string header(std::uint32_t kind, std::uint32_t request, std::uint64_t size) {
  std::string bytes(16, '\0');
  std::memcpy(bytes.data(), &kind, 4);
  std::memcpy(bytes.data() + 4, &request, 4);
  std::memcpy(bytes.data() + 8, &size, 8);
  return bytes;
}

TEST(Channel, PassesMessagesOfAllSizesInTheirOrder) {
  auto [here, there] = Channel::open_pair();
  ASSERT_TRUE(here.is_open());
  std::mt19937 random(1);
  std::vector<std::string> texts;
  for (const std::size_t size : {0, 1, 15, 16, 17, 4096, 1 << 20, (1 << 20) + 1, 5'000'000}) {
    std::string& text = texts.emplace_back(size, '\0');
    for (char& c : text) c = static_cast<char>(random());
  }
  std::thread sender([&] {
    for (std::uint32_t i = 0; i < texts.size(); ++i) {
      const std::string_view text = texts[i];
      const std::string_view parts[] = {text.substr(0, text.size() / 3), "", text.substr(text.size() / 3)};
      EXPECT_TRUE(there.send(7, i, parts));
    }
    there.close();
  });
  Message message;
  for (std::uint32_t i = 0; i < texts.size(); ++i) {
    ASSERT_EQ(here.receive(message), ReceiveStatus::Message);
    EXPECT_EQ(message.kind, 7U);
    EXPECT_EQ(message.request, i);
    EXPECT_TRUE(message.bytes == texts[i]) << i;
  }
  EXPECT_EQ(here.receive(message), ReceiveStatus::Closed);
  sender.join();
}

TEST(Channel, WaitsNoLongerForAPartOfAMessageThanForNone) {
  auto [here, there] = Channel::open_pair();
  Message message;
  EXPECT_EQ(here.receive(message, milliseconds(0)), ReceiveStatus::Timeout);
  const std::string whole = header(5, 6, 3) + "abc";
  for (const char byte : whole) {
    EXPECT_EQ(here.receive(message, milliseconds(1)), ReceiveStatus::Timeout);
    ASSERT_EQ(write(there.descriptor(), &byte, 1), 1);
  }
  ASSERT_EQ(here.receive(message, milliseconds(0)), ReceiveStatus::Message);
  EXPECT_EQ(message.bytes, "abc");
}

TEST(Channel, RefusesMessagesThatAreTooLarge) {
  auto [here, there] = Channel::open_pair();
  const std::string lie = header(1, 1, std::uint64_t{1} << 60);
  ASSERT_EQ(write(there.descriptor(), lie.data(), lie.size()), 16);
  Message message;
  EXPECT_EQ(here.receive(message), ReceiveStatus::Malformed);
  EXPECT_TRUE(there.send(1, 1, "listen to me"));
  EXPECT_EQ(here.receive(message), ReceiveStatus::Malformed);
}

TEST(Channel, TakesNoMemoryForWhatDoesNotCome) {
  auto [here, there] = Channel::open_pair();
  const std::string lie = header(1, 1, std::uint64_t{1} << 35);
  ASSERT_EQ(write(there.descriptor(), lie.data(), lie.size()), 16);
  there.close();
  Message message;
  EXPECT_EQ(here.receive(message), ReceiveStatus::Closed);
}

TEST(Channel, ReportsAClosedReader) {
  auto [here, there] = Channel::open_pair();
  there.close();
  EXPECT_FALSE(here.send(1, 1, std::string(1 << 20, 'x')));
}

TEST(Channel, GivesTheContentOfTheKindThatIsExpected) {
  auto [here, there] = Channel::open_pair();
  ASSERT_TRUE(there.send('A', 0, "a"));
  ASSERT_TRUE(there.send('B', 0, "b"));
  EXPECT_EQ(here.receive_content('A'), "a");
  EXPECT_EQ(here.receive_content('A'), std::nullopt);
}

}  // namespace
}  // namespace fretsaw::work
