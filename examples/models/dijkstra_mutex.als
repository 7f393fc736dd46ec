-- Mutual exclusion by ordered locks (Dijkstra): processes that take locks in a fixed order never wait in a cycle.
open util/ordering[State] as time
open util/ordering[Lock] as rank

sig Process {}
sig Lock {}
sig State { holds, waits: Process -> Lock }

pred Start[s: State] { no s.holds + s.waits }

pred Available[s: State, l: Lock] { no l.~(s.holds) }

pred Blocked[s: State, p: Process] { some p.(s.waits) }

-- A process that is not blocked takes a lock, or starts to wait for it.
pred Take[s: State, p: Process, l: Lock, t: State] {
  not Blocked[s, p]
  l not in p.(s.holds)
  Available[s, l] => {
    t.holds = s.holds + p->l
    t.waits = s.waits
  } else {
    t.holds = s.holds
    t.waits = s.waits + p->l
  }
}

-- The process releases a lock; one of the processes that wait for it gets it.
pred Return[s: State, p: Process, l: Lock, t: State] {
  not Blocked[s, p]
  l in p.(s.holds)
  no l.~(s.waits) => {
    t.holds = s.holds - p->l
    t.waits = s.waits
  } else some lucky: l.~(s.waits) {
    t.holds = s.holds - p->l + lucky->l
    t.waits = s.waits - lucky->l
  }
}

pred Run {
  Start[time/first]
  all s: State - time/last, t: time/next[s] |
    some p: Process, l: Lock | Take[s, p, l, t] or Return[s, p, l, t]
}

pred Stuck { some Process and some s: State | all p: Process | some p.(s.waits) }

-- A process that takes a lock does not hold a lock that ranks above it.
pred Ordered {
  all s: State, t: time/next[s], p: Process |
    all new: p.(t.holds + t.waits) - p.(s.holds + s.waits) | no p.(s.holds) & rank/nexts[new]
}

assert NeverStuck { Run and Ordered => not Stuck }

check NeverStuck for 3
run Run for 3
