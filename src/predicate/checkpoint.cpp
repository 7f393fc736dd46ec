// SPDX-License-Identifier: MIT
#include "predicate/checkpoint.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace fretsaw {

namespace {

using Json = nlohmann::json;

Json totals_json(const SearchTotals& totals) {
  Json json = {{"structures", totals.structures},
               {"candidates", totals.candidates},
               {"mismatches", totals.mismatches},
               {"writes_fields", totals.writes_fields},
               {"writes_globals", totals.writes_globals},
               {"first_variable_written", totals.first_variable_written},
               {"aborted", totals.aborted},
               {"reads", totals.reads},
               {"places", work::to_json(totals.places)}};
  if (const auto& abort = totals.first_abort) {
    json["first_abort"] = {{"kind", abort->kind}, {"detail", abort->detail}, {"candidate", abort->candidate}};
  }
  if (totals.first_abort_place) json["first_abort_place"] = *totals.first_abort_place;
  if (totals.first_mismatch) json["first_mismatch"] = *totals.first_mismatch;
  return json;
}

SearchTotals totals_from(const Json& json) {
  SearchTotals totals;
  totals.structures = json.at("structures");
  totals.candidates = json.at("candidates");
  totals.mismatches = json.at("mismatches");
  totals.writes_fields = json.at("writes_fields");
  totals.writes_globals = json.at("writes_globals");
  totals.first_variable_written = json.at("first_variable_written");
  totals.aborted = json.at("aborted");
  totals.reads = json.at("reads");
  totals.places = work::place_counts(json.at("places"));
  if (json.contains("first_abort_place")) totals.first_abort_place = json["first_abort_place"];
  if (json.contains("first_abort")) {
    const Json& abort = json["first_abort"];
    const auto kind = abort.at("kind").get<std::size_t>();
    if (kind >= kAbortKinds) throw std::invalid_argument("kind");
    totals.first_abort = AbortedCandidate{kind, abort.at("detail"), abort.at("candidate")};
  }
  if (json.contains("first_mismatch"))
    totals.first_mismatch = json["first_mismatch"].get<std::vector<std::uint32_t>>();
  return totals;
}

}  // namespace

Result<std::optional<SearchState>> read_checkpoint(const std::string& path, const std::string& fingerprint) {
  auto read = work::read_checkpoint(path, fingerprint);
  if (!read) return read.error();
  if (!*read) return std::optional<SearchState>();
  try {
    return std::optional(SearchState{totals_from((*read)->totals), std::move((*read)->rest)});
  } catch (const std::exception&) {
    return work::damaged_checkpoint(path);
  }
}

Status write_checkpoint(const std::string& path, const std::string& fingerprint, const SearchTotals& totals,
                        std::vector<work::Piece> rest) {
  return work::write_checkpoint(path, {fingerprint, totals_json(totals), std::move(rest)});
}

}  // namespace fretsaw
