-- Set systems: sets of points as atoms; different atoms are different sets.
sig Point {}
sig Set { members: set Point }
fact { all disj s, t: Set | s.members != t.members }

run family {} for exactly 3 Point, 8 Set
run antichain { all disj s, t: Set | s.members not in t.members } for exactly 3 Point, 6 Set
run topology {
  some s: Set | no s.members
  some s: Set | s.members = Point
  all s, t: Set {
    some u: Set | u.members = s.members + t.members
    some u: Set | u.members = s.members & t.members
  }
} for exactly 3 Point, 8 Set
