#include "CProgram.h"

#include <sys/ioctl.h>
#include <sys/prctl.h>

int hs_terminal_columns(int descriptor) {
    struct winsize size;
    return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

int hs_set_no_new_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }

int64_t hs_commit(void) {
#ifdef HEALTHSTORE_COMMIT
    return HEALTHSTORE_COMMIT;
#else
    return -1;
#endif
}
