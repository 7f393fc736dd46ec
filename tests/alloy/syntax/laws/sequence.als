-- util/sequence: sequences as atoms.
open util/sequence[A]

sig A {}

check parts {
  all s: Seq {
    s.isEmpty iff no s.inds
    s.hasDups iff some disj i, j: s.inds | s.at[i] = s.at[j]
    some s.inds implies s.first = s.at[firstIdx] and s.last = s.at[s.lastIdx]
    s.startsWith[s]
    finalIdx in s.inds iff no s.afterLastIdx
    all a: A | s.idxOf[a] + s.lastIdxOf[a] in s.indsOf[a]
  }
} for 3 expect 0

check operations {
  all s, u: Seq, a: A {
    s.add[a, u] implies u.last = a and u.startsWith[s]
    s.rest[u] implies #u.inds = minus[#s.inds, 1]
    all i: s.inds | s.setAt[i, a, u] implies u.at[i] = a and u.inds = s.inds
    all i: s.inds | s.insert[i, a, u] implies u.at[i] = a and #u.inds = plus[#s.inds, 1]
  }
  all s, u, v: Seq | append[s, u, v] implies v.startsWith[s] and #v.inds = plus[#s.inds, #u.inds]
  all s, u: Seq, i, j: SeqIdx | s.subseq[u, i, j] and j in s.inds implies u.first = s.at[i]
} for 3 but 4 Seq expect 0

run every { allExist } for 2 but exactly 1 A, exactly 2 SeqIdx, exactly 3 Seq expect 1
run tooFew { allExist } for 2 but exactly 1 A, exactly 2 SeqIdx, exactly 2 Seq expect 0
run different { allExistNoDuplicates } for 2 but exactly 2 A, exactly 2 SeqIdx, exactly 5 Seq expect 1
run noDouble { noDuplicates and some s: Seq | #s.inds = 2 } for 3 expect 1
