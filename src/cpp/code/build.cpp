// SPDX-License-Identifier: MIT
#include "cpp/code/build.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "base/atomic_file.hpp"
#include "cpp/code/scratch_directory.hpp"
#include "work/process.hpp"

namespace fretsaw::code {

namespace {

bool is_edited(const CompileUnit& unit, const BuildRequest& request) {
  return request.instrumentation.edit_assembly != nullptr && unit.kind != CompileUnit::Kind::Plain;
}

std::vector<std::string> compile_command(const CompileUnit& unit, const BuildRequest& request,
                                         const std::string& output) {
  const std::string& other = request.instrumentation.compiler;
  std::vector<std::string> command = {unit.kind == CompileUnit::Kind::Plain || other.empty() ? compiler()
                                                                                             : other};
  const auto append = [&](const std::vector<std::string>& more) {
    command.insert(command.end(), more.begin(), more.end());
  };
  if (unit.kind != CompileUnit::Kind::Plain) append(request.flags);
  if (unit.kind != CompileUnit::Kind::User) append({"-I", request.include_directory});
  if (unit.kind == CompileUnit::Kind::Plain) append({"-std=c++20", "-O1"});
  if (unit.kind == CompileUnit::Kind::Both) append({"-std=c++20"});
  // Glue is instrumented too: inline functions that both units have must be the same whichever the linker
  // keeps.
  append({"-g0"});
  if (unit.kind != CompileUnit::Kind::Plain) append(request.instrumentation.compile_flags);
  if (unit.kind == CompileUnit::Kind::Glue) append({"-fno-access-control", "-Wno-invalid-offsetof"});
  append({"-w", "-fPIE", "-MD", "-MF", output + ".d", "-x", "c++"});
  if (is_edited(unit, request)) {
    append({"-S", "-masm=att"});
  } else {
    append({"-c"});
  }
  append({unit.source, "-o", output});
  return command;
}

Status edit(const std::string& file, std::string (*change)(std::string_view)) {
  std::ifstream in(file, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  if (!in) return input_error(fmt::format("cannot read '{}'", file));
  return write_file(file, change(text.str()));
}

// Adds the names in a file with a rule for make, "target: name name"; a backslash quotes blanks, and joins
// lines.
void add_dependencies(const std::string& file, std::set<std::string>& out) {
  std::ifstream in(file, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  const std::string rule = text.str().substr(0, text.str().find("\n\n"));  // then come empty rules
  if (rule.find(": ") == std::string::npos) return;
  std::string name;
  const auto finish = [&] {
    if (!name.empty()) out.insert(std::filesystem::absolute(name).string());
    name.clear();
  };
  for (std::size_t i = rule.find(": ") + 2; i < rule.size(); ++i) {
    const char c = rule[i];
    const char next = i + 1 < rule.size() ? rule[i + 1] : '\n';
    if (c == '\\' && next == '\n') {
      ++i;
      finish();
    } else if ((c == '\\' && (next == ' ' || next == '#' || next == '\\')) || (c == '$' && next == '$')) {
      name += next;
      ++i;
    } else if (c == ' ' || c == '\n') {
      finish();
    } else {
      name += c;
    }
  }
  finish();
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
  constexpr std::size_t kMaxShownErrorBytes = 4000;
  std::string out = text.size() <= kMaxShownErrorBytes ? text : text.substr(0, kMaxShownErrorBytes) + "\n...";
  while (out.ends_with('\n')) out.pop_back();
  return out;
}

void add_output(Diagnostic& diagnostic, const char* tool, const std::vector<std::string>& command,
                const work::CommandResult& result) {
  const std::string output = shortened(result.output);
  if (!output.empty())
    diagnostic.notes.push_back({fmt::format("output of the {}:\n{}", tool, output), std::nullopt});
  diagnostic.notes.push_back({fmt::format("the command was: {}", work::command_line(command)), std::nullopt});
}

// That the disk is full is one line of many in the output of a compiler. Lines about a location in the code, and
// lines of the code itself, may contain the same words.
std::optional<Diagnostic> full_disk(const std::string& output) {
  static const std::regex kPlace(R"(:\d+:\d+: |^ *\d* \| )");
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    for (const int error : {ENOSPC, EDQUOT, EFBIG, EROFS}) {
      const char* const reason = std::strerror(error);
      if (line.find(reason) == std::string::npos || std::regex_search(line, kPlace)) continue;
      Diagnostic full = input_error(fmt::format("the compiler cannot write its output: {}", reason),
                                    "set TMPDIR to a directory with enough space");
      full.notes.push_back({fmt::format("temporary files are in '{}'", temporary_directory()), std::nullopt});
      return full;
    }
  }
  return std::nullopt;
}

// `generated`: a file whose own lines are ours.
Diagnostic failure(const std::string& reported_file, const std::vector<std::string>& command,
                   const work::CommandResult& result, const std::string& generated = "") {
  if (result.status == 127) {
    return input_error(fmt::format("cannot run the compiler '{}'", command[0]),
                       "install g++, or set FRETSAW_CXX");
  }
  if (auto full = full_disk(result.output)) return *std::move(full);
  Diagnostic diagnostic =
      first_error(result.output)
          .value_or(input_error(fmt::format("the compiler exited with status {}", result.status)));
  const bool is_ours =
      reported_file.empty() || (diagnostic.location && diagnostic.location->file == generated);
  diagnostic.message =
      fmt::format("{} does not compile: {}", is_ours ? "generated code" : reported_file, diagnostic.message);
  add_output(diagnostic, "compiler", command, result);
  return diagnostic;
}

Diagnostic link_failure(const BuildRequest& request, const std::vector<std::string>& command,
                        const work::CommandResult& result) {
  if (result.status == 127) return failure("", command, result);
  if (auto full = full_disk(result.output)) return *std::move(full);
  static const std::regex kUndefined(R"(undefined reference to `([^']+)')");
  std::smatch match;
  if (std::regex_search(result.output, match, kUndefined)) {
    const std::string name = match[1];
    for (const ExpectedSymbol& expected : request.expected) {
      if (!name.starts_with(expected.beginning)) continue;
      Diagnostic missing = expected.missing;
      const std::size_t at = missing.message.find("%0");
      if (at != std::string::npos) missing.message.replace(at, 2, name);
      if (expected.declared.line != 0) missing.location = to_location(expected.declared);
      return missing;
    }
    return undefined(name);
  }
  Diagnostic diagnostic = input_error("linking failed");
  add_output(diagnostic, "linker", command, result);
  return diagnostic;
}

// The header is compiled twice, in the unit of the calls and in the glue: functions and variables that it
// defines without `inline` are the same in both.
std::vector<std::string> link_flags(const BuildRequest& request) {
  std::vector<std::string> flags = {"-pie", "-Wl,--allow-multiple-definition",
                                    "-Wl,--dependency-file=" + request.output + ".d"};
  const std::vector<std::string>& more = request.instrumentation.link_flags;
  flags.insert(flags.end(), more.begin(), more.end());
  for (const std::string& flag : request.flags) {
    const bool concerns_linking = flag.starts_with("-l") || flag.starts_with("-L") || flag == "-pthread";
    if (concerns_linking || flag.starts_with("-Wa,")) flags.push_back(flag);
  }
  return flags;
}

}  // namespace

Diagnostic undefined(const std::string& name) {
  return input_error(fmt::format("'{}' is declared but not defined", name),
                     "add the source file that defines it with --source FILE");
}

ExpectedSymbol expected_definition(const Callable& callable) {
  return {fmt::format("{}{}{}(", callable.scope, callable.scope.empty() ? "" : "::", callable.name),
          undefined("%0"), callable.place};
}

std::string compiler() {
  const char* const chosen = std::getenv("FRETSAW_CXX");
  return chosen != nullptr && *chosen != '\0' ? chosen : "g++";
}

Result<std::vector<std::string>> build(const BuildRequest& request) {
  std::vector<std::vector<std::string>> commands;
  std::vector<std::string> link = {compiler()};
  std::vector<std::string> compiled;
  for (std::size_t i = 0; i < request.units.size(); ++i) {
    const bool edited = is_edited(request.units[i], request);
    compiled.push_back(fmt::format("{}.{}.{}", request.output, i, edited ? "s" : "o"));
    commands.push_back(compile_command(request.units[i], request, compiled.back()));
  }
  const std::vector<work::CommandResult> results =
      work::run_commands(commands, request.limits, request.temporary_files_directory);
  std::set<std::string> files;
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (results[i].status != 0) {
      const CompileUnit& unit = request.units[i];
      const bool is_glue = unit.kind == CompileUnit::Kind::Glue;
      return failure(unit.reported_file, commands[i], results[i], is_glue ? unit.source : "");
    }
    add_dependencies(compiled[i] + ".d", files);
    if (!is_edited(request.units[i], request)) continue;
    if (Status edited = edit(compiled[i], request.instrumentation.edit_assembly); !edited)
      return edited.error();
  }
  link.insert(link.end(), compiled.begin(), compiled.end());
  if (!request.archive.empty()) link.push_back(request.archive);
  const std::vector<std::string> flags = link_flags(request);
  link.insert(link.end(), flags.begin(), flags.end());
  link.insert(link.end(), {"-o", request.output});
  const work::CommandResult linked =
      work::run_commands({link}, request.limits, request.temporary_files_directory).front();
  if (linked.status != 0) return link_failure(request, link, linked);
  std::set<std::string> linked_files;
  add_dependencies(request.output + ".d", linked_files);
  // The driver has assembled some of them for itself, and removed them.
  std::error_code ignored;
  for (const std::string& file : linked_files) {
    if (std::filesystem::exists(file, ignored)) files.insert(file);
  }
  return std::vector<std::string>(files.begin(), files.end());
}

std::optional<Diagnostic> compile_error(const UserCode& code, const Limits& limits) {
  std::vector<std::string> command = {compiler()};
  command.insert(command.end(), code.flags.begin(), code.flags.end());
  command.insert(command.end(), {"-w", "-x", "c++", "-fsyntax-only", code.header});
  const auto scratch = ScratchDirectory::create();
  const work::CommandResult result =
      work::run_commands({command}, limits, scratch ? scratch->path() : "").front();
  if (result.status == 0) return std::nullopt;
  return failure(code.header, command, result);
}

}  // namespace fretsaw::code
