// SPDX-License-Identifier: MIT
// Objects that are reachable only through containers: their invariants hold, too, before and after.
#pragma once
#include <deque>
#include <list>
#include <map>
#include <vector>

namespace held {

struct Coin {
  int value = 1;
  //@ invariant value > 0;
};

struct Stamp {
  int value = 1;
  /*@ invariant { this.value > 0 } */
};

struct Purse {
  std::list<Coin> coins;
  std::list<Stamp> stamps;
  //@ ensures \result == int(coins.size());
  int count() const { return int(coins.size()); }
  //@ requires !stamps.empty();
  void wear_out() { stamps.front().value -= stamps.size() == 1; }
};

struct Album {
  std::map<int, Stamp> pages;
  std::deque<Coin*> coins;
  //@ ensures true;
  void look() const {}
  //@ requires !pages.empty();
  void tear() const { *static_cast<volatile int*>(nullptr) = 1; }
};

}  // namespace held
