module address_book

-- An address book in which a name refers to addresses or other names: groups have several targets, aliases one.
-- Books are states; adding and removing an entry are transitions between them.

abstract sig Target {}
sig Addr extends Target {}
abstract sig Name extends Target {}
sig Alias, Group extends Name {}

sig Book {
  names: set Name,
  entries: names -> some Target
} {
  no n: Name | n in n.^entries
  all a: Alias | lone a.entries
}

fun lookup [b: Book, n: Name]: set Addr { n.^(b.entries) & Addr }

-- Every name in the book leads to an address.
pred sound [b: Book] { all n: b.names | some lookup[b, n] }

-- Every name that is the target of an entry has entries of its own.
pred closed [b: Book] { Name.(b.entries) & Name in b.names }

pred add [b, c: Book, n: Name, t: Target] {
  t in Addr or some lookup[b, t & Name]
  c.entries = b.entries + n -> t
}

-- Only names that are not the target of an entry may be removed.
pred remove [b, c: Book, n: Name, t: Target] {
  no b.entries.n or some n.(b.entries) - t
  c.entries = b.entries - n -> t
}

run nested { some b: Book, g: Group | #lookup[b, g] > 1 and some g.(b.entries) & Alias } for 4 but 1 Book expect 1
run adding { some b, c: Book, n: Name, t: Target | b.entries != c.entries and add[b, c, n, t] } for 3 but 2 Book expect 1

assert AddKeepsSound { all b, c: Book, n: Name, t: Target | sound[b] and add[b, c, n, t] => sound[c] }
check AddKeepsSound for 3 but 2 Book expect 0

-- Violated: a name may keep an entry whose target leads to no address …
assert RemoveKeepsSound { all b, c: Book, n: Name, t: Target | sound[b] and remove[b, c, n, t] => sound[c] }
check RemoveKeepsSound for 3 but 2 Book expect 1

-- … unless there are no such entries.
assert RemoveKeepsClosedBooksSound {
  all b, c: Book, n: Name, t: Target | closed[b] and sound[b] and remove[b, c, n, t] => sound[c]
}
check RemoveKeepsClosedBooksSound for 4 but 2 Book expect 0

assert RemoveUndoesAdd {
  all b, c, d: Book, n: Name, t: Target |
    n -> t not in b.entries and add[b, c, n, t] and remove[c, d, n, t] => b.entries = d.entries
}
check RemoveUndoesAdd for 3 expect 0

-- Violated: an alias for a group leads to several addresses.
assert AliasesAreUnique { all b: Book, a: Alias | lone lookup[b, a] }
check AliasesAreUnique for 4 but 1 Book expect 1
