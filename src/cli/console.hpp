// SPDX-License-Identifier: MIT
// The output of a verb: results on standard output and messages on standard error or, with --json, both in one document.
// Also the limits of the verb.
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

// {"file","line","column","class","message"} and, if present, "hint" and "notes"; an absent location is null.
nlohmann::ordered_json to_json(const Diagnostic& diagnostic);

class Console {
 public:
  // The clock of the limits starts here.
  Console(std::string verb, const Settings& settings);

  const Settings& settings() const { return settings_; }
  bool json() const { return settings_.json; }

  Output& out() { return out_; }
  bool colors_output() const { return color_out_; }
  // May a progress line be shown? Not between results on the same terminal.
  bool shows_progress(bool results_on_terminal) const;

  // Messages. Warnings also go to the document's "warnings"; errors are added to the document by the verb.
  void warn(const Diagnostic& warning);
  void warn(std::string message, std::string hint = {}, std::vector<Note> notes = {});
  void report_error(const Diagnostic& error);
  void note(std::string_view line);          // with --verbose only
  void print_status(std::string_view text);  // on standard error, as it is; nothing with --json
  // The summary of a verb: on standard output or, if writing there failed, on standard error.
  void print_summary(std::string_view text);

  // The document of --json; without --json nothing may be added to it. The owner of the console calls finish() at the
  // end, which adds the warnings and writes the rest.
  JsonDocument& document() { return document_; }
  void finish();

  Limits limits() const;  // what remains of them

 private:
  void write_diagnostic(const Diagnostic& diagnostic);

  Settings settings_;
  Output out_;
  JsonDocument document_;
  bool color_out_;
  bool color_err_;
  std::vector<Diagnostic> warnings_;
  Stopwatch since_start_;
};

}  // namespace fretsaw::cli
