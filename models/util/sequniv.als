module util/sequniv

-- Operations on `seq`: sequences as relations from seq/Int, the integers from 0 to the maximum length minus one, to
-- elements of any kind. A model with `seq` opens this module under the name seq. The functions expect relations that
-- are sequences, and return sequences.

open util/integer as ui

-- At most one element at an index, and no gap before a used index.
pred isSeq [s: Int -> univ] {
  s in seq/Int -> lone univ
  s.inds - ui/next[s.inds] in 0
}

pred isEmpty [s: Int -> univ] { no s }
pred hasDups [s: Int -> univ] { #elems[s] < #inds[s] }

-- The elements, and their indices.
fun elems [s: Int -> univ]: set (Int.s) { seq/Int.s }
fun inds [s: Int -> univ]: set Int { s.univ }
fun indsOf [s: Int -> univ, e: univ]: set Int { s.e }
fun idxOf [s: Int -> univ, e: univ]: lone Int { ui/min[indsOf[s, e]] }
fun lastIdxOf [s: Int -> univ, e: univ]: lone Int { ui/max[indsOf[s, e]] }

-- The last used index and the first free one; empty if there is none.
fun lastIdx [s: Int -> univ]: lone Int { ui/max[inds[s]] }
fun afterLastIdx [s: Int -> univ]: lone Int { ui/min[seq/Int - inds[s]] }

-- The first and the last element, and the sequence without them.
fun first [s: Int -> univ]: lone (Int.s) { s[0] }
fun last [s: Int -> univ]: lone (Int.s) { s[lastIdx[s]] }
fun rest [s: Int -> univ]: s { seq/Int <: (ui/next).s }
fun butlast [s: Int -> univ]: s { (seq/Int - lastIdx[s]) <: s }

-- Adding, removing and replacing an element. Adding to a full sequence has no effect; inserting drops what does not fit.
fun setAt [s: Int -> univ, i: Int, e: univ]: s + seq/Int -> e { s ++ i -> e }
fun add [s: Int -> univ, e: univ]: s + seq/Int -> e { setAt[s, afterLastIdx[s], e] }
fun insert [s: Int -> univ, i: Int, e: univ]: s + seq/Int -> e {
  seq/Int <: ((ui/prevs[i] <: s) + i -> e + (ui/prev).((i + ui/nexts[i]) <: s))
}
fun delete [s: Int -> univ, i: Int]: s { (ui/prevs[i] <: s) + (ui/next).(ui/nexts[i] <: s) }

-- s followed by t, as far as it fits.
fun append [s, t: Int -> univ]: s + t {
  let moved = { to, from: seq/Int | int[to] = ui/plus[int[from], ui/plus[int[lastIdx[s]], 1]] } |
    no s implies t else s + moved.t
}

-- The subsequence from one index to another, both included.
fun subseq [s: Int -> univ, from, to: Int]: s {
  let moved = { j, i: seq/Int | int[j] = ui/minus[int[i], int[from]] } |
    moved.((seq/Int - ui/nexts[to]) <: s)
}
