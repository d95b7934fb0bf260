#pragma once

// Runs a program to its end in the directory /, with the given descriptors as its standard streams.
// The program inherits no other descriptor. Returns the status from waitpid, or -errno if the
// program could not be started.
//
// This function is in C because Swift does not import the two GNU file actions that it uses.
int hs_run(char *const arguments[], char *const environment[], int input, int output);
