// For accept4.
#define _GNU_SOURCE
#include "CMicroHTTPD.h"

#include <errno.h>
#include <fcntl.h>

void MHD_accept_waiting(struct MHD_Daemon *daemon, MHD_socket listener) {
  fcntl(listener, F_SETFL, fcntl(listener, F_GETFL) | O_NONBLOCK);
  for (;;) {
    struct sockaddr_storage address;
    socklen_t length = sizeof address;
    int connection = accept4(listener, (struct sockaddr *)&address, &length, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (connection < 0 && (errno == EINTR || errno == ECONNABORTED)) continue;
    if (connection < 0) return;
    // The daemon closes the socket if it cannot add the connection.
    MHD_add_connection(daemon, connection, (struct sockaddr *)&address, length);
  }
}
