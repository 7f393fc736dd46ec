// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fretsaw {

// Escaped for XML or HTML text and attributes: < > & " ' and control characters are replaced.
std::string xml_escaped(std::string_view text);

// JUnit's XML, which build servers read.
enum class JUnitEnd { Passed, Failed, Error, Skipped };

struct JUnitCase {
  std::string name;
  std::string file;
  std::size_t line = 0;
  double seconds = 0;
  JUnitEnd end = JUnitEnd::Passed;
  std::string message{};  // why it did not pass
  std::string details{};
};

struct JUnitSuite {
  std::string name;
  std::vector<JUnitCase> cases;
};

std::string junit_of(const std::vector<JUnitSuite>& suites);

}  // namespace fretsaw
