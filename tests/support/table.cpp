// SPDX-License-Identifier: MIT
#include "support/table.hpp"

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace fretsaw::test {

std::string golden(const std::string& name) {
  return std::string(FRETSAW_SOURCE_DIR) + "/tests/golden/" + name;
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

std::vector<Row> golden_rows(const std::string& name) { return table_rows(golden(name)); }

std::vector<Row> table_rows(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line)) throw std::runtime_error(path + " cannot be read");
  const std::size_t columns = split(line, '\t').size();
  std::vector<Row> rows;
  while (std::getline(file, line)) {
    rows.push_back(split(line, '\t'));
    if (rows.back().size() != columns) throw std::runtime_error(path + ": cells are missing in: " + line);
  }
  if (rows.empty()) throw std::runtime_error(path + " has no rows");
  return rows;
}

}  // namespace fretsaw::test
