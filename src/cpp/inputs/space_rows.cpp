// SPDX-License-Identifier: MIT
// Objects come first among the atoms, in the order of the space. What they hold by value and the constants
// are met on the way, and have negative numbers until all objects have theirs.
#include "cpp/inputs/space_rows.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cpp/space/heap_cursor.hpp"

namespace fretsaw::inputs {

namespace {

class RowCollector {
 public:
  RowCollector(const contract::Theory& theory, const space::Space& space, bool only_filters)
      : theory_(theory), space_(space), only_filters_(only_filters) {}

  Result<SpaceRows> run() {
    add_objects();
    if (error_) return *error_;
    add_constants();
    return std::move(out_);
  }

 private:
  void fail(Diagnostic error) {
    if (!error_) error_ = std::move(error);
  }

  const std::vector<space::SpaceValue>& domain(int variable) const {
    return space_.domain(static_cast<std::size_t>(variable));
  }

  std::int64_t add_atom(std::string name) {
    out_.atoms.push_back(std::move(name));
    return static_cast<std::int64_t>(out_.atoms.size()) - 1;
  }

  void add_objects() {
    out_.initial.assign(space_.variables.size(), 0);
    for (std::size_t slot = 0; slot < out_.initial.size(); ++slot) {
      const auto& domain = this->domain(slot);
      const auto nothing = std::ranges::find_if(domain, [](const space::SpaceValue& value) {
        return value.kind == space::SpaceValue::Kind::Null ||
               (value.kind == space::SpaceValue::Kind::Length && value.number == 0);
      });
      if (nothing != domain.end()) out_.initial[slot] = static_cast<std::uint32_t>(nothing - domain.begin());
    }
    for (const space::SpaceObject& object : space_.objects) {
      add_atom(object.name);
      out_.class_of_atom.push_back(object.class_index);
    }
    out_.object_atoms = out_.atoms.size();
    for (std::size_t i = 0; i < space_.objects.size(); ++i)
      describe(static_cast<std::int64_t>(i), out_.class_of_atom[i], space_.objects[i].parts,
               space_.objects[i].name);
  }

  void describe(std::int64_t owner, int class_index, const std::vector<space::SpacePart>& parts,
                const std::string& name) {
    const code::ClassInfo& info = theory_.classes.at(class_index);
    for (std::size_t i = 0; !error_ && i < parts.size() && i < info.fields.size(); ++i) {
      const code::FieldInfo& field = info.fields[i];
      const int declaring = field.base >= 0 ? field.base : class_index;
      part({owner,
            declaring,
            field.name,
            contract::shape_of(*theory_.classes.types, field.type),
            {},
            {},
            {},
            name + "." + field.name},
           field.type, parts[i]);
    }
  }

  // Where a part is.
  struct Place {
    std::int64_t owner;
    int class_index;
    std::string field;
    contract::Shape shape;
    std::vector<RowElement> indices;
    std::vector<InputSpace::Choice> condition;  // what an optional around it must be for it to be there
    bool may_be_missing;
    std::string name;
  };

  SpaceRelation& relating(const Place& place, int level) {
    const auto [at, fresh] =
        out_.by_key.emplace(std::tuple(place.class_index, place.field, level), out_.relations.size());
    if (fresh) out_.relations.push_back({place.class_index, place.field, level, place.shape});
    return out_.relations[at->second];
  }

  static std::vector<RowElement> row(const Place& place, RowElement value) {
    std::vector<RowElement> result{{false, place.owner}};
    result.insert(result.end(), place.indices.begin(), place.indices.end());
    result.push_back(value);
    return result;
  }

  void part(const Place& place, int type, const space::SpacePart& description) {
    const code::TypeInfo& info = theory_.classes.type(type);
    switch (description.kind) {
      case space::SpacePart::Kind::Slot:
        return choose(place, info, description.variable);
      case space::SpacePart::Kind::Record:
        return record(place, info, description);
      case space::SpacePart::Kind::Array:
      case space::SpacePart::Kind::Vector:
        return sequence(place, info, description);
      case space::SpacePart::Kind::Optional: {
        Place inner = place;
        inner.may_be_missing = true;
        const auto& lengths = domain(description.variable);
        for (std::size_t i = 0; i < lengths.size(); ++i) {
          if (lengths[i].number == 1)
            inner.condition.push_back(
                {static_cast<std::uint32_t>(description.variable), static_cast<std::uint32_t>(i)});
          if (lengths.size() == 1) inner.may_be_missing = lengths[i].number == 0;
        }
        if (lengths.size() == 1 && lengths[0].number == 0) {
          relating(place, -1).partial.insert(place.owner);
          return;
        }
        return part(inner, info.target, description.parts.front());
      }
      case space::SpacePart::Kind::Buffer:
      case space::SpacePart::Kind::Container:
        if (space::is_row(info)) return row_behind(place, info, description);
        return cannot_choose(
            place,
            input_error(fmt::format("'{}' is not supported in a relational clause: it is {}", place.name,
                                    info.kind == detail::kContainerType
                                        ? "a " + info.name
                                        : "an array of objects or pointers behind a pointer"),
                        "use a std::vector, or write the clause in C++"));
      case space::SpacePart::Kind::Key:
      case space::SpacePart::Kind::Left:
        out_.left.insert({place.class_index, place.field});
        return;
    }
  }

  void cannot_choose(const Place& place, Diagnostic why) {
    if (!only_filters_) return fail(std::move(why));
    out_.leaves_fields_out = true;
    out_.left.insert({place.class_index, place.field});
    out_.unrelated.emplace(std::pair(place.class_index, place.field), std::move(why));
  }

  void choose(const Place& place, const code::TypeInfo& type, int slot) {
    SpaceRelation& relation = relating(place, -1);
    relation.owns = type.kind == detail::kUniqueType;
    const auto& domain = this->domain(slot);
    bool has_null = place.may_be_missing;
    for (std::size_t i = 0; i < domain.size(); ++i) {
      if (domain[i].kind == space::SpaceValue::Kind::Null) {
        has_null = true;
        continue;
      }
      using Kind = space::SpaceValue::Kind;
      const bool is_pointer = type.kind >= detail::kPointerType && type.kind != detail::kUnsupportedType;
      const bool is_elsewhere = domain[i].kind == Kind::Static || !domain[i].path.empty();
      if (is_elsewhere || (is_pointer && domain[i].kind == Kind::Left)) {
        return cannot_choose(
            place,
            input_error(fmt::format("'{}' is not supported in a relational clause: it may point into an "
                                    "object or to a variable",
                                    place.name),
                        "write the clause in C++"));
      }
      relation.rows.push_back(row(place, element(type, domain[i], place)));
      std::vector<InputSpace::Choice> choices = place.condition;
      choices.push_back({static_cast<std::uint32_t>(slot), static_cast<std::uint32_t>(i)});
      relation.choices.push_back(std::move(choices));
    }
    (has_null ? relation.partial : relation.total).insert(place.owner);
  }

  RowElement element(const code::TypeInfo& type, const space::SpaceValue& value, const Place& place) {
    switch (value.kind) {
      case space::SpaceValue::Kind::Large:
        out_.beyond = fmt::format("{} ({})", static_cast<std::uint64_t>(value.number), place.name);
        return {true, 0};
      case space::SpaceValue::Kind::Number:
      case space::SpaceValue::Kind::Character:
      case space::SpaceValue::Kind::Length:
        out_.integers.insert(value.number);
        return {true, value.number};
      case space::SpaceValue::Kind::Boolean:
        return {false, constant(value.number != 0 ? "true" : "false")};
      case space::SpaceValue::Kind::Reference:
        return {false, value.referent()};
      case space::SpaceValue::Kind::Enumerator:
        return {false, constant(fmt::format("{}={}", type.name, value.number))};
      default:
        return {false, constant(place.name.substr(place.name.find('.')) + "=" + value.text)};
    }
  }

  std::int64_t constant(const std::string& name) {
    const auto [at, fresh] = out_.constants.emplace(name, 0);
    if (fresh)
      at->second = -1 - static_cast<std::int64_t>(out_.constants.size());  // gets its atom after all objects
    return at->second;
  }

  void record(const Place& place, const code::TypeInfo& type, const space::SpacePart& description) {
    const std::int64_t inner = -1'000'000 - static_cast<std::int64_t>(records_.size());  // likewise
    records_.emplace_back(place.name, type.target);
    SpaceRelation& relation = relating(place, -1);
    relation.rows.push_back(row(place, {false, inner}));
    relation.choices.push_back(place.condition);
    (place.may_be_missing ? relation.partial : relation.total).insert(place.owner);
    describe(inner, type.target, description.parts, place.name);
  }

  void sequence(const Place& place, const code::TypeInfo& type, const space::SpacePart& description) {
    const int level = static_cast<int>(place.indices.size());
    {
      SpaceRelation& lengths = relating(place, level);
      lengths.total.insert(place.owner);
      if (description.kind == space::SpacePart::Kind::Array) {
        add_length(lengths, place, static_cast<std::int64_t>(description.parts.size()), {});
      } else {
        const auto& domain = this->domain(description.variable);
        for (std::size_t i = 0; i < domain.size(); ++i)
          add_length(lengths, place, domain[i].number,
                     {{static_cast<std::uint32_t>(description.variable), static_cast<std::uint32_t>(i)}});
      }
    }
    elements_of(place, type.target, description);
  }

  void elements_of(const Place& place, int type, const space::SpacePart& description) {
    // Also if there is never an element, the relation is there.
    if (description.parts.empty()) relating(place, -1).total.insert(place.owner);
    for (std::size_t i = 0; i < description.parts.size(); ++i) {
      Place inner = place;
      out_.integers.insert(static_cast<std::int64_t>(i));
      inner.indices.push_back({true, static_cast<std::int64_t>(i)});
      inner.name = fmt::format("{}[{}]", place.name, i);
      part(inner, type, description.parts[i]);
    }
  }

  // An array behind a pointer. Its length is chosen with the pointer, or it is what another field says: then
  // that field's relation decides, and the length follows it.
  void row_behind(const Place& place, const code::TypeInfo& type, const space::SpacePart& description) {
    SpaceRelation& lengths = relating(place, static_cast<int>(place.indices.size()));
    lengths.total.insert(place.owner);
    const auto& domain = this->domain(description.length);
    const bool is_counted = description.variable < 0;
    if (is_counted) lengths.counter = description.length;
    bool has_null = false, has_empty = false;
    for (std::size_t i = 0; i < domain.size(); ++i) {
      const bool is_null = domain[i].kind == space::SpaceValue::Kind::Null;
      const std::int64_t length = is_null ? 0 : std::max<std::int64_t>(domain[i].number, 0);
      has_null |= is_null;
      has_empty |= !is_null && length == 0;
      if (is_counted) {
        out_.counted.insert({domain[i].number, length});
        add_length(lengths, place, length, {});
      } else {
        add_length(lengths, place, length,
                   {{static_cast<std::uint32_t>(description.variable), static_cast<std::uint32_t>(i)}});
      }
    }
    if (has_null && has_empty && only_filters_) out_.leaves_fields_out = true;
    if (has_null && has_empty && !only_filters_) {
      return fail(input_error(
          fmt::format(
              "'{}' may be null or point to an empty array, which relational clauses cannot distinguish",
              place.name),
          "exclude null or 0 from its lengths, or write the clause in C++"));
    }
    elements_of(place, type.element, description);
  }

  void add_length(SpaceRelation& lengths, const Place& place, std::int64_t length,
                  std::vector<InputSpace::Choice> choices) {
    out_.integers.insert(length);
    out_.longest = std::max(out_.longest, length);
    lengths.rows.push_back(row(place, {true, length}));
    lengths.choices.push_back(std::move(choices));
  }

  // Objects first, then what they hold by value, then constants; only now do the latter two have atoms.
  void add_constants() {
    std::map<std::int64_t, std::int64_t> final_atom;
    for (std::size_t i = 0; i < records_.size(); ++i) {
      final_atom[-1'000'000 - static_cast<std::int64_t>(i)] = add_atom(records_[i].first);
      out_.class_of_atom.push_back(records_[i].second);
    }
    out_.object_atoms = out_.atoms.size();
    constant("true");
    constant("false");
    for (const contract::Theory::Enumerator& each : theory_.enumerators)
      constant(fmt::format("{}={}", theory_.classes.type(each.type).name, each.value));
    for (auto& [name, atom] : out_.constants) {
      const std::int64_t made = add_atom(name);
      final_atom[atom] = made;
      atom = made;
    }
    const auto settle = [&](std::int64_t& atom) {
      if (atom < 0) atom = final_atom.at(atom);
    };
    for (SpaceRelation& relation : out_.relations) {
      for (auto& each : relation.rows) {
        for (RowElement& one : each) {
          if (!one.is_integer) settle(one.value);
        }
      }
      for (std::set<std::int64_t>* owners : {&relation.total, &relation.partial}) {
        std::set<std::int64_t> settled;
        for (std::int64_t owner : *owners) {
          settle(owner);
          settled.insert(owner);
        }
        *owners = std::move(settled);
      }
    }
  }

  const contract::Theory& theory_;
  const space::Space& space_;
  bool only_filters_;
  SpaceRows out_;
  std::vector<std::pair<std::string, int>> records_;  // names and classes
  std::optional<Diagnostic> error_;
};

}  // namespace

Result<SpaceRows> space_rows(const contract::Theory& theory, const space::Space& space, bool only_filters) {
  return RowCollector(theory, space, only_filters).run();
}

}  // namespace fretsaw::inputs
