#pragma once

#include <stdint.h>

// What Swift cannot ask for without pointers: nothing here takes or returns one.

// How many columns the terminal at a descriptor has; 0 if it is no terminal, or does not say.
int hs_terminal_columns(int descriptor);

// The first 12 hexadecimal digits of the commit that was built, as a number; -1 if the build did not name one.
int64_t hs_commit(void);
