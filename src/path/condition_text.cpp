// SPDX-License-Identifier: MIT
#include "path/condition_text.hpp"

#include <fmt/format.h>

#include <bit>

namespace fretsaw::path {

namespace {

const char* infix(Op op) {
  switch (op) {
    case Op::Add:
      return "+";
    case Op::Sub:
      return "-";
    case Op::Mul:
      return "*";
    case Op::UDiv:
    case Op::SDiv:
      return "/";
    case Op::URem:
    case Op::SRem:
      return "%";
    case Op::Shl:
      return "<<";
    case Op::LShr:
    case Op::AShr:
      return ">>";
    case Op::And:
      return "&";
    case Op::Or:
      return "|";
    case Op::Xor:
      return "^";
    case Op::Equal:
      return "=";
    case Op::ULess:
    case Op::SLess:
      return "<";
    case Op::ULessEqual:
    case Op::SLessEqual:
      return "<=";
    default:
      return "?";
  }
}

std::string last_name(const std::string& field) {
  const std::size_t at = field.rfind("::");
  return at == std::string::npos ? field : field.substr(at + 2);
}

}  // namespace

ConditionText::ConditionText(const Terms& terms, const InputModel& model, const contract::ObjectSpace& space)
    : terms_(terms), model_(model), frame_(space.objects.empty() ? "" : space.objects.front().name) {
  for (std::size_t v = 0; v < model.variables.size(); ++v) {
    if (model.variables[v].bound) continue;
    const auto& values = space.domain(static_cast<int>(v));
    for (std::size_t i = 0; i < values.size() && i < model.domain(v).size(); ++i) {
      if (values[i].kind == contract::SpaceValue::Kind::Reference)
        objects_.emplace(model.domain(v)[i].words[0],
                         space.objects[static_cast<std::size_t>(values[i].number)].name);
    }
  }
}

std::string ConditionText::show(TermId condition, const InputWords& input) const {
  TermEvaluator values(terms_, model_, input);
  return text(condition, values, false);
}

std::string ConditionText::constant(const Term& term, bool is_pointer) const {
  if (is_pointer && term.constant == 0) return "null";
  if (is_pointer) {
    const auto known = objects_.find(term.constant);
    return known != objects_.end() ? known->second : fmt::format("{:#x}", term.constant);
  }
  if (term.width >= 64) return fmt::format("{}", static_cast<std::int64_t>(term.constant));
  const std::uint64_t sign = std::uint64_t{1} << (term.width - 1);
  if (term.width == 1) return term.constant != 0 ? "true" : "false";
  return fmt::format("{}", static_cast<std::int64_t>(term.constant ^ sign) - static_cast<std::int64_t>(sign));
}

bool ConditionText::is_pointer(TermId id, TermEvaluator& values) const {
  const Term& term = terms_[id];
  if (term.width != 64 || term.op != Op::Read) return false;
  const InputCell* const cell = cell_of(term, values);
  if (cell == nullptr) return false;
  const InputVariable& variable = model_.variables[cell->parts.front().variable];
  return !variable.bound && variable.bytes == 8;
}

// Compilers read a bit-field with its neighbors, and then shift and mask it: `(x >> 3) & 31`, `(x << 14) >>
// 22`.
std::optional<std::string> ConditionText::bit_field(const Term& term, TermEvaluator& values) const {
  const auto constant_of = [&](const Term& each) { return terms_.value(each.b); };
  const bool is_masked = term.op == Op::And && constant_of(term);
  const bool is_shifted = (term.op == Op::AShr || term.op == Op::LShr) && constant_of(term);
  if (!is_masked && !is_shifted) return std::nullopt;
  Term inner = terms_[term.a];
  std::uint64_t low = 0;
  std::uint64_t bits = is_masked ? static_cast<std::uint64_t>(std::popcount(*constant_of(term))) : 0;
  if (is_masked && inner.op == Op::LShr && constant_of(inner)) {
    low = *constant_of(inner);
    inner = terms_[inner.a];
  } else if (is_shifted) {
    const bool is_up_first = inner.op == Op::Shl && constant_of(inner);
    bits = term.width - *constant_of(term);
    low = *constant_of(term) - (is_up_first ? *constant_of(inner) : 0);
    if (is_up_first) inner = terms_[inner.a];
  }
  if (inner.op != Op::Read) return std::nullopt;
  const InputCell* const cell = cell_of(inner, values);
  if (cell == nullptr) return std::nullopt;
  for (const CellPart& part : cell->parts) {
    if (part.shift == low && part.bits == bits && part.bits < cell->bits)
      return name_of(inner, part.variable, values);
  }
  return std::nullopt;
}

const InputCell* ConditionText::cell_of(const Term& read, TermEvaluator& values) const {
  const auto address = values.value(read.a);
  const auto cell = address ? model_.cell_at.find(*address) : model_.cell_at.end();
  return cell == model_.cell_at.end() ? nullptr : &model_.cells[cell->second];
}

std::string ConditionText::read(const Term& term, TermEvaluator& values) const {
  const InputCell* const cell = cell_of(term, values);
  return cell == nullptr ? "?" : name_of(term, cell->parts.front().variable, values);
}

// What is read there, as it is reached.
std::string ConditionText::name_of(const Term& term, std::size_t number, TermEvaluator& values) const {
  const InputVariable& variable = model_.variables[number];
  std::string name = variable.name;
  if (terms_.value(term.a)) return name.starts_with(frame_ + ".") ? name.substr(frame_.size() + 1) : name;
  const Term& place = terms_[term.a];
  const bool is_field = place.op == Op::Add && terms_.value(place.b).has_value();
  const TermId object = is_field ? place.a : term.a;
  const bool is_plain = terms_[object].op == Op::Read;
  if (!is_plain) return name;
  return text(object, values, true) + "." + last_name(variable.field);
}

std::string ConditionText::operand(TermId id, TermId other, TermEvaluator& values) const {
  const Term& term = terms_[id];
  if (term.op == Op::Constant) return constant(term, is_pointer(other, values));
  return text(id, values, true);
}

std::string ConditionText::negated(TermId id, TermEvaluator& values) const {
  const Term& term = terms_[id];
  const auto both = [&](const char* sign, TermId a, TermId b) {
    return fmt::format("{} {} {}", operand(a, b, values), sign, operand(b, a, values));
  };
  switch (term.op) {
    case Op::Equal:
      return both("!=", term.a, term.b);
    case Op::SLess:
    case Op::ULess:
      return both(">=", term.a, term.b);
    case Op::SLessEqual:
    case Op::ULessEqual:
      return both(">", term.a, term.b);
    case Op::Read:
    case Op::Extract:
      return "!" + text(id, values, true);
    case Op::IsCell:
      return text(term.a, values, true) + " leads nowhere";
    default:
      return fmt::format("!({})", text(id, values, false));
  }
}

std::string ConditionText::text(TermId id, TermEvaluator& values, bool is_nested) const {
  const Term& term = terms_[id];
  switch (term.op) {
    case Op::Constant:
      return constant(term, false);
    case Op::Read:
      return read(term, values);
    case Op::Not:
      return negated(term.a, values);
    case Op::ZExt:
    case Op::SExt:
      return text(term.a, values, is_nested);
    case Op::Extract:
      if (term.b == 0) return text(term.a, values, is_nested);
      return fmt::format("({} >> {})", text(term.a, values, true), term.b);
    case Op::Concat:
      return fmt::format("({}, {})", text(term.a, values, true), text(term.b, values, true));
    case Op::IsCell:
      return text(term.a, values, true) + " leads to a value";
    default:
      break;
  }
  if (const auto name = bit_field(term, values)) return *name;
  const bool is_comparison = term.op >= Op::Equal && term.op <= Op::SLessEqual;
  const bool is_logic = term.width == 1 && !is_comparison;
  const std::string out = fmt::format("{} {} {}", operand(term.a, term.b, values),
                                      is_logic && term.op == Op::And  ? "&&"
                                      : is_logic && term.op == Op::Or ? "||"
                                                                      : infix(term.op),
                                      operand(term.b, term.a, values));
  return is_nested ? "(" + out + ")" : out;
}

}  // namespace fretsaw::path
