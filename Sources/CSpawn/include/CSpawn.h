#pragma once

// Runs a program to its end with the given descriptors as its standard streams, in the directory /, inheriting no other
// descriptor. Returns what waitpid says of it, or minus errno if it could not be started.
//
// In C because the two GNU file actions that this takes are not visible to Swift.
int hs_run(char *const arguments[], char *const environment[], int input, int output);
