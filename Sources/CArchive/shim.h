#pragma once

#include <archive.h>
#include <archive_entry.h>
#include <locale.h>

// Returns a UTF-8 locale, or NULL if the C library has none.
//
// libarchive converts names through the thread's locale. A process starts in the locale "C", in
// which names outside ASCII would be lost. "C.UTF-8" is part of the C library itself. This function
// is in C because the mask is a macro, which Swift does not import.
static inline locale_t utf8_locale_new(void) {
    return newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
}
