// SPDX-License-Identifier: MIT
#include "cli/prompt.hpp"

#include <fmt/format.h>
#include <histedit.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>

#include "cli/interrupts.hpp"
#include "cli/limit_report.hpp"

namespace fretsaw::cli {

namespace {

char kPrompt[] = "> ";
char* prompt_text(EditLine*) { return kPrompt; }

// Lines from a terminal, with libedit's editing and history.
class EditedLines {
 public:
  EditedLines() : history_(history_init()), editor_(el_init("fretsaw", stdin, stdout, stderr)) {
    HistEvent event;
    history(history_.get(), &event, H_SETSIZE, 1000);
    history(history_.get(), &event, H_SETUNIQUE, 1);
    el_set(editor_.get(), EL_PROMPT, prompt_text);
    el_set(editor_.get(), EL_EDITOR, "emacs");
    el_set(editor_.get(), EL_HIST, history, history_.get());
    el_source(editor_.get(), nullptr);  // the user's ~/.editrc
  }

  std::optional<std::string> next() {
    for (;;) {
      int length = 0;
      const char* const line = el_gets(editor_.get(), &length);
      if (line && length > 0) {
        HistEvent event;
        history(history_.get(), &event, H_ENTER, line);
        return std::string(line, static_cast<std::size_t>(length));
      }
      if (!interrupted()) return std::nullopt;
      forget_interrupt();  // Ctrl-C: this line is not wanted
      std::fputs("\n", stdout);
      el_reset(editor_.get());
    }
  }

 private:
  struct Free {
    void operator()(History* history) const { history_end(history); }
    void operator()(EditLine* editor) const { el_end(editor); }
  };
  std::unique_ptr<History, Free> history_;
  std::unique_ptr<EditLine, Free> editor_;
};

// Lines from a file or a pipe.
std::optional<std::string> plain_line() {
  std::string line;
  for (int c = std::getchar(); c != EOF; c = std::getchar()) {
    line += static_cast<char>(c);
    if (c == '\n') return line;
  }
  return line.empty() || interrupted() ? std::nullopt : std::optional(line);
}

std::string trimmed(const std::string& line) {
  constexpr const char* kBlank = " \t\r\n";
  const std::size_t first = line.find_first_not_of(kBlank);
  return first == std::string::npos ? "" : line.substr(first, line.find_last_not_of(kBlank) - first + 1);
}

}  // namespace

Stop run_prompt(const AlloyEvaluator& evaluator, Console& console) {
  std::optional<EditedLines> edited;
  if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)) edited.emplace();
  while (console.out().usable()) {
    const auto line = edited ? edited->next() : plain_line();
    if (!line) break;
    const std::string expression = trimmed(*line);
    if (expression.empty()) continue;
    const auto value = shown_value(evaluator, expression, console);
    if (value) {
      console.out().write(value->text + "\n");
    } else if (const Stop stop = value.error().stop; stop != Stop::None) {
      console.complain(input_error(fmt::format("{} before this had a value", stop_text(stop))));
      if (!edited || stop != Stop::Cancelled) return stop;
      forget_interrupt();
    } else {
      console.complain(value.error());
    }
    console.out().flush();
  }
  if (edited) std::fputs("\n", stdout);
  return Stop::None;
}

}  // namespace fretsaw::cli
