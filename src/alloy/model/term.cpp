// SPDX-License-Identifier: MIT
#include "alloy/model/term.hpp"

#include <algorithm>

namespace fretsaw::model {

Term::~Term() {
  TermPtr next = children.empty() ? nullptr : std::move(children.front());
  while (next && next.use_count() == 1 && !next->children.empty()) {
    TermPtr first = std::move(const_cast<Term&>(*next).children.front());
    next = std::move(first);
  }
}

Span merge(const Span& a, const Span& b) {
  if (!a.source) return b;
  if (!b.source || a.source != b.source) return a;
  return {a.source, std::min(a.begin, b.begin), std::max(a.end, b.end)};
}

bool same_value(const Term& a, const Term& b) {
  const Term* x = &a;
  const Term* y = &b;
  while (x != y) {
    const bool same_head = x->form == Form::Plain && y->form == Form::Plain && x->op == y->op &&
                           x->sig == y->sig && x->field == y->field && x->function == y->function &&
                           x->number == y->number && x->text == y->text && x->variable == y->variable &&
                           x->decls.empty() && y->decls.empty() && x->left_mult == y->left_mult &&
                           x->right_mult == y->right_mult && x->children.size() == y->children.size();
    if (!same_head) return false;
    if (x->children.empty()) return true;
    for (std::size_t i = 1; i < x->children.size(); ++i) {
      if (!same_value(*x->children[i], *y->children[i])) return false;
    }
    const Term* next = x->children.front().get();
    y = y->children.front().get();
    x = next;
  }
  return true;
}

}  // namespace fretsaw::model
