#pragma once

#include <sys/types.h>

// Runs a program to its end in the directory /, with the given descriptors as its standard streams.
// The program inherits no other descriptor. Returns the status from waitpid, or -errno if the
// program could not be started.
//
// This function is in C because Swift does not import the two GNU file actions that it uses.
int hs_run(char *const arguments[], char *const environment[], int input, int output);

// Starts a program in the same way, with a stream of its own for errors. Returns the number of the
// process, or -errno if the program could not be started.
pid_t hs_start(char *const arguments[], char *const environment[], int input, int output, int errors);

// Returns the descriptor of an empty file in memory, or -errno. Programs do not inherit it.
int hs_memory_file(void);

// Makes a pipe, and stores its end for reading and its end for writing. Programs do not inherit
// them. Returns 0, or -errno.
int hs_pipe(int ends[2]);
