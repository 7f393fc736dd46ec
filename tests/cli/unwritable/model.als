-- Three commands: an instance, six of them, a counterexample.
sig Node { link: lone Node }
pred linked[n: Node] { some n.link }
pred acyclic { no n: Node | n in n.^link }
run linked for 2
run show { some link } for 2
check { acyclic } for 2
