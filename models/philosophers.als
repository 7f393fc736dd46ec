module philosophers

-- Processes that hold and wait for forks (or any other things that one at a time can use). They may all end up waiting;
-- not if everybody takes the forks in one common order.

open util/ordering[State] as time
open util/ordering[Fork] as rank

sig Process {}
sig Fork {}
sig State {
  holds: Process -> Fork,
  waits: Process -> Fork
}

pred start [s: State] { no s.holds and no s.waits }

pred idle [s, t: State] { t.holds = s.holds and t.waits = s.waits }

-- Takes the fork if it is free, and waits for it otherwise.
pred take [s, t: State, p: Process, f: Fork] {
  no p.(s.waits)
  f not in p.(s.holds)
  no s.holds.f => {
    t.holds = s.holds + p -> f
    t.waits = s.waits
  } else {
    t.holds = s.holds
    t.waits = s.waits + p -> f
  }
}

-- Puts the fork down; one of those who wait for it, if any, gets it.
pred release [s, t: State, p: Process, f: Fork] {
  no p.(s.waits)
  f in p.(s.holds)
  no s.waits.f => {
    t.holds = s.holds - p -> f
    t.waits = s.waits
  } else some q: s.waits.f {
    t.holds = s.holds - p -> f + q -> f
    t.waits = s.waits - q -> f
  }
}

fact Run {
  start[time/first]
  all s: State - time/last | let t = time/next[s] |
    idle[s, t] or some p: Process, f: Fork | take[s, t, p, f] or release[s, t, p, f]
}

pred deadlock [s: State] {
  some Process
  all p: Process | some p.(s.waits)
}

-- Nobody reaches for a fork that comes before one he has.
pred ordered {
  all s: State - time/last, p: Process, f: Fork |
    take[s, time/next[s], p, f] => p.(s.holds) in rank/prevs[f]
}

run stuck { some s: State | deadlock[s] } for exactly 5 State, exactly 2 Process, exactly 2 Fork expect 1
run stuckSooner { some s: State | deadlock[s] } for exactly 4 State, exactly 2 Process, exactly 2 Fork expect 0
run ordered for exactly 4 State, 2 Process, exactly 2 Fork expect 1

assert OrderPreventsDeadlock { ordered => no s: State | deadlock[s] }
check OrderPreventsDeadlock for exactly 6 State, 2 Process, exactly 3 Fork expect 0

-- A fork is in one hand only, whatever happens.
assert OneHolder { all s: State, f: Fork | lone s.holds.f }
check OneHolder for exactly 6 State, 3 Process, exactly 2 Fork expect 0
