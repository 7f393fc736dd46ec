// SPDX-License-Identifier: MIT
#include "cpp/path/input_model.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cpp/space/described_space.hpp"

namespace fretsaw::path {
namespace {

space::Space described_with_places() {
  space::Space space = space::described_space();
  for (auto& domain : space.domains) {
    for (std::size_t i = 0; i < domain.size(); ++i) {
      domain[i].rank = static_cast<std::int32_t>(i);
      domain[i].words = {0x1000 + 16 * i, 0};
    }
  }
  for (std::size_t v = 0; v < space.variables.size(); ++v) {
    space::Placement place;
    place.name = "v" + std::to_string(v);
    place.address = 0x2000 + 8 * v;
    place.bytes = 4;
    place.bits = 32;
    space.places.push_back(place);
  }
  return space;
}

std::string bytes_of(const std::vector<InputCell>& cells) {
  work::BytesWriter writer;
  writer(cells);
  return writer.bytes;
}

// The last variable, which is free, and a word of the first.
std::vector<InputCell> described_cells(const space::Space& space) {
  const auto last = static_cast<std::uint32_t>(space.variables.size() - 1);
  return {{4096, 32, 0, {{last, 0, 0, 32}}}, {4104, 64, 5, {{0, 64, 0, 64}}}};
}

TEST(InputModelReader, AcceptsTheDescriptionsOfPrograms) {
  const space::Space space = described_with_places();
  const auto model =
      InputModel::read(space::bytes_of(space), bytes_of(described_cells(space)), space::described_classes());
  ASSERT_TRUE(model) << render(model.error());
  EXPECT_EQ(model->variables[0].address, 0x2000U);
  EXPECT_TRUE(model->variables.back().is_free);
  EXPECT_EQ(model->domain(0)[1].words[0], 0x1010U);
  EXPECT_EQ(model->domain(0)[1].referent(), 1);
  EXPECT_EQ(model->cell(4096, 32)->parts[0].variable + 1, model->variables.size());
  InputWords input(model->variables.size(), 0);
  input.back() = 77;
  EXPECT_EQ(model->value(*model->cell(4096, 32), input), 77U);
  EXPECT_TRUE(model->exists(0, input));
}

// What is read can be followed: every index leads somewhere.
TEST(InputModelReader, RejectsEverythingElse) {
  const space::Space space = described_with_places();
  const code::Classes classes = space::described_classes();
  const std::string spaces = space::bytes_of(space);
  const std::string cells = bytes_of(described_cells(space));
  const auto follow = [](const InputModel& model) {
    const InputWords input(model.variables.size(), 0);
    for (const InputCell& cell : model.cells) static_cast<void>(model.value(cell, input));
    for (std::size_t v = 0; v < model.variables.size(); ++v) static_cast<void>(model.exists(v, input));
  };
  std::size_t refused = 0;
  const auto try_both = [&](const std::string& some_space, const std::string& some_cells) {
    if (const auto model = InputModel::read(some_space, some_cells, classes))
      follow(*model);
    else
      ++refused;
  };
  for (std::size_t size = 0; size < cells.size(); ++size) try_both(spaces, cells.substr(0, size));
  EXPECT_EQ(refused, cells.size());
  for (const char flip : {'\x01', '\x40', '\xff'}) {
    const auto flipped = [&](std::string bytes, std::size_t at) {
      bytes[at] = static_cast<char>(bytes[at] ^ flip);
      return bytes;
    };
    for (std::size_t at = 0; at < cells.size(); ++at) try_both(spaces, flipped(cells, at));
    for (std::size_t at = 0; at < spaces.size(); ++at) try_both(flipped(spaces, at), cells);
  }
  EXPECT_GT(refused, spaces.size() / 2);
  space::Space without = space;
  without.places.clear();
  EXPECT_FALSE(InputModel::read(space::bytes_of(without), cells, classes));
}

}  // namespace
}  // namespace fretsaw::path
