#pragma once

#include <curl/curl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <string.h>
#include <sys/socket.h>

// Sends a request and calls `write` with each part of the answer's body. The request is POST if
// `body` is not NULL, otherwise GET. Swift cannot call curl_easy_setopt, whose values are variable
// arguments. `write`, `progress` and `open_socket` get `context`. Redirections are not followed.
// `protocols` is a list such as "http,https". `ca_file` is NULL for the authorities of the system,
// and `open_socket` is NULL to connect to every address. The text of an error is written to
// `error`, which has CURL_ERROR_SIZE bytes.
// https://curl.se/libcurl/c/curl_easy_setopt.html
static inline CURLcode curl_send(
    CURL *handle, const char *url, const char *protocols, const struct curl_slist *headers, const void *body,
    size_t body_bytes, const char *ca_file, bool uses_proxy, long connect_seconds, long seconds,
    curl_write_callback write, curl_xferinfo_callback progress, curl_opensocket_callback open_socket, void *context,
    char *error) {
  curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, error);
  curl_easy_setopt(handle, CURLOPT_URL, url);
  curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, protocols);
  curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
  curl_easy_setopt(handle, CURLOPT_ACCEPT_ENCODING, "");
  // Timeouts must not use signals, because the program has several threads.
  curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT, connect_seconds);
  curl_easy_setopt(handle, CURLOPT_TIMEOUT, seconds);
  if (body) {
    curl_easy_setopt(handle, CURLOPT_POSTFIELDS, body);
    curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)body_bytes);
  }
  if (ca_file) curl_easy_setopt(handle, CURLOPT_CAINFO, ca_file);
  if (!uses_proxy) curl_easy_setopt(handle, CURLOPT_PROXY, "");
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, write);
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
  curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
  curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, progress);
  curl_easy_setopt(handle, CURLOPT_XFERINFODATA, context);
  if (open_socket) {
    curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    curl_easy_setopt(handle, CURLOPT_OPENSOCKETDATA, context);
  }
  return curl_easy_perform(handle);
}

// Returns the status of the last response, or 0 if there was none.
static inline long curl_status(CURL *handle) {
  long status = 0;
  return curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status) == CURLE_OK ? status : 0;
}

// Returns the seconds of the header Retry-After, or 0 if there was none.
static inline curl_off_t curl_retry_after(CURL *handle) {
  curl_off_t seconds = 0;
  return curl_easy_getinfo(handle, CURLINFO_RETRY_AFTER, &seconds) == CURLE_OK ? seconds : 0;
}

// Copies the bytes of an IPv4 or IPv6 address to `bytes`, which has 16. Returns their number, or 0
// for an address of another family.
static inline size_t curl_family_bytes(int family, const void *address, unsigned char *bytes) {
  if (family == AF_INET) {
    memcpy(bytes, &((const struct sockaddr_in *)address)->sin_addr, 4);
    return 4;
  }
  if (family == AF_INET6) {
    memcpy(bytes, &((const struct sockaddr_in6 *)address)->sin6_addr, 16);
    return 16;
  }
  return 0;
}

// Copies the bytes of the address of a connection as curl_family_bytes does.
static inline size_t curl_address_bytes(const struct curl_sockaddr *address, unsigned char *bytes) {
  return curl_family_bytes(address->family, &address->addr, bytes);
}

// Copies the bytes of an address that is written as a number, in every spelling that the resolver
// of the system knows, such as 127.1, 0x7f000001, 2130706433 and ::1. Returns 0 for a name. It asks
// no server.
static inline size_t curl_number_bytes(const char *host, unsigned char *bytes) {
  struct addrinfo hints = {.ai_flags = AI_NUMERICHOST, .ai_socktype = SOCK_STREAM}, *found = NULL;
  if (getaddrinfo(host, NULL, &hints, &found) != 0) return 0;
  size_t count = curl_family_bytes(found->ai_family, found->ai_addr, bytes);
  freeaddrinfo(found);
  return count;
}

// Returns the host of a URL as libcurl reads it, which has brackets around an IPv6 address; NULL if
// libcurl does not read the URL. The caller frees it with curl_free.
static inline char *curl_url_host(const char *url) {
  char *host = NULL;
  CURLU *parts = curl_url();
  if (parts && curl_url_set(parts, CURLUPART_URL, url, 0) == CURLUE_OK)
    curl_url_get(parts, CURLUPART_HOST, &host, 0);
  curl_url_cleanup(parts);
  return host;
}

// Opens a socket as libcurl does without CURLOPT_OPENSOCKETFUNCTION.
static inline curl_socket_t curl_open_socket(const struct curl_sockaddr *address) {
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

// CURL_SOCKET_BAD, which Swift does not import.
static inline curl_socket_t curl_no_socket(void) { return CURL_SOCKET_BAD; }
