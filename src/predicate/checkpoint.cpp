// SPDX-License-Identifier: MIT
#include "predicate/checkpoint.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "cxx/process.hpp"

namespace fretsaw {

namespace {

using Json = nlohmann::json;
constexpr const char* kSchema = "fretsaw/checkpoint/2";

Json to_json(const SearchTotals& totals) {
  Json json = {{"structures", totals.structures},
               {"candidates", totals.candidates},
               {"mismatches", totals.mismatches},
               {"writes_fields", totals.writes_fields},
               {"writes_globals", totals.writes_globals},
               {"first_variable_written", totals.first_variable_written},
               {"aborted", totals.aborted},
               {"reads", totals.reads}};
  if (const auto& abort = totals.first_abort) {
    json["first_abort"] = {{"kind", abort->kind}, {"detail", abort->detail}, {"candidate", abort->candidate}};
  }
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

Diagnostic about(const std::string& path, const std::string& message, const std::string& hint) {
  Diagnostic diagnostic = input_error(message, hint);
  diagnostic.location = Location{.file = path, .line = 1, .column = 1, .width = 1, .source_line = {}};
  return diagnostic;
}

}  // namespace

Result<std::optional<Checkpoint>> read_checkpoint(const std::string& path, const std::string& fingerprint) {
  if (!std::filesystem::exists(path)) return std::optional<Checkpoint>();
  std::ifstream in(path);
  try {
    const Json json = Json::parse(in);
    if (json.at("schema") != kSchema) throw std::invalid_argument("schema");
    if (json.at("fingerprint") != fingerprint) {
      return about(path, "this checkpoint belongs to another search",
                   "use the same code, flags and bounds, and the same fretsaw; or another file");
    }
    Checkpoint checkpoint{fingerprint, totals_from(json.at("totals")), {}};
    for (const std::string text : json.at("rest")) {
      auto segment = runtime::segment_from(text);
      if (!segment) throw std::invalid_argument("segment");
      checkpoint.rest.push_back(std::move(*segment));
    }
    return std::optional(std::move(checkpoint));
  } catch (const std::exception&) {
    return damaged_checkpoint(path);
  }
}

Diagnostic damaged_checkpoint(const std::string& path) {
  return about(path, "this is no checkpoint, or a damaged one", "remove it to start from the beginning");
}

Status write_checkpoint(const std::string& path, const Checkpoint& checkpoint) {
  std::vector<std::string> rest;
  for (const Segment& segment : checkpoint.rest) rest.push_back(to_text(segment));
  const std::string text = Json({{"schema", kSchema},
                                 {"fingerprint", checkpoint.fingerprint},
                                 {"totals", to_json(checkpoint.totals)},
                                 {"rest", rest}})
                               .dump();
  const std::string temporary = path + ".new";
  const int fd = open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  const bool written = fd >= 0 && cxx::write_all(fd, text.data(), text.size()) && fdatasync(fd) == 0;
  const int problem = errno;
  if (fd >= 0) close(fd);
  if (!written)
    return about(path, fmt::format("the checkpoint cannot be written: {}", std::strerror(problem)), "");
  if (std::rename(temporary.c_str(), path.c_str()) != 0) {
    return about(path, fmt::format("the checkpoint cannot be replaced: {}", std::strerror(errno)), "");
  }
  return Done{};
}

}  // namespace fretsaw
