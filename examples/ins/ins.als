-- The Intentional Naming System: what databases of service descriptions and queries can look like, and what a lookup should give.
-- docs/naming.md tells the story; name_tree.hpp is the code, harness.cpp stands between the two.
module ins

sig Attribute, Record {}
sig Value {}
one sig Wildcard extends Value {}   -- in a query: any value

-- A tree in which values and attributes take turns, beginning with a root that has no meaning of its own.
abstract sig Tree {
  root: Value - Wildcard,
  values: set Value,
  attributes: set Attribute,
  va: Value -> Attribute,
  av: Attribute -> Value
} {
  va in (values - Wildcard) one -> attributes    -- an attribute describes one value
  av in attributes one -> some (values - root)   -- a value belongs to one attribute
  values = root.*(va.av)
  some root.va
}

-- What clients ask for: of each attribute one value.
abstract sig Query extends Tree {} {
  all a: attributes | one a.av
}

-- What a resolver knows: the descriptions of all services, laid over each other.
abstract sig Database extends Tree {
  records: set Record,
  recs: Value -> Record           -- where the description of a service ends
} {
  recs in (values - root) some -> records
  Wildcard not in values
  all v: values - va.Attribute | some v.recs
  all v: values | no v.recs & v.^(~av.~va).recs
  all a: attributes, disj v, w: a.av | no v.*(va.av).recs & w.*(va.av).recs   -- a service has one value of each attribute
}

one sig DB extends Database {}
one sig Q extends Query {}
lone sig Shorter extends Query {}   -- Q without its wildcards, where that is tested

fact Economy {
  Q.root = DB.root and Shorter.root in Q.root
  Attribute = Tree.attributes
  Record = DB.records
  Value = Wildcard + Tree.values
}

-- Inputs.

pred shortened {
  one Shorter
  Wildcard in Q.values
  let gone = Q.av.Wildcard {
    Shorter.values = Q.values - Wildcard
    Shorter.attributes = Q.attributes - gone
    Shorter.av = Q.av - Attribute -> Wildcard
    Shorter.va = Q.va - Value -> gone
  }
}

pred asks_for_what_there_is {
  Q.attributes in DB.attributes
  Q.values - Wildcard in DB.values
  Q.va in DB.va
  Q.av - Attribute -> Wildcard in DB.av
}

run wildcard { shortened } for 3 Value, 3 Attribute, 2 Record, 3 Tree
run wildcard_inside { shortened and asks_for_what_there_is } for 4 Value, 2 Attribute, 2 Record, 3 Tree
run addition { no Shorter } for 4 Value, 2 Attribute, 2 Record, 2 Tree
run lookup { no Shorter } for 3 Value, 3 Attribute, 2 Record, 2 Tree

-- What the code should give.

-- To leave an attribute out is to give it a star: a claim of the system's inventors.
pred WildcardClaim[found, found_shorter: set Record] {
  found = found_shorter
}

-- A service is found among others if and only if it is found alone.
pred AdditionKeeps[found, found_alone: set Record] {
  found_alone in found   -- none is lost
  found in found_alone   -- none is won
}

-- The query is a part of the service's description.
pred conforms[r: Record] {
  let upward = ~(DB.av).~(DB.va), mine = DB.recs.r.*upward {
    all a: Q.attributes | Q.va.a = DB.va.a and a in DB.av.mine
    all v: Q.values - Wildcard - Q.root | Q.av.v = DB.av.v and v in mine
  }
}

pred CorrectLookup[found: set Record] {
  all r: found | conforms[r]                             -- sound
  all r: DB.records | conforms[r] implies r in found     -- complete
}
