// SPDX-License-Identifier: MIT
// Arrays behind pointers, as in C, with contracts in braces: some are kept, some are not.
#pragma once

class Buffer {
  /*@ invariant {
        this.items_.length = this.capacity_
        0 <= this.count_ and this.count_ <= this.capacity_
      } */
 public:
  ~Buffer() { delete[] items_; }

  /*@ ensures {
        this.count_ = plus[this.count_`, 1]
        this.items_[this.count_`] = @item
        all i: this.items_`.univ | i < this.count_` => this.items_[i] = this.items_`[i]
      } */
  void push(int item) {
    if (count_ == capacity_) grow(2 * capacity_ + 1);
    items_[count_++] = item;
  }

  //@ ensures { this.count_ = this.count_` }
  void grows_and_forgets_to_say_so() {
    const int before = capacity_;
    grow(capacity_ + 1);
    capacity_ = before;
  }

  //@ ensures { this.count_ = this.count_` }
  void frees_what_it_needs() { delete[] items_; }

  //@ ensures { univ.(this.items_) in univ.(this.items_`) }
  void swaps() {
    if (count_ < 2) return;
    const int first = items_[0];
    items_[0] = items_[1];
    items_[1] = first + 1;
  }

  //@ ensures { some this.items_ }
  void leads_elsewhere() {
    static int elsewhere[4];
    delete[] items_;
    items_ = elsewhere;
  }

  //@ ensures { this.end_.length = 0 and this.items_ = this.items_` }
  void points_to_the_end() { end_ = items_ + capacity_; }

 private:
  void grow(int capacity) {
    int* const items = new int[capacity]();
    for (int i = 0; i < count_; ++i) items[i] = items_[i];
    delete[] items_;
    items_ = items;
    capacity_ = capacity;
  }

  int* items_ = nullptr;
  int* end_ = nullptr;
  int capacity_ = 0;
  int count_ = 0;
};

/*@ requires { @n > 0 }
    ensures { @result = max[univ.(@values)] } */
inline int largest(const int* values, int n) {
  int best = values[0];
  for (int i = 1; i < n; ++i) best = values[i] > best ? values[i] : best;
  return best;
}

/*@ ensures { all i: @values.univ | @values[i] = 0 }
    ensures { @values.length = @values`.length } */
inline void clear(int* values, int n) {
  for (int i = 0; i < n; ++i) values[i] = 0;
}

/*@ ensures { all i: @values.univ | @values[i] = @values`[i] } */
inline void changes(int* values, int n) {
  if (n > 1) values[1] = values[0];
}

//@ ensures true;
inline void changes_a_constant(const int* values, int n) {
  if (n > 0 && values[0] == 1) const_cast<int*>(values)[0] = 2;
}
