module hotel

-- Hotel room locks that are not connected to the front desk. A card has a key; a lock opens for its current key, and for
-- the next key in its sequence, which then becomes the current one: the first entry of a new guest locks out the previous
-- one. Can a person other than the registered guest enter a room?

open util/ordering[Time] as time
open util/ordering[Key] as key

sig Time {}
sig Key {}
sig Room {
  keys: set Key,
  lock: keys one -> Time
}
sig Guest { cards: Key -> Time }
one sig Desk {
  latest: (Room -> lone Key) -> Time,
  taken: (Room -> Guest) -> Time
}

fact KeysBelongToOneRoom { all k: Key | lone keys.k }

fun following [k: Key, r: Room]: lone Key { key/min[key/nexts[k] & r.keys] }

pred start [t: Time] {
  no Guest.cards.t
  no Desk.taken.t
  all r: Room | r.(Desk.latest.t) = r.lock.t
}

pred enter [t, u: Time, g: Guest, r: Room] {
  some k: g.cards.t {
    k = r.lock.t or k = following[r.lock.t, r]
    r.lock.u = k
  }
  all other: Room - r | other.lock.u = other.lock.t
  cards.u = cards.t
  Desk.latest.u = Desk.latest.t
  Desk.taken.u = Desk.taken.t
}

pred checkIn [t, u: Time, g: Guest, r: Room] {
  no r.(Desk.taken.t)
  some k: following[r.(Desk.latest.t), r] {
    cards.u = cards.t + g -> k
    Desk.latest.u = Desk.latest.t ++ r -> k
  }
  Desk.taken.u = Desk.taken.t + r -> g
  lock.u = lock.t
}

pred checkOut [t, u: Time, g: Guest] {
  some Desk.taken.t.g
  Desk.taken.u = Desk.taken.t - Room -> g
  Desk.latest.u = Desk.latest.t
  cards.u = cards.t
  lock.u = lock.t
}

fact Days {
  start[time/first]
  all t: Time - time/last | let u = time/next[t] | some g: Guest |
    checkOut[t, u, g] or some r: Room | enter[t, u, g, r] or checkIn[t, u, g, r]
}

-- No event between check-in and the first entry to the room.
pred promptGuests {
  all t: Time - time/last, g: Guest, r: Room | let u = time/next[t] |
    checkIn[t, u, g, r] => u = time/last or enter[u, time/next[u], g, r]
}

pred badEntry {
  some t: Time - time/last, g: Guest, r: Room |
    enter[t, time/next[t], g, r] and some r.(Desk.taken.t) and g not in r.(Desk.taken.t)
}

run stay { some t: Time - time/last, g: Guest, r: Room | enter[t, time/next[t], g, r] } for 3 expect 1
run handOver { promptGuests and #Desk.taken.Time[Room] > 1 } for 3 but 6 Time expect 1

check NoBadEntry { not badEntry } for 3 but 2 Room, 2 Guest, 5 Time expect 1
check NoBadEntrySoon { not badEntry } for 3 but 2 Room, 2 Guest, 4 Time expect 0
check PromptGuestsAreSafe { promptGuests => not badEntry } for 3 but 2 Room, 2 Guest, 7 Time expect 0
