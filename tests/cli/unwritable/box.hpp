// SPDX-License-Identifier: MIT
// Of values 0 to 3, value() breaks its promise for one; it includes nothing, so that it compiles in no time.
class Box {
  int value_ = 0;

 public:
  bool rep_ok() const { return value_ >= 0; }
  //@ ensures \result != 1;
  int value() const {
    if (value_ > 1) return 2;
    return value_;
  }
};
