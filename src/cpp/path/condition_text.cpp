// SPDX-License-Identifier: MIT
#include "cpp/path/condition_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <string_view>

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

constexpr std::string_view kLength = ".length";

std::string last_name(const std::string& field) {
  const std::size_t at = field.rfind("::");
  return at == std::string::npos ? field : field.substr(at + 2);
}

}  // namespace

ConditionText::ConditionText(const Terms& terms, const InputModel& model)
    : terms_(terms), model_(model), frame_(model.space.objects.front().name) {
  for (std::size_t v = 0; v < model.variables.size(); ++v) {
    if (model.variables[v].is_free) continue;
    for (const space::SpaceValue& value : model.domain(v)) {
      if (value.kind == space::SpaceValue::Kind::Reference && value.path.empty())
        objects_.emplace(value.words[0], model.space.objects[value.object].name);
      else if (value.kind == space::SpaceValue::Kind::Static)
        objects_.emplace(value.words[0], "&" + value.text);
    }
  }
}

std::string ConditionText::show(TermId condition, TermEvaluator& values) const {
  constexpr unsigned kMaxSubexpressions = 100;
  Reading at{values, kMaxSubexpressions};
  return text(condition, at, false);
}

std::string ConditionText::constant(const Term& term, bool is_pointer) const {
  if (is_pointer && term.constant == 0) return "null";
  if (is_pointer) {
    const auto known = objects_.find(term.constant);
    return known != objects_.end() ? known->second : "an object outside the input";  // a new one, mostly
  }
  if (term.width >= 64) return fmt::format("{}", static_cast<std::int64_t>(term.constant));
  const std::uint64_t sign = std::uint64_t{1} << (term.width - 1);
  if (term.width == 1) return term.constant != 0 ? "true" : "false";
  return fmt::format("{}", static_cast<std::int64_t>(term.constant ^ sign) - static_cast<std::int64_t>(sign));
}

bool ConditionText::is_pointer(TermId id, Reading& at) const {
  const Term& term = terms_[id];
  if (term.width != 64 || term.op != Op::Read) return false;
  const InputCell* const cell = cell_of(term, at);
  if (cell == nullptr) return false;
  const InputVariable& variable = model_.variables[cell->parts.front().variable];
  using Kind = space::SpaceValue::Kind;
  return !variable.is_free && variable.bytes == 8 &&
         std::ranges::any_of(model_.domain(cell->parts.front().variable), [](const space::SpaceValue& value) {
           return value.kind == Kind::Null || value.kind == Kind::Reference || value.kind == Kind::Static ||
                  value.kind == Kind::Length;
         });
}

// Compilers read a bit-field with its neighbors, and then shift and mask it: `(x >> 3) & 31`, `(x << 14) >>
// 22`.
std::optional<std::string> ConditionText::bit_field(const Term& term, Reading& at) const {
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
  const InputCell* const cell = cell_of(inner, at);
  if (cell == nullptr) return std::nullopt;
  for (const CellSlice& part : cell->parts) {
    if (part.shift == low && part.bits == bits && part.bits < cell->bits)
      return name_of(inner, part.variable, at);
  }
  return std::nullopt;
}

const InputCell* ConditionText::cell_of(const Term& read, Reading& at) const {
  const auto address = at.values.value(read.a);
  const auto cell = address ? model_.cell_at.find(*address) : model_.cell_at.end();
  return cell == model_.cell_at.end() ? nullptr : &model_.cells[cell->second];
}

std::string ConditionText::read(const Term& term, Reading& at) const {
  const InputCell* const cell = cell_of(term, at);
  if (cell == nullptr) return "?";
  const std::string name = name_of(term, cell->parts.front().variable, at);
  const bool has_length_suffix = name.ends_with(kLength) || name.ends_with(".has_value");
  return model_.variables[cell->parts.front().variable].is_length && !has_length_suffix
             ? name + std::string(kLength)
             : name;
}

// What is read there, as it is reached.
std::string ConditionText::name_of(const Term& term, std::size_t number, Reading& at) const {
  const InputVariable& variable = model_.variables[number];
  std::string name = variable.name;
  if (terms_.value(term.a)) return name.starts_with(frame_ + ".") ? name.substr(frame_.size() + 1) : name;
  const Term& place = terms_[term.a];
  const bool is_field = place.op == Op::Add && terms_.value(place.b).has_value();
  const TermId object = is_field ? place.a : term.a;
  const bool is_plain = terms_[object].op == Op::Read;
  if (!is_plain) return name;
  std::string whole = text(object, at, true);
  if (!whole.ends_with(kLength)) return whole + "." + last_name(variable.field);
  // An element: the address of the container leads to its length.
  const std::size_t index = name.rfind('[');
  return whole.substr(0, whole.size() - kLength.size()) +
         (index != std::string::npos ? name.substr(index) : "");
}

std::string ConditionText::operand(TermId id, TermId other, Reading& at) const {
  const Term& term = terms_[id];
  if (term.op != Op::Constant) return text(id, at, true);
  if (const auto length = length_for(term.constant, other, at)) return std::to_string(*length);
  if (const auto letter = letter_for(term, other, at)) return *letter;
  if (is_unsigned(other, at)) return fmt::format("{}", term.constant);
  return constant(term, is_pointer(other, at));
}

bool ConditionText::is_unsigned(TermId id, Reading& at) const {
  const InputCell* const cell = terms_[id].op == Op::Read ? cell_of(terms_[id], at) : nullptr;
  return cell != nullptr && cell->whole() != nullptr &&
         model_.variables[cell->parts.front().variable].is_unsigned;
}

// A container of that length has this word, where `read` is; nothing if it could be of several lengths.
std::optional<std::int64_t> ConditionText::length_for(std::uint64_t word, TermId read, Reading& at) const {
  const InputCell* const cell = terms_[read].op == Op::Read ? cell_of(terms_[read], at) : nullptr;
  if (cell == nullptr || !model_.variables[cell->parts.front().variable].is_length) return std::nullopt;
  const CellSlice& part = cell->parts.front();
  std::optional<std::int64_t> length;
  for (const space::SpaceValue& each : model_.domain(part.variable)) {
    if (each.bits(part.low, part.bits) != word) continue;
    if (length && *length != each.rank) return std::nullopt;
    length = each.rank;
  }
  return length;
}

std::optional<std::string> ConditionText::letter_for(const Term& constant, TermId other, Reading& at) const {
  while (terms_[other].op == Op::SExt || terms_[other].op == Op::ZExt) other = terms_[other].a;
  const InputCell* const cell = terms_[other].op == Op::Read ? cell_of(terms_[other], at) : nullptr;
  const bool is_letter = cell != nullptr && model_.variables[cell->parts.front().variable].is_character &&
                         constant.constant >= ' ' && constant.constant < 127;
  if (!is_letter) return std::nullopt;
  return fmt::format("'{}'", static_cast<char>(constant.constant));
}

bool ConditionText::is_about_places(TermId condition, TermEvaluator& values) const {
  constexpr std::uint64_t kMinInputAddress = 0x10000000;  // addresses of inputs and of new objects lie above
  if (terms_[condition].op == Op::Not) condition = terms_[condition].a;
  const Term& term = terms_[condition];
  if (term.op != Op::Equal) return false;
  const auto place = terms_.value(term.b);
  Reading at{values, 1};
  return place && terms_[term.b].width == 64 && *place >= kMinInputAddress && !objects_.contains(*place) &&
         !is_pointer(term.a, at) && !length_for(*place, term.a, at);
}

std::string ConditionText::negated(TermId id, Reading& at) const {
  const Term& term = terms_[id];
  const auto both = [&](const char* sign, TermId a, TermId b) {
    return fmt::format("{} {} {}", operand(a, b, at), sign, operand(b, a, at));
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
      return "!" + text(id, at, true);
    case Op::IsCell:
      return text(term.a, at, true) + " points to no value";
    default:
      return fmt::format("!({})", text(id, at, false));
  }
}

// A loop adds a constant again and again: (((k - 3) - 3) - 3) is k - 9.
std::string ConditionText::sum(TermId id, Reading& at) const {
  const unsigned width = terms_[id].width;
  std::uint64_t constant = 0;
  const auto is_sum = [&](const Term& term) {
    return (term.op == Op::Add || term.op == Op::Sub) && terms_.value(term.b).has_value();
  };
  for (; is_sum(terms_[id]); id = terms_[id].a) {
    const std::uint64_t more = *terms_.value(terms_[id].b);
    constant = terms_[id].op == Op::Add ? constant + more : constant - more;
  }
  const unsigned unused = 64 - width;
  const auto number = static_cast<std::int64_t>(constant << unused) >> unused;
  if (number == 0) return text(id, at, true);
  const std::uint64_t distance =
      number < 0 ? 0 - static_cast<std::uint64_t>(number) : constant << unused >> unused;
  return fmt::format("{} {} {}", text(id, at, true), number < 0 ? "-" : "+", distance);
}

std::string ConditionText::text(TermId id, Reading& at, bool is_nested) const {
  if (at.parts_left == 0) return "...";
  --at.parts_left;
  const Term& term = terms_[id];
  switch (term.op) {
    case Op::Constant:
      return constant(term, false);
    case Op::Read:
      return read(term, at);
    case Op::Not:
      return negated(term.a, at);
    case Op::ZExt:
    case Op::SExt:
      return text(term.a, at, is_nested);
    case Op::Extract:
      if (term.b == 0) return text(term.a, at, is_nested);
      return fmt::format("({} >> {})", text(term.a, at, true), term.b);
    case Op::Concat:
      return fmt::format("({}, {})", text(term.a, at, true), text(term.b, at, true));
    case Op::IsCell:
      return text(term.a, at, true) + " points to a value";
    default:
      break;
  }
  if (const auto name = bit_field(term, at)) return *name;
  if ((term.op == Op::Add || term.op == Op::Sub) && terms_.value(term.b)) {
    const std::string out = sum(id, at);
    return is_nested ? "(" + out + ")" : out;
  }
  const bool is_comparison = term.op >= Op::Equal && term.op <= Op::SLessEqual;
  const bool is_logic = term.width == 1 && !is_comparison;
  const std::string out = fmt::format("{} {} {}", operand(term.a, term.b, at),
                                      is_logic && term.op == Op::And  ? "&&"
                                      : is_logic && term.op == Op::Or ? "||"
                                                                      : infix(term.op),
                                      operand(term.b, term.a, at));
  return is_nested ? "(" + out + ")" : out;
}

}  // namespace fretsaw::path
