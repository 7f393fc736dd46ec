// SPDX-License-Identifier: MIT
#include "cli/command_answer.hpp"

#include <fmt/format.h>

#include <map>

#include "alloy/exchange/format.hpp"
#include "alloy/exchange/writers.hpp"
#include "alloy/session/internals.hpp"
#include "base/text.hpp"
#include "cli/interrupts.hpp"
#include "cli/limit_report.hpp"
#include "cli/model_input.hpp"

namespace fretsaw::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kGreen = tint::kGreen;
constexpr const char* kRed = tint::kRed;
constexpr const char* kYellow = tint::kYellow;

std::string indented(const std::string& text) {
  std::string out;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    out += "    " + text.substr(begin, end - begin);
    begin = end;
  }
  return out;
}

// "counterexample found", "no instance for any number of steps (proved)", "unknown (time limit reached)".
std::string verdict_text(const ShownAnswer& shown) {
  const char* const noun = shown.command.is_check() ? "counterexample" : "instance";
  switch (shown.answer.verdict) {
    case Verdict::Sat:
      return fmt::format("{} found", noun);
    case Verdict::Unsat:
      return shown.answer.proved ? fmt::format("no {} for any number of steps (proved)", noun)
                                 : fmt::format("no {} found", noun);
    case Verdict::Limit:
      return fmt::format("unknown ({})", stop_text(shown.answer.stop));
  }
  return "";
}

// A formula of a core, as a message at its location.
Diagnostic core_note(const CoreFormula& formula) {
  static const std::map<std::string, std::string> messages = {{"sig", "sig declaration"},
                                                              {"scope", "scope of a sig"},
                                                              {"field", "field declaration"},
                                                              {"fact", "fact"},
                                                              {"goal", "formula of the command"}};
  Diagnostic note = input_error(messages.at(formula.kind));
  note.severity = Severity::Note;
  note.location = formula.location;
  return note;
}

std::string statistics_text(const Statistics& s) {
  return fmt::format("    {} ({} primary), {}; translated in {:.1f} ms, solved in {:.1f} ms\n",
                     counted(s.variables, "variable"), grouped(s.primary), counted(s.clauses, "clause"),
                     s.translate_ms, s.solve_ms);
}

}  // namespace

bool as_expected(const ShownAnswer& shown) {
  const bool sat = shown.answer.verdict == Verdict::Sat;
  if (const auto expect = shown.command.expect()) return sat == (*expect == 1);
  return !(shown.command.is_check() && sat);
}

Exit exit_of(const ShownAnswer& shown) {
  if (shown.error) return Exit::BadInput;
  if (shown.answer.verdict == Verdict::Limit) return Exit::Limit;
  return as_expected(shown) ? Exit::AsExpected : Exit::Unexpected;
}

AnswerPrinter::AnswerPrinter(const Model& model, const Settings& settings, Console& console,
                             const ResultFiles* files)
    : model_(model),
      settings_(settings),
      console_(console),
      files_(files),
      format_(chosen_format(settings)),
      only_instances_(!settings.json && !files && format_ != Format::Text) {
  if (console.json()) console.document().open_list("results");
}

void AnswerPrinter::print_text(const std::string& text) {
  if (only_instances_) {
    console_.print_status(text);
  } else {
    console_.out().write(text);
  }
}

std::string AnswerPrinter::tinted(const char* color, const std::string& text) const {
  return console_.colors_output() && !only_instances_ ? color + text + tint::kNone : text;
}

std::string AnswerPrinter::headline(const ShownAnswer& shown) const {
  const std::string start =
      fmt::format("[{}] {}: ", shown.command.index(), describe(shown.command, settings_));
  if (shown.error) return start + tinted(kRed, "error") + "\n";
  if (shown.answer.verdict == Verdict::Limit) return start + tinted(kYellow, verdict_text(shown)) + "\n";
  const bool good = as_expected(shown);
  std::string line = start + tinted(good ? kGreen : kRed, verdict_text(shown));
  if (const auto expect = shown.command.expect())
    line += good ? ", as expected" : fmt::format(", unexpected (expect {})", *expect);
  return line + "\n";
}

std::string AnswerPrinter::core_text(const ShownAnswer& shown) const {
  std::string out = "    unsatisfiable core (removing any of these makes it satisfiable):\n";
  for (const CoreFormula& formula : *shown.answer.core) {
    Diagnostic note = core_note(formula);
    if (!formula.location) note.message = "numbers of atoms required by the scope";
    out += render(note, console_.colors_output() && !only_instances_);
  }
  return out;
}

Status AnswerPrinter::print_instance(const ShownAnswer& shown) {
  RenderOptions options{.command = describe(shown.command, settings_)};
  if (!files_) {
    options.color = console_.colors_output();
    auto text = fretsaw::render(internals(model_).model, *shown.answer.instance, format_, options);
    if (!text) return text.error();
    console_.out().write(format_ == Format::Text ? indented(*text) : *text);
    return Success{};
  }
  const auto text = fretsaw::render(internals(model_).model, *shown.answer.instance, format_, options);
  if (!text) return text.error();
  const std::string name = fmt::format("{}-{}", shown.command.index(), shown.command.name());
  const auto path = files_->write(name, file_extension(format_), *text);
  if (!path) return path.error();
  if (!console_.json()) print_text(fmt::format("    written to '{}'\n", *path));
  return Success{};
}

Status AnswerPrinter::print(const ShownAnswer& shown) {
  if (shown.error) console_.report_error(*shown.error);
  if (console_.json()) {
    console_.document().add_element(to_json(shown));
    return shown.answer.instance && files_ ? print_instance(shown) : Status(Success{});
  }
  print_text(headline(shown));
  const Status written = shown.answer.instance ? print_instance(shown) : Status(Success{});
  if (shown.answer.core) print_text(core_text(shown));
  const bool tried =
      !shown.error && (shown.answer.verdict != Verdict::Limit || shown.answer.statistics.variables > 0);
  if (tried) print_text(statistics_text(shown.answer.statistics));
  console_.out().flush();
  return written;
}

Json AnswerPrinter::to_json(const ShownAnswer& shown) const {
  const Command& command = shown.command;
  const auto expect = command.expect();
  Json json = {
      {"index", command.index()},
      {"name", command.name()},
      {"kind", command.is_check() ? "check" : "run"},
      {"verdict", shown.error ? "error" : to_string(shown.answer.verdict)},
      {"expect", expect ? Json(*expect) : Json()},
      {"variables", shown.answer.statistics.variables},
      {"clauses", shown.answer.statistics.clauses},
      {"primary", shown.answer.statistics.primary},
      {"translate_ms", shown.answer.statistics.translate_ms},
      {"solve_ms", shown.answer.statistics.solve_ms},
      {"instance",
       shown.answer.instance ? instance_to_json(internals(model_).model, *shown.answer.instance) : Json()}};
  if (shown.error) json["error"] = cli::to_json(*shown.error);
  if (!shown.error && shown.answer.verdict == Verdict::Limit) json["stop"] = to_string(shown.answer.stop);
  if (command.is_temporal()) json["proved"] = shown.answer.proved;
  if (shown.answer.core) {
    Json& core = json["core"] = Json::array();
    for (const CoreFormula& formula : *shown.answer.core) {
      Json place = cli::to_json(core_note(formula));
      place["kind"] = formula.kind;
      place["text"] = formula.text;
      core.push_back(std::move(place));
    }
  }
  return json;
}

void AnswerPrinter::finish(const std::string& summary) {
  if (!console_.json()) {
    print_text(summary);
    return;
  }
  if (interrupted()) console_.document().add("interrupted", true);
}

}  // namespace fretsaw::cli
