-- Cache coherence: caches share one memory cell. A cache may read if it holds the value, and write if it is the only
-- holder; requests go over a bus that all caches observe (snooping).
module cache

sig Value {}
sig Cache { var held: lone Value }
one sig Memory { var cell: one Value }
var sig Shared, Owned in Cache {}  -- may read; may write

pred begin { no held and no Shared and no Owned }

pred same [caches: set Cache] { all c: caches | c.held' = c.held }

-- c reads: the owner, if any, writes its value back and shares it from now on.
pred fetch [c: Cache] {
  c not in Shared + Owned
  some Owned implies Memory.cell' = Owned.held else Memory.cell' = Memory.cell
  c.held' = Memory.cell'
  Shared' = Shared + Owned + c
  no Owned'
  same[Cache - c]
}

-- c prepares to write: all other copies are invalidated.
pred own [c: Cache] {
  c not in Owned
  some Owned implies Memory.cell' = Owned.held else Memory.cell' = Memory.cell
  c.held' = Memory.cell'
  Owned' = c
  no Shared'
  no (Cache - c).held'
}

pred write [c: Cache] {
  c in Owned
  some v: Value | c.held' = v
  same[Cache - c]
  Memory.cell' = Memory.cell and Shared' = Shared and Owned' = Owned
}

-- c evicts its value.
pred drop [c: Cache] {
  c in Shared + Owned
  Memory.cell' = (c in Owned implies c.held else Memory.cell)
  no c.held'
  Shared' = Shared - c and Owned' = Owned - c
  same[Cache - c]
}

pred nothing { held' = held and cell' = cell and Shared' = Shared and Owned' = Owned }

fact Steps {
  begin
  always (nothing or some c: Cache | fetch[c] or own[c] or write[c] or drop[c])
}

assert OneOwner { always (lone Owned and (some Owned implies no Shared)) }
assert WhoSharesSeesTheMemory { always all c: Shared | c.held = Memory.cell }
assert WhoHoldsNothingMayNothing { always all c: Cache | no c.held iff c not in Shared + Owned }
assert NothingIsLost {
  all c: Cache, v: Value | always (c in Owned and c.held = v and after c not in Owned implies after Memory.cell = v)
}
assert MemoryIsUpToDate { always all c: Owned | c.held = Memory.cell }

run written { some c: Cache | fetch[c] ; own[c] ; write[c] ; drop[c] } for 2 expect 1
check OneOwner for 3 but 1.. steps expect 0
check WhoSharesSeesTheMemory for 3 but 6 steps expect 0
check WhoHoldsNothingMayNothing for 3 but 1.. steps expect 0
check NothingIsLost for 2 but 6 steps expect 0
check MemoryIsUpToDate for 2 expect 1
