// SPDX-License-Identifier: MIT
#include "cpp/space/skeleton.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "cpp/code/glue.hpp"

namespace fretsaw::space {

namespace {

using code::ClassInfo;
using code::FieldInfo;
using code::TypeInfo;

constexpr const char* kGap =
    "??"
    "?";  // in two, because ??) would be a trigraph

std::string quoted(const std::string& text) { return fmt::format("\"{}\"", text); }

class Skeleton {
 public:
  Skeleton(const code::Classes& classes, int root, std::string subject)
      : classes_(classes), root_(root), subject_(std::move(subject)) {}

  std::string write() {
    visit_fields(root_, "");
    const bool has_gaps = lines_.find(kGap) != std::string::npos;
    std::string out =
        fmt::format("// Finitization of {}, from {}.{}\n//\n", subject_,
                    std::filesystem::path(classes_.header).filename().string(),
                    has_gaps ? fmt::format(" Replace every {} by the values of the field.", kGap) : "");
    for (std::size_t i = 0; i < classes_.classes.size(); ++i) {
      if (is_of_interest(i)) out += comment(classes_.classes[i]);
    }
    out += "#include <fretsaw/finitization.hpp>\n\n";
    out +=
        fmt::format("void finitize_{}(fretsaw::Finitization& f, int size) {{\n", code::identifier(subject_));
    for (const std::string& name : referred_)
      out += fmt::format("  f.objects({}, {});\n", quoted(name), "size");
    return out + lines_ + "}\n";
  }

 private:
  const TypeInfo& type(int index) const { return classes_.type(index); }
  const ClassInfo& class_at(int index) const { return classes_.at(index); }

  // Frames are, if they are what is searched for.
  bool is_of_interest(std::size_t index) const {
    return !classes_.classes[index].is_frame || static_cast<int>(index) == root_;
  }

  std::string comment(const ClassInfo& info) const {
    if (info.is_frame) return fmt::format("// arguments of {}\n", info.name);
    std::string out =
        fmt::format("// {}{}, {} bytes\n", info.name, info.is_abstract ? " (abstract)" : "", info.size);
    for (const FieldInfo& field : info.fields) {
      const std::string width = field.bit_width != 0 ? fmt::format(" : {}", field.bit_width) : "";
      const std::string owner = field.owner == info.name ? "" : fmt::format("   (from {})", field.owner);
      out += fmt::format("//   {}: {}{}{}\n", field.name, type(field.type).name, width, owner);
    }
    return out + "//\n";
  }

  void visit_fields(int class_index, const std::string& prefix) {
    if (prefix.empty() && !visited_.insert(class_index).second) return;
    const ClassInfo& info = class_at(class_index);
    for (const FieldInfo& field : info.fields) {
      const std::string name = prefix.empty() ? fmt::format("{}::{}", info.name, field.name)
                                              : fmt::format("{}.{}", prefix, field.name);
      if (field.is_const && field.has_initializer)
        leave(name, "const, initialized in the class");
      else
        visit(field.type, name);
    }
  }

  void leave(const std::string& field, const std::string& why) {
    lines_ += fmt::format("  f.leave({});  // {}\n", quoted(field), why);
  }

  void gap(const std::string& field, const std::string& why) {
    lines_ += fmt::format("  f.set({}, {});  // {}\n", quoted(field), kGap, why);
  }

  void set(const std::string& field, const std::string& domain) {
    if (set_.insert(field).second) lines_ += fmt::format("  f.set({}, {});\n", quoted(field), domain);
  }

  void visit(int type_index, const std::string& field) {
    const TypeInfo& info = type(type_index);
    switch (info.kind) {
      case detail::kBoolType:
        return set(field, "\"false,true\"");
      case detail::kIntegerType:
      case detail::kCharType:
        return set(field, "fretsaw::range(0, size)");
      case detail::kEnumType: {
        std::vector<std::string> names;
        for (const auto& [name, value] : info.enumerators) names.push_back(quoted(name));
        return set(field, fmt::format("fretsaw::names({{{}}})", fmt::join(names, ", ")));
      }
      case detail::kArrayType:
        return visit(info.target, field);
      case detail::kVectorType:
        if (set_.insert(field + ".length").second)
          lines_ += fmt::format("  f.length({}, 0, size);\n", quoted(field));
        return visit(info.target, field);
      case detail::kContainerType:
        return visit_container(info, field);
      case detail::kPlaceType:
        lines_ += fmt::format("  // {}: {}, null or a field of that type\n", field, info.name);
        return;
      case detail::kOptionalType:
        return visit(info.target, field);
      case detail::kRecordType:
        return visit_fields(info.target, field);
      case detail::kPointerType:
      case detail::kReferenceType:
      case detail::kUniqueType:
      case detail::kSharedType:
        return visit_reference(info, field);
      case detail::kFloatType:
        return gap(field, fmt::format("{}: fretsaw::reals({{0, 0.5}}), for example", info.name));
      case detail::kUnsupportedType:
        if (info.element >= 0 && info.count == 1) return visit(info.element, field);
        if (info.element < 0) {
          const bool is_named = info.reason.find(info.name) != std::string::npos;
          return leave(field, is_named ? info.reason : fmt::format("{}: {}", info.name, info.reason));
        }
        visit(info.element, field);
        return gap(field + ".length",
                   fmt::format("{}: \"0..3\", or the field that holds its length; or f.leave({})", info.name,
                               quoted(field)));
    }
  }

  void visit_container(const TypeInfo& info, const std::string& field) {
    if (info.count > 0) return visit_alternatives(info, field);
    if (set_.insert(field + ".length").second)
      lines_ += fmt::format("  f.length({}, 0, size);\n", quoted(field));
    const bool is_map = info.key >= 0 && info.target >= 0;
    if (info.key >= 0) visit(info.key, is_map ? field + ".key" : field);
    if (info.target >= 0) visit(info.target, is_map ? field + ".value" : field);
  }

  void visit_alternatives(const TypeInfo& info, const std::string& field) {
    const code::ClassInfo& members = classes_.at(type(info.target).target);
    if (members.is_union)
      gap(field + ".member", fmt::format("{}: a member, or the field whose values 0, 1, ... select the "
                                         "members in order; or f.leave({})",
                                         info.name, quoted(field)));
    for (const code::FieldInfo& member : members.fields)
      visit(member.type, fmt::format("{}.{}", field, member.name));
  }

  void visit_reference(const TypeInfo& info, const std::string& field) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < classes_.classes.size(); ++i) {
      const ClassInfo& candidate = classes_.classes[i];
      const bool fits =
          static_cast<int>(i) == info.target ||
          std::find(candidate.bases.begin(), candidate.bases.end(), info.target) != candidate.bases.end();
      if (!fits || candidate.is_abstract) continue;
      names.push_back(quoted(candidate.name));
      if (std::find(referred_.begin(), referred_.end(), candidate.name) == referred_.end())
        referred_.push_back(candidate.name);
    }
    if (names.empty()) {
      return gap(field, fmt::format("no class derives from {}", class_at(info.target).name));
    }
    const char* const function = info.kind == detail::kReferenceType ? "objects_of" : "null_or";
    set(field, fmt::format("fretsaw::{}({})", function, fmt::join(names, ", ")));
    for (std::size_t i = 0; i < classes_.classes.size(); ++i) {
      if (std::find(names.begin(), names.end(), quoted(classes_.classes[i].name)) != names.end())
        visit_fields(static_cast<int>(i), "");
    }
  }

  const code::Classes& classes_;
  int root_;
  std::string subject_;
  std::set<int> visited_;
  std::set<std::string> set_;
  std::vector<std::string> referred_;
  std::string lines_;
};

}  // namespace

std::string skeleton(const code::Classes& classes, int root, const std::string& subject) {
  return Skeleton(classes, root, subject.empty() ? classes.at(classes.root).name : subject).write();
}

}  // namespace fretsaw::space
