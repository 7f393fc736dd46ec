// SPDX-License-Identifier: MIT
// Numbers and enumerators at the edges of their types, and conversions.
#pragma once

/*@ ensures { @result = plus[@a, @a] } */
inline unsigned long twice(unsigned long a) { return a + a; }

enum Sign { Minus = -5, None = 0, Plus = 9 };
enum class Light : unsigned char { Dim = 200, Bright = 255 };

/*@ ensures { @sign = Minus implies @result = Dim else @result = Bright } */
inline Light light(Sign sign) {
  return sign == Minus ? Light::Dim : sign == None ? Light::Bright : static_cast<Light>(7);
}

struct Degrees {
  int value;
  /*@ ensures { @result = this.value } */
  operator int() const { return value; }
  /*@ ensures { @result = true <=> this.value != 0 } */
  explicit operator bool() const { return value > 0; }
};
