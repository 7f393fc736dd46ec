// SPDX-License-Identifier: MIT
#include "cpp/code/compile_flags.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/json_cursor.hpp"

namespace fretsaw::code {

namespace {

namespace fs = std::filesystem;

// Flags whose value is a directory or file, and may be the next word.
constexpr std::string_view kPathFlags[] = {"-I",       "-isystem", "-iquote", "-idirafter",
                                           "-include", "-imacros", "-L"};

bool takes_next_word_away(std::string_view word) {
  return word == "-o" || word == "-MF" || word == "-MT" || word == "-MQ" || word == "-x" ||
         word == "-Xclang" || word == "-arch";
}

bool is_dropped(std::string_view word) {
  return word == "-c" || word == "-S" || word == "-E" || word.starts_with("-M") || word.starts_with("-O") ||
         word.starts_with("-g") || word.starts_with("-fsanitize") || word.starts_with("-flto") ||
         word.starts_with("-W") || word == "--coverage" || word.starts_with("-fprofile") || word == "-pipe" ||
         word == "--";
}

std::string absolute(const std::string& path, const fs::path& folder) {
  return path.empty() || path.front() == '=' ? path : (folder / path).lexically_normal().string();
}

// The flags of a whole compile command: its first word is the compiler.
std::vector<std::string> relevant_flags(const std::vector<std::string>& words, const fs::path& folder) {
  std::vector<std::string> flags;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (takes_next_word_away(word)) {
      ++i;
      continue;
    }
    if (is_dropped(word) || word.empty() || word.front() != '-') continue;
    const auto path_flag = std::find_if(std::begin(kPathFlags), std::end(kPathFlags),
                                        [&](std::string_view flag) { return word.starts_with(flag); });
    if (path_flag == std::end(kPathFlags)) {
      flags.push_back(word);
    } else if (word == *path_flag && i + 1 < words.size()) {
      flags.push_back(word);
      flags.push_back(absolute(words[++i], folder));
    } else {
      flags.push_back(std::string(*path_flag) + absolute(word.substr(path_flag->size()), folder));
    }
  }
  return flags;
}

// How well an entry for `source` suits `file`: the smaller, the better.
int distance(const fs::path& source, const fs::path& file) {
  if (source == file) return 0;
  if (source.stem() == file.stem()) return source.parent_path() == file.parent_path() ? 1 : 2;
  return source.parent_path() == file.parent_path() ? 3 : 4;
}

struct DatabaseEntry {
  std::string file;
  std::optional<std::string> directory;
  std::optional<std::vector<std::string>> arguments;
  std::string command;
};

class NoEvents : public JsonEvents {
 public:
  void begin(JsonKind, std::size_t) override {}
  void end(std::size_t) override {}
  void key(std::string&&, std::size_t, std::size_t) override {}
  void scalar(JsonKind, std::string&&, std::size_t, std::size_t) override {}
};

// Not empty.
Result<std::vector<DatabaseEntry>> read_database(const std::string& path, std::ifstream& in) {
  NoEvents events;
  if (const auto problem = parse_json_events(JsonStream(in), events))
    return json_error_in_file(path, *problem);
  in.clear();
  in.seekg(0);
  const auto database = nlohmann::json::parse(in, nullptr, false);
  if (!database.is_array() || database.empty())
    return file_error(path,
                      fmt::format("'{}' is not a compilation database: expected a list of commands", path));
  std::vector<DatabaseEntry> entries;
  JsonSchemaError schema_error;
  JsonCursor(database, schema_error).each([&](const auto& entry) {
    DatabaseEntry& read = entries.emplace_back();
    read.file = entry["file"].text();
    if (entry.has("directory")) read.directory = entry["directory"].text();
    if (!entry.has("arguments")) {
      read.command = entry["command"].text();
      return;
    }
    read.arguments.emplace();
    entry["arguments"].each([&](const auto& word) { read.arguments->push_back(word.text()); });
  });
  if (schema_error.message) return json_error_in_file(path, schema_error);
  return entries;
}

}  // namespace

Result<std::vector<std::string>> split_words(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  char quote = '\0';
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && quote != '\'' && i + 1 < text.size()) {
      word += text[++i];
      in_word = true;
    } else if (quote != '\0') {
      if (c == quote)
        quote = '\0';
      else
        word += c;
    } else if (c == '"' || c == '\'') {
      quote = c;
      in_word = true;
    } else if (c == ' ' || c == '\t' || c == '\n') {
      if (in_word) words.push_back(std::exchange(word, {}));
      in_word = false;
    } else {
      word += c;
      in_word = true;
    }
  }
  if (quote != '\0') return input_error(fmt::format("unterminated quote in '{}'", text));
  if (in_word) words.push_back(word);
  return words;
}

std::optional<std::string> standard_flag(const std::vector<std::string>& flags) {
  const auto last = std::find_if(flags.rbegin(), flags.rend(), [](const std::string& flag) {
    return flag == "-ansi" || flag.starts_with("-std=") || flag.starts_with("--std=");
  });
  return last == flags.rend() ? std::nullopt : std::optional(*last);
}

int standard_year(const std::string& flag) {
  static constexpr std::pair<std::string_view, int> kYears[] = {
      {"ansi", 1998}, {"98", 1998}, {"03", 1998}, {"0x", 2011}, {"11", 2011}, {"1y", 2014},
      {"14", 2014},   {"1z", 2017}, {"17", 2017}, {"2a", 2020}, {"20", 2020}};
  for (const auto& [ending, year] : kYears) {
    if (flag.ends_with(ending)) return year;
  }
  return 2023;
}

Result<std::vector<std::string>> flags_from_database(const std::string& build_directory,
                                                     const std::string& file) {
  const fs::path path = fs::path(build_directory) / "compile_commands.json";
  std::ifstream in(path);
  if (!in) {
    return file_error(path.string(), fmt::format("cannot read '{}'", path.string()),
                      "configure the build with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, or use --cxxflags");
  }
  auto database = read_database(path.string(), in);
  if (!database) return database.error();
  const fs::path wanted = fs::absolute(file).lexically_normal();
  const auto best = std::ranges::min_element(*database, {}, [&](const DatabaseEntry& entry) {
    const fs::path folder = entry.directory.value_or(build_directory);
    return distance((folder / entry.file).lexically_normal(), wanted);
  });
  const fs::path folder = best->directory.value_or(build_directory);
  if (best->arguments) return relevant_flags(*best->arguments, folder);
  auto words = split_words(best->command);
  if (!words) return words.error();
  return relevant_flags(*words, folder);
}

}  // namespace fretsaw::code
