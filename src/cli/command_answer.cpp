// SPDX-License-Identifier: MIT
#include "cli/command_answer.hpp"

#include <fmt/format.h>

#include "cli/interrupts.hpp"
#include "cli/limit_report.hpp"
#include "cli/model_input.hpp"
#include "report/format.hpp"
#include "report/json_writer.hpp"

namespace fretsaw::cli {

namespace {

using Json = nlohmann::ordered_json;
using lowering::Origin;
using lowering::OriginKind;

constexpr const char* kGreen = "\033[32m";
constexpr const char* kRed = "\033[31m";
constexpr const char* kYellow = "\033[33m";

std::string indented(const std::string& text) {
  std::string out;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    out += "    " + text.substr(begin, end - begin);
    begin = end;
  }
  return out;
}

const char* verdict_text(const CommandAnswer& answer) {
  const bool check = answer.command->is_check;
  switch (answer.verdict) {
    case Verdict::Sat:
      return check ? "a counterexample" : "an instance";
    case Verdict::Unsat:
      return check ? "no counterexample in this scope" : "no instance in this scope";
    case Verdict::Limit:
      return stop_text(answer.stop);
  }
  return "";
}

const char* origin_text(OriginKind kind) {
  switch (kind) {
    case OriginKind::Sig:
      return "this sig declaration";
    case OriginKind::Scope:
      return "the scope of this sig";
    case OriginKind::Field:
      return "this field declaration";
    case OriginKind::Fact:
      return "this fact";
    case OriginKind::Goal:
      return "this part of the command";
  }
  return "";
}

const char* origin_word(OriginKind kind) {
  switch (kind) {
    case OriginKind::Sig:
      return "sig";
    case OriginKind::Scope:
      return "scope";
    case OriginKind::Field:
      return "field";
    case OriginKind::Fact:
      return "fact";
    case OriginKind::Goal:
      return "goal";
  }
  return "";
}

// A formula may have become several of the problem: each place counts once.
std::vector<Origin> distinct(const std::vector<Origin>& core) {
  std::vector<Origin> out;
  for (const Origin& origin : core) {
    const bool known = std::any_of(out.begin(), out.end(), [&](const Origin& o) {
      return o.kind == origin.kind && o.span.source == origin.span.source &&
             o.span.begin == origin.span.begin && o.span.end == origin.span.end;
    });
    if (!known) out.push_back(origin);
  }
  return out;
}

std::string statistics_text(const Statistics& s) {
  return fmt::format(
      "    {} variables ({} primary), {} clauses; translated in {:.1f} ms, solved in {:.1f} ms\n",
      s.variables, s.primary, s.clauses, s.translate_ms, s.solve_ms);
}

std::optional<int> expectation(const model::Command& command) {
  if (!command.expect) return std::nullopt;
  return *command.expect == 0 ? 0 : 1;
}

}  // namespace

bool as_expected(const CommandAnswer& answer) {
  const bool sat = answer.verdict == Verdict::Sat;
  if (const auto expect = expectation(*answer.command)) return sat == (*expect == 1);
  return !(answer.command->is_check && sat);
}

Exit exit_of(const CommandAnswer& answer) {
  if (answer.error) return Exit::BadInput;
  if (answer.verdict == Verdict::Limit) return Exit::Limit;
  return as_expected(answer) ? Exit::AsExpected : Exit::Unexpected;
}

AnswerPrinter::AnswerPrinter(const model::Model& model, const Settings& settings, Console& console,
                             const ResultFiles* files)
    : model_(model),
      settings_(settings),
      console_(console),
      files_(files),
      format_(chosen_format(settings)),
      only_instances_(!settings.json && !files && format_ != Format::Text) {
  if (console.json()) console.document().open_list("results");
}

void AnswerPrinter::say(const std::string& text) {
  if (only_instances_) {
    console_.tell(text);
  } else {
    console_.out().write(text);
  }
}

std::string AnswerPrinter::tinted(const char* color, const std::string& text) const {
  return console_.colors_output() && !only_instances_ ? color + text + "\033[0m" : text;
}

std::string AnswerPrinter::headline(const CommandAnswer& answer) const {
  const std::string start =
      fmt::format("[{}] {}: ", answer.command->index, describe(*answer.command, settings_));
  if (answer.error) return start + tinted(kRed, "error") + "\n";
  if (answer.verdict == Verdict::Limit)
    return start + tinted(kYellow, "limit") + ", " + verdict_text(answer) + "\n";
  const bool good = as_expected(answer);
  std::string line =
      start + tinted(good ? kGreen : kRed, to_string(answer.verdict)) + ", " + verdict_text(answer);
  if (const auto expect = expectation(*answer.command)) {
    line += good ? ", as expected" : fmt::format(", but 'expect {}'", *expect);
  }
  return line + "\n";
}

std::string AnswerPrinter::core_text(const CommandAnswer& answer) const {
  std::string out = "    without any of these there would be one:\n";
  for (const Origin& origin : distinct(*answer.core)) {
    Diagnostic note = warning_at(origin.span, origin_text(origin.kind));
    note.severity = Severity::Note;
    if (!origin.span.source) note.message = "the numbers of atoms that the scope demands";
    out += render(note, console_.colors_output() && !only_instances_);
  }
  return out;
}

Status AnswerPrinter::print_instance(const CommandAnswer& answer) {
  RenderOptions options{.command = describe(*answer.command, settings_)};
  if (!files_) {
    options.color = console_.colors_output();
    auto text = fretsaw::render(model_, *answer.instance, format_, options);
    if (!text) return text.error();
    console_.out().write(format_ == Format::Text ? indented(*text) : *text);
    return Done{};
  }
  const auto text = fretsaw::render(model_, *answer.instance, format_, options);
  if (!text) return text.error();
  const std::string name = fmt::format("{}-{}", answer.command->index, answer.command->label);
  const auto path = files_->write(name, file_extension(format_), *text);
  if (!path) return path.error();
  if (!console_.json()) say(fmt::format("    in {}\n", *path));
  return Done{};
}

Status AnswerPrinter::print(const CommandAnswer& answer) {
  if (answer.error) console_.complain(*answer.error);
  if (console_.json()) {
    console_.document().add_element(to_json(answer));
    return answer.instance && files_ ? print_instance(answer) : Status(Done{});
  }
  say(headline(answer));
  if (answer.instance) {
    if (auto status = print_instance(answer); !status) return status;
  }
  if (answer.core) say(core_text(answer));
  const bool tried = !answer.error && (answer.verdict != Verdict::Limit || answer.statistics.variables > 0);
  if (tried) say(statistics_text(answer.statistics));
  console_.out().flush();
  return Done{};
}

Json AnswerPrinter::to_json(const CommandAnswer& answer) const {
  const model::Command& command = *answer.command;
  const auto expect = expectation(command);
  Json json = {{"index", command.index},
               {"name", command.label},
               {"kind", command.is_check ? "check" : "run"},
               {"verdict", answer.error ? "error" : to_string(answer.verdict)},
               {"expect", expect ? Json(*expect) : Json()},
               {"variables", answer.statistics.variables},
               {"clauses", answer.statistics.clauses},
               {"primary", answer.statistics.primary},
               {"translate_ms", answer.statistics.translate_ms},
               {"solve_ms", answer.statistics.solve_ms},
               {"instance", answer.instance ? instance_to_json(model_, *answer.instance) : Json()}};
  if (answer.error) json["error"] = cli::to_json(*answer.error);
  if (!answer.error && answer.verdict == Verdict::Limit) json["stop"] = to_string(answer.stop);
  if (answer.core) {
    Json& core = json["core"] = Json::array();
    for (const Origin& origin : distinct(*answer.core)) {
      Json place = cli::to_json(warning_at(origin.span, origin_text(origin.kind)));
      place["kind"] = origin_word(origin.kind);
      place["text"] = origin.span.text();
      core.push_back(std::move(place));
    }
  }
  return json;
}

void AnswerPrinter::finish(const std::string& summary) {
  if (!console_.json()) {
    say(summary);
    return;
  }
  if (interrupted()) console_.document().add("interrupted", true);
}

}  // namespace fretsaw::cli
