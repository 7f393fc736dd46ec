-- Hash sets with chaining: as many buckets as entries; each entry is in the bucket of its hash code.
open util/ordering[Bucket]
sig Bucket { first: lone Entry }
sig Entry { next: lone Entry, hash: one Bucket }

pred hashSet {
  all e: Entry { e not in e.^next  one first.e + next.e }
  all b: Bucket | b.first.*next.hash in b
  Entry in Bucket.first.*next
}
run hashSet for exactly 4 Bucket, exactly 4 Entry
