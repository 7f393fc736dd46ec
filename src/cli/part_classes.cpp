// SPDX-License-Identifier: MIT
#include "cli/part_classes.hpp"

#include <fmt/format.h>

#include "logic/finder/duplicates.hpp"

namespace fretsaw::cli {

Status compare_classes_of(const std::vector<PartFile>& parts) {
  std::vector<std::string> texts;
  std::vector<const PartFile*> files;
  for (const PartFile& part : parts) {
    const auto& about = part.document().at("part");
    if (!about.contains("classes")) continue;
    files.push_back(&part);
    texts.push_back(about.at("classes").is_string() ? about.at("classes").get<std::string>() : "");
  }
  const ComparedClasses compared = compare_classes(texts);
  if (compared.malformed)
    return about_file(files[*compared.malformed]->path(), "'part.classes' is malformed", "rerun that part");
  if (!compared.duplicate) return Success{};
  const auto& [one, other] = *compared.duplicate;
  return input_error(
      fmt::format("internal error: instance {} of '{}' and instance {} of '{}' are isomorphic", one.number,
                  files[one.part]->path(), other.number, files[other.part]->path()),
      "report this bug of Fretsaw with the model and the command line");
}

}  // namespace fretsaw::cli
