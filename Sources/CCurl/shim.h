#pragma once

#include <curl/curl.h>
#include <stdbool.h>

// Sends a GET request and calls `write` with each part of the body. Swift cannot call
// curl_easy_setopt, whose values are variable arguments. `write` and `progress` get `context`.
// Redirections are not followed. `ca_file` is NULL for the authorities of the system. The text of
// an error is written to `error`, which has CURL_ERROR_SIZE bytes.
// https://curl.se/libcurl/c/curl_easy_setopt.html
static inline CURLcode curl_get(
    CURL *handle, const char *url, const struct curl_slist *headers, const char *ca_file, bool uses_proxy,
    long connect_seconds, long seconds, curl_write_callback write, curl_xferinfo_callback progress, void *context,
    char *error) {
  curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, error);
  curl_easy_setopt(handle, CURLOPT_URL, url);
  curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
  curl_easy_setopt(handle, CURLOPT_ACCEPT_ENCODING, "");
  // Timeouts must not use signals, because the program has several threads.
  curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT, connect_seconds);
  curl_easy_setopt(handle, CURLOPT_TIMEOUT, seconds);
  if (ca_file) curl_easy_setopt(handle, CURLOPT_CAINFO, ca_file);
  if (!uses_proxy) curl_easy_setopt(handle, CURLOPT_PROXY, "");
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, write);
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
  curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
  curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, progress);
  curl_easy_setopt(handle, CURLOPT_XFERINFODATA, context);
  return curl_easy_perform(handle);
}

// Returns the status of the last response, or 0 if there was none.
static inline long curl_status(CURL *handle) {
  long status = 0;
  return curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status) == CURLE_OK ? status : 0;
}
