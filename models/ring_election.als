module ring_election

-- Leader election in a ring: each process forwards the numbers that are not smaller than those of its successor;
-- a process that receives its own number is elected. Processes are their own numbers.

open util/ordering[Time] as time
open util/ordering[Process] as id

sig Time {}
sig Process {
  succ: Process,
  box: Process -> Time,   -- numbers to forward
  elected: set Time
}

fact Ring { all p: Process | p.^succ = Process }

pred pass [t, u: Time] {
  some p: Process, token: p.box.t | let n = p.succ {
    token in id/prevs[n] => box.u = box.t - p -> token else box.u = box.t - p -> token + n -> token
  }
}

fact Run {
  box.(time/first) = Process <: iden
  all t: Time - time/last | let u = time/next[t] | box.u = box.t or pass[t, u]
}

-- The processes that have just received their own number are elected.
fact Election {
  no elected.(time/first)
  all t: Time - time/last | let u = time/next[t] | elected.u = { p: Process | p -> p in box.u - box.t }
}

run winner { some elected.Time } for exactly 3 Process, exactly 4 Time expect 1
run tooSoon { some elected.Time } for exactly 3 Process, exactly 3 Time expect 0

assert AtMostOne { lone elected.Time }
check AtMostOne for exactly 3 Process, exactly 7 Time expect 0

assert TheLargestWins { elected.Time in id/last }
check TheLargestWins for exactly 4 Process, exactly 6 Time expect 0

-- Violated: no process is forced to forward a number.
assert AtLeastOne { some elected.Time }
check AtLeastOne for exactly 3 Process, exactly 7 Time expect 1
