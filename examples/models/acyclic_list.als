-- Singly linked lists that end.
sig List { header: set Node }
sig Node { link: set Node }

fact AtMostOne {
  all l: List | lone l.header
  all n: Node | lone n.link
}

-- From the header one comes to a node without a link, unless there is no header.
pred Acyclic[l: List] {
  no l.header or some n: l.header.*link | no n.link
}

run Acyclic for 3
