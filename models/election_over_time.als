-- Leader election in a ring: every process sends its number to its successor, and forwards numbers larger than its own.
-- A process that receives its own number is elected. Messages may take any time.
module election_over_time
open util/ordering[Process] as numbers

sig Process {
  succ: one Process,
  var inbox: set Process  -- numbers that have arrived and are not processed yet
}
var sig Elected in Process {}

fact Ring { all p: Process | Process in p.^succ }

pred begin {
  all p: Process | p.succ.inbox = p
  no Elected
}

-- p processes the number n.
pred take [p, n: Process] {
  n in p.inbox
  p.inbox' = p.inbox - n
  numbers/gt[n, p] implies p.succ.inbox' = p.succ.inbox + n else p.succ.inbox' = p.succ.inbox
  all other: Process - p - p.succ | other.inbox' = other.inbox
  Elected' = (n = p implies Elected + p else Elected)
}

pred nothing { inbox' = inbox and Elected' = Elected }

fact Steps {
  begin
  always (nothing or some p, n: Process | take[p, n])
}

-- Fairness: every process with a message processes one eventually.
pred everybody_works {
  all p: Process | always (some p.inbox implies eventually some n: Process | take[p, n])
}

assert AtMostOne { always lone Elected }
assert OnlyTheLargest { always Elected in numbers/last }
assert OnceElectedAlways { always all p: Elected | always p in Elected }
assert SomebodySometime { everybody_works implies eventually some Elected }
assert SomebodySometimeByItself { eventually some Elected }

run elected { some Elected and #Process > 2 } for exactly 3 Process expect 0
run election { eventually some Elected } for exactly 3 Process expect 1
check AtMostOne for 3 Process expect 0
check OnlyTheLargest for 3 Process expect 0
check OnceElectedAlways for 3 Process expect 0
check SomebodySometime for 2 Process expect 0
check SomebodySometimeByItself for 2 Process expect 1
