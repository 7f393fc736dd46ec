-- Deterministic automata over two letters whose states are all reachable from the initial one.
enum Letter { A, B }
one sig Automaton { initial: State }
sig State { step: Letter -> one State }
sig Final in State {}
fact { State = Automaton.initial.*{ s, t: State | t in Letter.(s.step) } }

run automaton {} for exactly 2 State
run withoutFinal { no Final } for exactly 3 State
