#include "CProgram.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/eventfd.h>
#include <unistd.h>

static atomic_int received_count;
static atomic_int last_signal;
static atomic_int ends_at_second_signal;
static atomic_int event = -1;

// Calls only functions that signal-safety(7) allows.
static void receive(int number) {
    int error = errno;
    atomic_store(&last_signal, number);
    if (atomic_fetch_add(&received_count, 1) > 0 && atomic_load(&ends_at_second_signal)) {
        // The signal is blocked in its handler, so it ends the program when the handler returns.
        signal(number, SIG_DFL);
        raise(number);
    }
    uint64_t one = 1;
    ssize_t count = write(atomic_load(&event), &one, sizeof one);
    (void)count;
    errno = error;
}

int hs_watch_stop_signals(int ends_at_second) {
    if (atomic_load(&event) < 0) atomic_store(&event, eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    if (atomic_load(&event) < 0) return -1;
    atomic_store(&received_count, 0);
    atomic_store(&ends_at_second_signal, ends_at_second);
    struct sigaction action = {.sa_handler = receive, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    if (sigaction(SIGTERM, &action, NULL) != 0 || sigaction(SIGINT, &action, NULL) != 0) return -1;
    return atomic_load(&event);
}

int hs_stop_signal_count(void) { return atomic_load(&received_count); }

int hs_take_stop_signal(void) {
    uint64_t count;
    if (read(atomic_load(&event), &count, sizeof count) != sizeof count) return 0;
    return atomic_load(&last_signal);
}
