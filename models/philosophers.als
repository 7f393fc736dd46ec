module philosophers

-- Dining philosophers: processes hold forks and wait for them. A deadlock is possible, but not if all of them take the
-- forks in one common order.

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

-- Releases the fork; one process that waits for it, if any, gets it.
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

-- No process waits for a fork that precedes one that it holds.
pred ordered {
  all s: State - time/last, p: Process, f: Fork |
    take[s, time/next[s], p, f] => p.(s.holds) in rank/prevs[f]
}

run stuck { some s: State | deadlock[s] } for exactly 5 State, exactly 2 Process, exactly 2 Fork expect 1
run stuckSooner { some s: State | deadlock[s] } for exactly 4 State, exactly 2 Process, exactly 2 Fork expect 0
run ordered for exactly 4 State, 2 Process, exactly 2 Fork expect 1

assert OrderPreventsDeadlock { ordered => no s: State | deadlock[s] }
check OrderPreventsDeadlock for exactly 6 State, 2 Process, exactly 3 Fork expect 0

-- A fork is held by at most one process, in any order.
assert OneHolder { all s: State, f: Fork | lone s.holds.f }
check OneHolder for exactly 6 State, 3 Process, exactly 2 Fork expect 0
