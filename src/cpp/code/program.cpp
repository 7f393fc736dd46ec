// SPDX-License-Identifier: MIT
#include "cpp/code/program.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "base/budget.hpp"
#include "base/digest.hpp"
#include "base/source.hpp"
#include "cpp/code/read_files.hpp"
#include "cpp/code/request_digest.hpp"
#include "work/private_files.hpp"

namespace fretsaw::code {

namespace {

namespace fs = std::filesystem;

// A file of the user's, which must be there before the compiler is asked.
Result<CompileUnit> user_unit(const std::string& source, CompileUnit::Kind kind) {
  if (auto text = read_source(source); !text) return text.error();
  return CompileUnit{fs::absolute(source).string(), kind, source};
}

// Generated sources, and the user's.
Result<std::vector<CompileUnit>> units_of(const ProgramSources& sources, const ScratchDirectory& folder) {
  std::vector<CompileUnit> units;
  for (const GeneratedSource& source : sources.generated) {
    auto path = folder.write(source.name, source.text);
    if (!path) return path.error();
    // The linker takes the first of several definitions: this main() comes before one in the user's files.
    const bool has_main = source.name == "main.cpp";
    units.insert(has_main ? units.begin() : units.end(), {*path, source.kind, source.reported_file});
  }
  for (const auto& [list, kind] : {std::pair(&sources.code.sources, CompileUnit::Kind::User),
                                   std::pair(&sources.plain_sources, CompileUnit::Kind::Both)}) {
    for (const std::string& source : *list) {
      auto unit = user_unit(source, kind);
      if (!unit) return unit.error();
      units.push_back(std::move(*unit));
    }
  }
  return units;
}

// Files of the user's that are known before anything is compiled.
std::vector<std::string> named_files(const ProgramSources& sources) {
  std::vector<std::string> files;
  if (!sources.code.header.empty()) files.push_back(fs::absolute(sources.code.header).string());
  for (const auto* const list : {&sources.code.sources, &sources.plain_sources}) {
    for (const std::string& source : *list) files.push_back(fs::absolute(source).string());
  }
  return files;
}

// Everything that decides what is built, except for the content of the user's files.
std::string request_digest(const ProgramSources& sources) {
  Digest digest;
  digest.field("fretsaw program 2");
  add_surroundings(digest);
  add_executable(digest, compiler());
  const Instrumentation& instrumentation = sources.instrumentation;
  if (!instrumentation.compiler.empty()) add_executable(digest, instrumentation.compiler);
  add_list(digest, named_files(sources));
  add_list(digest, sources.code.flags);
  add_list(digest, instrumentation.compile_flags);
  add_list(digest, instrumentation.link_flags);
  digest.field(instrumentation.plugin);
  digest.field(instrumentation.edit_assembly != nullptr ? "edited" : "");
  for (const GeneratedSource& source : sources.generated)
    digest.field(source.name).field(source.text).field(std::to_string(static_cast<int>(source.kind)));
  for (const Runtime::Header& header : sources.runtime.headers)
    digest.field(header.name).field(header.content);
  digest.field(sources.runtime.archive);
  return digest.hex();
}

std::string content_digest(const std::string& request, const std::vector<ReadFile>& files) {
  Digest digest;
  digest.field(request);
  for (const ReadFile& file : files) digest.field(file.path).field(file.digest);
  return digest.hex();
}

bool is_about_access(const Diagnostic& error) {
  for (const char* const words : {"is private within this context", "is protected within this context",
                                  "is a private member of", "is a protected member of"}) {
    if (error.message.find(words) != std::string::npos) return true;
  }
  return false;
}

Result<std::vector<std::string>> build_within_limits(BuildRequest& request, const Limits& limits) {
  const Stopwatch watch;
  return within_limits(
      [&] {
        request.limits = limits;
        auto read = build(request);
        // A free predicate may read private members.
        if (!read && is_about_access(read.error())) {
          request.flags.emplace_back("-fno-access-control");
          request.limits = limits_left(limits, watch);
          read = build(request);
        }
        return read;
      },
      [](StopReason stop) {
        return Result<std::vector<std::string>>(limit_error(stop, "compiling the code"));
      });
}

}  // namespace

Program::Program(std::shared_ptr<const Classes> classes, work::Descriptor file, std::string digest)
    : classes_(std::move(classes)),
      file_(std::move(file)),
      path_(work::open_program_word(file_.number())),
      digest_(std::move(digest)) {}

Result<Program> Program::make(const ProgramSources& sources, const Limits& limits,
                              const ProgramCache& cache) {
  const std::string key = request_digest(sources);
  if (auto entry = cache.find(key); entry && entry->program) {
    Program program(sources.classes, std::move(entry->program), std::move(entry->digest));
    program.entry_lock_ = std::move(entry->entry_lock);
    return program;
  }
  const FileWatch watch(named_files(sources));
  auto folder = ScratchDirectory::create();
  if (!folder) return folder.error();
  for (const Runtime::Header& header : sources.runtime.headers) {
    if (auto path = folder->write("include/" + std::string(header.name), header.content); !path)
      return path.error();
  }
  Result<std::string> archive = std::string();
  if (!sources.runtime.archive.empty()) archive = folder->write("runtime.a", sources.runtime.archive);
  if (!archive) return archive.error();
  auto units = units_of(sources, *folder);
  if (!units) return units.error();

  BuildRequest request;
  request.units = std::move(*units);
  request.flags = sources.code.flags;
  request.instrumentation = sources.instrumentation;
  if (!sources.instrumentation.plugin.empty()) {
    auto plugin = folder->write("plugin.so", sources.instrumentation.plugin);
    if (!plugin) return plugin.error();
    request.instrumentation.compile_flags.push_back("-fpass-plugin=" + *plugin);
  }
  request.include_directory = folder->path("include");
  request.archive = *archive;
  request.output = folder->path("program");
  request.temporary_files_directory = folder->path();
  request.expected = sources.expected;
  auto read = build_within_limits(request, limits);
  if (!read) return read.error();
  std::erase_if(*read, [&](const std::string& file) { return file.starts_with(folder->path() + "/"); });
  work::Descriptor built(openat(folder->descriptor(), "program", O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
  // The linker creates it with the user's mask.
  if (!built || fchmod(built.number(), S_IRWXU) != 0)
    return input_error(fmt::format("cannot open '{}': {}", request.output, std::strerror(errno)));
  const auto files = stamped(*read);
  Program program(sources.classes, std::move(built),
                  files ? content_digest(key, *files) : digest_of(fmt::format("{} {}", key, file_clock())));
  program.folder_.emplace(std::move(*folder));
  if (files && !hides_files(sources.code.flags) && watch.are_unchanged(*files))
    cache.store(key, program.digest_, *files, program.file_.number(), "");
  return program;
}

}  // namespace fretsaw::code
