// SPDX-License-Identifier: MIT
#include <expat.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <map>
#include <string_view>

#include "alloy/exchange/raw_instance.hpp"

namespace fretsaw {

namespace {

// Where the parser is. Later versions of Expat have functions with wider results, and warn of those that
// earlier ones have only.
template <class Parser>
std::uint32_t byte_index(Parser parser) {
  if constexpr (requires { XML_GetCurrentByteIndex64(parser); })
    return static_cast<std::uint32_t>(std::max<std::int64_t>(0, XML_GetCurrentByteIndex64(parser)));
  else
    return static_cast<std::uint32_t>(std::max<std::int64_t>(0, XML_GetCurrentByteIndex(parser)));
}

template <class Parser>
std::uint32_t byte_count(Parser parser) {
  if constexpr (requires { XML_GetCurrentByteCount64(parser); })
    return static_cast<std::uint32_t>(XML_GetCurrentByteCount64(parser));
  else
    return static_cast<std::uint32_t>(XML_GetCurrentByteCount(parser));
}

std::optional<std::int64_t> integer(std::string_view text) {
  std::int64_t value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && stop == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

// A start tag: its attributes and its place.
class Tag {
 public:
  Tag(const char** attributes, const Span& place) : span(place) {
    for (; *attributes; attributes += 2) values_.emplace(attributes[0], attributes[1]);
  }
  const std::string* find(const std::string& name) const {
    const auto found = values_.find(name);
    return found == values_.end() ? nullptr : &found->second;
  }

  Span span;

 private:
  std::map<std::string, std::string> values_;
};

// What is collected while expat walks over the elements. The sig of a field is known by number until the end.
class Collector {
 public:
  Collector(SourcePtr source, XML_Parser parser) : parser_(parser), source_(std::move(source)) {}

  void start(std::string_view name, const char** attributes) {
    const Tag tag(attributes, here());
    path_.emplace_back(name);
    if (error_) return;
    if (name == "instance") start_instance(tag);
    if (!in_instance_) return;
    if (name == "sig") start_sig(tag);
    if (name == "field") start_relation(tag, raw_.fields);
    if (name == "skolem") start_relation(tag, raw_.skolems);
    if (name == "tuple" && relation_) relation_->tuples.push_back({{}, tag.span});
    if (name == "atom") add_atom(tag);
  }

  void end(std::string_view name) {
    path_.pop_back();
    if (name == "tuple" && relation_ && relation_->tuples.back().atoms.empty() && !error_)
      error_ = error_at(relation_->tuples.back().span, ErrorClass::Input, "empty tuple");
    if (name == "sig") sig_ = nullptr;
    if (name == "field" || name == "skolem") relation_ = nullptr;
    if (name == "instance" && in_instance_) end_instance();
  }

  Result<RawTrace> result() && {
    if (error_) return *error_;
    if (trace_.states.empty()) {
      return with_note(error_at({source_.get(), 0, 1}, ErrorClass::Input, "no <instance> in the document"),
                       "Alloy's format is <alloy><instance bitwidth=… maxseq=…>…</instance></alloy>");
    }
    if (!trace_.loop) {
      trace_.states.resize(1);
      return std::move(trace_);
    }
    const auto states = static_cast<std::size_t>(std::max<std::int64_t>(length_->value, 0));
    if (trace_.states.size() < states || states == 0) {
      return error_at(length_->span, ErrorClass::Input,
                      fmt::format("expected {} states in the trace, found {}", states, trace_.states.size()));
    }
    if (trace_.loop->value < 0 || trace_.loop->value >= length_->value)
      return error_at(length_->span, ErrorClass::Input,
                      fmt::format("invalid 'looplength': expected 1..{}", length_->value));
    trace_.states.resize(states);  // Alloy repeats some for its own purposes
    return std::move(trace_);
  }

 private:
  Span here() const {
    const std::uint32_t begin = byte_index(parser_);
    return {source_.get(), begin, begin + byte_count(parser_)};
  }

  void fail(const Tag& tag, std::string message) {
    if (!error_) error_ = error_at(tag.span, ErrorClass::Input, std::move(message));
  }

  // The attribute, or an empty text and an error.
  std::string required(const Tag& tag, const std::string& name) {
    if (const std::string* value = tag.find(name)) return *value;
    fail(tag, fmt::format("<{}> requires the attribute '{}'", path_.back(), name));
    return {};
  }

  void start_instance(const Tag& tag) {
    if (in_instance_) return fail(tag, "nested <instance>");
    in_instance_ = true;
    raw_ = {};
    raw_.source = source_;
    raw_.sigs_list_all_atoms = false;
    sig_names_.clear();
    field_owners_.clear();
    if (const auto most = number(tag, "maxtrace"); most && most->value > 0 && trace_.states.empty()) {
      length_ = number(tag, "tracelength");
      const auto round = number(tag, "looplength");
      constexpr std::int64_t kMaxTraceLength = std::numeric_limits<std::int32_t>::max();
      const auto is_length = [](const RawNumber& of) { return of.value >= 0 && of.value <= kMaxTraceLength; };
      if (!length_ || !round)
        fail(tag, "a trace requires the attributes 'tracelength' and 'looplength'");
      else if (!is_length(*length_) || !is_length(*round))
        fail(tag,
             fmt::format("'tracelength' and 'looplength' must be numbers from 0 to {}", kMaxTraceLength));
      else
        trace_.loop = RawNumber{length_->value - round->value, tag.span};
    }
    raw_.bitwidth = number(tag, "bitwidth");
    raw_.max_seq = number(tag, "maxseq");
  }

  void end_instance() {
    in_instance_ = false;
    if (error_) return;
    for (std::size_t i = 0; i < raw_.fields.size(); ++i) {
      const auto owner = sig_names_.find(field_owners_[i]);
      if (owner == sig_names_.end()) {
        if (!error_) {
          error_ =
              error_at(raw_.fields[i].span, ErrorClass::Input,
                       fmt::format("unknown parent of a field: no sig has the ID '{}'", field_owners_[i]));
        }
        return;
      }
      raw_.fields[i].name = fmt::format("{}.{}", owner->second, raw_.fields[i].name);
    }
    trace_.states.push_back(std::move(raw_));
  }

  std::optional<RawNumber> number(const Tag& tag, const std::string& name) {
    const std::string* const text = tag.find(name);
    if (!text) return std::nullopt;
    const auto value = integer(*text);
    if (!value) fail(tag, fmt::format("attribute '{}' must be a number", name));
    return value ? std::optional(RawNumber{*value, tag.span}) : std::nullopt;
  }

  static std::string without_this(const std::string& label) {
    return label.starts_with("this/") ? label.substr(5) : label;
  }

  void start_sig(const Tag& tag) {
    const std::string name = without_this(required(tag, "label"));
    sig_names_[required(tag, "ID")] = name;
    sig_ = &raw_.sigs.emplace_back(RawSig{name, tag.span, {}, tag.find("meta") != nullptr});
  }

  void start_relation(const Tag& tag, std::vector<RawRelation>& relations) {
    const std::string label = required(tag, "label");
    if (&relations == &raw_.fields) field_owners_.push_back(required(tag, "parentID"));
    relation_ = &relations.emplace_back(RawRelation{label, tag.span, {}, tag.find("meta") != nullptr});
  }

  void add_atom(const Tag& tag) {
    const std::string label = required(tag, "label");
    RawAtom atom{label, tag.span};
    if (const auto value = integer(label)) atom.value = *value;
    const bool in_tuple = path_.size() >= 2 && path_[path_.size() - 2] == "tuple";
    if (in_tuple && relation_) {
      relation_->tuples.back().atoms.push_back(std::move(atom));
    } else if (sig_) {
      sig_->atoms.push_back(std::move(atom));
    } else {
      fail(tag, "<atom> is only allowed in a <sig> or a <tuple>");
    }
  }

  XML_Parser parser_;
  SourcePtr source_;
  RawTrace trace_;                   // what has been read
  std::optional<RawNumber> length_;  // how many states the trace says that it has
  RawInstance raw_;                  // what is being read
  std::vector<std::string> path_;    // of elements that are open
  bool in_instance_ = false;
  RawSig* sig_ = nullptr;                         // the last of raw_.sigs while its element is open
  RawRelation* relation_ = nullptr;               // likewise, of the fields or skolems
  std::map<std::string, std::string> sig_names_;  // by ID
  std::vector<std::string> field_owners_;         // IDs, by field
  std::optional<Diagnostic> error_;
};

void on_start(void* collector, const char* name, const char** attributes) {
  static_cast<Collector*>(collector)->start(name, attributes);
}

void on_end(void* collector, const char* name) { static_cast<Collector*>(collector)->end(name); }

}  // namespace

Result<RawTrace> read_xml_instance(const SourcePtr& source) {
  struct FreeDeleter {
    void operator()(XML_Parser parser) const { XML_ParserFree(parser); }
  };
  const std::unique_ptr<std::remove_pointer_t<XML_Parser>, FreeDeleter> parser(XML_ParserCreate("UTF-8"));
  if (!parser) throw std::bad_alloc();
  Collector collector(source, parser.get());
  XML_SetUserData(parser.get(), &collector);
  XML_SetElementHandler(parser.get(), on_start, on_end);
  const std::string_view text = source->text();
  if (XML_Parse(parser.get(), text.data(), static_cast<int>(text.size()), XML_TRUE) == XML_STATUS_ERROR) {
    const std::uint32_t at = byte_index(parser.get());
    return error_at({source.get(), at, at + 1}, ErrorClass::Input,
                    fmt::format("invalid XML: {}", XML_ErrorString(XML_GetErrorCode(parser.get()))));
  }
  return std::move(collector).result();
}

}  // namespace fretsaw
