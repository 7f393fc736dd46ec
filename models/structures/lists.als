-- Circular doubly linked lists with a sentinel; the elements are objects without fields.
sig Entry { next, prev: one Entry, element: lone Object }
sig Object {}
one sig List { header: one Entry }

pred list {
  Entry = List.header.*next
  prev = ~next
  no List.header.element
  all e: Entry - List.header | one e.element
  Object in Entry.element           -- objects outside of lists would only multiply the count
}
run list for exactly 4 Entry, 3 Object
