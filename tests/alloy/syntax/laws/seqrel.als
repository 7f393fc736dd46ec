-- util/seqrel: the same of relations from SeqIdx.
open util/seqrel[A]

sig A {}
one sig S { s: SeqIdx -> A }
fact { isSeq[S.s] }

check parts {
  S.s.elems = SeqIdx.(S.s)
  S.s.inds = S.s.A
  some S.s implies {
    S.s.first = S.s[firstIdx]
    S.s.butlast.add[S.s.last] = S.s
    S.s.rest.insert[firstIdx, S.s.first] = S.s
  }
  S.s.isEmpty implies S.s.afterLastIdx = firstIdx
  S.s.hasDups iff some disj i, j: S.s.inds | S.s[i] = S.s[j]
  finalIdx in S.s.inds iff no S.s.afterLastIdx
} for 3 expect 0

check changes {
  all a: A {
    isSeq[S.s.add[a]]
    S.s.indsOf[a] = S.s.a
    lone S.s.idxOf[a] and lone S.s.lastIdxOf[a]
    all i: S.s.inds {
      S.s.setAt[i, a][i] = a
      isSeq[S.s.delete[i]]
      #S.s.delete[i] = minus[#S.s, 1]
      finalIdx not in S.s.inds implies S.s.insert[i, a].delete[i] = S.s
    }
  }
  some S.s implies S.s.subseq[firstIdx, S.s.lastIdx] = S.s
  some S.s implies S.s in S.s.append[S.s] and isSeq[S.s.append[S.s]]
} for 3 expect 0

run full { finalIdx in S.s.inds and not S.s.hasDups } for 3 expect 1
