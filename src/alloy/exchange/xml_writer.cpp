// SPDX-License-Identifier: MIT
// Alloy's format: every sig has a number and names its parent by it; an extended sig lists only the atoms
// that are in none of its children; a subset sig names its parents as <type>s; sigs of the main module are
// called this/Name; fields follow their sig; integers are not listed but follow from the bit width. <source>
// contains the model's text, which the visualizer's "theme" and "evaluator" windows show. The states of a
// trace are one <instance> each, with the same numbers.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "alloy/exchange/writers.hpp"
#include "fretsaw/version.hpp"
#include "report/xml.hpp"

namespace fretsaw {

namespace {

using model::Sig;
using model::SigId;

class XmlWriter {
 public:
  XmlWriter(const model::Model& model, const AlloyInstance& instance) : model_(model), instance_(instance) {}

  std::string write(const RenderOptions& options) {
    const std::string file = model_.modules.empty() ? "" : model_.modules.front().file;
    out_ = "<alloy builddate=\"fretsaw " FRETSAW_VERSION "\">\n\n";
    for (const AlloyState& state : instance_.states) {
      state_ = &state;
      used_ids_ = 0;
      write_state(options.command, file);
    }
    for (const auto& source : model_.sources) write_source(*source);
    return out_ + "\n</alloy>\n";
  }

 private:
  // Of a trace, every state is an instance of its own, and each says how long the trace and its loop are.
  void write_state(const std::string& command, const std::string& file) {
    const std::size_t states = instance_.states.size();
    const int bound = instance_.is_trace ? static_cast<int>(states) : -1;
    out_ += fmt::format(
        "<instance bitwidth=\"{}\" maxseq=\"{}\" mintrace=\"{}\" maxtrace=\"{}\" command=\"{}\" "
        "filename=\"{}\" "
        "tracelength=\"{}\" looplength=\"{}\" backloop=\"{}\">\n",
        instance_.bitwidth, instance_.max_seq, instance_.is_trace ? 1 : -1, bound, xml_escaped(command),
        xml_escaped(file), states, states - instance_.loop, instance_.loop);
    for (const SigId builtin : {model::kSeqInt, model::kInt, model::kString}) write_sig(model_.sig(builtin));
    for (const Sig& sig : model_.sigs) {
      if (!sig.builtin && !sig.is_subset()) write_sig(sig);
    }
    write_sig(model_.sig(model::kUniv));
    for (const Sig& sig : model_.sigs) {
      if (sig.is_subset()) write_sig(sig);
    }
    for (const auto& skolem : state_->skolems) {
      out_ += fmt::format("\n<skolem label=\"{}\" ID=\"{}\">\n", xml_escaped(skolem.name), next_id());
      write_tuples(skolem.tuples);
      write_types(lowering::type_of(model_, skolem), skolem.arity);
      out_ += "</skolem>\n";
    }
    out_ += "\n</instance>\n";
  }

  std::size_t id(SigId sig) const { return index(sig); }
  std::size_t next_id() { return model_.sigs.size() + used_ids_++; }

  static std::string label(const Sig& sig) {
    const bool in_main_module = !sig.builtin && sig.name.find('/') == std::string::npos;
    return xml_escaped(in_main_module ? "this/" + sig.name : sig.name);
  }

  void write_sig(const Sig& sig) {
    out_ += fmt::format("\n<sig label=\"{}\" ID=\"{}\"", label(sig), id(sig.id));
    if (sig.id != model::kUniv && !sig.is_subset())
      out_ += fmt::format(" parentID=\"{}\"", id(parent_of(sig)));
    const auto flag = [&](bool set, const char* name) {
      out_ += set ? fmt::format(" {}=\"yes\"", name) : "";
    };
    flag(sig.builtin, "builtin");
    flag(sig.is_abstract, "abstract");
    flag(sig.mult == model::SigMult::One, "one");
    flag(sig.mult == model::SigMult::Lone, "lone");
    flag(sig.mult == model::SigMult::Some, "some");
    flag(sig.is_private, "private");
    flag(sig.is_meta, "meta");
    flag(sig.is_subset() && sig.equals_parents, "exact");
    flag(sig.is_enum, "enum");
    flag(sig.is_variable, "var");
    out_ += ">\n";
    const bool integers = sig.id == model::kInt || sig.id == model::kSeqInt;
    if (!integers && sig.id != model::kUniv) write_own_atoms(sig);
    for (const SigId parent : sig.subset_of)
      out_ += fmt::format("   <type ID=\"{}\"/>\n", id(parent == model::kNone ? model::kUniv : parent));
    out_ += "</sig>\n";
    for (const model::FieldId field : sig.fields) write_field(sig, model_.field(field));
  }

  static SigId parent_of(const Sig& sig) { return sig.id == model::kSeqInt ? model::kInt : sig.parent; }

  void write_own_atoms(const Sig& sig) {
    std::set<AlloyAtom> of_children;
    for (const SigId child : sig.children) {
      const auto& atoms = state_->sig(child).atoms;
      of_children.insert(atoms.begin(), atoms.end());
    }
    for (const AlloyAtom& atom : state_->sig(sig.id).atoms) {
      if (!of_children.contains(atom))
        out_ += fmt::format("   <atom label=\"{}\"/>\n", xml_escaped(to_string(atom)));
    }
  }

  void write_field(const Sig& owner, const model::Field& field) {
    out_ += fmt::format("\n<field label=\"{}\" ID=\"{}\" parentID=\"{}\"{}{}{}>\n", xml_escaped(field.name),
                        next_id(), id(owner.id), field.is_private ? " private=\"yes\"" : "",
                        field.is_meta ? " meta=\"yes\"" : "", field.is_variable ? " var=\"yes\"" : "");
    write_tuples(state_->field(field.id).tuples);
    write_types(field.type, state_->field(field.id).arity);
    out_ += "</field>\n";
  }

  void write_tuples(const std::vector<AlloyTuple>& tuples) {
    for (const AlloyTuple& tuple : tuples) {
      out_ += "   <tuple>";
      for (const AlloyAtom& atom : tuple)
        out_ += fmt::format(" <atom label=\"{}\"/>", xml_escaped(to_string(atom)));
      out_ += " </tuple>\n";
    }
  }

  // At least one, for readers take the arity from it.
  void write_types(const model::Type& type, int arity) {
    const std::vector<model::Product> anything{model::Product(static_cast<std::size_t>(arity), model::kUniv)};
    for (const model::Product& product : type.products.empty() ? anything : type.products) {
      out_ += "   <types>";
      for (const SigId sig : product)
        out_ += fmt::format(" <type ID=\"{}\"/>", id(sig == model::kNone ? model::kUniv : sig));
      out_ += " </types>\n";
    }
  }

  void write_source(const Source& source) {
    out_ += fmt::format("\n<source filename=\"{}\" content=\"{}\"/>\n", xml_escaped(source.name()),
                        xml_escaped(source.text()));
  }

  const model::Model& model_;
  const AlloyInstance& instance_;
  const AlloyState* state_ = nullptr;
  std::string out_;
  std::size_t used_ids_ = 0;
};

}  // namespace

std::string xml_of(const model::Model& model, const AlloyInstance& instance, const RenderOptions& options) {
  return XmlWriter(model, instance).write(options);
}

}  // namespace fretsaw
