// SPDX-License-Identifier: MIT
#include "report/xml.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"

namespace fretsaw {

std::string xml_escaped(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t length = std::max<std::size_t>(utf8_length(text), 1);
    const std::string_view character = text.substr(0, length);
    text.remove_prefix(length);
    const char c = character.front();
    switch (c) {
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '&':
        out += "&amp;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&apos;";
        break;
      case '\t':
      case '\n':
      case '\r':
        out += fmt::format("&#{};", static_cast<int>(c));
        break;
      default:
        out += printable(character);  // XML cannot represent most of the escaped characters
    }
  }
  return out;
}

namespace {

std::string case_of(const JUnitSuite& suite, const JUnitCase& test) {
  std::string out = fmt::format(
      "    <testcase name=\"{}\" classname=\"{}\" file=\"{}\" line=\"{}\" time=\"{:.6f}\"",
      xml_escaped(test.name), xml_escaped(suite.name), xml_escaped(test.file), test.line, test.seconds);
  if (test.end == JUnitEnd::Passed) return out + "/>\n";
  const char* const tag = test.end == JUnitEnd::Error     ? "error"
                          : test.end == JUnitEnd::Skipped ? "skipped"
                                                          : "failure";
  return out + fmt::format(">\n      <{} message=\"{}\">{}</{}>\n    </testcase>\n", tag,
                           xml_escaped(test.message), xml_escaped(test.details), tag);
}

}  // namespace

std::string junit_of(const std::vector<JUnitSuite>& suites) {
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n";
  for (const JUnitSuite& suite : suites) {
    std::string cases;
    std::size_t failures = 0, errors = 0, skipped = 0;
    double seconds = 0;
    for (const JUnitCase& test : suite.cases) {
      cases += case_of(suite, test);
      failures += test.end == JUnitEnd::Failed ? 1 : 0;
      errors += test.end == JUnitEnd::Error ? 1 : 0;
      skipped += test.end == JUnitEnd::Skipped ? 1 : 0;
      seconds += test.seconds;
    }
    out += fmt::format(
        "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" "
        "time=\"{:.6f}\">\n{}"
        "  </testsuite>\n",
        xml_escaped(suite.name), suite.cases.size(), failures, errors, skipped, seconds, cases);
  }
  return out + "</testsuites>\n";
}

}  // namespace fretsaw
