#include "CSimdJSON.h"

#include <simdjson.h>

#include <cstring>
#include <memory>
#include <new>
#include <string_view>
#include <vector>

using simdjson::dom::document;
using simdjson::internal::tape_type;

struct json_parser {
    simdjson::dom::parser parser;
    size_t bytes_max;
    size_t depth_max;
    std::unique_ptr<uint8_t[]> padded;
    size_t capacity = 0;
};

namespace {

// Buffers grow in these steps, so that texts of slowly growing size do not reallocate each time.
constexpr size_t capacity_step = 64 * 1024;

json_status status_of(simdjson::error_code error) noexcept {
    switch (error) {
    case simdjson::SUCCESS: return JSON_OK;
    case simdjson::EMPTY: return JSON_EMPTY;
    case simdjson::CAPACITY: return JSON_TOO_LARGE;
    case simdjson::MEMALLOC: return JSON_OUT_OF_MEMORY;
    case simdjson::DEPTH_ERROR: return JSON_TOO_DEEP;
    case simdjson::UTF8_ERROR: return JSON_INVALID_UTF8;
    case simdjson::NUMBER_ERROR: return JSON_NUMBER;
    default: return JSON_MALFORMED;
    }
}

json_status reserve(json_parser &parser, size_t count) noexcept {
    if (count <= parser.capacity) { return JSON_OK; }
    size_t capacity = (count + capacity_step - 1) / capacity_step * capacity_step;
    parser.capacity = 0;
    parser.padded.reset(new (std::nothrow) uint8_t[capacity + simdjson::SIMDJSON_PADDING]);
    if (!parser.padded) { return JSON_OUT_OF_MEMORY; }
    if (auto error = parser.parser.doc.allocate(capacity)) { return status_of(error); }
    // simdjson counts the document itself as a level.
    if (auto error = parser.parser.allocate(capacity, parser.depth_max + 1)) { return status_of(error); }
    parser.capacity = capacity;
    return JSON_OK;
}

json_status parse_copy(json_parser &parser, const uint8_t *bytes, size_t count) noexcept {
    json_status status = reserve(parser, count);
    if (status != JSON_OK) { return status; }
    std::memcpy(parser.padded.get(), bytes, count);
    std::memset(parser.padded.get() + count, ' ', simdjson::SIMDJSON_PADDING);
    return status_of(parser.parser.parse(parser.padded.get(), count, false).error());
}

bool is_digit(uint8_t byte) noexcept { return byte >= '0' && byte <= '9'; }

bool is_number_byte(uint8_t byte) noexcept {
    return is_digit(byte) || byte == '-' || byte == '+' || byte == '.' || byte == 'e' || byte == 'E';
}

// Returns true if a token is an integer beyond Int64 and UInt64. simdjson 3.0.1 refuses such
// integers.
bool is_big_integer(std::string_view token) noexcept {
    bool negative = !token.empty() && token.front() == '-';
    if (negative) { token.remove_prefix(1); }
    for (char byte : token) {
        if (!is_digit(static_cast<uint8_t>(byte))) { return false; }
    }
    std::string_view limit = negative ? "9223372036854775808" : "18446744073709551615";
    return token.size() > limit.size() || (token.size() == limit.size() && token > limit);
}

// Appends "e0" to each big integer, so that simdjson reads it as a double.
std::vector<uint8_t> with_big_integers_as_doubles(const uint8_t *bytes, size_t count) {
    std::vector<uint8_t> text;
    text.reserve(count + count / 8 + 2);
    size_t index = 0;
    while (index < count) {
        size_t begin = index++;
        if (bytes[begin] == '"') {
            while (index < count && bytes[index] != '"') { index += bytes[index] == '\\' ? 2 : 1; }
            index = index < count ? index + 1 : count;
            text.insert(text.end(), bytes + begin, bytes + index);
        } else if (is_number_byte(bytes[begin])) {
            while (index < count && is_number_byte(bytes[index])) { index++; }
            text.insert(text.end(), bytes + begin, bytes + index);
            if (is_big_integer({reinterpret_cast<const char *>(bytes) + begin, index - begin})) {
                text.push_back('e');
                text.push_back('0');
            }
        } else {
            text.push_back(bytes[begin]);
        }
    }
    return text;
}

uint64_t payload(uint64_t word) noexcept { return word & simdjson::internal::JSON_VALUE_MASK; }

tape_type type_of(uint64_t word) noexcept { return static_cast<tape_type>(word >> 56); }

std::string_view string_at(const json_tape &tape, size_t index) noexcept {
    const uint8_t *entry = tape.strings + payload(tape.words[index]);
    uint32_t length;
    std::memcpy(&length, entry, sizeof length);
    return {reinterpret_cast<const char *>(entry) + sizeof length, length};
}

bool is_container(tape_type type) noexcept {
    return type == tape_type::START_OBJECT || type == tape_type::START_ARRAY;
}

bool is_number(tape_type type) noexcept {
    return type == tape_type::INT64 || type == tape_type::UINT64 || type == tape_type::DOUBLE;
}

size_t after(const json_tape &tape, size_t index) noexcept {
    uint64_t word = tape.words[index];
    if (is_container(type_of(word))) { return static_cast<uint32_t>(word); }
    return index + (is_number(type_of(word)) ? 2 : 1);
}

} // namespace

json_parser *json_parser_create(size_t bytes_max, size_t depth_max) {
    auto *parser = new (std::nothrow) json_parser;
    if (parser) {
        parser->bytes_max = bytes_max;
        parser->depth_max = depth_max;
    }
    return parser;
}

void json_parser_destroy(json_parser *parser) { delete parser; }

json_status json_parser_parse(json_parser *parser, const uint8_t *bytes, size_t count, json_tape *tape) {
    if (count > parser->bytes_max) { return JSON_TOO_LARGE; }
    if (count == 0) { return JSON_EMPTY; }
    json_status status = parse_copy(*parser, bytes, count);
    if (status == JSON_NUMBER) {
        try {
            auto text = with_big_integers_as_doubles(bytes, count);
            if (text.size() > count) { status = parse_copy(*parser, text.data(), text.size()); }
        } catch (...) { // Only memory can be short. C++ must not throw into Swift.
            status = JSON_OUT_OF_MEMORY;
        }
    }
    if (status != JSON_OK) { return status; }
    const document &document = parser->parser.doc;
    // The first word contains the end of the tape.
    *tape = {document.tape.get(), static_cast<size_t>(payload(document.tape[0])), document.string_buf.get()};
    return JSON_OK;
}

void json_parser_trim(json_parser *parser, size_t bytes_kept) {
    if (parser->capacity <= bytes_kept) { return; }
    parser->parser = simdjson::dom::parser();
    parser->padded.reset();
    parser->capacity = 0;
}

size_t json_tape_member(const json_tape *tape, size_t object, const uint8_t *key, size_t key_length) {
    if (type_of(tape->words[object]) != tape_type::START_OBJECT) { return 0; }
    // A container's word contains the index after its closing word.
    size_t end = after(*tape, object) - 1;
    for (size_t index = object + 1; index < end; index = after(*tape, index + 1)) {
        std::string_view name = string_at(*tape, index);
        if (name.size() == key_length && std::memcmp(name.data(), key, key_length) == 0) { return index + 1; }
    }
    return 0;
}

bool json_tape_has_null_character(const json_tape *tape, size_t begin, size_t end) {
    for (size_t index = begin; index < end;) {
        tape_type type = type_of(tape->words[index]);
        if (type == tape_type::STRING) {
            std::string_view string = string_at(*tape, index);
            if (std::memchr(string.data(), 0, string.size())) { return true; }
        }
        index += is_number(type) ? 2 : 1;
    }
    return false;
}
