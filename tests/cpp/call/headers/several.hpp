// SPDX-License-Identifier: MIT
// Methods of which some have inputs that others have not.
#pragma once

struct Shape {
  int width = 0;
  virtual ~Shape() = default;
  /*@ ensures { @result >= 0 } */
  virtual int area() const = 0;
};
struct Square : Shape {
  int area() const override { return width * width; }
};
struct Strip : Shape {
  int height = 0;
  int area() const override { return width * height; }
};
struct Scene {
  Shape* front = nullptr;
  /*@ requires { some this.front } ensures { this.front = this.front` } */
  void keep() {}
};
/*@ ensures { @result.width = @width } */
inline Square* make_square(int width) {
  Square* const made = new Square;
  made->width = width;
  return made;
}
