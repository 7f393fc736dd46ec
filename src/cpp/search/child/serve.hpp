// SPDX-License-Identifier: MIT
#pragma once

#include "fretsaw/detail/class_table.hpp"
#include "fretsaw/finitization.hpp"

// The main function of a search process: reads work from standard input, writes results to standard
// output (see wire.hpp). Arguments are pairs of a word and its value:
//   size N · objects CLASS=N · values FIELD=DOMAIN · resume 0|1 · cross-check 0|1 · step-limit N · seconds S
extern "C" int fretsaw_serve(const fretsaw::detail::SearchSubject& subject,
                             void (*finitization)(fretsaw::Finitization&, int size), int argc, char** argv);
