// SPDX-License-Identifier: MIT
#include "cpp/code/call_frame_builder.hpp"

#include <algorithm>

namespace fretsaw::code {

CallFrameBuilder::CallFrameBuilder(Classes& classes, std::string name) : classes_(classes) {
  frame_.name = std::move(name);
  frame_.is_frame = true;
  frame_.alignment = sizeof(void*);
}

void CallFrameBuilder::add(int type, const std::string& name) {
  const TypeInfo& info = classes_.type(type);
  const unsigned long own = info.kind == detail::kRecordType ? classes_.at(info.target).alignment
                                                             : std::max(1UL, std::min(info.size, 8UL));
  frame_.alignment = std::max(frame_.alignment, own);
  frame_.size = (frame_.size + own - 1) / own * own;
  FieldInfo field;
  field.owner = frame_.name;
  field.name = name;
  field.offset = static_cast<long>(frame_.size);
  field.type = type;
  frame_.fields.push_back(std::move(field));
  frame_.size += info.size;
}

int CallFrameBuilder::finish() {
  frame_.size = (frame_.size + frame_.alignment - 1) / frame_.alignment * frame_.alignment;
  classes_.classes.push_back(std::move(frame_));
  return static_cast<int>(classes_.classes.size() - 1);
}

int receiver_type(Classes& classes, int owner) {
  TypeInfo type;
  type.kind = detail::kReferenceType;
  type.name = classes.at(owner).name + " &";
  type.size = sizeof(void*);
  type.target = owner;
  classes.types.push_back(std::move(type));
  return static_cast<int>(classes.types.size() - 1);
}

}  // namespace fretsaw::code
