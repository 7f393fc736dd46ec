// SPDX-License-Identifier: MIT
// Seven nodes have 5040 sets of names for the same tree, and a solver that has to show that there is no such
// tree shows it once for each. So names are given: go through the variables in a fixed order, those of the
// receiver and the arguments first, then those of the first node, of the second, and so on; whatever is met
// first is the first node, what is met next is the second. In clauses: a variable points to object k + 1 only
// if one before it points to object k.
//
// Each class is numbered for itself, by the variables of what is numbered already (receiver, arguments,
// single objects, classes before it) and its own, first object first. That is a walk in the order of its own
// discoveries, so that any input can be named so. References from a class that comes later do not count;
// objects that only such refer to are in no order. As long as there are none, an object that is not met is
// unreachable: its fields do not matter, and are fixed.
//
// The order must not be required if names matter. To invariants and preconditions they do not, here as in
// everything else that makes one input for each isomorphism class; to the method they may (AddressUse), and
// then the search begins anew without an order.
#include "cpp/path/object_order.hpp"

#include <algorithm>
#include <tuple>

namespace fretsaw::path {

namespace {

using Objects = std::vector<std::size_t>;

std::vector<std::vector<std::size_t>> variables_by_object(const InputModel& model) {
  std::vector<std::vector<std::size_t>> out(model.space.objects.size());
  for (std::size_t v = 0; v < model.variables.size(); ++v) out[model.variables[v].object].push_back(v);
  return out;
}

// What two objects must have in common.
auto shape_of(const InputModel& model, const std::vector<std::size_t>& variables) {
  using Guard = std::tuple<std::int64_t, std::int64_t, std::int64_t>;
  std::vector<std::tuple<std::string, std::uint64_t, unsigned, std::size_t, bool, bool, bool, Guard>> out;
  for (const std::size_t v : variables) {
    const InputVariable& each = model.variables[v];
    const std::int64_t guard =
        each.guard < 0 ? -1 : each.guard - static_cast<std::int64_t>(variables.front());
    out.emplace_back(each.field, each.address - model.variables[variables.front()].address, each.bytes,
                     each.domain, each.is_followed, each.is_fixed, each.is_unique,
                     Guard{guard, each.above, each.last});
  }
  return out;
}

// How often each domain refers to the object.
std::vector<std::size_t> references_to(const InputModel& model, std::size_t object) {
  std::vector<std::size_t> out;
  for (const auto& domain : model.space.domains)
    out.push_back(static_cast<std::size_t>(
        std::ranges::count(domain, static_cast<int>(object), &space::SpaceValue::referent)));
  return out;
}

class ObjectOrder {
 public:
  ObjectOrder(const InputModel& model, PathSolver& solver)
      : model_(model),
        solver_(solver),
        gates_(solver.gates()),
        variables_(variables_by_object(model)),
        waiting_(interchangeable_objects(model)),
        reached_(model.space.objects.size(), gates_.yes()) {}

  void require() {
    std::vector<bool> is_waiting(model_.space.objects.size(), false);
    for (const Objects& group : waiting_) {
      for (const std::size_t object : group) is_waiting[object] = true;
    }
    for (std::size_t o = 0; o < is_waiting.size(); ++o) {
      if (!is_waiting[o]) numbered_.push_back(o);
    }
    while (!waiting_.empty()) {
      auto next = std::ranges::find_if(waiting_, [&](const Objects& group) { return !is_met_later(group); });
      if (next == waiting_.end()) {
        next = waiting_.begin();
        knows_reach_ = false;
      }
      const Objects group = *next;
      waiting_.erase(next);
      number(group);
    }
  }

 private:
  bool leads_to(std::size_t variable, std::size_t object) const {
    return !model_.variables[variable].is_free &&
           std::ranges::any_of(model_.domain(variable), [&](const space::SpaceValue& value) {
             return value.referent() == static_cast<int>(object);
           });
  }

  // By variables of other classes that are not numbered yet.
  bool is_met_later(const Objects& group) const {
    return std::ranges::any_of(waiting_, [&](const Objects& other) {
      return other != group && std::ranges::any_of(variables_[other.front()],
                                                   [&](std::size_t v) { return leads_to(v, group.front()); });
    });
  }

  Literal reference(std::size_t variable, std::size_t object) {
    if (!leads_to(variable, object)) return gates_.no();
    const auto& domain = model_.domain(variable);
    Bits ways;
    for (std::size_t i = 0; i < domain.size(); ++i) {
      if (domain[i].referent() == static_cast<int>(object)) ways.push_back(solver_.input().is(variable, i));
    }
    return gates_.conjunction(solver_.input().exists(variable),
                              gates_.disjunction(std::span<const Literal>(ways)));
  }

  void number(const Objects& group) {
    Bits met(group.size(), gates_.no());
    for (const std::size_t object : numbered_) meet(object, group, met);
    for (std::size_t k = 0; k < group.size(); ++k) {
      reached_[group[k]] = met[k];
      meet(group[k], group, met);
    }
    for (std::size_t k = 0; k < group.size(); ++k) {
      reached_[group[k]] = met[k];
      if (knows_reach_) fix_unreached(group[k]);
      numbered_.push_back(group[k]);
    }
  }

  void meet(std::size_t owner, const Objects& group, Bits& met) {
    for (const std::size_t v : variables_[owner]) {
      const Bits before = met;
      for (std::size_t k = 0; k < group.size(); ++k) {
        const Literal meets = gates_.conjunction(reached_[owner], reference(v, group[k]));
        if (meets == gates_.no()) continue;
        if (k > 0) {
          const Literal clause[] = {-meets, before[k - 1]};
          gates_.require(clause);
        }
        met[k] = gates_.disjunction(met[k], meets);
      }
    }
  }

  void fix_unreached(std::size_t object) {
    const Literal reached = reached_[object];
    for (const std::size_t v : variables_[object]) {
      const auto require = [&](Literal literal) {
        const Literal clause[] = {reached, literal};
        gates_.require(clause);
      };
      if (model_.variables[v].is_free) {
        for (const Literal bit : solver_.input().bits(v)) require(-bit);
      } else if (const space::SpaceValue& first = model_.domain(v).front(); first.referent() < 0) {
        require(solver_.input().is(v, 0));
      }
    }
  }

  const InputModel& model_;
  PathSolver& solver_;
  Gates& gates_;
  std::vector<std::vector<std::size_t>> variables_;
  std::vector<Objects> waiting_;  // classes
  Objects numbered_;
  Bits reached_;             // by object
  bool knows_reach_ = true;  // so far, every reference has been counted
};

}  // namespace

std::vector<Objects> interchangeable_objects(const InputModel& model) {
  const auto variables = variables_by_object(model);
  std::map<int, Objects> classes;
  for (std::size_t o = 1; o < model.space.objects.size(); ++o)
    classes[model.space.objects[o].class_index].push_back(o);
  std::vector<Objects> out;
  for (const auto& [number, objects] : classes) {
    const std::size_t first = objects.front();
    const bool are_alike = std::ranges::all_of(objects, [&](std::size_t each) {
      return shape_of(model, variables[each]) == shape_of(model, variables[first]) &&
             references_to(model, each) == references_to(model, first);
    });
    if (objects.size() > 1 && are_alike) out.push_back(objects);
  }
  return out;
}

void require_order(const InputModel& model, PathSolver& solver) { ObjectOrder(model, solver).require(); }

AddressUse::AddressUse(const InputModel& model, const Terms& terms, PathSolver& solver)
    : terms_(terms), solver_(solver) {
  std::unordered_set<std::size_t> objects;
  for (const Objects& group : interchangeable_objects(model)) objects.insert(group.begin(), group.end());
  for (const auto& domain : model.space.domains) {
    for (const space::SpaceValue& value : domain) {
      if (value.referent() >= 0 && objects.contains(value.object)) addresses_.insert(value.words[0]);
    }
  }
}

bool AddressUse::is_address(TermId id) {
  while (terms_[id].op == Op::Add && terms_.value(terms_[id].b)) id = terms_[id].a;  // of a field
  if (addresses_.empty() || terms_[id].width != 64 || terms_.value(id)) return false;
  const auto& values = solver_.values(id);
  // An unknown value could be one, if it is read at an unknown place.
  if (!values) return terms_[id].op == Op::Read && !solver_.values(terms_[id].a);
  return std::ranges::any_of(*values, [&](std::uint64_t value) { return addresses_.contains(value); });
}

bool AddressUse::matters(TermId id) {
  if (const auto found = known_.find(id); found != known_.end()) return found->second;
  const Term term = terms_[id];
  bool out = false;
  if (term.op != Op::Constant) {
    const bool is_binary = has_two_operands(term.op);
    out = matters(term.a) || (is_binary && matters(term.b));
    const bool is_shifted = term.op == Op::Add && terms_.value(term.b);
    const bool is_followed = term.op == Op::Read || term.op == Op::IsCell || is_shifted;
    if (!out && term.op == Op::Equal)
      out = !terms_.value(term.b) && is_address(term.a) != is_address(term.b);
    else if (!out && !is_followed)
      out = is_address(term.a) || (is_binary && is_address(term.b));
  }
  known_.emplace(id, out);
  return out;
}

}  // namespace fretsaw::path
