-- Circular doubly linked lists with a sentinel; the elements are objects without properties.
sig Entry { next, prev: one Entry, element: lone Object }
sig Object {}
one sig List { header: one Entry }

pred list {
  Entry = List.header.*next
  prev = ~next
  no List.header.element
  all e: Entry - List.header | one e.element
  Object in Entry.element           -- objects that no list holds would only be counted again
}
run list for exactly 4 Entry, 3 Object
