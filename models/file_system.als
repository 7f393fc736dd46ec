module file_system

-- A file system: directories contain entries, and an entry names a file or directory. A file may have several names
-- (hard links), a directory only one.

sig Name {}
abstract sig Object {}
sig File extends Object {}
sig Dir extends Object { entries: disj set Entry }
one sig Root extends Dir {}
sig Entry {
  name: Name,
  content: Object
}

fun contents: Dir -> Object { entries.content }
fun parent: Object -> Dir { ~contents }

fact Shape {
  Dir.entries = Entry
  Root.*contents = Object
  no Root.parent
  all d: Dir - Root | one content.d
}

fact NamesAreUniqueInADirectory { all d: Dir, disj e, f: d.entries | e.name != f.name }

-- The object that a name refers to in a directory.
fun at [d: Dir, n: Name]: lone Object { (d.entries & name.n).content }

run show { some File and some Dir - Root } for 4 expect 1
run hardLink { some f: File | #content.f > 1 } for 4 expect 1
run deep { some d: Dir | #d.^parent = 3 } for 4 expect 1

assert NoCycles { no d: Dir | d in d.^contents }
check NoCycles for 5 expect 0

assert EveryPathEndsAtTheRoot { all o: Object | Root in o.*parent }
check EveryPathEndsAtTheRoot for 5 expect 0

assert NamesFindOneObject { all d: Dir, n: Name | lone at[d, n] }
check NamesFindOneObject for 5 expect 0

-- Violated for files, because of hard links.
assert OneParent { all o: Object - Root | one o.parent }
check OneParent for 4 expect 1
check { (all f: File | one content.f) => all o: Object - Root | one o.parent } for 5 expect 0
