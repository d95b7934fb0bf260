import Foundation

/// An advisory lock on a file, which ends with the process at the latest. Server processes do not inherit it.
///
/// https://man7.org/linux/man-pages/man2/flock.2.html
final class FileLock {
    private let descriptor: Int32

    init(path: String) throws {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw EmbeddedPostgresError(
                .directoryUnusable, "cannot open \(path): \(String(cString: strerror(errno)))")
        }
    }

    deinit { close(descriptor) }

    func lockShared() { apply(LOCK_SH) }
    func lockExclusive() { apply(LOCK_EX) }
    func unlock() { apply(LOCK_UN) }

    /// False if somebody else holds it.
    func tryLockExclusive() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

    private func apply(_ operation: Int32) {
        while flock(descriptor, operation) != 0 && errno == EINTR {}
    }
}
