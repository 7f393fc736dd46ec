-- Time as ordered atoms, for models whose state is an extra column of their fields. Operations are predicates over the
-- times before and after; the macros below combine them.

open util/ordering[Time]

sig Time {}

-- Fields that hold one x, or a set of x, at each time.
let dynamic[x] = x one -> Time
let dynamicSet[x] = x -> Time

-- First a, then b.
let then[a, b, t0, t1] {
  some between: Time | a[t0, between] and b[between, t1]
}

-- Repeats body while cond is true, at most as often as the number in the name.
let while = while3

let while0[cond, body, t0, t1] {
  not cond[t0]
  t0 = t1
}

let while1[cond, body, t0, t1] {
  some between: Time {
    cond[t0] implies body[t0, between] else t0 = between
    while0[cond, body, between, t1]
  }
}

let while2[cond, body, t0, t1] {
  some between: Time {
    cond[t0] implies body[t0, between] else t0 = between
    while1[cond, body, between, t1]
  }
}

let while3[cond, body, t0, t1] {
  some between: Time {
    cond[t0] implies body[t0, between] else t0 = between
    while2[cond, body, between, t1]
  }
}

let while4[cond, body, t0, t1] {
  some between: Time {
    cond[t0] implies body[t0, between] else t0 = between
    while3[cond, body, between, t1]
  }
}

let while5[cond, body, t0, t1] {
  some between: Time {
    cond[t0] implies body[t0, between] else t0 = between
    while4[cond, body, between, t1]
  }
}

let while6[cond, body, t0, t1] {
  some between: Time {
    cond[t0] implies body[t0, between] else t0 = between
    while5[cond, body, between, t1]
  }
}

let while7[cond, body, t0, t1] {
  some between: Time {
    cond[t0] implies body[t0, between] else t0 = between
    while6[cond, body, between, t1]
  }
}

let while8[cond, body, t0, t1] {
  some between: Time {
    cond[t0] implies body[t0, between] else t0 = between
    while7[cond, body, between, t1]
  }
}

let while9[cond, body, t0, t1] {
  some between: Time {
    cond[t0] implies body[t0, between] else t0 = between
    while8[cond, body, between, t1]
  }
}
