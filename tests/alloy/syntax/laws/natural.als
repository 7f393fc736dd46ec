-- The arithmetic of util/natural.
open util/natural

check small {
  no dec[Zero]
  inc[Zero] = One
  all n: Natural {
    add[n, Zero] = n
    sub[n, n] = Zero
    mul[n, One] = n
    mul[n, Zero] = Zero
    div[n, One] = n
    inc[n] = add[n, One]
    some inc[n] implies dec[inc[n]] = n
  }
} for 5 expect 0

check laws {
  all a, b: Natural {
    add[a, b] = add[b, a]
    mul[a, b] = mul[b, a]
    lt[a, b] implies no sub[a, b]
    gte[a, b] implies add[sub[a, b], b] = a
    max[a + b] = a iff gte[a, b]
    min[a + b] = a iff lte[a, b]
    gt[a, b] iff lt[b, a]
    some add[a, b] implies sub[add[a, b], b] = a
  }
} for 5 expect 0

run six { some a, b: Natural | #(a + b) = 2 and mul[a, b] != a and mul[a, b] != b and some mul[a, b] - Zero } for 7 but 5 int expect 1
