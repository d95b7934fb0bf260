// RTLD_NEXT is an extension of GNU.
#define _GNU_SOURCE
#include "CMicroHTTPD.h"

#include <dlfcn.h>
#include <stdatomic.h>

// libmicrohttpd itself answers requests that it cannot read, with pages of HTML. It has no option
// to replace them, and version 0.9.75 sends the head of some twice. But it passes them to its own
// function MHD_queue_response, and the dynamic linker binds this call to the program's function of
// this name, because a program comes before its libraries (symbol interposition, ld.so(8)).

typedef enum MHD_Result (*QueueFunction)(struct MHD_Connection *, unsigned int, struct MHD_Response *);

static QueueFunction library_function;
static _Atomic(MHD_RefusalHandler) refusal_handler;

__attribute__((constructor)) static void find_library_function(void) {
  library_function = (QueueFunction)dlsym(RTLD_NEXT, "MHD_queue_response");
}

void MHD_set_refusal_handler(MHD_RefusalHandler handler) { atomic_store(&refusal_handler, handler); }

// Called by libmicrohttpd only. Its page is queued, too, because libmicrohttpd does not expect that
// this fails: it would free the memory of the request and still read it. The handler ends the
// sending side of the socket, so the page cannot be sent, and libmicrohttpd closes the connection.
enum MHD_Result MHD_queue_response(
    struct MHD_Connection *connection, unsigned int status, struct MHD_Response *response) {
  enum MHD_Result result = library_function(connection, status, response);
  MHD_RefusalHandler handler = atomic_load(&refusal_handler);
  if (handler) handler(connection, status);
  return result;
}

enum MHD_Result MHD_queue_own_response(
    struct MHD_Connection *connection, unsigned int status, struct MHD_Response *response) {
  return library_function(connection, status, response);
}
