-- util/time: a counter that is told to count until it has had enough.
open util/time

one sig Counter { value: dynamic[Int] }

-- What the macros of the module take must be macros themselves.
let up[t, u] { Counter.value.u = plus[Counter.value.t, 1] }
let low[t] { Counter.value.t < 2 }

fact { Counter.value.first = 0 }

run twice { some t: Time | then[up, up, first, t] and Counter.value.t = 2 } for 3 but exactly 4 Time expect 1
run loop { some t: Time | while[low, up, first, t] and Counter.value.t = 2 } for 3 but exactly 4 Time expect 1
run shortLoop { some t: Time | while1[low, up, first, t] } for 3 but exactly 4 Time expect 0
check ended { all t: Time | while3[low, up, first, t] => not low[t] } for 3 but exactly 5 Time expect 0
