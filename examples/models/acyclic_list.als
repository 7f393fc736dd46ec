-- Acyclic singly linked lists.
sig List { header: set Node }
sig Node { link: set Node }

fact AtMostOne {
  all l: List | lone l.header
  all n: Node | lone n.link
}

-- A node without a link is reachable from the header, unless the list has no header.
pred Acyclic[l: List] {
  no l.header or some n: l.header.*link | no n.link
}

run Acyclic for 3
