// SPDX-License-Identifier: MIT
#include "cpp/search/checkpoint.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace fretsaw::search {

namespace {

using Json = nlohmann::json;

Json totals_json(const SearchTotals& totals) {
  Json json = {{"structures", totals.structures},
               {"candidates", totals.candidates},
               {"mismatches", totals.mismatches},
               {"writes_fields", totals.writes_fields},
               {"writes_globals", totals.writes_globals},
               {"processes_left", totals.processes_left},
               {"first_variable_written", totals.first_variable_written},
               {"aborted", totals.aborted},
               {"reads", totals.reads},
               {"places", work::to_json(totals.places)}};
  if (const auto& abort = totals.first_abort) {
    json["first_abort"] = {
        {"kind", static_cast<int>(abort->how)}, {"detail", abort->detail}, {"candidate", abort->candidate}};
  }
  if (totals.first_abort_place) json["first_abort_place"] = *totals.first_abort_place;
  if (totals.first_mismatch) json["first_mismatch"] = *totals.first_mismatch;
  return json;
}

std::vector<std::uint32_t> numbers_in(const JsonCursor<Json>& list) {
  std::vector<std::uint32_t> numbers;
  list.each([&](const auto& number) { numbers.push_back(number.template integer<std::uint32_t>()); });
  return numbers;
}

SearchTotals totals_from(const JsonCursor<Json>& json) {
  SearchTotals totals;
  totals.structures = json["structures"].integer<std::uint64_t>();
  totals.candidates = json["candidates"].integer<std::uint64_t>();
  totals.mismatches = json["mismatches"].integer<std::uint64_t>();
  totals.writes_fields = json["writes_fields"].boolean();
  totals.writes_globals = json["writes_globals"].boolean();
  totals.processes_left = json["processes_left"].integer<std::uint64_t>();
  totals.first_variable_written = json["first_variable_written"].integer<std::int64_t>(-1);
  if (json["aborted"].size() != totals.aborted.size())
    json["aborted"].refuse(fmt::format("an array of {} numbers", totals.aborted.size()));
  for (std::size_t i = 0; i < totals.aborted.size() && json.good(); ++i)
    totals.aborted[i] = json["aborted"][i].integer<std::uint64_t>();
  totals.reads = json["reads"].text();
  totals.places = work::place_counts(json["places"]);
  if (json.has("first_abort_place"))
    totals.first_abort_place = json["first_abort_place"].integer<std::uint64_t>();
  if (json.has("first_abort")) {
    const auto abort = json["first_abort"];
    totals.first_abort = AbortedCandidate{
        static_cast<guest::Termination>(abort["kind"].integer<int>(0, guest::kTerminations - 1)),
        abort["detail"].text(), numbers_in(abort["candidate"])};
  }
  if (json.has("first_mismatch")) totals.first_mismatch = numbers_in(json["first_mismatch"]);
  return totals;
}

}  // namespace

Result<std::optional<SearchState>> read_checkpoint(const std::string& path, const std::string& fingerprint) {
  auto read = work::read_checkpoint(path, fingerprint);
  if (!read) return read.error();
  if (!*read) return std::optional<SearchState>();
  JsonSchemaError schema_error;
  SearchTotals totals = totals_from(JsonCursor((*read)->totals, schema_error));
  if (schema_error.message) return work::damaged_checkpoint(path);
  return std::optional(SearchState{std::move(totals), std::move((*read)->rest)});
}

Status write_checkpoint(const std::string& path, const std::string& fingerprint, const SearchTotals& totals,
                        std::vector<work::PlacedUnit> rest) {
  return work::write_checkpoint(path, {fingerprint, totals_json(totals), std::move(rest)});
}

}  // namespace fretsaw::search
