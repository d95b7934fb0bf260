#pragma once

#include <stdint.h>

// Functions for system calls and macros that Swift could use only through pointers. The functions
// themselves neither take nor return pointers.

// Returns the number of columns of the terminal at a descriptor. Returns 0 if the descriptor is not
// a terminal or the terminal does not report the number.
int hs_terminal_columns(int descriptor);

// Keeps this process and its children from getting rights by programs with set-user-ID bits or file
// capabilities. Returns 0, or -1 if the system refuses it. Swift does not import prctl(2), which
// has variable arguments.
int hs_set_no_new_privileges(void);

// Returns the first 12 hexadecimal digits of the built commit, as a number. Returns -1 if the build
// did not set a commit.
int64_t hs_commit(void);

// Begins to count SIGTERM and SIGINT, which from then on do not end the program. With
// `ends_at_second`, the second signal ends it. Returns a descriptor that is readable after a
// signal, or -1 if the system has no descriptor left. The program has one such count; each call
// resets it.
int hs_watch_stop_signals(int ends_at_second);

// Returns the number of signals since `hs_watch_stop_signals`.
int hs_stop_signal_count(void);

// Returns the newest signal, and makes the descriptor unreadable until the next one. Returns 0 if
// the descriptor is not readable.
int hs_take_stop_signal(void);
