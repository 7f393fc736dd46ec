// SPDX-License-Identifier: MIT
// The tables of pinned facts in tests/golden: a heading, then rows of cells between tabs.
#pragma once

#include <string>
#include <vector>

namespace fretsaw::test {

using Row = std::vector<std::string>;

// "tests/golden/NAME".
std::string golden(const std::string& name);

// The rows of that table, without its heading. Throws if the file cannot be read, has no rows, or has one
// whose cells are not as many as the heading's: a test over rows that are not there would pass.
std::vector<Row> golden_rows(const std::string& name);
std::vector<Row> table_rows(const std::string& path);  // of any other table

std::vector<std::string> split(const std::string& text, char separator);

}  // namespace fretsaw::test
