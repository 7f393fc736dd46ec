// SPDX-License-Identifier: MIT
#include "path/pass/site_table.hpp"

#include <llvm/ADT/SmallString.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/Support/Path.h>

namespace fretsaw::path {

using namespace llvm;

namespace {

std::string at(const DebugLoc& place, bool counts) {
  const unsigned line = place ? place.getLine() : 0;
  const unsigned column = place ? place.getCol() : 0;
  return (" " + Twine(line) + " " + Twine(column) + " " + Twine(counts && line != 0 ? 1 : 0)).str();
}

}  // namespace

void SiteTable::begin(const Function& function) {
  std::string file = "-";
  unsigned line = 0;
  if (const DISubprogram* const place = function.getSubprogram()) {
    SmallString<128> path(place->getDirectory());
    if (sys::path::is_absolute(place->getFilename())) path.clear();
    sys::path::append(path, place->getFilename());
    file = std::string(path);
    line = place->getLine();
  }
  const char* const local = function.hasLocalLinkage() ? " 1 " : " 0 ";
  text_ += ("f " + function.getName() + local + Twine(line) + " " + file + "\n").str();
  ++functions_;
}

void SiteTable::calls(const Function& callee) { text_ += ("c " + callee.getName() + "\n").str(); }

void SiteTable::has_assembly() { text_ += "a\n"; }

unsigned SiteTable::branch(const DebugLoc& place, bool counts) {
  text_ += "b" + at(place, counts) + "\n";
  return sites_++;
}

unsigned SiteTable::choice(const SwitchInst& choice, bool counts) {
  text_ += "s" + at(choice.getDebugLoc(), counts);
  for (const auto& each : choice.cases()) text_ += " " + std::to_string(each.getCaseValue()->getZExtValue());
  text_ += "\n";
  return sites_++;
}

}  // namespace fretsaw::path
