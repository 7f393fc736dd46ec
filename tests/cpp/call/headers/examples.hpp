// SPDX-License-Identifier: MIT
// Filled in by the tests: the structures in examples/, and faulty variants of some.
#pragma once

// all of them
