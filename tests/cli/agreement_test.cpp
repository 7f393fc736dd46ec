// SPDX-License-Identifier: MIT
// What is a valid object does not depend on who asks. Every class in examples/ and tests/ that has contracts
// or a predicate goes through `generate`, and through `check` and `explore` of a function that takes one such
// object and does nothing: its inputs are the valid objects. The numbers are compared.
//
// Nothing here is a list of subjects: headers are found in the folders, and the program says which classes
// they have. FRETSAW_FULL_TESTS takes all of them, otherwise it is every kStride-th header.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>

#include "cli/process.hpp"

namespace fretsaw::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::size_t kStride = 12;
constexpr const char* kSize = "2";

bool takes_all() { return std::getenv("FRETSAW_FULL_TESTS") != nullptr; }

struct SubjectFile {
  fs::path header;
  std::optional<fs::path> spec;

  std::string name() const {
    const std::string file = fs::relative(header, FRETSAW_SOURCE_DIR).string();
    return spec ? fmt::format("{} with {}", file, fs::relative(*spec, FRETSAW_SOURCE_DIR).string()) : file;
  }
};

std::string text_of(const fs::path& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

bool says_what_is_valid(const std::string& text) {
  return std::ranges::any_of(std::vector<std::string>{"//@", "/*@", "rep_ok", "repOk"},
                             [&](const auto& word) { return text.find(word) != std::string::npos; });
}

// Each header by itself, and with each .spec of its name.
std::vector<SubjectFile> subject_files() {
  std::vector<fs::path> headers, specs;
  for (const char* const folder : {"examples", "tests"}) {
    for (const auto& file : fs::recursive_directory_iterator(fs::path(FRETSAW_SOURCE_DIR) / folder)) {
      if (file.path().extension() == ".hpp" || file.path().extension() == ".h")
        headers.push_back(file.path());
      if (file.path().extension() == ".spec") specs.push_back(file.path());
    }
  }
  std::ranges::sort(headers);
  std::ranges::sort(specs);
  std::vector<SubjectFile> files;
  for (const fs::path& header : headers) {
    const fs::path beside = fs::path(header).replace_extension(".spec");
    const bool has_spec = fs::exists(beside);
    if (has_spec || says_what_is_valid(text_of(header)))
      files.push_back({header, has_spec ? std::optional(beside) : std::nullopt});
    for (const fs::path& spec : specs) {
      if (spec.stem() == header.stem() && spec != beside &&
          spec.parent_path().parent_path() == header.parent_path())
        files.push_back({header, spec});
    }
  }
  return files;
}

// What one verb says: a number, or why there is none.
struct Said {
  std::optional<std::uint64_t> count;
  std::string why;
};

class Agreement : public testing::Test {
 protected:
  // The header with a function for each class.
  class Copy {
   public:
    explicit Copy(const SubjectFile& file) : text_(text_of(file.header)), from_(file.header.parent_path()) {
      name_ = file.header.filename().string();
      folder_.write(name_, text_);
      if (file.spec) folder_.write(fs::path(name_).replace_extension(".spec").string(), text_of(*file.spec));
    }

    void observe(const std::vector<std::string>& classes, const std::vector<std::size_t>& which) {
      std::string text = text_ + "\n";
      for (const std::size_t i : which)
        text += fmt::format("inline void observe_class_{}(const ::{}& object) {{ (void)object; }}\n", i,
                            classes[i]);
      folder_.write(name_, text);
    }

    // Private classes may be named, and files beside the header are found.
    Finished fretsaw(std::vector<std::string> words) const {
      words.insert(words.begin() + 1, folder_ / name_);
      words.insert(words.end(),
                   {"--cxxflags", fmt::format("-std=c++20 -fno-access-control -I{}", from_.string())});
      return run({.arguments = words, .environment = {"XDG_CACHE_HOME=" + (folder_ / "cache")}});
    }

   private:
    Folder folder_;
    std::string text_;
    fs::path from_;
    std::string name_;
  };

  static std::vector<std::string> classes_of(const Copy& copy) {
    const Finished asked = copy.fretsaw({"skeleton", "--class", "no_such_class"});
    const std::string begin = "note: the header defines ";
    const std::size_t at = asked.err.find(begin);
    if (at == std::string::npos) return {};
    std::string list = asked.err.substr(at + begin.size());
    list = list.substr(0, list.find('\n'));
    std::vector<std::string> classes;
    for (std::size_t from = 0; from < list.size();) {
      const std::size_t end = std::min(list.find(", ", from), list.size());
      std::string name = list.substr(from, end - from);
      if (name.ends_with("<...>")) name.replace(name.size() - 5, 5, "<int>");
      classes.push_back(name);
      from = end + 2;
    }
    return classes;
  }

  static std::string first_error(const Finished& finished) {
    const std::size_t at = finished.err.find("error: ");
    const std::string rest = at == std::string::npos ? finished.err : finished.err.substr(at + 7);
    return rest.substr(0, rest.find('\n'));
  }

  // Bounds that --size does not imply, and the message requests: "'int *' is not supported as a field ('C::f')" with a
  // note, "no bounds for 'C::f' of type 'double'".
  static std::optional<std::string> missing_bound(const json& error) {
    const std::string message = error["message"];
    const auto quoted_after = [&](std::string_view words) {
      const std::size_t begin = message.find(words) + words.size();
      return message.substr(begin, message.find('\'', begin) - begin);
    };
    if (message.starts_with("no bounds for '")) return quoted_after("no bounds for '") + "=0,1";
    const bool is_array = error.dump().find("its length is not known") != std::string::npos;
    return is_array ? std::optional(quoted_after("('") + ".length=0..2") : std::nullopt;
  }

  static Said generated(const Copy& copy, const std::string& class_name, std::vector<std::string>& bounds) {
    for (;;) {
      std::vector<std::string> words = {"generate", "--class", class_name,  "--size", kSize,
                                        "--count",  "--json",  "--timeout", "120"};
      for (const std::string& bound : bounds) words.insert(words.end(), {"--values", bound});
      const json said = copy.fretsaw(words).json();
      if (said.contains("error")) {
        const std::string message = said["error"]["message"];
        const auto more = missing_bound(said["error"]);
        if (!more || std::ranges::count(bounds, *more) > 0) return {std::nullopt, message};
        bounds.push_back(*more);
        continue;
      }
      if (!said.value("complete", false)) return {std::nullopt, "it was stopped"};
      return {said["structures"].get<std::uint64_t>(), ""};
    }
  }

  static bool is_deterministic(const Copy& copy, const std::string& class_name,
                               const std::vector<std::string>& bounds) {
    std::vector<std::string> words = {"generate", "--class", class_name,      "--size",
                                      kSize,      "--count", "--cross-check", "--json"};
    for (const std::string& bound : bounds) words.insert(words.end(), {"--values", bound});
    return copy.fretsaw(words).json().value("mismatches", 0) == 0;
  }

  static Said inputs_of(const json& report) {
    if (report.contains("error")) {
      const std::string message = report["error"]["message"];
      if (message.find("no valid input") != std::string::npos) return {0, ""};
      return {std::nullopt, message};
    }
    if (!report.value("complete", false)) return {std::nullopt, "it was stopped"};
    return {report["inputs"].get<std::uint64_t>(), ""};
  }

  struct Observed {
    std::vector<std::string> classes;
    std::map<std::size_t, std::vector<std::string>> bounds;  // by class
  };

  static std::vector<std::string> observing(const std::string& verb, const Observed& observed,
                                            const std::vector<std::size_t>& which) {
    std::vector<std::string> words = {verb, "--size", kSize, "--json"};
    std::set<std::string> bounds;
    for (const std::size_t i : which) {
      const std::string name = fmt::format("observe_class_{}", i);
      // A reference may lead to objects of derived classes, and these are not asked for.
      words.insert(words.end(),
                   {"--method", name, "--type", fmt::format("{}::object={}", name, observed.classes[i])});
      const auto more = observed.bounds.find(i);
      if (more != observed.bounds.end()) bounds.insert(more->second.begin(), more->second.end());
    }
    for (const std::string& bound : bounds) words.insert(words.end(), {"--values", bound});
    return words;
  }

  // All in one program; one by one if that cannot be built.
  static std::map<std::size_t, Said> checked(const Copy& copy, const Observed& observed,
                                             const std::vector<std::size_t>& which) {
    std::map<std::size_t, Said> said;
    std::vector<std::string> words = observing("check", observed, which);
    words.insert(words.end(), {"--keep-going", "--limit", "1", "--timeout", "240"});
    const json all = copy.fretsaw(words).json();
    if (which.size() == 1) {
      said[which.front()] = inputs_of(all);
    } else if (all.contains("methods") && all["methods"].size() == which.size()) {
      for (std::size_t i = 0; i < which.size(); ++i) said[which[i]] = inputs_of(all["methods"][i]);
    } else {
      for (const std::size_t i : which) said.merge(checked(copy, observed, {i}));
    }
    return said;
  }

  // Every input that is found must be valid for 'check', and these must be as many.
  static void explore_agrees(const Copy& copy, const Observed& observed, std::size_t which,
                             std::uint64_t count) {
    std::vector<std::string> words = observing("explore", observed, {which});
    words.insert(words.end(), {"--timeout", "60"});
    const json said = copy.fretsaw(words).json();
    if (said.contains("error")) {
      const std::string message = said["error"]["message"];
      const bool has_none = message.find("no valid input") != std::string::npos;
      if (has_none)
        EXPECT_EQ(count, 0U) << "explore: " << message;
      else
        fmt::print("  explore skips {}: {}\n", observed.classes[which], message);
      return;
    }
    EXPECT_EQ(said["judged"], said["tests"]) << "explore has inputs that are not valid for check";
    if (said["check_inputs_complete"].get<bool>()) EXPECT_EQ(said["check_inputs"], count) << "explore";
  }

  // How many of its classes took part.
  static std::size_t compare(const SubjectFile& file, bool explores) {
    Copy copy(file);
    Observed observed;
    observed.classes = classes_of(copy);
    const std::vector<std::string>& classes = observed.classes;
    if (classes.empty()) fmt::print("  skipped: it does not compile by itself, or has no classes\n");
    std::map<std::size_t, Said> found;
    std::vector<std::size_t> compared;
    for (std::size_t i = 0; i < classes.size(); ++i) {
      found[i] = generated(copy, classes[i], observed.bounds[i]);
      const std::string& why = found[i].why;
      if (found[i].count) {
        compared.push_back(i);
        continue;
      }
      fmt::print("  generate skips {}: {}\n", classes[i], why);
      if (why == "it was stopped" || why.starts_with("no predicate 'rep_ok' or 'repOk' for")) continue;
      if (!takes_all()) continue;  // what is refused takes as long as what is not
      copy.observe(classes, {i});
      EXPECT_FALSE(checked(copy, observed, {i})[i].count)
          << file.name() << ": " << classes[i] << " is refused by generate, and not by check: " << why;
      copy.observe(classes, {});  // generate goes on with the header as it is
    }
    if (compared.empty()) return 0;
    copy.observe(classes, compared);
    std::size_t took_part = 0;
    for (const auto& [i, said] : checked(copy, observed, compared)) {
      if (said.why == "it was stopped") {
        fmt::print("  check was stopped at {}\n", classes[i]);
        continue;
      }
      EXPECT_TRUE(said.count) << file.name() << ": " << classes[i]
                              << " is refused by check, and not by generate: " << said.why;
      if (!said.count) continue;
      if (*found[i].count != *said.count && !is_deterministic(copy, classes[i], observed.bounds[i])) {
        fmt::print("  skipped: the predicate of {} gives another answer when it is asked again\n",
                   classes[i]);
        continue;
      }
      EXPECT_EQ(*found[i].count, *said.count) << file.name() << ": " << classes[i];
      ++took_part;
      if (explores && (takes_all() || took_part == 1)) {
        SCOPED_TRACE(file.name() + ": " + classes[i]);
        explore_agrees(copy, observed, i, *said.count);
      }
    }
    return took_part;
  }
};

TEST_F(Agreement, OfAllVerbsOnWhatIsValid) {
  const std::vector<SubjectFile> files = subject_files();
  ASSERT_GE(files.size(), 40U) << "the subjects are not where they were";
  std::size_t headers = 0, took_part = 0;
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (!takes_all() && i % kStride != 0) continue;
    fmt::print("{}\n", files[i].name());
    std::fflush(stdout);
    const std::size_t more = compare(files[i], takes_all() || headers == 0);
    headers += more > 0 ? 1 : 0;
    took_part += more;
  }
  fmt::print("{} classes of {} headers took part\n", took_part, headers);
  EXPECT_GE(took_part, takes_all() ? 60U : 4U);
  EXPECT_GE(headers, takes_all() ? 30U : 3U);
}

}  // namespace
}  // namespace fretsaw::test
