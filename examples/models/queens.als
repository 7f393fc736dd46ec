-- The n queens problem: as many queens as the board has rows, none of which attacks another.
sig Queen { row, column: one Int }

fact OnTheBoard {
  all q: Queen {
    q.row >= 0 and q.row < #Queen
    q.column >= 0 and q.column < #Queen
  }
}

fun distance[a, b: Int]: one Int { a > b => minus[a, b] else minus[b, a] }

pred Threat[p, q: Queen] {
  p.row = q.row or p.column = q.column or distance[p.row, q.row] = distance[p.column, q.column]
}

pred Peaceful { all disj p, q: Queen | not Threat[p, q] }

run Peaceful for 4
