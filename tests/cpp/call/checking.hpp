// SPDX-License-Identifier: MIT
// Methods checked as the program checks them.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "cpp/call/check.hpp"
#include "support/compiled.hpp"

namespace fretsaw::call {

struct Checked {
  MethodReport report;
  std::vector<Counterexample> counterexamples;

  const Failure& failure() const { return counterexamples.at(0).failures.at(0); }
};

struct CheckedAll {
  std::map<std::string, Checked> methods;  // by name, without class and parameters
  std::optional<Diagnostic> error;

  const Checked& at(const std::string& name) const { return methods.at(name); }
};

inline CheckedAll checked(const CheckRequest& request) {
  CheckedAll all;
  Checked current;
  CheckListener listener;
  listener.started = [&](const std::string&) { current = {}; };
  listener.counterexample = [&](const Counterexample& found) { current.counterexamples.push_back(found); };
  listener.finished = [&](const MethodReport& report) {
    current.report = report;
    std::string name = report.method.substr(0, report.method.find('('));
    if (const auto colons = name.rfind("::"); colons != std::string::npos) name = name.substr(colons + 2);
    all.methods[name] = current;
  };
  if (const Status status = check(request, listener); !status) all.error = status.error();
  return all;
}

// A header in the tests' own directory.
inline CheckRequest request_for(const std::string& header, std::vector<std::string> methods, int size) {
  CheckRequest request;
  request.code.header = std::string(FRETSAW_SOURCE_DIR "/tests/cpp/call/headers/") + header;
  request.methods = std::move(methods);
  request.bounds.size = size;
  return request;
}

// A header that is a variant of another, in a directory of its own.
class Variant {
 public:
  Variant(const std::string& header, const std::vector<std::pair<std::string, std::string>>& changes) {
    static int number = 0;
    folder_ = std::filesystem::temp_directory_path() /
              ("fretsaw-method-" + std::to_string(getpid()) + "-" + std::to_string(++number));
    std::filesystem::create_directories(folder_);
    std::ifstream in(header);
    std::string text((std::istreambuf_iterator<char>(in)), {});
    EXPECT_FALSE(text.empty()) << header;
    for (const auto& [from, to] : changes) {
      const std::size_t at = text.find(from);
      EXPECT_NE(at, std::string::npos) << from;
      if (at != std::string::npos) text.replace(at, from.size(), to);
    }
    path_ = (folder_ / std::filesystem::path(header).filename()).string();
    std::ofstream(path_) << text;
  }
  ~Variant() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  Variant(const Variant&) = delete;
  Variant& operator=(const Variant&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::filesystem::path folder_;
  std::string path_;
};

}  // namespace fretsaw::call
