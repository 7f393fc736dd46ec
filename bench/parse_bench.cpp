// SPDX-License-Identifier: MIT
// Time to read generated models, which must grow linearly with their length: parsing only, and parsing with
// name resolution and type checking. The last column is the time per line relative to the shortest model.
//
//     parse_bench              prints the table
//     parse_bench --model N    prints a model of about N lines, for measuring the program
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <string>

#include "alloy/model/load.hpp"
#include "alloy/syntax/parser.hpp"

namespace fretsaw {
namespace {

constexpr int kLinesPerPart = 20;

// Sigs that extend earlier ones, fields over them, and facts, functions and predicates that use these.
std::string part(int i) {
  return fmt::format(R"(
-- part {0}
abstract sig Node{0} extends Node{1} {{
  next{0}: lone Node{0},
  label{0}: Node{0} -> one Label,
  weight{0}: Int
}}
one sig Root{0} extends Node{0} {{}}
fact {{
  all disj a, b: Node{0} | a.next{0} = b.next{0} implies no a.next{0} else a.weight{0} < b.weight{0}
  no n: Node{0} | n in n.^next{0} and (n.label{0}[n] = Red or some n.next{0})
}}
fun reach{0}[n: Node{0}]: set Node{0} {{ n.*next{0} - {{ m: Node{0} | m.weight{0} > 3 }} }}
pred linked{0}[a, b: Node{0}] {{
  b in reach{0}[a]
  let path = a.*next{0} & b.*~next{0} | #path >= 2 iff a != b
  some l: Label | l in a.label{0}[b] + Red
}}
assert Closed{0} {{ all a, b: Node{0} | linked{0}[a, b] => not linked{0}[b, a] else one a }}
)",
                     i, i == 0 ? "" : std::to_string(i % 10 == 0 ? 0 : i - 1));
}

std::string generated_model(int lines) {
  std::string text = "module generated\nenum Label { Red, Green }\nabstract sig Node {}\n";
  for (int i = 0; i < std::max(1, lines / kLinesPerPart); ++i) text += part(i);
  return text + "run { some Node0 } for 3\n";
}

template <class Read>
double best_milliseconds(Read read) {
  double best = 1e9;
  for (int i = 0; i < 5; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    read();
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - begin;
    best = std::min(best, time.count());
  }
  return best;
}

void refuse(const Diagnostic& error) {
  fmt::print(stderr, "{}", render(error));
  std::exit(1);
}

void print_table() {
  fmt::print("{:>8} {:>10} {:>10} {:>10} {:>12} {:>12}\n", "lines", "bytes", "parse ms", "check ms",
             "parse ratio", "check ratio");
  double first_parse = 0;
  double first_check = 0;
  for (const int lines : {1250, 2500, 5000, 10000, 20000, 40000}) {
    const auto source = std::make_shared<const Source>("generated.als", generated_model(lines));
    const double parse = best_milliseconds([&] {
      if (const auto module = alloy::parse_module(source); !module) refuse(module.error());
    });
    const double check = best_milliseconds([&] {
      if (const auto model = model::load(source); !model) refuse(model.error());
    });
    if (first_parse == 0) first_parse = parse / lines;
    if (first_check == 0) first_check = check / lines;
    fmt::print("{:>8} {:>10} {:>10.2f} {:>10.2f} {:>12.2f} {:>12.2f}\n", lines, source->text().size(), parse,
               check, parse / lines / first_parse, check / lines / first_check);
  }
}

}  // namespace
}  // namespace fretsaw

int main(int count, char** arguments) {
  if (count == 3 && std::strcmp(arguments[1], "--model") == 0) {
    fmt::print("{}", fretsaw::generated_model(std::atoi(arguments[2])));
  } else {
    fretsaw::print_table();
  }
  return 0;
}
