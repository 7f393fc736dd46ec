// SPDX-License-Identifier: MIT
// What a verb says, and to whom: results on standard output, messages on standard error; or, with --json,
// both in one document. Also the limits that hold for all that the verb does.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/stopwatch.hpp"
#include "cli/settings.hpp"
#include "fretsaw/diagnostic.hpp"
#include "fretsaw/limits.hpp"
#include "report/json_document.hpp"
#include "report/output.hpp"

namespace fretsaw::cli {

// {"file","line","column","class","message"} and, if there is one, "hint"; the place is null if there is
// none.
nlohmann::ordered_json to_json(const Diagnostic& diagnostic);

class Console {
 public:
  // The clock of the limits starts here.
  Console(std::string verb, const Settings& settings);

  const Settings& settings() const { return settings_; }
  bool json() const { return settings_.json; }

  Output& out() { return out_; }
  bool colors_output() const { return color_out_; }
  // May a line that is redrawn be shown? Not between results that scroll by on the same terminal.
  bool shows_progress(bool results_on_terminal) const;

  // Messages. The first two also go to the document's "warnings" or, for the error of a part of the work,
  // nowhere: the verb puts it in the document where it belongs.
  void warn(const Diagnostic& warning);
  void warn(std::string message, std::string hint = {});
  void complain(const Diagnostic& error);
  void note(std::string_view line);  // with --verbose only
  void tell(std::string_view text);  // on standard error, as it is; nothing with --json
  // The last lines of a verb, with its counts: on standard output or, if that has failed, on standard error.
  void conclude(std::string_view text);

  // The document of --json; without --json nothing may be added to it. Whoever made the console calls
  // finish() at the end of all, which completes it with the warnings and writes out what is left.
  JsonDocument& document() { return document_; }
  void finish();

  Limits limits() const;  // what is left of them

 private:
  void put(const Diagnostic& diagnostic);

  Settings settings_;
  Output out_;
  JsonDocument document_;
  bool color_out_;
  bool color_err_;
  std::vector<Diagnostic> warnings_;
  Stopwatch since_start_;
};

}  // namespace fretsaw::cli
