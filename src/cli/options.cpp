// SPDX-License-Identifier: MIT
#include "cli/options.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <type_traits>

namespace fretsaw::cli {

namespace {

using Refusal = std::optional<std::string>;

// How the text of an argument becomes a value of each type.
Refusal read(const std::string& text, std::string& value) {
  value = text;
  return text.empty() ? Refusal("wants something that is not empty") : std::nullopt;
}

Refusal read(const std::string& text, std::uint64_t& value) {
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc::result_out_of_range) return "wants a smaller number";
  return error == std::errc() && stop == end ? std::nullopt : Refusal("wants a whole number");
}

Refusal read(const std::string& text, double& value) {
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  const bool good = error == std::errc() && stop == end && std::isfinite(value) && value > 0;
  return good ? std::nullopt : Refusal("wants a number above 0");
}

Refusal read(const std::string& text, Format& value) {
  const auto format = parse_format(text);
  if (format) value = *format;
  return format ? std::nullopt : Refusal("wants text, json, xml, dot or svg");
}

Refusal read(const std::string& text, Symmetry& value) {
  if (text == "exact") return "does not know 'exact' yet; 'lex' cuts some duplicates";
  if (text != "none" && text != "lex") return "wants none or lex";
  value = text == "none" ? Symmetry::None : Symmetry::Lex;
  return std::nullopt;
}

Refusal read(const std::string& text, Overflow& value) {
  if (text != "prevent" && text != "wrap") return "wants prevent or wrap";
  value = text == "prevent" ? Overflow::Prevent : Overflow::Wrap;
  return std::nullopt;
}

template <class T>
Refusal read(const std::string& text, std::optional<T>& value) {
  return read(text, value.emplace());
}

template <class T>
Refusal read(const std::string& text, std::vector<T>& values) {
  return read(text, values.emplace_back());
}

// The setter of a member: a switch becomes true, everything else is read as its type says.
template <auto Member>
Refusal store(Settings& settings, const std::string& text) {
  auto& member = settings.*Member;
  if constexpr (std::is_same_v<std::remove_reference_t<decltype(member)>, bool>) {
    member = true;
    return std::nullopt;
  } else {
    return read(text, member);
  }
}

constexpr bool kRepeatable = true;
constexpr std::string_view kOnModels = "run enumerate eval";

constexpr std::array kOptions = {
    Option{"-c,--command", "CMD", kOnModels, store<&Settings::commands>,
           "the command, by its name or its index counted from 0; for run any number of them, else all of "
           "the file",
           kRepeatable},
    Option{"--scope", "TEXT", kOnModels, store<&Settings::scope>,
           "replaces the command's scope, in Alloy's syntax: \"3 but 1 List, 4 int\""},
    Option{"--symmetry", "none|lex", kOnModels, store<&Settings::symmetry>,
           "none: all instances; lex (the default): some instances that differ only in the names of atoms "
           "are left out"},
    Option{"--overflow", "prevent|wrap", kOnModels, store<&Settings::overflow>,
           "integers that do not fit the bit width: prevent (the default) lets no such computation decide "
           "anything, "
           "wrap takes them modulo a power of two"},
    Option{"-I,--include", "DIR", kOnModels, store<&Settings::include_folders>,
           "where else 'open' looks for modules: after the folder that the model's own module path implies, "
           "before the "
           "built-in util/",
           kRepeatable},
    Option{"--instance", "FILE", "eval", store<&Settings::instance>,
           "evaluates in the instance in that file (JSON or Alloy's XML) and not in the first one of the "
           "command"},
    Option{"-i,--interactive", "", "eval", store<&Settings::interactive>,
           "asks for expressions at a prompt, until Ctrl-D"},
    Option{"--limit", "N", "enumerate", store<&Settings::limit>, "stops after N results"},
    Option{"--count", "", "enumerate", store<&Settings::count>, "only counts"},
    Option{"--core", "", "run", store<&Settings::core>,
           "for an unsatisfiable run or a check that holds: marks the formulas that are responsible in the "
           "source"},
    Option{"--format", "text|json|xml|dot|svg", "run enumerate", store<&Settings::format>,
           "how instances are rendered, on the terminal and in the files of --out"},
    Option{"--out", "DIR", "run enumerate", store<&Settings::out>,
           "writes one file per result into that folder, which is made if it does not exist"},
    Option{"--json", "", "*", store<&Settings::json>,
           "one JSON document on standard output and nothing else there"},
    Option{"--timeout", "S", "*", store<&Settings::timeout_seconds>,
           "a limit of S seconds for all of it; reaching it is reported as such (exit status 3)"},
    Option{"--memory", "MB", "*", store<&Settings::memory_mb>, "likewise, for the memory that is used"},
    Option{"--quiet", "", "*", store<&Settings::quiet>, "no progress line"},
    Option{"--verbose", "", "*", store<&Settings::verbose>, "also says what was chosen and why"},
    Option{"--no-color", "", "*", store<&Settings::no_color>, "plain text, also on a terminal"},
    Option{"-h,--help", "", "*", store<&Settings::help>, "shows this"},
};

}  // namespace

bool Option::taken_by(std::string_view verb) const {
  if (verbs == "*") return true;
  for (std::string_view rest = verbs; !rest.empty();) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    if (rest.substr(0, end) == verb) return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

std::span<const Option> option_table() { return kOptions; }

}  // namespace fretsaw::cli
