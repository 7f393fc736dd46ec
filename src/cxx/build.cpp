// SPDX-License-Identifier: MIT
#include "cxx/build.hpp"

#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "cxx/process.hpp"

namespace fretsaw::cxx {

namespace {

namespace fs = std::filesystem;

constexpr const char* kWatchedFunctions[] = {"memcmp", "bcmp",    "memcpy",  "memmove", "memset", "memchr",
                                             "strcmp", "strncmp", "strlen",  "strnlen", "strcpy", "strncpy",
                                             "strcat", "strchr",  "strrchr", "strstr",  "wmemcmp"};

std::string compiler() {
  const char* const chosen = std::getenv("FRETSAW_CXX");
  return chosen != nullptr && *chosen != '\0' ? chosen : "g++";
}

bool is_edited(const CompileUnit& unit, const BuildRequest& request) {
  return request.edit_assembly != nullptr && unit.kind != CompileUnit::Kind::Plain;
}

std::vector<std::string> compile_command(const CompileUnit& unit, const BuildRequest& request,
                                         const std::string& output) {
  std::vector<std::string> command = {compiler()};
  const auto append = [&](const std::vector<std::string>& more) {
    command.insert(command.end(), more.begin(), more.end());
  };
  if (unit.kind != CompileUnit::Kind::Plain) append(request.flags);
  if (unit.kind != CompileUnit::Kind::User) append({"-I", request.include_folder});
  if (unit.kind == CompileUnit::Kind::Plain) append({"-std=c++20", "-O1"});
  // Glue is instrumented too: inline functions that both units have must be the same whichever the linker
  // keeps.
  if (unit.kind != CompileUnit::Kind::Plain) append(instrumentation_flags());
  if (unit.kind == CompileUnit::Kind::Glue) append({"-fno-access-control", "-Wno-invalid-offsetof"});
  append({"-w", "-g0", "-fPIE", "-x", "c++"});
  if (is_edited(unit, request)) {
    append({"-S", "-masm=att"});
  } else {
    append({"-c"});
  }
  append({unit.source, "-o", output});
  return command;
}

void edit(const std::string& file, std::string (*change)(std::string_view)) {
  std::stringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  std::ofstream(file, std::ios::binary) << change(text.str());
}

// "FILE:LINE:COL: error: MESSAGE", the first in the compiler's output.
std::optional<Diagnostic> first_error(const std::string& output) {
  static const std::regex kError(R"(([^\n:]+):(\d+):(\d+): (?:fatal )?error: ([^\n]*))");
  std::smatch match;
  if (!std::regex_search(output, match, kError)) return std::nullopt;
  Diagnostic diagnostic = input_error(match[4]);
  diagnostic.location = Location{.file = match[1],
                                 .line = static_cast<std::uint32_t>(std::stoul(match[2])),
                                 .column = static_cast<std::uint32_t>(std::stoul(match[3])),
                                 .width = 1,
                                 .source_line = {}};
  return diagnostic;
}

std::string shortened(const std::string& text) {
  constexpr std::size_t kMost = 4000;
  return text.size() <= kMost ? text : text.substr(0, kMost) + "\n...";
}

Diagnostic failure(const std::string& what, const std::vector<std::string>& command,
                   const CommandResult& result) {
  if (result.status == 127) {
    return input_error(fmt::format("the compiler '{}' cannot be run", command[0]),
                       "install g++, or set FRETSAW_CXX");
  }
  Diagnostic diagnostic = first_error(result.output).value_or(input_error("the compiler failed"));
  diagnostic.message = fmt::format("{} does not compile: {}", what, diagnostic.message);
  diagnostic.hint = fmt::format("the command was: {}\n{}", command_line(command), shortened(result.output));
  return diagnostic;
}

Diagnostic link_failure(const std::vector<std::string>& command, const CommandResult& result) {
  static const std::regex kUndefined(R"(undefined reference to `([^']+)')");
  std::smatch match;
  if (std::regex_search(result.output, match, kUndefined)) {
    const std::string name = match[1];
    if (name.starts_with("finitize_")) {
      return input_error(fmt::format("the finitization does not define void {}", name),
                         "`fretsaw skeleton` prints one to start from");
    }
    return input_error(fmt::format("{} is declared but not defined", name),
                       "give the source file that defines it with --source FILE");
  }
  Diagnostic diagnostic = input_error("the program could not be linked");
  diagnostic.hint = fmt::format("the command was: {}\n{}", command_line(command), shortened(result.output));
  return diagnostic;
}

}  // namespace

Result<ScratchFolder> ScratchFolder::create() {
  std::error_code ignored;
  std::string pattern = (fs::temp_directory_path(ignored) / "fretsaw-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr)
    return input_error(fmt::format("no temporary folder can be made: {}", pattern));
  return ScratchFolder(pattern);
}

ScratchFolder::ScratchFolder(ScratchFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

std::string ScratchFolder::write(const std::string& name, std::string_view content) const {
  const fs::path file = fs::path(path_) / name;
  std::error_code ignored;
  fs::create_directories(file.parent_path(), ignored);
  std::ofstream(file, std::ios::binary) << content;
  return file.string();
}

const std::vector<std::string>& instrumentation_flags() {
  static const std::vector<std::string> kFlags = [] {
    std::vector<std::string> flags = {"-O1",
                                      "-fsanitize=thread",
                                      "--param=tsan-instrument-func-entry-exit=0",
                                      "-U_FORTIFY_SOURCE",
                                      "-fno-lto",
                                      "-fno-tree-loop-distribute-patterns",
                                      "-mfunction-return=thunk-extern",
                                      "-fcf-protection=none"};
    for (const char* const function : kWatchedFunctions)
      flags.push_back(fmt::format("-fno-builtin-{}", function));
    return flags;
  }();
  return kFlags;
}

const std::vector<std::string>& instrumentation_link_flags() {
  static const std::vector<std::string> kFlags = [] {
    // The header is compiled twice, in the predicate's unit and in the glue: functions and variables that it
    // defines without `inline` are the same in both.
    std::vector<std::string> flags = {"-pie", "-Wl,--allow-multiple-definition"};
    for (const char* const function : kWatchedFunctions)
      flags.push_back(fmt::format("-Wl,--wrap={}", function));
    return flags;
  }();
  return kFlags;
}

Status build(const BuildRequest& request) {
  std::vector<std::vector<std::string>> commands;
  std::vector<std::string> link = {compiler()};
  for (std::size_t i = 0; i < request.units.size(); ++i) {
    const bool edited = is_edited(request.units[i], request);
    const std::string compiled = fmt::format("{}.{}.{}", request.output, i, edited ? "s" : "o");
    commands.push_back(compile_command(request.units[i], request, compiled));
    link.push_back(compiled);
  }
  const std::vector<CommandResult> results = run_commands(commands, request.limits);
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (results[i].status != 0) {
      const std::string& blame = request.units[i].blame;
      return failure(blame.empty() ? "generated code" : blame, commands[i], results[i]);
    }
    if (is_edited(request.units[i], request)) edit(link[1 + i], request.edit_assembly);
  }
  link.push_back(request.archive);
  link.insert(link.end(), instrumentation_link_flags().begin(), instrumentation_link_flags().end());
  for (const std::string& flag : request.flags) {
    const bool concerns_linking = flag.starts_with("-l") || flag.starts_with("-L") || flag == "-pthread";
    if (concerns_linking || flag.starts_with("-Wa,")) link.push_back(flag);
  }
  link.insert(link.end(), {"-o", request.output});
  const CommandResult linked = run_commands({link}, request.limits).front();
  if (linked.status != 0) return link_failure(link, linked);
  return Done{};
}

std::optional<Diagnostic> compile_error(const std::string& header, const std::vector<std::string>& flags) {
  std::vector<std::string> command = {compiler()};
  command.insert(command.end(), flags.begin(), flags.end());
  command.insert(command.end(), {"-w", "-x", "c++", "-fsyntax-only", header});
  const CommandResult result = run_commands({command}).front();
  if (result.status == 0) return std::nullopt;
  return failure(header, command, result);
}

}  // namespace fretsaw::cxx
