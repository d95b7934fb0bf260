#pragma once

#include <zlib.h>

// inflateInit2 is a macro, which Swift does not import. 15 is the largest window; 16 more selects
// gzip only.
// https://zlib.net/manual.html
static inline int HSInflateInitGzip(z_stream *stream) { return inflateInit2(stream, 15 + 16); }
