// SPDX-License-Identifier: MIT
//
// How user code is compiled, and its objects as values: options of check_method(), explore() and generate(), and parts of
// their results.
//
// Example:
//
//     const fretsaw::CodeOptions code{.sources = {"queue.cpp"}, .cxxflags = "-DNDEBUG -Iinclude"};
//     std::cout << code.sources.front() << ", " << code.cxxflags << "\n";   // queue.cpp, -DNDEBUG -Iinclude
//
//     const fretsaw::ObjectState node{.name = "Node$0", .class_name = "Node", .fields = {{"key", "3"}, {"next", "null"}}};
//     std::cout << to_string(node) << "\n";   // Node$0 = Node {key = 3, next = null}
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace fretsaw {

// The options of the command line, with the same names.
struct CodeOptions {
  std::vector<std::string> sources{};  // compiled and linked with the header
  std::string cxxflags{};              // split as by a shell
  std::string build_directory{};       // directory of a compile_commands.json with the flags; empty: none
  bool use_cache = true;               // reuse compiled programs
};

// An object, and the values of its fields.
struct ObjectState {
  std::string name;        // "Node$0"
  std::string class_name;  // "Node"
  // Names and values: 3, null, Node$1 for a pointer to it, "text", [1, 2].
  std::vector<std::pair<std::string, std::string>> fields{};
};

std::string to_string(const ObjectState& object);  // Node$0 = Node {key = 3, next = null}

}  // namespace fretsaw
