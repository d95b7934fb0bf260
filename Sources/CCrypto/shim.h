#pragma once

// The low-level SHA functions work on a plain value and cannot fail. OpenSSL 3 marks them
// deprecated in favour of EVP, which allocates and looks the algorithm up on every call.
#define OPENSSL_SUPPRESS_DEPRECATED

#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
