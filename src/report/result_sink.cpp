// SPDX-License-Identifier: MIT
#include "report/result_sink.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "base/budget.hpp"
#include "base/text.hpp"

namespace fretsaw {

Status ResultSink::open_results_directory(const std::string& folder) {
  auto opened = ResultFiles::open(folder);
  if (!opened) return opened.error();
  files_ = *std::move(opened);
  return Success{};
}

Status ResultSink::add(std::uint64_t number, const std::function<nlohmann::ordered_json()>& json,
                       const std::function<Result<std::string>()>& text) {
  constexpr double kMaxFlushDelayMs = 50;
  Status status = put(number, json, text);
  if (!since_flush_ || since_flush_->milliseconds() > kMaxFlushDelayMs) {
    out_.flush();
    since_flush_.emplace();
  }
  return status;
}

Status ResultSink::put(std::uint64_t number, const std::function<nlohmann::ordered_json()>& json,
                       const std::function<Result<std::string>()>& text) {
  if (document_ != nullptr && !files_) {
    document_->add_element(json());
    return Success{};
  }
  const auto rendered = text();
  if (!rendered) return rendered.error();
  if (files_) {
    const auto path = files_->write(fmt::format("{}-{:06}", options_.noun, number), options_.extension,
                                    options_.opening + *rendered);
    if (!path) return path.error();
    if (document_ != nullptr) document_->add_element(json());
    return Success{};
  }
  out_.write(std::exchange(options_.opening, {}));
  if (options_.for_people) out_.write(fmt::format("{} {}\n", options_.noun, number));
  out_.write(*rendered);
  if (options_.spaced) out_.write("\n");
  return Success{};
}

std::string stream_end_text(const StreamEnd& end, const std::string& complete) {
  if (end.error) return ", stopped after an error";
  if (end.stop == StopReason::Cancelled) return ", interrupted";
  if (end.stop != StopReason::None) return fmt::format(", stopped: {}", stop_text(end.stop));
  if (end.complete) return complete;
  return end.limit_reached ? ", stopped at --limit" : ", stopped";
}

std::string part_complete_text(const SearchPart& part) {
  return fmt::format(", part {} of {} complete", part.number, part.count);
}

std::string written_text(std::uint64_t count, std::string_view noun, const std::string& directory) {
  return fmt::format("{} written to '{}', one file each\n", counted(count, noun), directory);
}

}  // namespace fretsaw
