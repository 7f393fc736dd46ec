// SPDX-License-Identifier: MIT
// Arrays behind pointers, and classes with bases and members of every description; nothing is included, so
// that it compiles in no time.
#pragma once

namespace zoo {

struct Cell {
  int value = 1;
  ~Cell() {}
};

class Rows {
  struct Row {
    char* letters = nullptr;
    unsigned char length = 0;
  };
  Row* rows_ = nullptr;
  long count_ = 0;
  Cell** cells_ = nullptr;

 public:
  // Every row begins with an 'a' and is not empty.
  bool rep_ok() const {
    for (long i = 0; i < count_; ++i) {
      if (rows_[i].length == 0 || rows_[i].letters[0] != 'a') return false;
    }
    return cells_ == nullptr || cells_[0] == cells_[1];
  }
  // Looks at elements without having asked for their number.
  bool second_is_b() const { return rows_[0].letters[1] == 'b'; }
  bool anything() const { return true; }
};

class Hidden {
 protected:
  int level_ = 0;
};
struct Other {
  virtual ~Other() {}
  int level_ = 0;
};
// A private base, two fields of one name, members of an unnamed struct, a const field with and one without
// its value.
class Mixed : Hidden, public Other {
  struct {
    bool on_;
    int deep_;
  };
  const int limit_ = 4;
  const int chosen_;

 public:
  Mixed() : chosen_(0) {}
  bool rep_ok() const {
    return Hidden::level_ == 1 && Other::level_ == 2 && on_ && deep_ == chosen_ && limit_ == 4;
  }
};

}  // namespace zoo
