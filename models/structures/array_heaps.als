-- Heaps in arrays: length at most n, at most `length` elements, values 0 to n.
one sig Heap { length, size, bound: one Int, array: Int -> lone Int }

pred heap {
  let n = Heap.bound {
    Heap.length >= 0  Heap.length <= n
    Heap.size >= 0    Heap.size <= Heap.length
    Heap.array.Int = { i: Int | i >= 0 and i < Heap.size }
    Int.(Heap.array) in { i: Int | i >= 0 and i <= n }
    all i: Heap.array.Int - 0 | Heap.array[i] <= Heap.array[div[minus[i, 1], 2]]
  }
}
run { heap and Heap.bound = 3 } for 4 int
