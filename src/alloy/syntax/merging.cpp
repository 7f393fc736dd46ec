// SPDX-License-Identifier: MIT
//
// Alloy's grammar is not LR(1) in plain tokens; the original puts a filter between lexer and parser, and its
// quirks are part of the language: `! in` is one operator, `a -1` is a difference but `= -1` a number, and
// `x: run` names a command. Each function examines the tokens from `in` on and, if they merge, says how many
// it took. The merged tokens are never more than those read, so the list is compacted in place, in one pass.
#include "alloy/syntax/expr.hpp"
#include "alloy/syntax/lexer.hpp"

namespace fretsaw::alloy {

namespace {

class Merger {
 public:
  Merger(std::string_view text, std::vector<Token>& tokens) : text_(text), tokens_(tokens) {}

  void run() {
    while (in_ < tokens_.size()) {
      if (is_command_label()) {
        const Token label = tokens_[in_];
        put(tokens_[in_ + 2]);
        put(label);
        in_ += 3;
      } else {
        const Token token = merged();
        put(token);
      }
    }
    tokens_.resize(out_);
  }

 private:
  Tok kind(std::size_t ahead) const {
    return in_ + ahead < tokens_.size() ? tokens_[in_ + ahead].kind : Tok::End;
  }

  void put(const Token& token) { tokens_[out_++] = token; }

  // `l: run p` and `l: run {`
  bool is_command_label() const {
    return kind(0) == Tok::Identifier && kind(1) == Tok::Colon &&
           (kind(2) == Tok::Run || kind(2) == Tok::Check) &&
           (kind(3) == Tok::Identifier || kind(3) == Tok::LeftBrace);
  }

  // Takes `count` tokens as one of the given kind.
  Token take(std::size_t count, Tok as) {
    Token token = tokens_[in_ + count - 1];
    token.kind = as;
    token.begin = tokens_[in_].begin;
    in_ += count;
    return token;
  }

  Token merged() {
    switch (kind(0)) {
      case Tok::Not:
        return negated_comparison();
      case Tok::Pred:
      case Tok::Fun:
        return builtin();
      case Tok::Arrow:
      case Tok::One:
      case Tok::Lone:
      case Tok::Some:
      case Tok::Set:
        return arrow();
      case Tok::Minus:
        if (kind(1) == Tok::Number && !after_operand()) {
          Token number = take(2, Tok::Number);
          number.number = -number.number;
          return number;
        }
        break;
      default:
        break;
    }
    return take(1, kind(0));
  }

  Token negated_comparison() {
    switch (kind(1)) {
      case Tok::In:
        return take(2, Tok::NotIn);
      case Tok::Equal:
        return take(2, Tok::NotEqual);
      case Tok::Less:
        return take(2, Tok::NotLess);
      case Tok::LessEqual:
        return take(2, Tok::NotLessEqual);
      case Tok::Greater:
        return take(2, Tok::NotGreater);
      case Tok::GreaterEqual:
        return take(2, Tok::NotGreaterEqual);
      default:
        return take(1, Tok::Not);
    }
  }

  // pred/totalOrder, fun/add and so on.
  Token builtin() {
    struct Builtin {
      Tok head;
      std::string_view name;
      Tok kind;
    };
    static constexpr Builtin kBuiltins[] = {
        {Tok::Pred, "totalOrder", Tok::TotalOrder},
        {Tok::Fun, "add", Tok::IntAdd},
        {Tok::Fun, "sub", Tok::IntSub},
        {Tok::Fun, "mul", Tok::IntMul},
        {Tok::Fun, "div", Tok::IntDiv},
        {Tok::Fun, "rem", Tok::IntRem},
        {Tok::Fun, "min", Tok::IntMin},
        {Tok::Fun, "max", Tok::IntMax},
        {Tok::Fun, "next", Tok::IntNext},
    };
    if (kind(1) == Tok::Slash && kind(2) == Tok::Identifier) {
      const Token& name = tokens_[in_ + 2];
      for (const Builtin& builtin : kBuiltins) {
        if (builtin.head == kind(0) && builtin.name == text_.substr(name.begin, name.end - name.begin)) {
          return take(3, builtin.kind);
        }
      }
    }
    return take(1, kind(0));
  }

  // `->` with the multiplicities on either side; `set` there says nothing.
  Token arrow() {
    const std::size_t at = kind(0) == Tok::Arrow ? 0 : 1;
    if (kind(at) != Tok::Arrow) return take(1, kind(0));
    const Mult left = at == 0 ? Mult::Default : multiplicity(kind(0));
    const bool has_right = is_multiplicity(kind(at + 1));
    const Mult right = has_right ? multiplicity(kind(at + 1)) : Mult::Default;
    Token token = take(at + (has_right ? 2 : 1), Tok::Arrow);
    token.left_mult = static_cast<std::uint8_t>(left);
    token.right_mult = static_cast<std::uint8_t>(right);
    return token;
  }

  static bool is_multiplicity(Tok kind) {
    return kind == Tok::One || kind == Tok::Lone || kind == Tok::Some || kind == Tok::Set;
  }

  static Mult multiplicity(Tok kind) {
    switch (kind) {
      case Tok::One:
        return Mult::One;
      case Tok::Lone:
        return Mult::Lone;
      case Tok::Some:
        return Mult::Some;
      default:
        return Mult::Default;
    }
  }

  // Whether the token before ends an operand, so that a minus is the binary one.
  bool after_operand() const {
    if (out_ == 0) return false;
    switch (tokens_[out_ - 1].kind) {
      case Tok::RightParen:
      case Tok::RightBracket:
      case Tok::RightBrace:
      case Tok::Disj:
      case Tok::TotalOrder:
      case Tok::Int:
      case Tok::Sum:
      case Tok::Identifier:
      case Tok::Number:
      case Tok::Text:
      case Tok::Iden:
      case Tok::This:
      case Tok::IntMin:
      case Tok::IntMax:
      case Tok::IntNext:
      case Tok::Univ:
      case Tok::SigInt:
      case Tok::StringSig:
      case Tok::Steps:
      case Tok::None:
      case Tok::Prime:
        return true;
      default:
        return false;
    }
  }

  std::string_view text_;
  std::vector<Token>& tokens_;
  std::size_t in_ = 0;
  std::size_t out_ = 0;
};

}  // namespace

void merge_tokens(std::string_view text, std::vector<Token>& tokens) { Merger(text, tokens).run(); }

}  // namespace fretsaw::alloy
