// SPDX-License-Identifier: MIT
#include "alloy/syntax/printer.hpp"

#include <fmt/format.h>

#include <iterator>
#include <string_view>

namespace fretsaw::alloy {

namespace {

class ModulePrinter {
 public:
  std::string take() { return std::move(out_); }

  void module(const Module& module) {
    if (module.header) header(*module.header);
    for (const Open& each : module.opens) open(each);
    bool first = !module.header && module.opens.empty();
    for (const Paragraph& each : module.paragraphs) {
      if (!first) out_ += '\n';
      first = false;
      paragraph(each);
      out_ += '\n';
    }
  }

  void paragraph(const Paragraph& paragraph) {
    std::visit([this](const auto& each) { print(each); }, paragraph);
  }

 private:
  template <class... Arguments>
  void add(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Arguments>(arguments)...);
  }

  void word_if(bool present, std::string_view word) {
    if (present) add("{} ", word);
  }

  void names(const std::vector<Name>& names, std::string_view separator = ", ") {
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (i > 0) out_ += separator;
      out_ += names[i].text;
    }
  }

  void body(const Expr& block) { ExprPrinter(out_, true).body(block); }
  void decl(const Decl& decl) { ExprPrinter(out_, false).decl(decl); }

  void header(const ModuleHeader& header) {
    add("module {}", header.name.text);
    for (std::size_t i = 0; i < header.parameters.size(); ++i) {
      out_ += i == 0 ? "[" : ", ";
      word_if(header.parameters[i].exactly.has_value(), "exactly");
      out_ += header.parameters[i].name.text;
    }
    out_ += header.parameters.empty() ? "\n" : "]\n";
  }

  void open(const Open& open) {
    word_if(open.private_open.has_value(), "private");
    add("open {}", open.path.text);
    if (open.has_brackets) {
      out_ += '[';
      names(open.arguments);
      out_ += ']';
    }
    if (open.alias) add(" as {}", open.alias->text);
    out_ += '\n';
  }

  void print(const Sig& sig) {
    word_if(sig.private_sig.has_value(), "private");
    word_if(sig.var.has_value(), "var");
    word_if(sig.abstract_sig.has_value(), "abstract");
    word_if(sig.one.has_value(), "one");
    word_if(sig.lone.has_value(), "lone");
    word_if(sig.some.has_value(), "some");
    out_ += "sig ";
    names(sig.names);
    switch (sig.relation) {
      case SigParent::None:
        break;
      case SigParent::Extends:
        out_ += " extends ";
        break;
      case SigParent::In:
        out_ += " in ";
        break;
      case SigParent::Equal:
        out_ += " = ";
        break;
    }
    names(sig.parents, " + ");
    out_ += sig.fields.empty() ? " {" : " {\n";
    for (std::size_t i = 0; i < sig.fields.size(); ++i) {
      out_ += "  ";
      decl(sig.fields[i]);
      out_ += i + 1 < sig.fields.size() ? ",\n" : "\n";
    }
    out_ += '}';
    if (sig.fact) {
      out_ += ' ';
      body(*sig.fact);
    }
  }

  void print(const Enum& each) {
    word_if(each.private_enum.has_value(), "private");
    add("enum {} {{ ", each.name.text);
    names(each.values);
    out_ += " }";
  }

  void named_block(std::string_view keyword, const Name& name, bool quoted, const Expr& block) {
    add("{} ", keyword);
    if (quoted) {
      add("{} ", quote(name.text));
    } else {
      word_if(!name.text.empty(), name.text);
    }
    body(block);
  }

  void print(const Fact& fact) { named_block("fact", fact.name, fact.quoted_name, *fact.body); }
  void print(const Assert& each) { named_block("assert", each.name, each.quoted_name, *each.body); }

  void print(const Function& function) {
    word_if(function.private_function.has_value(), "private");
    out_ += function.is_predicate ? "pred " : "fun ";
    if (function.receiver) add("{}.", function.receiver->text);
    out_ += function.name.text;
    if (function.has_parameter_list) {
      out_ += '[';
      for (std::size_t i = 0; i < function.parameters.size(); ++i) {
        if (i > 0) out_ += ", ";
        decl(function.parameters[i]);
      }
      out_ += ']';
    }
    if (function.result) {
      Decl result;
      result.mult = function.result_mult;
      result.bound = function.result;
      decl(result);
    }
    out_ += ' ';
    body(*function.body);
  }

  void print(const Macro& macro) {
    word_if(macro.private_macro.has_value(), "private");
    add("let {}", macro.name.text);
    if (macro.has_parameter_list) {
      out_ += '[';
      names(macro.parameters);
      out_ += ']';
    }
    if (macro.body->op == Op::Block) {
      out_ += ' ';
      body(*macro.body);
    } else {
      out_ += " = ";
      ExprPrinter(out_, true).expression(*macro.body);
    }
  }

  void print(const Command& command) {
    word_if(command.follows, "=>");
    out_ += command.is_check ? "check" : "run";
    if (command.label) add(" {}", command.label->text);
    if (command.target) {
      add(" {}", command.target->text);
    } else {
      out_ += ' ';
      body(*command.body);
    }
    if (command.overall || !command.scopes.empty()) out_ += " for ";
    if (command.overall) add("{}", *command.overall);
    if (command.overall && !command.scopes.empty()) out_ += " but ";
    for (std::size_t i = 0; i < command.scopes.size(); ++i) {
      if (i > 0) out_ += ", ";
      scope(command.scopes[i]);
    }
    if (command.expect) add(" expect {}", *command.expect);
  }

  void scope(const Scope& scope) {
    word_if(scope.exactly, "exactly");
    add("{}", scope.from);
    if (scope.to) add("..{}", *scope.to);
    if (scope.unbounded && scope.increment == 1) out_ += "..";
    if (scope.increment != 1) add(":{}", scope.increment);
    add(" {}", scope.sig.text);
  }

  std::string out_;
};

}  // namespace

std::string print(const Module& module) {
  ModulePrinter printer;
  printer.module(module);
  return printer.take();
}

std::string print(const Paragraph& paragraph) {
  ModulePrinter printer;
  printer.paragraph(paragraph);
  return printer.take();
}

std::string print(const Expr& expr) {
  std::string out;
  ExprPrinter(out, false).expression(expr);
  return out;
}

std::string print(const Decl& decl) {
  std::string out;
  ExprPrinter(out, false).decl(decl);
  return out;
}

}  // namespace fretsaw::alloy
