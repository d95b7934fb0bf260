#pragma once

#include <stdint.h>

// Functions for system calls and macros that Swift could use only through pointers. The functions
// themselves neither take nor return pointers.

// Returns the number of columns of the terminal at a descriptor. Returns 0 if the descriptor is not
// a terminal or the terminal does not report the number.
int hs_terminal_columns(int descriptor);

// Returns the first 12 hexadecimal digits of the built commit, as a number. Returns -1 if the build
// did not set a commit.
int64_t hs_commit(void);
