-- A lock for one thread at a time. With a fair scheduler, no thread waits forever if the lock is granted in order of
-- arrival; a thread may wait forever if the lock is granted in any order.
module fair_lock

sig Thread { var behind: set Thread }  -- threads that came earlier and still wait, or hold the lock
var sig Waiting, Holding in Thread {}

pred begin { no Waiting and no Holding and no behind }

pred come [t: Thread] {
  t not in Waiting + Holding
  Waiting' = Waiting + t and Holding' = Holding
  behind' = behind + t -> (Waiting + Holding)
}

pred enter [t: Thread] {
  t in Waiting and no Holding
  Waiting' = Waiting - t and Holding' = t and behind' = behind
}

pred enter_in_turn [t: Thread] { enter[t] and no t.behind }

pred leave [t: Thread] {
  t in Holding
  Holding' = Holding - t and Waiting' = Waiting
  behind' = behind - Thread -> t - t -> Thread
}

pred nothing { Waiting' = Waiting and Holding' = Holding and behind' = behind }

fact Steps {
  begin
  always (nothing or some t: Thread | come[t] or enter[t] or leave[t])
}

pred in_turn { always all t: Thread | enter[t] implies no t.behind }

-- Fairness: a thread that can enter or leave from some state on does so eventually.
pred fair {
  all t: Thread {
    always eventually (t not in Holding or leave[t])
    always eventually (not (t in Waiting and no Holding and no t.behind) or enter[t])
  }
}

assert MutualExclusion { always lone Holding }
assert NobodyWaitsForEver { (in_turn and fair) implies always all t: Waiting | eventually t in Holding }
assert NobodyWaitsForEverInAnyOrder { fair implies always all t: Waiting | eventually t in Holding }
assert OrderIsKept {
  in_turn implies all a, b: Thread | always ((enter[b] and a in b.behind) implies once leave[a])
}

run busy { some disj a, b: Thread | come[a] ; come[b] ; enter[a] ; leave[a] ; enter[b] } for 2 expect 1
check MutualExclusion for 3 but 1.. steps expect 0
check NobodyWaitsForEver for 2 but 8 steps expect 0
check NobodyWaitsForEverInAnyOrder for 3 but 8 steps expect 1
check OrderIsKept for 2 but 8 steps expect 0
