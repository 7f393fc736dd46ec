// Expression trees: classes with virtual functions and without default constructors, specializations of
// templates among them, behind pointers to their base; and predicates of several kinds about them.
#pragma once

#include <memory>
#include <utility>

class Expr {
 public:
  virtual ~Expr() = default;
  virtual int value() const = 0;
};

class Num : public Expr {
 public:
  explicit Num(int n) : n_(n) {}
  int value() const override { return n_; }

 private:
  int n_;
};

template <class T>
class Literal final : public Expr {
 public:
  explicit Literal(T t) : t_(t) {}
  int value() const override { return t_ ? 1 : 0; }

 private:
  T t_;
};

class Negation : public Expr {
 public:
  explicit Negation(std::unique_ptr<Expr> of) : of_(std::move(of)) {}
  int value() const override { return -of_->value(); }

 private:
  std::unique_ptr<Expr> of_;
};

class Sum : public Expr {
 public:
  Sum(std::unique_ptr<Expr> a, std::unique_ptr<Expr> b) : a_(std::move(a)), b_(std::move(b)) {}
  int value() const override { return a_->value() + b_->value(); }

 private:
  std::unique_ptr<Expr> a_;
  std::unique_ptr<Expr> b_;
};

// Never instantiated: nothing in it is a class.
template <class T>
struct Unused {
  struct Inner : Expr {
    T t;
  };
};

inline std::unique_ptr<Expr> yes() { return std::make_unique<Literal<bool>>(true); }

class Formula {
  std::unique_ptr<Expr> root_;
  int unread_ = 7;
  friend struct Inspector;

 public:
  // A null somewhere is an access that ends the candidate.
  bool rep_ok() const { return root_ == nullptr || root_->value() <= 100; }
  int truth() const { return rep_ok() ? 2 : 0; }
};

// Looks at what is private.
inline bool has_root(const Formula& formula) { return formula.root_ != nullptr && formula.rep_ok(); }

struct Point {
  int x;
  int y : 2;
  unsigned z : 1;
};
using Place = Point;
inline bool on_the_diagonal(Point point) { return point.x == point.y && point.z == 0; }
template <class T>
bool low(const T& t) {
  return t.x == 0 && t.y == 0 && t.z == 0;
}
inline const auto high = [](const Point& point) { return point.x == 1 && point.y == 1 && point.z == 1; };
struct Answer {
  bool good;
  explicit operator bool() const { return good; }
};
inline Answer answer(const Point& point) { return {point.x == 1 && point.y >= 0 && point.z == 0}; }
