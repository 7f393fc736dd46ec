module util/seqrel[elem]

-- Sequences as relations from the ordered atoms of SeqIdx to elements. The functions expect relations that are sequences
-- (isSeq) and return sequences.

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

-- The elements, and their indices.
fun elems [s: SeqIdx -> elem]: set elem { SeqIdx.s }
fun inds [s: SeqIdx -> elem]: set SeqIdx { s.elem }
fun indsOf [s: SeqIdx -> elem, e: elem]: set SeqIdx { s.e }
fun idxOf [s: SeqIdx -> elem, e: elem]: lone SeqIdx { ord/min[indsOf[s, e]] }
fun lastIdxOf [s: SeqIdx -> elem, e: elem]: lone SeqIdx { ord/max[indsOf[s, e]] }

-- The last used index and the first free one; empty if there is none.
fun lastIdx [s: SeqIdx -> elem]: lone SeqIdx { ord/max[inds[s]] }
fun afterLastIdx [s: SeqIdx -> elem]: lone SeqIdx { ord/min[SeqIdx - inds[s]] }

-- All indices, from the first to the final.
fun firstIdx: SeqIdx { ord/first }
fun finalIdx: SeqIdx { ord/last }

-- The first and the last element, and the sequence without them.
fun first [s: SeqIdx -> elem]: lone elem { s[ord/first] }
fun last [s: SeqIdx -> elem]: lone elem { s[lastIdx[s]] }
fun rest [s: SeqIdx -> elem]: SeqIdx -> elem { (ord/next).s }
fun butlast [s: SeqIdx -> elem]: SeqIdx -> elem { (SeqIdx - lastIdx[s]) <: s }

-- Adding, removing and replacing an element. Adding to a full sequence has no effect; inserting drops what does not fit.
fun setAt [s: SeqIdx -> elem, i: SeqIdx, e: elem]: SeqIdx -> elem { s ++ i -> e }
fun add [s: SeqIdx -> elem, e: elem]: SeqIdx -> elem { setAt[s, afterLastIdx[s], e] }
fun insert [s: SeqIdx -> elem, i: SeqIdx, e: elem]: SeqIdx -> elem {
  (ord/prevs[i] <: s) + i -> e + (ord/prev).((i + ord/nexts[i]) <: s)
}
fun delete [s: SeqIdx -> elem, i: SeqIdx]: SeqIdx -> elem {
  (ord/prevs[i] <: s) + (ord/next).(ord/nexts[i] <: s)
}

-- s followed by t, as far as it fits.
fun append [s, t: SeqIdx -> elem]: SeqIdx -> elem {
  let moved = { to, from: SeqIdx | #ord/prevs[to] = plus[#ord/prevs[from], plus[#ord/prevs[lastIdx[s]], 1]] } |
    s + moved.t
}

-- The subsequence from one index to another, both included.
fun subseq [s: SeqIdx -> elem, from, to: SeqIdx]: SeqIdx -> elem {
  let moved = { j, i: SeqIdx | #ord/prevs[j] = minus[#ord/prevs[i], #ord/prevs[from]] } |
    moved.((SeqIdx - ord/nexts[to]) <: s)
}
