#pragma once

#include <archive.h>
#include <archive_entry.h>
#include <locale.h>

// libarchive converts names through the thread's character set, and a process starts in "C",
// where every name that is not ASCII would be lost. "C.UTF-8" is part of the C library itself.
// Here in C because the mask is a macro Swift cannot import. NULL when there is no such locale.
static inline locale_t utf8_locale_new(void) {
    return newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
}
