-- Folders in folders, with files without names: rooted trees whose leaves have two colors.
abstract sig Object { parent: lone Folder }
sig File, Folder extends Object {}
one sig Root extends Folder {}
fact { no Root.parent and all o: Object - Root | one o.parent and Root in o.^parent }

run folders {} for exactly 4 Object
