// SPDX-License-Identifier: MIT
// Common to the verbs on models: loading the model and selecting its commands.
#pragma once

#include <string>
#include <vector>

#include "cli/console.hpp"
#include "cli/settings.hpp"
#include "fretsaw/diagnostic.hpp"
#include "fretsaw/model.hpp"

namespace fretsaw::cli {

// The model that the first operand names. Prints its warnings.
Result<Model> load_model(const Settings& settings, Console& console);

// The commands that -c selects, in the order of the file, each with --scope applied; all of them without -c.
// A command with an impossible scope has its own error; an error in the text of --scope, or a -c that selects
// nothing, is the result.
Result<std::vector<Command>> select_commands(const Model& model, const Settings& settings);

// The one command that -c selects; without -c the only one of the file. Also an error: it cannot run.
Result<Command> select_command(const Model& model, const Settings& settings);

// The value of --format; by default JSON in the files of a run with --json, else text.
Format chosen_format(const Settings& settings);

// The command on one line, as in the source except for its scope, which may be that of --scope: "run show for
// 3".
std::string describe(const Command& command, const Settings& settings);

}  // namespace fretsaw::cli
