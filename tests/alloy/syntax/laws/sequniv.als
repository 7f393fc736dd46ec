-- Sequences of the keyword seq.
sig A {}
one sig S { s, t: seq A }

check parts {
  isSeq[S.s]
  isEmpty[S.s] iff no S.s
  S.s.elems = Int.(S.s)
  S.s.inds = S.s.A
  #S.s.inds = #S.s
  not S.s.isEmpty implies {
    S.s.first = S.s[0]
    S.s.last = S.s[minus[#S.s, 1]]
    S.s.lastIdx = minus[#S.s, 1]
    S.s.butlast.add[S.s.last] = S.s
    S.s.rest.insert[0, S.s.first] = S.s
  }
  some S.s.afterLastIdx implies S.s.afterLastIdx = #S.s
  S.s.hasDups iff some disj i, j: S.s.inds | S.s[i] = S.s[j]
} for 3 expect 0

check places {
  all a: A {
    S.s.indsOf[a] = S.s.a
    S.s.idxOf[a] = min[S.s.a]
    S.s.lastIdxOf[a] = max[S.s.a]
  }
} for 3 expect 0

check changes {
  all a: A {
    isSeq[S.s.add[a]]
    #S.s < 3 implies S.s.add[a].last = a and S.s.add[a].butlast = S.s
    #S.s = 3 implies S.s.add[a] = S.s
    all i: S.s.inds {
      S.s.setAt[i, a][i] = a
      isSeq[S.s.delete[i]]
      #S.s.delete[i] = minus[#S.s, 1]
      #S.s < 3 implies S.s.insert[i, a].delete[i] = S.s
      S.s.insert[i, a][i] = a
    }
  }
} for 3 expect 0

check joins {
  isSeq[S.s.append[S.t]]
  plus[#S.s, #S.t] <= 3 implies {
    #S.s.append[S.t] = plus[#S.s, #S.t]
    all i: S.t.inds | S.s.append[S.t][plus[#S.s, i]] = S.t[i]
  }
  S.s in S.s.append[S.t]
  some S.s implies S.s.subseq[0, S.s.lastIdx] = S.s
  all i, j: S.s.inds | i <= j implies {
    #S.s.subseq[i, j] = plus[minus[j, i], 1]
    S.s.subseq[i, j].first = S.s[i]
    S.s.subseq[i, j].last = S.s[j]
  }
} for 3 expect 0

run full { #S.s = 3 and S.s.hasDups and #S.t = 2 } for 3 expect 1
