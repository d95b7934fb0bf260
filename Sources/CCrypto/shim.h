#pragma once

// The low-level SHA functions work on a plain value and cannot fail. OpenSSL 3 deprecates them in
// favour of EVP, which allocates memory and looks up the algorithm in every call.
#define OPENSSL_SUPPRESS_DEPRECATED

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/param_build.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <openssl/x509.h>
#include <stdbool.h>

// Makes a public key of `type` and frees `build`. Returns NULL if the parameters are no such key.
// The caller frees the key with EVP_PKEY_free.
// https://docs.openssl.org/3.0/man3/EVP_PKEY_fromdata/
static inline EVP_PKEY *crypto_key(const char *type, OSSL_PARAM_BLD *build, bool is_complete) {
  OSSL_PARAM *params = is_complete ? OSSL_PARAM_BLD_to_param(build) : NULL;
  EVP_PKEY_CTX *context = params ? EVP_PKEY_CTX_new_from_name(NULL, type, NULL) : NULL;
  EVP_PKEY *key = NULL;
  if (context && EVP_PKEY_fromdata_init(context) == 1) EVP_PKEY_fromdata(context, &key, EVP_PKEY_PUBLIC_KEY, params);
  EVP_PKEY_CTX_free(context);
  OSSL_PARAM_free(params);
  OSSL_PARAM_BLD_free(build);
  return key;
}

// Makes a public RSA key of the big-endian numbers `n` and `e`.
static inline EVP_PKEY *crypto_rsa_key(
    const unsigned char *n, int n_count, const unsigned char *e, int e_count) {
  OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
  BIGNUM *modulus = BN_bin2bn(n, n_count, NULL), *exponent = BN_bin2bn(e, e_count, NULL);
  bool is_complete = build && modulus && exponent &&
                     OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_RSA_N, modulus) == 1 &&
                     OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_RSA_E, exponent) == 1;
  EVP_PKEY *key = crypto_key("RSA", build, is_complete);
  BN_free(modulus);
  BN_free(exponent);
  return key;
}

// Makes a public key on the curve P-256 of an uncompressed point, which has 65 bytes.
static inline EVP_PKEY *crypto_p256_key(const unsigned char *point, size_t count) {
  OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
  bool is_complete = build &&
                     OSSL_PARAM_BLD_push_utf8_string(build, OSSL_PKEY_PARAM_GROUP_NAME, "P-256", 0) == 1 &&
                     OSSL_PARAM_BLD_push_octet_string(build, OSSL_PKEY_PARAM_PUB_KEY, point, count) == 1;
  return crypto_key("EC", build, is_complete);
}

// Writes an ECDSA signature of the numbers `r` and `s`, 32 bytes each, as DER to `*der`. The caller
// frees it with crypto_free. Returns its length, or a number below 1 if there is no memory.
static inline int crypto_ecdsa_der(const unsigned char *r, const unsigned char *s, unsigned char **der) {
  ECDSA_SIG *signature = ECDSA_SIG_new();
  BIGNUM *first = BN_bin2bn(r, 32, NULL), *second = BN_bin2bn(s, 32, NULL);
  *der = NULL;
  if (!signature || !first || !second || ECDSA_SIG_set0(signature, first, second) != 1) {
    BN_free(first);
    BN_free(second);
    ECDSA_SIG_free(signature);
    return 0;
  }
  int count = i2d_ECDSA_SIG(signature, der);
  ECDSA_SIG_free(signature);
  return count;
}

// OPENSSL_free, a macro that Swift does not import.
static inline void crypto_free(void *memory) { OPENSSL_free(memory); }
