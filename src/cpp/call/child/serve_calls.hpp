// SPDX-License-Identifier: MIT
#pragma once

#include "fretsaw/detail/class_table.hpp"
#include "fretsaw/detail/contract_table.hpp"
#include "fretsaw/finitization.hpp"

// The main function of a program that calls methods: reads inputs from standard input, writes records to
// standard output (see call_wire.hpp). Arguments are pairs of a word and its value:
//   method K · size N · objects CLASS=N · values FIELD=DOMAIN · seconds S · invariants 0|1 · leaks 0|1
extern "C" int fretsaw_serve_calls(const fretsaw::detail::ClassTable& classes,
                                   const fretsaw::detail::ContractTable& contracts,
                                   void (*finitization)(fretsaw::Finitization&, int size), int argc,
                                   char** argv);
