// SPDX-License-Identifier: MIT
#include "report/junit.hpp"

#include <fmt/format.h>

#include "report/xml_text.hpp"

namespace fretsaw {

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
