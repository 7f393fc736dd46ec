// SPDX-License-Identifier: MIT
// Which declaration a clause belongs to: the one that follows its comment, and for invariants the class
// around it; in a .spec file, the one that its braces belong to.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cpp/code/classes.hpp"
#include "cpp/contract/clause.hpp"
#include "cpp/contract/comments.hpp"

namespace fretsaw::contract {

// The declarations in the user's files that can have contracts.
struct DeclaredEntities {
  struct Class {
    std::string name;
    std::string file;
    std::size_t begin = 0;  // of its definition, in bytes
    std::size_t end = 0;
  };
  struct Function {
    std::string name;   // of a free function, qualified
    std::string scope;  // the class; empty for free functions
    std::vector<std::string> parameter_types;
    std::string file;
    unsigned line = 0;  // of its name
    unsigned column = 0;
    std::vector<std::string> parameter_names{};
    bool is_const = false;
    std::vector<code::Redeclaration> redeclarations{};  // where clauses may stand as well
  };
  std::vector<Class> classes;
  std::vector<Function> functions;
  std::vector<std::pair<std::string, std::string>> aliases{};  // of classes, and their names
  std::vector<code::TextRange> left_out{};                     // what is not compiled
};

struct FunctionContract {
  std::size_t function = 0;  // in DeclaredEntities::functions
  std::vector<Behavior> behaviors;
  std::vector<std::string> parameter_names;  // as a .spec file calls them; empty: as the header does
};

// Of a method that is not among the callables of its class, as it is hidden: usually an overridden one.
struct HiddenContract {
  std::size_t class_index = 0;
  std::string name;
  std::vector<std::string> parameter_names;
  std::vector<Behavior> behaviors;
};

struct ClassContract {
  std::size_t class_index = 0;  // in DeclaredEntities::classes
  std::vector<Clause> invariants;
};

struct Contracts {
  std::vector<std::shared_ptr<const ContractText>> texts;  // keep all spans valid
  std::vector<ClassContract> classes;                      // those that have any
  std::vector<FunctionContract> functions;
  std::vector<HiddenContract> hidden;
  std::vector<std::shared_ptr<const alloy::Function>> helpers;

  const ClassContract* of_class(std::size_t index) const;
  const FunctionContract* of_function(std::size_t index) const;
};

DeclaredEntities declared_in(const code::Classes& classes);

// The contracts in all files with declarations, and in the .spec file next to `header`, if any. Errors: clauses without
// a declaration, and declarations in a .spec file that the header does not have.
Result<Contracts> read_contracts(const std::string& header, const DeclaredEntities& declared);

}  // namespace fretsaw::contract
