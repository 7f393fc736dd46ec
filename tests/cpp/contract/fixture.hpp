// SPDX-License-Identifier: MIT
// Headers in the tests' own text, read as the program reads those of its users.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include "cpp/code/reflect.hpp"
#include "cpp/contract/subject.hpp"

namespace fretsaw::contract {

class HeaderFile {
 public:
  HeaderFile(const std::string& text, const std::string& spec = {}) {
    static int number = 0;
    folder_ = std::filesystem::temp_directory_path() /
              ("fretsaw-contract-" + std::to_string(getpid()) + "-" + std::to_string(++number));
    std::filesystem::create_directories(folder_);
    path_ = (folder_ / "subject.hpp").string();
    std::ofstream(path_) << text;
    if (!spec.empty()) std::ofstream(folder_ / "subject.spec") << spec;
  }
  ~HeaderFile() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  HeaderFile(const HeaderFile&) = delete;
  HeaderFile& operator=(const HeaderFile&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::filesystem::path folder_;
  std::string path_;
};

struct Read {
  std::shared_ptr<code::Classes> classes;
  std::shared_ptr<const Subject> subject;
  int callable = -1;
};

inline Result<Read> read_subject(const HeaderFile& header, const std::string& class_name,
                                 const std::string& method = {},
                                 const std::vector<std::string>& extra_preconditions = {}) {
  code::UserCode code;
  code.header = header.path();
  code.flags = {"-std=c++20"};
  auto reflection = code::Reflection::of_class(code, class_name);
  if (!reflection) return reflection.error();
  const auto& callables = reflection->listing().callables;
  const auto named = std::ranges::find(callables, method, &code::Callable::name);
  std::vector<code::Binding> bindings;
  if (!method.empty()) bindings.push_back({static_cast<int>(named - callables.begin())});
  auto classes = reflection->bind(bindings);
  if (!classes) return classes.error();
  Read read;
  read.classes = std::make_shared<code::Classes>(*std::move(classes));
  if (!method.empty()) read.callable = code::bound_callables(*read.classes).front();
  auto contracts = read_contracts(header.path(), declared_in(*read.classes));
  if (!contracts) return contracts.error();
  SubjectRequest request;
  if (read.callable >= 0) request.callable = read.callable;
  for (const std::string& purpose : extra_preconditions)
    request.extra_preconditions.push_back(std::make_shared<const Source>("--requires", purpose));
  auto subject = make_subject(*read.classes, *contracts, request);
  if (!subject) return subject.error();
  read.subject = *subject;
  return read;
}

}  // namespace fretsaw::contract
