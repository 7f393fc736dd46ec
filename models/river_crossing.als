module river_crossing

-- River crossing puzzle: a farmer takes a fox, a goose and a sack of corn across a river, at most one of them at a time.
-- Without the farmer, the fox eats the goose and the goose eats the corn.

open util/ordering[State] as order

abstract sig Thing { eats: set Thing }
one sig Farmer, Fox, Goose, Corn extends Thing {}

fact Appetites { eats = Fox -> Goose + Goose -> Corn }

-- The things on the near bank; all others are on the far one.
sig State { near: set Thing }

fun far [s: State]: set Thing { Thing - s.near }

pred peaceful [bank: set Thing] { Farmer in bank or no bank & bank.eats }

-- Everything that changes banks moves in the direction of the farmer, and with him at most one thing.
pred crossing [s, t: State] {
  let over = s.near - t.near, back = t.near - s.near {
    no over or no back
    Farmer in over + back
    lone over + back - Farmer
  }
}

fact Journey {
  order/first.near = Thing
  all s: State | peaceful[s.near] and peaceful[far[s]]
  all s: State - order/last | crossing[s, order/next[s]]
}

pred arrived { no order/last.near }

run tooShort { arrived } for exactly 7 State expect 0
run arrived for exactly 8 State expect 1
run longer { arrived } for exactly 10 State expect 1

-- The goose is on the first and the last trip.
check gooseFirst { arrived => Goose not in order/next[order/first].near } for exactly 8 State expect 0
