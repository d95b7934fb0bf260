// The functions of simdjson that JSON needs, as plain C.
//
// A parsed document is returned as simdjson's own tape. Its layout is documented at
// https://github.com/simdjson/simdjson/blob/v3.0.1/doc/tape.md. Swift reads values directly from
// the tape, without a call or an allocation per field. No function throws.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum json_status {
    JSON_OK = 0,
    JSON_EMPTY,
    JSON_TOO_LARGE,
    JSON_TOO_DEEP,
    JSON_INVALID_UTF8,
    JSON_NUMBER,
    JSON_MALFORMED,
    JSON_OUT_OF_MEMORY,
} json_status;

// A parsed document. `words` has `word_count` words, and the root value is word 1. `strings`
// contains each string as a 32-bit length, the UTF-8 bytes and a NUL.
typedef struct json_tape {
    const uint64_t *words;
    size_t word_count;
    const uint8_t *strings;
} json_tape;

typedef struct json_parser json_parser;

// Returns NULL if memory is short.
json_parser *json_parser_create(size_t bytes_max, size_t depth_max);
void json_parser_destroy(json_parser *parser);

// Parses a copy of `bytes`, because simdjson reads past the end of its input. `*tape` is valid
// until the next call with the same parser.
json_status json_parser_parse(json_parser *parser, const uint8_t *bytes, size_t count, json_tape *tape);

// Frees the buffers if they have grown for a document of more than `bytes_kept` bytes.
void json_parser_trim(json_parser *parser, size_t bytes_kept);

// Returns the index of the first value with this key in the object at `object`, or 0 if the object
// does not have the key.
size_t json_tape_member(const json_tape *tape, size_t object, const uint8_t *key, size_t key_length);

// Returns true if a string or key among the words `begin ..< end` contains U+0000.
bool json_tape_has_null_character(const json_tape *tape, size_t begin, size_t end);

#ifdef __cplusplus
}
#endif
