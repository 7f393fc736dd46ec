-- The Intentional Naming System (Adjie-Winoto et al., SOSP 1999): databases of service descriptions, queries and lookup.
-- Case study in docs/naming.md; the C++ code is name_tree.hpp, and harness.cpp connects the two.
module ins

sig Attribute, Record {}
sig Value {}
one sig Wildcard extends Value {}   -- in a query: any value

-- A tree in which values and attributes alternate, from a root that is neither.
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

-- A query of a client: one value for each attribute.
abstract sig Query extends Tree {} {
  all a: attributes | one a.av
}

-- The database of a resolver: the descriptions of all services in one tree.
abstract sig Database extends Tree {
  records: set Record,
  recs: Value -> Record           -- the records of the services whose descriptions end here
} {
  recs in (values - root) some -> records
  Wildcard not in values
  all v: values - va.Attribute | some v.recs
  all v: values | no v.recs & v.^(~av.~va).recs
  all a: attributes, disj v, w: a.av | no v.*(va.av).recs & w.*(va.av).recs   -- a service has one value of each attribute
}

one sig DB extends Database {}
one sig Q extends Query {}
lone sig Shorter extends Query {}   -- Q without its wildcards, for the commands that compare both

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

pred query_within_database {
  Q.attributes in DB.attributes
  Q.values - Wildcard in DB.values
  Q.va in DB.va
  Q.av - Attribute -> Wildcard in DB.av
}

run wildcard { shortened } for 3 Value, 3 Attribute, 2 Record, 3 Tree
run wildcard_inside { shortened and query_within_database } for 4 Value, 2 Attribute, 2 Record, 3 Tree
run addition { no Shorter } for 4 Value, 2 Attribute, 2 Record, 2 Tree
run lookup { no Shorter } for 3 Value, 3 Attribute, 2 Record, 2 Tree

-- Postconditions.

-- An omitted attribute is equivalent to a wildcard: a claim of the designers.
pred WildcardClaim[found, found_shorter: set Record] {
  found = found_shorter
}

-- A service is found in the database if and only if it is found alone.
pred AdditionKeeps[found, found_alone: set Record] {
  found_alone in found   -- no record is lost
  found in found_alone   -- no record is added
}

-- The query is a part of the description of the service.
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
