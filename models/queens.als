module queens

-- The n queens problem: as many queens as the board has rows, none of which attacks another.

sig Queen {
  row: Int,
  column: Int
} {
  row >= 0 and row < #Queen
  column >= 0 and column < #Queen
}

pred peace [q, r: Queen] {
  q.row != r.row
  q.column != r.column
  minus[q.row, r.row] != minus[q.column, r.column]
  minus[q.row, r.row] != minus[r.column, q.column]
}

pred solved { all disj q, r: Queen | peace[q, r] }

run solved for exactly 1 Queen, 2 int expect 1
run solved for exactly 2 Queen, 3 int expect 0
run solved for exactly 3 Queen, 3 int expect 0
run solved for exactly 4 Queen, 4 int expect 1
run solved for exactly 5 Queen, 4 int expect 1
run solved for exactly 6 Queen, 4 int expect 1

-- On a 4 by 4 board, no queen is in a corner.
let edge = 0 + 3
check corners { solved => no q: Queen | q.row in edge and q.column in edge } for exactly 4 Queen, 4 int expect 0
