#pragma once

// The low-level SHA functions work on a plain value and cannot fail. OpenSSL 3 deprecates them in
// favour of EVP, which allocates memory and looks up the algorithm in every call.
#define OPENSSL_SUPPRESS_DEPRECATED

#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <openssl/x509.h>
