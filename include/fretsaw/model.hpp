// SPDX-License-Identifier: MIT
//
// Alloy models: loads a model, and finds, enumerates or samples the instances of a command, evaluates expressions, and
// computes unsatisfiable cores.
//
// Example: acyclic lists, one per isomorphism class.
//
//     const auto model = fretsaw::load_text(
//         "sig Node { next: lone Node }\n"
//         "pred acyclic { no n: Node | n in n.^next }\n"
//         "run acyclic for exactly 3 Node\n"
//         "check { acyclic } for 3\n");
//     if (!model) {
//       std::cout << fretsaw::render(model.error());
//       return 1;
//     }
//     const auto acyclic = model->command("acyclic");
//     auto lists = acyclic->instances({.symmetry = fretsaw::Symmetry::Exact});
//     for (const fretsaw::AlloyInstance& list : *lists)
//       std::cout << list.first().tuples("Node.next").size() << " links\n";
//
//     const auto check = model->commands()[1].answer();
//     std::cout << to_string(check->verdict) << "\n";   // sat: a counterexample
//     const auto value = model->commands()[1].evaluate("some n: Node | n in n.^next", *check->instance);
//     std::cout << std::boolalpha << std::get<bool>(value->value) << "\n";   // true
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "fretsaw/alloy_instance.hpp"
#include "fretsaw/detail/stream_iterator.hpp"
#include "fretsaw/diagnostic.hpp"
#include "fretsaw/finder.hpp"
#include "fretsaw/limits.hpp"

namespace fretsaw {

namespace session {
struct LoadedModel;
struct SelectedCommand;
class InstanceStream;
class Evaluation;
}  // namespace session

// A formula of an unsatisfiable core, and its location.
struct CoreFormula {
  std::string kind;  // "sig", "scope", "field", "fact" or "goal"
  std::string text;  // as written; empty for numbers of atoms that only the scope implies
  std::optional<Location> location;
};

struct AnswerOptions {
  // Absent: None for commands with `expect 1`, else Lex. Exact is treated as Lex.
  std::optional<Symmetry> symmetry{};
  bool core = false;                  // compute an unsatisfiable core if no instance is found
  bool prove = false;                 // if no trace is found, try to prove that none exists for any number of steps
  std::optional<std::size_t> fork{};  // find another trace that is equal up to this state and differs in the next
  Limits limits{};
};

struct CommandAnswer {
  Verdict verdict = Verdict::Limit;    // of a check: Sat means a counterexample
  StopReason stop = StopReason::None;  // the limit that was reached, if any; the verdict may be known already
  std::optional<AlloyInstance> instance{};
  Statistics statistics{};
  bool vacuous = false;  // a check has no counterexample only because the facts have no instance in its scope
  bool proved = false;   // of a temporal command: no trace exists for any number of steps
  std::optional<std::vector<CoreFormula>> core{};
  std::vector<Diagnostic> warnings{};
};

struct EnumerationOptions {
  Symmetry symmetry = Symmetry::Exact;
  std::string root{};  // a `one sig`: compare instances only on what is reachable from its atom; empty: on everything
  SearchPart part{};
  Order order = Order::Search;
  unsigned threads = 1;
  bool only_count = false;  // only skip() will be called
  Limits limits{};
};

// Enumerates instances on demand; memory does not grow with their number. See `Instances` in finder.hpp.
class AlloyInstances {
 public:
  explicit AlloyInstances(std::unique_ptr<session::InstanceStream> stream);
  ~AlloyInstances();
  AlloyInstances(AlloyInstances&&) noexcept;
  AlloyInstances& operator=(AlloyInstances&&) noexcept;

  std::optional<AlloyInstance> next();  // nothing after the last one or when a limit is reached
  bool skip();                          // skips an instance without building it
  bool complete() const;
  StopReason stop() const;
  const std::optional<Diagnostic>& failure() const;
  std::uint64_t yielded_count() const;
  double progress_fraction() const;
  const Statistics& statistics() const;
  const std::string& method() const;
  const std::vector<Diagnostic>& warnings() const;

  using Iterator = detail::StreamIterator<AlloyInstances>;
  Iterator begin() { return Iterator(*this); }
  Iterator end() { return {}; }

 private:
  friend Instances& internals(const AlloyInstances& stream);
  std::unique_ptr<session::InstanceStream> stream_;
};

struct AlloySampleOptions {
  std::uint64_t count = 1;
  std::uint64_t seed = 1;
  Symmetry symmetry = Symmetry::Exact;
  std::string root{};
  Limits limits{};
};

struct AlloySample {
  std::vector<AlloyInstance> instances;
  bool complete = false;
  StopReason stop = StopReason::None;
  std::string method;
  std::vector<Diagnostic> warnings{};
};

// The value of an expression: a formula's truth, a number, or tuples.
struct AlloyValue {
  std::string type;  // "formula", "int", or that of a relation: "Node->Int"
  std::variant<bool, std::int64_t, std::vector<AlloyTuple>> value;
  std::vector<Diagnostic> warnings{};
};

// Expressions in one instance. Names are those of the model, and the instance's atoms (Node$0) and skolem constants
// ($show_x).
class AlloyEvaluator {
 public:
  explicit AlloyEvaluator(std::shared_ptr<const session::Evaluation> evaluation) : evaluation_(std::move(evaluation)) {}

  // `state`: of a trace. Errors have locations in the text, which is named "expression".
  Result<AlloyValue> evaluate(const std::string& expression, const Limits& limits = {}, std::size_t state = 0) const;

 private:
  std::shared_ptr<const session::Evaluation> evaluation_;
};

// One command of a model. A small handle: copies share ownership of the model.
class Command {
 public:
  explicit Command(std::shared_ptr<const session::SelectedCommand> chosen) : selected_(std::move(chosen)) {}

  std::size_t index() const;
  const std::string& name() const;  // "show", "run$1"
  bool is_check() const;
  bool is_temporal() const;  // its instances are traces
  std::optional<int> expect() const;
  const std::optional<Diagnostic>& error() const;  // why it cannot run

  // The same command with another scope, in Alloy's words ("3 but 1 List, 4 int"), or other arithmetic.
  Result<Command> with_scope(const std::string& scope) const;
  Command with_overflow(Overflow overflow) const;

  // Errors: the command has one, or its problem is too large. A limit is part of the result; where the result has no
  // member for it, Diagnostic::stop is set.
  Result<CommandAnswer> answer(const AnswerOptions& options = {}) const;
  Result<AlloyInstances> instances(const EnumerationOptions& options = {}) const;
  Result<AlloySample> sample(const AlloySampleOptions& options = {}) const;
  // For one expression, or for many. Errors: the instance is not within the scope of the command.
  Result<AlloyValue> evaluate(const std::string& expression, const AlloyInstance& instance,
                              const Limits& limits = {}) const;
  Result<AlloyEvaluator> evaluator(const AlloyInstance& instance, const Limits& limits = {}) const;

 private:
  friend const session::SelectedCommand& internals(const Command& command);
  std::shared_ptr<const session::SelectedCommand> selected_;
};

class Model {
 public:
  explicit Model(std::shared_ptr<const session::LoadedModel> loaded) : loaded_(std::move(loaded)) {}

  const std::vector<Diagnostic>& warnings() const;
  std::vector<Command> commands() const;  // in the order of the file; at least one
  // By name or by index. Errors: unknown or ambiguous name.
  Result<Command> command(const std::string& name_or_index) const;

  // An instance of this model in a file, in JSON or XML.
  Result<AlloyInstance> read_instance(const std::string& path) const;
  // Errors: only for SVG, which requires Graphviz.
  Result<std::string> render(const AlloyInstance& instance, Format format = Format::Text) const;

 private:
  friend const session::LoadedModel& internals(const Model& model);
  std::shared_ptr<const session::LoadedModel> loaded_;
};

struct LoadOptions {
  std::vector<std::string> include_directories{};  // further directories to search for opened modules
  Limits limits{};
};

Result<Model> load(const std::string& path, const LoadOptions& options = {});
// `name` is the name of the text in messages; opened modules are searched for relative to it.
Result<Model> load_text(const std::string& text, const std::string& name = "model.als",
                        const LoadOptions& options = {});

}  // namespace fretsaw
