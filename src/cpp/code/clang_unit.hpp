// SPDX-License-Identifier: MIT
// A translation unit read by libclang, and conveniences that libclang's C interface lacks.
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "cpp/code/classes.hpp"
#include "cpp/code/libclang.hpp"

namespace fretsaw::code {

class ClangUnit {
 public:
  enum class Bodies { Skip, Read };
  enum class Directives { Forget, Remember };
  // Parses `text` as a C++ file of its own; bodies of functions are skipped unless they are wanted. Never
  // fails: what clang could not make sense of is in errors().
  ClangUnit(const std::string& text, const std::vector<std::string>& flags, Bodies bodies = Bodies::Skip,
            Directives directives = Directives::Forget);

  CXCursor cursor() const;
  // What conditions such as #if left out, where they did, in files that are not the system's. With
  // Directives::Forget, nothing.
  std::vector<TextRange> left_out() const;

  // Absolute paths of what it includes, directly or not.
  std::set<std::string> files() const;

  struct Error {
    std::string file;
    unsigned line;
    std::string message;
    bool in_text;  // not in something that it includes
  };
  std::vector<Error> errors() const;

 private:
  struct IndexDeleter {
    void operator()(void* index) const { clang_disposeIndex(index); }
  };
  struct UnitDeleter {
    void operator()(CXTranslationUnitImpl* unit) const { clang_disposeTranslationUnit(unit); }
  };
  std::unique_ptr<void, IndexDeleter> index_;
  std::unique_ptr<CXTranslationUnitImpl, UnitDeleter> unit_;
};

// Takes over the string.
std::string to_string(CXString text);

std::string spelling(CXCursor cursor);
std::string spelling(CXType type);
Place place_of(CXCursor cursor);

TextRange range_of(CXCursor cursor);

// "ns::Outer::Inner"; of a template, without its arguments.
std::string qualified_name(CXCursor cursor);

CXType canonical(CXType type);  // without const and volatile, too

void for_each_child(CXCursor cursor, const std::function<CXChildVisitResult(CXCursor)>& visit);
void for_each_field(CXType type, const std::function<void(CXCursor)>& visit);

bool is_in_std(CXCursor declaration);

// Text that opens the namespaces around a declaration, the outermost first: "namespace a { ".
std::vector<std::string> namespace_openings(CXCursor declaration);

}  // namespace fretsaw::code
