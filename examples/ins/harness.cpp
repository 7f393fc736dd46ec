// SPDX-License-Identifier: MIT
// Runs the lookup on the instances of ins.als:
//   fretsaw check-model examples/ins/ins.als -c lookup --harness examples/ins/harness.cpp --function original
#include <fretsaw/harness.hpp>

#include "translate.hpp"

using fretsaw::AlloyInstance;
using fretsaw::ModelResults;

// The results for a query with wildcards and for the same query without these attributes.
ModelResults wildcards(const AlloyInstance& instance) {
  const ins::NameTree database = ins::database_of(instance);
  ModelResults results;
  results["found"] = ins::relation_of(database.lookup(ins::query_of(instance, "Q")));
  results["found_shorter"] = ins::relation_of(database.lookup(ins::query_of(instance, "Shorter")));
  return results;
}
FRETSAW_HARNESS(wildcards, "WildcardClaim")

// The results in the database of all services and in those of one service each.
ModelResults addition(const AlloyInstance& instance) {
  const ins::NameTree database = ins::database_of(instance);
  const ins::NameSpecifier query = ins::query_of(instance, "Q");
  ins::Records found_alone;
  for (const std::string& record : database.records()) {
    ins::NameTree alone;
    alone.add(database.get_name(record), record);
    found_alone.merge(alone.lookup(query));
  }
  ModelResults results;
  results["found"] = ins::relation_of(database.lookup(query));
  results["found_alone"] = ins::relation_of(found_alone);
  return results;
}
FRETSAW_HARNESS(addition, "AdditionKeeps")

ModelResults original(const AlloyInstance& instance) {
  const ins::NameTree database = ins::database_of(instance);
  return {{"found", ins::relation_of(database.lookup(ins::query_of(instance, "Q")))}};
}
FRETSAW_HARNESS(original, "CorrectLookup")

ModelResults corrected(const AlloyInstance& instance) {
  const ins::NameTree database = ins::database_of(instance);
  return {{"found", ins::relation_of(database.corrected_lookup(ins::query_of(instance, "Q")))}};
}
FRETSAW_HARNESS(corrected, "CorrectLookup")
