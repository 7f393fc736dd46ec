module railway

-- Trains move over segments of track; some segments share ground (crossings, switches). At the end of each segment is a
-- gate. Which gates must be closed so that no two trains ever meet?

sig Segment {
  next: set Segment,
  overlaps: set Segment
}

fact Ground {
  overlaps = ~overlaps
  Segment <: iden in overlaps
}

sig Train {}
sig State {
  on: Train -> lone Segment,
  closed: set Segment
}

fun occupied [s: State]: set Segment { Train.(s.on) }

pred safe [s: State] { all disj t, u: Train | no t.(s.on).overlaps & u.(s.on) }

-- Some trains, any number at once, go on to a next segment; closed gates keep the others.
pred move [s, r: State] {
  all t: Train | let from = t.(s.on), to = t.(r.on) |
    to = from or (from not in s.closed and to in from.next and some to)
}

-- Where an open gate leads, nothing else is standing.
pred clear [s: State] {
  all g: occupied[s] - s.closed | no g.next.overlaps & (occupied[s] - g)
}

-- Two open gates do not lead to the same ground.
pred exclusive [s: State] {
  all disj g, h: occupied[s] - s.closed | no g.next.overlaps & h.next
}

run traffic {
  some disj s, r: State | safe[s] and clear[s] and exclusive[s] and move[s, r] and s.on != r.on and #Train = 2
} for 4 but 2 State expect 1

assert PolicyWorks { all s, r: State | safe[s] and clear[s] and exclusive[s] and move[s, r] => safe[r] }
check PolicyWorks for 4 but 2 State, 3 Train expect 0

-- Each half alone is not enough.
check clearIsNotEnough { all s, r: State | safe[s] and clear[s] and move[s, r] => safe[r] } for 4 but 2 State expect 1
check exclusiveIsNotEnough { all s, r: State | safe[s] and exclusive[s] and move[s, r] => safe[r] } for 4 but 2 State expect 1
