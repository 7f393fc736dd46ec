// SPDX-License-Identifier: MIT
#include "alloy/model/model.hpp"

namespace fretsaw::model {

std::size_t Function::parameter_count() const {
  std::size_t count = 0;
  for (const Decl& decl : parameters) count += decl.variables.size();
  return count;
}

std::string to_string(const Type& type, const Model& model) {
  std::string text;
  for (const Product& product : type.products) {
    if (!text.empty()) text += " + ";
    for (std::size_t i = 0; i < product.size(); ++i) {
      text += (i == 0 ? "" : "->") + model.sig(product[i]).name;
    }
  }
  return text.empty() ? (type.formula ? "formula" : "nothing") : text;
}

}  // namespace fretsaw::model
