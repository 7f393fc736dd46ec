module railway

-- Trains on segments of track; some segments overlap (crossings, switches). Each segment ends at a gate. Which gates must
-- be closed so that two trains never meet?

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

-- Any number of trains moves to a next segment; trains at closed gates stay.
pred move [s, r: State] {
  all t: Train | let from = t.(s.on), to = t.(r.on) |
    to = from or (from not in s.closed and to in from.next and some to)
}

-- No train is on a segment that overlaps one behind an open gate.
pred clear [s: State] {
  all g: occupied[s] - s.closed | no g.next.overlaps & (occupied[s] - g)
}

-- Two open gates do not lead to overlapping segments.
pred exclusive [s: State] {
  all disj g, h: occupied[s] - s.closed | no g.next.overlaps & h.next
}

run traffic {
  some disj s, r: State | safe[s] and clear[s] and exclusive[s] and move[s, r] and s.on != r.on and #Train = 2
} for 4 but 2 State expect 1

assert PolicyWorks { all s, r: State | safe[s] and clear[s] and exclusive[s] and move[s, r] => safe[r] }
check PolicyWorks for 4 but 2 State, 3 Train expect 0

-- Neither condition alone is sufficient.
check clearIsNotEnough { all s, r: State | safe[s] and clear[s] and move[s, r] => safe[r] } for 4 but 2 State expect 1
check exclusiveIsNotEnough { all s, r: State | safe[s] and exclusive[s] and move[s, r] => safe[r] } for 4 but 2 State expect 1
