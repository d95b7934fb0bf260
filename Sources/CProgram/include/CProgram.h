#pragma once

#include <stdint.h>

// Functions whose system calls or macros Swift reaches only through pointers. None of them takes or
// returns a pointer.

// The number of columns of the terminal at a descriptor. 0 if it is not a terminal or does not
// report it.
int hs_terminal_columns(int descriptor);

// The first 12 hexadecimal digits of the built commit, as a number. -1 if the build did not set
// one.
int64_t hs_commit(void);
