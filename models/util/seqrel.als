module util/seqrel[elem]

-- Sequences as relations from the ordered atoms of SeqIdx to elements. The functions expect relations that are sequences
-- (isSeq) and give such.

open util/integer
open util/ordering[SeqIdx] as ord

sig SeqIdx {}

-- At most one element at an index, and no gap before a used index.
pred isSeq [s: SeqIdx -> elem] {
  s in SeqIdx -> lone elem
  s.inds - ord/next[s.inds] in ord/first
}

pred isEmpty [s: SeqIdx -> elem] { no s }
pred hasDups [s: SeqIdx -> elem] { #elems[s] < #inds[s] }

-- What is in it, and where.
fun elems [s: SeqIdx -> elem]: set elem { SeqIdx.s }
fun inds [s: SeqIdx -> elem]: set SeqIdx { s.elem }
fun indsOf [s: SeqIdx -> elem, e: elem]: set SeqIdx { s.e }
fun idxOf [s: SeqIdx -> elem, e: elem]: lone SeqIdx { ord/min[indsOf[s, e]] }
fun lastIdxOf [s: SeqIdx -> elem, e: elem]: lone SeqIdx { ord/max[indsOf[s, e]] }

-- The last index in use, and the first that is free; nothing if there is none.
fun lastIdx [s: SeqIdx -> elem]: lone SeqIdx { ord/max[inds[s]] }
fun afterLastIdx [s: SeqIdx -> elem]: lone SeqIdx { ord/min[SeqIdx - inds[s]] }

-- All indices, from the first to the final.
fun firstIdx: SeqIdx { ord/first }
fun finalIdx: SeqIdx { ord/last }

-- Its ends, and what is left without them.
fun first [s: SeqIdx -> elem]: lone elem { s[ord/first] }
fun last [s: SeqIdx -> elem]: lone elem { s[lastIdx[s]] }
fun rest [s: SeqIdx -> elem]: SeqIdx -> elem { (ord/next).s }
fun butlast [s: SeqIdx -> elem]: SeqIdx -> elem { (SeqIdx - lastIdx[s]) <: s }

-- One element more, less or other. Adding to a full sequence changes nothing; inserting drops what no longer fits.
fun setAt [s: SeqIdx -> elem, i: SeqIdx, e: elem]: SeqIdx -> elem { s ++ i -> e }
fun add [s: SeqIdx -> elem, e: elem]: SeqIdx -> elem { setAt[s, afterLastIdx[s], e] }
fun insert [s: SeqIdx -> elem, i: SeqIdx, e: elem]: SeqIdx -> elem {
  (ord/prevs[i] <: s) + i -> e + (ord/prev).((i + ord/nexts[i]) <: s)
}
fun delete [s: SeqIdx -> elem, i: SeqIdx]: SeqIdx -> elem {
  (ord/prevs[i] <: s) + (ord/next).(ord/nexts[i] <: s)
}

-- s, then t moved behind the last index of s, as far as it fits.
fun append [s, t: SeqIdx -> elem]: SeqIdx -> elem {
  let moved = { to, from: SeqIdx | #ord/prevs[to] = plus[#ord/prevs[from], plus[#ord/prevs[lastIdx[s]], 1]] } |
    s + moved.t
}

-- What stands from one index to another, both included, moved to the beginning.
fun subseq [s: SeqIdx -> elem, from, to: SeqIdx]: SeqIdx -> elem {
  let moved = { j, i: SeqIdx | #ord/prevs[j] = minus[#ord/prevs[i], #ord/prevs[from]] } |
    moved.((SeqIdx - ord/nexts[to]) <: s)
}
