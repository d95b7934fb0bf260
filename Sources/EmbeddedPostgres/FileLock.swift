import Foundation

/// An advisory lock on a file. The system releases it when the process ends. Server processes do
/// not inherit it.
///
/// Source: https://man7.org/linux/man-pages/man2/flock.2.html
final class FileLock: Sendable {
    private let descriptor: Int32

    init(path: String) throws {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw EmbeddedPostgresError(
                .directoryUnusable, "cannot open \(path): \(String(cString: strerror(errno)))")
        }
    }

    deinit { close(descriptor) }

    func lockShared() {
        while flock(descriptor, LOCK_SH) != 0 && errno == EINTR {}
    }

    func unlock() {
        while flock(descriptor, LOCK_UN) != 0 && errno == EINTR {}
    }

    /// Takes the lock unless another process holds it. Returns false in that case.
    func tryLockExclusive() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }
}
