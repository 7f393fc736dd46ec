// SPDX-License-Identifier: MIT
// The settings of a verb: one member per option of the table in options.cpp.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "alloy/exchange/format.hpp"
#include "cpp/path/criterion.hpp"
#include "fretsaw/finder.hpp"
#include "fretsaw/methods.hpp"
#include "fretsaw/model_tests.hpp"

namespace fretsaw::cli {

// How objects of C++ classes are rendered.
enum class ObjectFormat { Text, Json, Dot, Svg, Cpp };
inline const char* file_extension(ObjectFormat format) {
  constexpr std::array kExtensions = {"txt", "json", "dot", "svg", "cpp"};
  return kExtensions[static_cast<std::size_t>(format)];
}

// The output format of 'show'.
enum class ShowFormat { Text, Dot, Svg, Html };

// "0..4"
struct SizeRange {
  int low = 0;
  int high = 0;
};

// Values of fields that the predicate never reads.
enum class UnreadFields { All, Default };

enum class Sanitizer { Address, Undefined };

// How tests are written.
enum class TestForm { Plain, Short };

struct Option;

// An option on the command line; the table is in options.hpp.
struct GivenOption {
  const Option* option;
  std::vector<std::string> arguments;  // of a switch: none
};

struct Settings {
  std::vector<std::string> operands;  // the words that do not belong to an option
  std::string_view verb;
  std::vector<GivenOption> given;  // in the order of the table

  // Models: input and search.
  std::vector<std::string> commands;
  std::vector<std::string> include_directories;
  std::optional<std::string> scope;
  std::optional<Symmetry> symmetry;
  std::optional<std::string> root;
  std::optional<std::uint64_t> sample;
  std::optional<std::uint64_t> seed;
  std::optional<Order> order;
  Overflow overflow = Overflow::Prevent;
  std::optional<std::string> instance;
  bool interactive = false;
  std::optional<std::uint64_t> state;
  std::optional<std::uint64_t> fork;
  bool prove = false;

  // Tests of models.
  std::optional<std::string> filter;
  bool coverage = false;
  std::optional<std::string> junit;
  std::optional<std::string> lcov;
  std::optional<std::string> html;
  std::optional<ModelSuiteOptions::Criterion> suite_criterion;
  std::optional<ModelSuiteOptions::Target> target;
  std::optional<TestForm> form;
  std::optional<TestForm> convert;
  bool minimize = false;
  bool review = false;
  bool locate = false;
  std::optional<std::string> operators;
  bool assertions = false;
  bool strict = false;
  std::optional<double> fail_under;

  // C++ classes, their bounds, and the search for objects.
  std::optional<std::string> class_name;
  std::optional<std::string> predicate;
  std::vector<std::string> sources;
  std::optional<std::string> cxxflags;
  std::optional<std::string> build_directory;
  std::optional<int> size;
  std::vector<std::string> objects;
  std::vector<std::string> values;
  std::optional<std::string> finitization;
  std::optional<UnreadFields> unread;
  std::optional<std::int64_t> step_limit;
  bool no_resume = false;
  bool no_cache = false;
  bool clear = false;
  bool cross_check = false;
  std::optional<std::string> checkpoint;
  std::optional<SearchPart> search_part;
  std::optional<unsigned> threads;
  std::optional<ObjectFormat> object_format;
  std::optional<std::string> glue;

  // Methods under test, and harnesses.
  std::optional<std::string> harness;
  std::vector<std::string> methods;
  std::vector<std::string> extra_preconditions;
  bool keep_going = false;
  bool all_methods = false;
  std::optional<std::uint64_t> input;
  std::optional<double> input_timeout;
  std::optional<SizeRange> sizes;
  std::optional<TestKind> emit;
  std::vector<std::string> ignored;
  std::vector<std::string> types;
  std::vector<std::string> exclude_known;
  std::vector<Sanitizer> sanitizers;
  std::optional<path::Criterion> explore_criterion;
  std::optional<std::uint64_t> length;
  std::optional<std::uint64_t> tests;

  // Output.
  bool json = false;
  std::optional<Format> format;
  std::optional<ShowFormat> show_format;
  std::optional<std::uint64_t> result_index;
  std::optional<std::uint64_t> limit;
  bool count = false;
  std::optional<std::string> out;
  bool core = false;

  // Limits and progress.
  double timeout_seconds = 0;
  double command_timeout_seconds = 0;
  std::uint64_t memory_mb = 0;
  bool quiet = false;
  bool verbose = false;
  bool no_color = false;
  bool help = false;

  bool sanitizes(Sanitizer what) const { return std::ranges::count(sanitizers, what) > 0; }
};

}  // namespace fretsaw::cli
