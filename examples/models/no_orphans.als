-- Every object is linked to another one by some field.
sig Author { writes: set Book }
sig Book { cites: set Book }
pred linked[x: univ] { some f: field$ | x in f.value.univ + univ.(f.value) }
run { some Author and some Book and all x: Author + Book | linked[x] } for 2
