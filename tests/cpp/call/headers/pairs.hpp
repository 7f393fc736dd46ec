// SPDX-License-Identifier: MIT
// Of numbers up to 20 there are 231 pairs, of which some fail: inputs that are searched for. Those of the
// other class are solved for.
class Pair {
  int a_ = 0, b_ = 0;

 public:
  bool rep_ok() const { return a_ <= b_; }
  //@ ensures \result != 7;
  int sum() const { return a_ + b_; }
  //@ ensures true;
  int difference() const {
    if (a_ == 3 && b_ > 17) throw "\xff not text";
    return b_ - a_;
  }
};

class Range {
  int from_ = 0, to_ = 0;
  //@ invariant { this.from_ <= this.to_ }

 public:
  //@ ensures \result != 5;
  int length() const { return to_ - from_; }
};
