-- Two classes of objects that point to each other.
sig A { f: lone A, h: lone B }
sig B { k: lone A }
one sig Root { start: one A }

pred reachable { A + B = Root.start.*(f + h + k) }
run allReachable { reachable } for exactly 3 A, exactly 2 B
run noNull { reachable and all a: A | one a.f and one a.h  and all b: B | one b.k } for exactly 3 A, exactly 2 B
-- With --root Root: at most this many are reachable.
run anything {} for exactly 3 A, exactly 2 B
