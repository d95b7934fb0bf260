#pragma once

#include <microhttpd.h>
#include <stdbool.h>
#include <string.h>

// Checks that the head of a request strictly follows RFC 9112, and that libmicrohttpd has read the
// whole head.
//
// libmicrohttpd 0.9.75 accepts heads that other programs read differently. So a client could hide a
// request in another request (request smuggling):
//
// - It ends names and values at a NUL.
// - It appends a folded line to the *name* of the preceding field.
// - It accepts a single line feed as the end of a line.
// - It accepts spaces before a colon as part of the name.
//
// libmicrohttpd splits the head in its buffer and replaces separators by NULs. CRLF becomes two
// NULs. So the addresses of the parts show whether other bytes are between them.
// MHD_OPTION_STRICT_FOR_CLIENT refuses none of these heads. It would refuse a request without Host
// with libmicrohttpd's response, but HTTPServer refuses such a request itself.
//
// The check applies only to 0.9.75. Version 1.0 refuses these heads by
// MHD_OPTION_CLIENT_DISCIPLINE_LVL, and its buffer may have another layout.

struct MHD_HeadWalk {
  // The required start of the next field.
  const char *position;
  bool is_strict;
};

static inline bool MHD_is_token_character(unsigned char character) {
  if (character >= '0' && character <= '9') return true;
  if ((character | 0x20) >= 'a' && (character | 0x20) <= 'z') return true;
  return character != 0 && strchr("!#$%&'*+-.^_`|~", character) != NULL;
}

// https://www.rfc-editor.org/rfc/rfc9110#section-5.5
static inline bool MHD_is_value_character(unsigned char character) {
  return character == '\t' || (character >= 0x20 && character != 0x7f);
}

static inline enum MHD_Result MHD_walk_field(
    void *context, enum MHD_ValueKind kind, const char *name, size_t name_size, const char *value, size_t value_size) {
  (void)kind;
  struct MHD_HeadWalk *walk = (struct MHD_HeadWalk *)context;
  // The name of a folded field is at another address. The other parts of such a field must not be
  // read.
  bool is_strict = name == walk->position && name_size > 0 && value > name + name_size;
  for (size_t index = 0; is_strict && index < name_size; index++)
    is_strict = MHD_is_token_character((unsigned char)name[index]);
  for (const char *blank = name + name_size + 1; is_strict && blank < value; blank++)
    is_strict = *blank == ' ' || *blank == '\t';
  for (size_t index = 0; is_strict && index < value_size; index++)
    is_strict = MHD_is_value_character((unsigned char)value[index]);
  walk->is_strict = is_strict;
  walk->position = value + value_size + 2;
  return is_strict ? MHD_YES : MHD_NO;
}

// Call it only in the first call of the access handler for a request, with that call's arguments.
//
// target, target_size: the argument of the URI handler for the request, and its length.
static inline bool MHD_is_head_strict(
    struct MHD_Connection *connection, const char *method, const char *target, size_t target_size, const char *version) {
  if (strcmp(MHD_get_version(), "0.9.75") != 0) return true;
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  if (!info || !target || target != method + strlen(method) + 1 || version != target + target_size + 1) return false;
  struct MHD_HeadWalk walk = {version + strlen(version) + 2, true};
  MHD_get_connection_values_n(connection, MHD_HEADER_KIND, MHD_walk_field, &walk);
  return walk.is_strict && walk.position + 2 == method + info->header_size;
}
