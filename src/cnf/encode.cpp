// SPDX-License-Identifier: MIT
//
// A gate becomes a variable with clauses that tie it to its operands. Plaisted and Greenbaum (1986): where
// only the truth of a gate is used, "gate implies definition" is enough, and the other way round; this halves
// the clauses. After all inputs are assigned, unit propagation makes every such gate false whose definition
// is false, so a propagation that ends without conflict still means a model: set the gates left open to the
// values of their definitions.
//
// Outputs are taken apart first: a conjunction that must hold is its conjuncts, a disjunction is one clause.
#include "cnf/encode.hpp"

#include <utility>

namespace fretsaw {

namespace {

constexpr std::uint8_t kTruth = 1;      // gate -> definition is needed
constexpr std::uint8_t kFalsehood = 2;  // definition -> gate is needed

class Encoder {
 public:
  Encoder(const GateGraph& graph, const EncodeOptions& options, Budget& budget)
      : graph_(graph),
        options_(options),
        budget_(budget),
        variable_(graph.size(), 0),
        needed_(graph.size(), 0) {}

  std::optional<Encoding> run(std::span<const Lit> outputs, const std::vector<bool>& secondary,
                              std::span<const Lit> exported) {
    number_inputs(secondary);
    if (options_.selectors) {
      for (std::size_t i = 0; i < outputs.size(); ++i)
        encoding_.selectors.push_back(++encoding_.cnf.variables);
    }
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      guard_ = options_.selectors ? -encoding_.selectors[i] : 0;
      assert_true(outputs[i]);
    }
    guard_ = 0;
    for (const Lit lit : exported) {
      literal(negation(lit));
      encoding_.exported.push_back(literal(lit));
    }
    while (!pending_.empty()) {
      if (budget_.exhausted()) return std::nullopt;
      const auto [gate, way] = pending_.back();
      pending_.pop_back();
      define(gate, way);
    }
    return std::move(encoding_);
  }

 private:
  void number_inputs(const std::vector<bool>& secondary) {
    encoding_.variable_of_input.resize(graph_.inputs());
    for (const bool second : {false, true}) {
      for (std::uint32_t i = 0; i < graph_.inputs(); ++i) {
        if (secondary[i] != second) continue;
        encoding_.input_of.push_back(i);
        encoding_.variable_of_input[i] = ++encoding_.cnf.variables;
      }
      (second ? encoding_.cnf.secondary : encoding_.cnf.primary) = encoding_.cnf.variables;
    }
    encoding_.cnf.secondary -= encoding_.cnf.primary;
    for (std::uint32_t gate = 0; gate < graph_.size(); ++gate) {
      if (graph_.kind(gate) == GateKind::Input)
        variable_[gate] = encoding_.variable_of_input[graph_.input_index(gate)];
    }
  }

  void clause(std::initializer_list<int> literals) {
    clause_.assign(literals);
    emit();
  }

  void emit() {
    if (guard_ != 0) clause_.push_back(guard_);
    encoding_.cnf.add(clause_);
  }

  // The literal as a clause sees it when it occurs there as `lit`; asks for the definition in the direction
  // that needs.
  int literal(Lit lit) {
    const std::uint32_t gate = gate_of(lit);
    require(gate, is_negated(lit) ? kFalsehood : kTruth);
    return is_negated(lit) ? -variable_[gate] : variable_[gate];
  }

  void require(std::uint32_t gate, std::uint8_t way) {
    if (graph_.kind(gate) == GateKind::Input) return;
    if (options_.polarity == Polarity::Both) way = kTruth | kFalsehood;
    const std::uint8_t missing = way & static_cast<std::uint8_t>(~needed_[gate]);
    if (missing == 0) return;
    if (variable_[gate] == 0) variable_[gate] = ++encoding_.cnf.variables;
    needed_[gate] |= missing;
    pending_.emplace_back(gate, missing);
  }

  void assert_true(Lit output) {
    std::vector<Lit> todo{output};
    while (!todo.empty()) {
      const Lit lit = todo.back();
      todo.pop_back();
      const std::uint32_t gate = gate_of(lit);
      const auto operands = graph_.operands(gate);
      if (lit == kTrue) continue;
      if (lit == kFalse) {
        clause({});
      } else if (graph_.kind(gate) == GateKind::And && !is_negated(lit)) {
        todo.insert(todo.end(), operands.rbegin(), operands.rend());
      } else if (graph_.kind(gate) == GateKind::And) {
        clause_.clear();
        for (const Lit operand : operands) clause_.push_back(literal(negation(operand)));
        emit();
      } else if (graph_.kind(gate) == GateKind::Xor) {
        const Lit second = is_negated(lit) ? operands[1] : negation(operands[1]);
        clause({literal(negation(operands[0])), literal(second)});
        clause({literal(operands[0]), literal(negation(second))});
      } else if (graph_.kind(gate) == GateKind::Ite) {
        const Lit then = is_negated(lit) ? negation(operands[1]) : operands[1];
        const Lit otherwise = is_negated(lit) ? negation(operands[2]) : operands[2];
        clause({literal(negation(operands[0])), literal(then)});
        clause({literal(operands[0]), literal(otherwise)});
      } else {
        clause({literal(lit)});
      }
    }
  }

  void define(std::uint32_t gate, std::uint8_t way) {
    const int self = variable_[gate];
    const auto operands = graph_.operands(gate);
    const Lit a = operands[0];
    const Lit b = operands[1];
    switch (graph_.kind(gate)) {
      case GateKind::And:
        if ((way & kTruth) != 0) {
          for (const Lit operand : operands) clause({-self, literal(operand)});
        }
        if ((way & kFalsehood) != 0) {
          clause_.assign({self});
          for (const Lit operand : operands) clause_.push_back(literal(negation(operand)));
          emit();
        }
        break;
      case GateKind::Xor:
        if ((way & kTruth) != 0) {
          clause({-self, literal(a), literal(b)});
          clause({-self, literal(negation(a)), literal(negation(b))});
        }
        if ((way & kFalsehood) != 0) {
          clause({self, literal(a), literal(negation(b))});
          clause({self, literal(negation(a)), literal(b)});
        }
        break;
      default: {  // Ite; the third clause of each way is implied, but lets propagation see more
        const Lit c = operands[2];
        if ((way & kTruth) != 0) {
          clause({-self, literal(negation(a)), literal(b)});
          clause({-self, literal(a), literal(c)});
          clause({-self, literal(b), literal(c)});
        }
        if ((way & kFalsehood) != 0) {
          clause({self, literal(negation(a)), literal(negation(b))});
          clause({self, literal(a), literal(negation(c))});
          clause({self, literal(negation(b)), literal(negation(c))});
        }
      }
    }
  }

  const GateGraph& graph_;
  const EncodeOptions& options_;
  Budget& budget_;
  Encoding encoding_;
  std::vector<int> variable_;         // by gate; 0 if it has none yet
  std::vector<std::uint8_t> needed_;  // by gate: which ways are defined or pending
  std::vector<std::pair<std::uint32_t, std::uint8_t>> pending_;
  std::vector<int> clause_;
  int guard_ = 0;
};

}  // namespace

std::optional<Encoding> encode(const GateGraph& graph, std::span<const Lit> outputs,
                               const std::vector<bool>& secondary, const EncodeOptions& options,
                               Budget& budget, std::span<const Lit> exported) {
  return Encoder(graph, options, budget).run(outputs, secondary, exported);
}

}  // namespace fretsaw
