#pragma once

// libmicrohttpd encrypts with GnuTLS. The application sets the credentials of its sessions.
#include <gnutls/abstract.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <string.h>
// epoll watches suspended connections, which libmicrohttpd does not watch. Swift's module Glibc
// does not have epoll.
#include <sys/epoll.h>
#include <sys/socket.h>

#include "request_head.h"

// libmicrohttpd needs a source of certificates for all sessions. It is never called, because each
// session gets credentials of its own (MHD_connection_tls_session). If it is called, the handshake
// fails.
static inline int MHD_retrieve_no_certificate(
    gnutls_session_t session, const gnutls_datum_t *authorities, int authority_count,
    const gnutls_pk_algorithm_t *algorithms, int algorithm_count, gnutls_pcert_st **certificates,
    unsigned int *certificate_count, gnutls_privkey_t *key) {
  (void)session, (void)authorities, (void)authority_count, (void)algorithms, (void)algorithm_count;
  (void)certificates, (void)certificate_count, (void)key;
  return -1;
}

// Answers a request that libmicrohttpd refuses with a status, and ends the sending side of the
// socket. Called on the connection's thread.
typedef void (*MHD_RefusalHandler)(struct MHD_Connection *connection, unsigned int status);

// Sets the function for all servers of the process.
void MHD_set_refusal_handler(MHD_RefusalHandler handler);

// MHD_queue_response for the program.
enum MHD_Result MHD_queue_own_response(
    struct MHD_Connection *connection, unsigned int status, struct MHD_Response *response);

// TLS 1.2 and 1.3, with forward secrecy and authenticated encryption only.
// https://gnutls.org/manual/html_node/Priority-Strings.html
#define MHD_TLS_PRIORITIES \
  "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:-RSA:-DHE-RSA:" \
  "-CIPHER-ALL:+AES-128-GCM:+AES-256-GCM:+CHACHA20-POLY1305:-MAC-ALL:+AEAD"

// Swift cannot call MHD_start_daemon, whose options are variable arguments. The URI handler,
// the completion handler and the connection handler get `context`.
// https://www.gnu.org/software/libmicrohttpd/manual/html_node/microhttpd_002dinit.html
static inline struct MHD_Daemon *MHD_start_on_listening_socket(
    MHD_socket listener, unsigned int threads, unsigned int connections_max, unsigned int idle_timeout_seconds,
    size_t connection_memory_bytes, void *context, void *(*uri_handler)(void *, const char *, struct MHD_Connection *),
    MHD_AccessHandlerCallback access_handler, MHD_RequestCompletedCallback completion_handler,
    MHD_NotifyConnectionCallback connection_handler, MHD_RefusalHandler refusal_handler, bool is_encrypted) {
  MHD_set_refusal_handler(refusal_handler);
  struct MHD_OptionItem tls[] = {
      {MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)MHD_TLS_PRIORITIES},
      {MHD_OPTION_HTTPS_CERT_CALLBACK, 0, (void *)MHD_retrieve_no_certificate},
      {MHD_OPTION_END, 0, NULL},
  };
  // For one thread, libmicrohttpd 0.9.75 requires this option to be 0.
  unsigned int pool_size = threads > 1 ? threads : 0;
  return MHD_start_daemon(
      MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | (is_encrypted ? MHD_USE_TLS : 0), 0, NULL, NULL,
      access_handler, context,
      MHD_OPTION_ARRAY, is_encrypted ? tls : tls + 2,
      MHD_OPTION_LISTEN_SOCKET, listener,
      MHD_OPTION_THREAD_POOL_SIZE, pool_size,
      MHD_OPTION_CONNECTION_LIMIT, connections_max,
      MHD_OPTION_CONNECTION_TIMEOUT, idle_timeout_seconds,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, connection_memory_bytes,
      MHD_OPTION_URI_LOG_CALLBACK, uri_handler, context,
      MHD_OPTION_NOTIFY_COMPLETED, completion_handler, context,
      MHD_OPTION_NOTIFY_CONNECTION, connection_handler, context,
      MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1,
#if MHD_VERSION >= 0x01000000
      // Older versions do not have this option. For them, MHD_is_head_strict checks requests.
      MHD_OPTION_CLIENT_DISCIPLINE_LVL, 1,
#endif
      MHD_OPTION_END);
}

// Returns the socket of a connection, or -1. This function is in C because MHD_get_connection_info
// has variable arguments.
// https://www.gnu.org/software/libmicrohttpd/manual/html_node/microhttpd_002dinfo-conn.html
static inline int MHD_connection_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

// Gives a quiesced daemon the connections that wait at its former listener.
void MHD_accept_waiting(struct MHD_Daemon *daemon, MHD_socket listener);

// Returns the context that the connection handler stored, or NULL.
static inline void *MHD_connection_context(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}

// Returns the TLS session of a connection, or NULL if the connection is not encrypted.
static inline gnutls_session_t MHD_connection_tls_session(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_GNUTLS_SESSION);
  return info ? (gnutls_session_t)info->tls_session : NULL;
}

// Returns the kind of the peer of a connection: 4 (IPv4), 6 (IPv6), 1 (a UNIX socket) or 0
// (unknown). Writes the 4 or 16 bytes of the peer's address, in network order.
static inline int MHD_connection_peer(struct MHD_Connection *connection, unsigned char address[16]) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  const struct sockaddr *peer = info ? info->client_addr : NULL;
  if (!peer) return 0;
  switch (peer->sa_family) {
    case AF_INET: memcpy(address, &((const struct sockaddr_in *)peer)->sin_addr, 4); return 4;
    case AF_INET6: memcpy(address, &((const struct sockaddr_in6 *)peer)->sin6_addr, 16); return 6;
    case AF_UNIX: return 1;
    default: return 0;
  }
}
