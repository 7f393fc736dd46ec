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

#include "alloy/session/internals.hpp"
#include "base/budget.hpp"
#include "base/nearest_name.hpp"
#include "base/text.hpp"
#include "cli/expression_evaluator.hpp"
#include "cli/interrupts.hpp"
#include "cli/model_input.hpp"

namespace fretsaw::cli {

namespace {

char kPrompt[] = "> ";
char* prompt_text(EditLine*) { return kPrompt; }

// Lines from a terminal, with libedit's editing and history.
class LineEditor {
 public:
  LineEditor() : history_(history_init()), editor_(el_init("fretsaw", stdin, stdout, stderr)) {
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
      reset_interrupt();  // Ctrl-C discards the line
      std::fputs("\n", stdout);
      el_reset(editor_.get());
    }
  }

 private:
  struct FreeDeleter {
    void operator()(History* history) const { history_end(history); }
    void operator()(EditLine* editor) const { el_end(editor); }
  };
  std::unique_ptr<History, FreeDeleter> history_;
  std::unique_ptr<EditLine, FreeDeleter> editor_;
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

constexpr const char* kHelp =
    "EXPRESSION         Evaluate an expression or formula: #Node, some n: Node | n in n.^next\n"
    "                   It may use the atoms (Node$0) and skolem constants ($show_x) of the instance\n"
    ":show              Show the instance\n"
    ":next              Go to the next instance, in the order of 'fretsaw enumerate'\n"
    ":after, :before    Go to the next or previous state of a trace\n"
    ":state K           Go to state K (from 0)\n"
    ":help              Show this help\n"
    ":quit, Ctrl-D      Quit\n";

}  // namespace

std::string Prompt::banner() const {
  const std::string subject = settings_.instance    ? fmt::format("Instance in '{}'", *settings_.instance)
                              : command_.is_check() ? std::string("First counterexample")
                                                    : std::string("First instance");
  return fmt::format("{} of '{}'. Enter an expression to evaluate, or :help.\n", subject,
                     describe(command_, settings_));
}

void Prompt::show(const AlloyInstance& instance) {
  const auto text = model_.render(instance);
  text ? console_.out().write(*text) : console_.report_error(text.error());
}

StopReason Prompt::report_error(const Diagnostic& error) {
  console_.report_error(error);
  return error.stop;
}

StopReason Prompt::show_next_instance(PromptState& prompt_state) {
  if (!others_) {
    EnumerationOptions options;
    options.symmetry = settings_.symmetry.value_or(Symmetry::Exact);
    options.limits = console_.limits();
    auto stream = command_.instances(options);
    if (!stream) return report_error(stream.error());
    others_ = *std::move(stream);
  }
  auto instance = others_->next();
  if (!instance) {
    if (others_->failure()) return report_error(*others_->failure());
    if (others_->complete())
      return report_error(
          input_error(fmt::format("no more instances ({} in total)", grouped(others_->yielded_count()))));
    const StopReason stop = others_->stop();
    others_.reset();  // it would stop again at once
    return report_error(limit_error(stop, "searching for the next instance; ':next' starts over"));
  }
  auto evaluator = command_.evaluator(*instance, console_.limits());
  if (!evaluator) return report_error(evaluator.error());
  prompt_state = {*std::move(instance), *std::move(evaluator)};
  console_.out().write(fmt::format("instance {}:\n", grouped(others_->yielded_count())));
  show(prompt_state.instance);
  return StopReason::None;
}

StopReason Prompt::evaluate(const std::string& expression, const PromptState& prompt_state) {
  const auto value = shown_value(prompt_state.evaluator, expression, console_, prompt_state.state);
  if (value) {
    console_.out().write(value->text + "\n");
  } else if (expression == "help") {
    console_.out().write(kHelp);  // the model has no such name
  } else {
    return report_error(value.error());
  }
  return StopReason::None;
}

void Prompt::move_to_state(const std::string& order, PromptState& prompt_state) {
  if (!prompt_state.instance.is_trace) {
    console_.report_error(usage_error("the instance is not a trace: it has only one state"));
    return;
  }
  if (order == ":after") {
    ++prompt_state.state;
  } else if (order == ":before" && prompt_state.state > 0) {
    --prompt_state.state;
  } else if (order.starts_with(":state ") && order.find_first_not_of("0123456789", 7) == std::string::npos &&
             order.size() < 13) {
    prompt_state.state = std::stoul(order.substr(7));
  } else {
    console_.report_error(order == ":before" ? usage_error("no state before state 0")
                                             : usage_error(fmt::format("invalid command '{}'", order),
                                                           "use ':state K', with K from 0"));
    return;
  }
  const std::size_t states = prompt_state.instance.states.size();
  const std::size_t loop = prompt_state.instance.loop;
  const std::size_t shown =
      prompt_state.state < states ? prompt_state.state : loop + (prompt_state.state - loop) % (states - loop);
  console_.out().write(prompt_state.state < states
                           ? fmt::format("state {} of {}\n", prompt_state.state, states)
                           : fmt::format("state {} (same as state {})\n", prompt_state.state, shown));
}

StopReason Prompt::run_prompt_command(const std::string& order, PromptState& prompt_state) {
  if (order == ":next" || order == ":n") return show_next_instance(prompt_state);
  if (order == ":after" || order == ":before" || order.starts_with(":state")) {
    move_to_state(order, prompt_state);
  } else if (order == ":show" || order == ":s") {
    show(prompt_state.instance);
  } else if (order == ":help" || order == ":h") {
    console_.out().write(kHelp);
  } else {
    console_.report_error(usage_error(
        fmt::format("unknown command '{}'{}", order,
                    suggestion(nearest_name(
                        order, {":show", ":next", ":after", ":before", ":state", ":help", ":quit"}))),
        "enter :help for a list of commands"));
  }
  return StopReason::None;
}

StopReason Prompt::run(PromptState prompt_state) {
  std::optional<LineEditor> edited;
  if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)) {
    console_.out().write(banner());
    console_.out().flush();
    edited.emplace();
  }
  while (console_.out().usable()) {
    const auto line = edited ? edited->next() : plain_line();
    if (!line) break;
    const std::string text = trimmed(*line);
    if (text.empty()) continue;
    if (text == ":quit" || text == ":q") return StopReason::None;
    const StopReason stop =
        text.front() == ':' ? run_prompt_command(text, prompt_state) : evaluate(text, prompt_state);
    console_.out().flush();
    if (stop == StopReason::None) continue;
    if (!edited || stop != StopReason::Cancelled) return stop;
    reset_interrupt();  // Ctrl-C cancels the evaluation
  }
  if (edited) std::fputs("\n", stdout);
  return StopReason::None;
}

}  // namespace fretsaw::cli
