#pragma once
#include <libpq-fe.h>
// eventfd wakes a thread that waits for notifications. Swift's module Glibc does not have eventfd.
#include <sys/eventfd.h>

// libpq's field codes are character macros, which Swift does not import.
static inline int HSDiagSQLState(void) { return PG_DIAG_SQLSTATE; }
static inline int HSDiagMessagePrimary(void) { return PG_DIAG_MESSAGE_PRIMARY; }
static inline int HSDiagMessageHint(void) { return PG_DIAG_MESSAGE_HINT; }
static inline int HSDiagConstraintName(void) { return PG_DIAG_CONSTRAINT_NAME; }
static inline int HSDiagSeverity(void) { return PG_DIAG_SEVERITY_NONLOCALIZED; }
static inline int HSDiagSourceFile(void) { return PG_DIAG_SOURCE_FILE; }
