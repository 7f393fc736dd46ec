module util/sequence[elem]

-- Sequences as atoms: each Seq maps an initial segment of the ordered atoms of SeqIdx to elements, and no two atoms are the
-- same sequence. The scope of SeqIdx is the maximum length; the scope of Seq, the number of sequences.

open util/ordering[SeqIdx] as ord

sig SeqIdx {}

sig Seq {
  seqElems: SeqIdx -> lone elem
} {
  -- No gaps.
  all i: SeqIdx - ord/first | some i.seqElems implies some ord/prev[i].seqElems
}

fact canonicalizeSeqs { all disj s, t: Seq | s.seqElems != t.seqElems }

-- Optional facts: all possible sequences exist, with or without repeated elements.
pred noDuplicates { no s: Seq | s.hasDups }

pred allExist {
  some s: Seq | s.isEmpty
  all s: Seq | SeqIdx in s.inds or all e: elem | some longer: Seq | s.add[e, longer]
}

pred allExistNoDuplicates {
  some s: Seq | s.isEmpty
  all s: Seq {
    not s.hasDups
    SeqIdx in s.inds or all e: elem - s.elems | some longer: Seq | s.add[e, longer]
  }
}

pred isEmpty [s: Seq] { no s.elems }
pred hasDups [s: Seq] { #elems[s] < #inds[s] }

-- The elements, and their indices.
fun at [s: Seq, i: SeqIdx]: lone elem { i.(s.seqElems) }
fun elems [s: Seq]: set elem { SeqIdx.(s.seqElems) }
fun inds [s: Seq]: set SeqIdx { s.seqElems.elem }
fun indsOf [s: Seq, e: elem]: set SeqIdx { s.seqElems.e }
fun idxOf [s: Seq, e: elem]: lone SeqIdx { ord/min[s.indsOf[e]] }
fun lastIdxOf [s: Seq, e: elem]: lone SeqIdx { ord/max[s.indsOf[e]] }

-- The last used index and the first free one; empty if there is none.
fun lastIdx [s: Seq]: lone SeqIdx { ord/max[s.inds] }
fun afterLastIdx [s: Seq]: lone SeqIdx { ord/min[SeqIdx - s.inds] }

-- All indices, from the first to the final.
fun firstIdx: SeqIdx { ord/first }
fun finalIdx: SeqIdx { ord/last }

fun first [s: Seq]: lone elem { s.at[ord/first] }
fun last [s: Seq]: lone elem { s.at[s.lastIdx] }

-- The last argument of each predicate is the result of the operation.
pred rest [s, r: Seq] {
  not s.isEmpty
  all i: SeqIdx | r.at[i] = s.at[ord/next[i]]
}

pred startsWith [s, prefix: Seq] { all i: prefix.inds | s.at[i] = prefix.at[i] }

pred add [s: Seq, e: elem, added: Seq] {
  added.startsWith[s]
  added.seqElems[s.afterLastIdx] = e
  #added.inds = plus[#s.inds, 1]
}

pred setAt [s: Seq, i: SeqIdx, e: elem, changed: Seq] { changed.seqElems = s.seqElems ++ i -> e }

pred insert [s: Seq, i: SeqIdx, e: elem, inserted: Seq] {
  inserted.at[i] = e
  all j: ord/prevs[i] | inserted.at[j] = s.at[j]
  all j: ord/nexts[i] | inserted.at[j] = s.at[ord/prev[j]]
  #inserted.inds = plus[#s.inds, 1]
}

-- source is a subsequence of target that begins at index start.
pred copy [source, target: Seq, start: SeqIdx] {
  all i: source.inds | some j: SeqIdx {
    ord/gte[j, start]
    target.at[j] = source.at[i]
    #ord/prevs[i] = #(ord/prevs[j] - ord/prevs[start])
  }
}

pred append [s, t, appended: Seq] {
  appended.startsWith[s]
  copy[t, appended, s.afterLastIdx]
  #appended.inds = plus[#s.inds, #t.inds]
}

-- piece is the subsequence of s from one index to another, both included.
pred subseq [s, piece: Seq, from, to: SeqIdx] {
  ord/lte[from, to]
  copy[piece, s, from]
  #piece.inds = #(to + ord/prevs[to] - ord/prevs[from])
}
