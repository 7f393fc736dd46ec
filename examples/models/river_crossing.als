-- River crossing puzzle: a farmer brings a fox, a hen and a sack of grain across a river, one at a time.
open util/ordering[State] as time

abstract sig Thing { eats: set Thing }
one sig Farmer, Fox, Hen, Grain extends Thing {}

sig State { near, far: set Thing }

fact Appetites { eats = Fox->Hen + Hen->Grain }

fact Beginning {
  time/first.near = Thing
  no time/first.far
}

-- The farmer crosses, alone or with one thing; things that are left without him may be eaten.
pred Cross[from, next_from, to, next_to: set Thing] {
  one carried: from {
    next_from = from - carried - Farmer - next_from.eats
    next_to = to + carried + Farmer
  }
}

fact Crossings {
  all s: State, t: time/next[s] {
    Farmer in s.near => Cross[s.near, t.near, s.far, t.far] else Cross[s.far, t.far, s.near, t.near]
  }
}

pred Solved { time/last.far = Thing }

run Solved for 4
