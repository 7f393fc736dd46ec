// SPDX-License-Identifier: MIT
#include "cli/program.hpp"

int main(int argc, char** argv) { return fretsaw::cli::program(argc, argv); }
