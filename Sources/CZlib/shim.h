#pragma once

#include <zlib.h>

// inflateInit2 is a macro, which Swift does not import. 15 selects the largest window. Adding 16
// selects only the gzip format.
// https://zlib.net/manual.html
static inline int HSInflateInitGzip(z_stream *stream) { return inflateInit2(stream, 15 + 16); }
