// SPDX-License-Identifier: MIT
#include "cpp/path/sites.hpp"

#include <cxxabi.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>

#include "cpp/code/scratch_directory.hpp"
#include "cpp/path/condition_text.hpp"
#include "cpp/path/followed_library.hpp"

namespace fretsaw::path {

namespace {

class SiteReader {
 public:
  SiteTable read(const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      std::istringstream words(line);
      std::string kind;
      words >> kind;
      if (kind == "m") end_module();
      if (kind == "f") function(words);
      if (kind == "c" && is_first_) calls_.push_back({function_, rest(words)});
      if (kind == "a") table_.functions[function_].has_assembly = true;
      if (kind == "b" || kind == "s" || kind == "t" || kind == "r") site(words, kind);
    }
    end_module();
    for (const Call& call : calls_of_other_modules_) add_call(call, numbers_);
    return std::move(table_);
  }

 private:
  struct Call {
    std::size_t function;
    std::string callee;
  };

  static std::string rest(std::istringstream& words) {
    std::string out;
    std::getline(words >> std::ws, out);
    return out;
  }

  // False if there is no such function.
  bool add_call(const Call& call, const std::map<std::string, std::size_t>& numbers) {
    const auto found = numbers.find(call.callee);
    if (found != numbers.end()) table_.functions[call.function].callees.push_back(found->second);
    return found != numbers.end();
  }

  // Names that no other module can mean come first.
  void end_module() {
    for (Call& call : calls_) {
      if (!add_call(call, own_)) calls_of_other_modules_.push_back(std::move(call));
    }
    calls_.clear();
    own_.clear();
  }

  void function(std::istringstream& words) {
    SiteFunction made;
    words >> made.symbol >> made.is_local >> made.line;
    made.file = rest(words);
    // A static function of a header is the same in all modules; others are not, whatever they are called.
    const std::string key =
        made.is_local ? made.symbol + ' ' + std::to_string(made.line) + ' ' + made.file : made.symbol;
    const auto [found, is_new] = numbers_.try_emplace(key, table_.functions.size());
    function_ = found->second;
    if (made.is_local) own_.emplace(made.symbol, function_);
    is_first_ = is_new;
    ordinal_ = 0;
    if (is_new) table_.functions.push_back(std::move(made));
    table_.function_of_number.push_back(function_);
  }

  void site(std::istringstream& words, const std::string& kind) {
    Site made;
    int counts = 0;
    words >> made.line >> made.column >> counts;
    made.function = function_;
    made.is_counted = counts != 0;
    made.is_switch = kind == "s" || kind == "t";
    made.has_default = kind != "t";
    unsigned width = 0;
    if (kind == "r") {
      made.range.emplace();
      words >> width >> made.range->low >> made.range->high >> made.has_default;
      made.numbers = {number_text(made.range->low, width, made.line),
                      number_text(made.range->high, width, made.line)};
    }
    if (made.is_switch) words >> width;
    for (std::uint64_t value = 0; made.is_switch && words >> value;) {
      made.cases.push_back(value);
      made.numbers.push_back(number_text(value, width, made.line));
    }
    std::vector<std::size_t>& sites = table_.functions[function_].sites;
    // Another module may have been compiled otherwise, so that the functions differ; then each is by itself.
    const bool is_known = ordinal_ < sites.size() && table_.sites[sites[ordinal_]].line == made.line &&
                          table_.sites[sites[ordinal_]].outcomes() == made.outcomes();
    if (!is_known) {
      made.first_outcome = table_.outcomes;
      table_.outcomes += made.outcomes();
      if (ordinal_ >= sites.size())
        sites.push_back(table_.sites.size());
      else
        made.is_counted = false;
      table_.sites.push_back(made);
    }
    const std::size_t number = is_known ? sites[ordinal_] : table_.sites.size() - 1;
    table_.site_of_number.push_back(number);
    for (std::size_t i = 0; i < table_.sites[number].outcomes(); ++i)
      table_.outcome_of_number.push_back(table_.sites[number].first_outcome + i);
    ++ordinal_;
  }

  std::string number_text(std::uint64_t value, unsigned width, unsigned line) {
    if (value >> (width - 1) == 0) return fmt::format("{}", value);
    return case_text(value, width, source_from(table_.functions[function_].file, line));
  }

  std::string_view source_from(const std::string& file, unsigned line) {
    auto [found, is_new] = sources_.try_emplace(file);
    if (is_new) {
      std::ifstream in(file);
      found->second.assign(std::istreambuf_iterator<char>(in), {});
    }
    std::string_view text = found->second;
    for (unsigned i = 1; i < line && !text.empty(); ++i)
      text.remove_prefix(std::min(text.size(), text.find('\n') + 1));
    return text;
  }

  SiteTable table_;
  std::map<std::string, std::string> sources_;
  std::map<std::string, std::size_t> numbers_;
  std::map<std::string, std::size_t> own_;  // static functions of the module, by their names alone
  std::vector<Call> calls_;                 // of the module
  std::vector<Call> calls_of_other_modules_;
  std::size_t function_ = 0;
  bool is_first_ = true;
  std::size_t ordinal_ = 0;
};

}  // namespace

bool Site::counts(std::size_t outcome) const {
  const bool is_default = is_switch ? outcome == cases.size() : range && outcome == 0;
  return is_counted && (has_default || !is_default);
}

std::string Site::outcome_text(std::size_t outcome) const {
  if (range) return outcome == 0 ? "default" : fmt::format("case {} ... {}", numbers[0], numbers[1]);
  if (!is_switch) return outcome == 1 ? "true" : "false";
  if (outcome == cases.size()) return "default";
  return "case " + numbers[outcome];
}

SiteTable SiteTable::read(const std::string& text) { return SiteReader().read(text); }

std::set<std::size_t> SiteTable::reachable(const std::string& symbol,
                                           const std::set<std::size_t>& entered) const {
  std::set<std::size_t> found = entered;
  std::vector<std::size_t> work(entered.begin(), entered.end());
  const auto add = [&](std::size_t function) {
    if (found.insert(function).second) work.push_back(function);
  };
  for (std::size_t i = 0; i < functions.size(); ++i) {
    if (functions[i].symbol == symbol) add(i);
  }
  while (!work.empty()) {
    const std::size_t next = work.back();
    work.pop_back();
    for (const std::size_t callee : functions[next].callees) add(callee);
  }
  return found;
}

bool is_users_file(const std::string& file) {
  namespace fs = std::filesystem;
  if (file == "-" || file.empty() || file == kFollowedFile) return false;
  const fs::path path = fs::path(file).lexically_normal();
  const std::string name = path.string();
  const std::string generated = (fs::absolute(code::temporary_directory()) / "fretsaw-").string();
  const std::string base = path.filename().string();
  const bool is_generated =
      name.starts_with(generated) && (base == "calls.cpp" || base == "classes.cpp" || base == "clauses.cpp");
  return !is_generated && !name.starts_with("/usr/include/") && !name.starts_with("/usr/lib/") &&
         !name.starts_with("/usr/bin/");
}

std::string demangled(const std::string& symbol) {
  int status = 0;
  char* const name = abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status);
  std::string out = name != nullptr ? name : symbol;
  std::free(name);
  return out;
}

}  // namespace fretsaw::path
