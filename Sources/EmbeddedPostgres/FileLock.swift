import Foundation
import Postgres

/// An advisory lock on a file. The system releases it when the process ends. Server processes do
/// not inherit it.
///
/// Source: https://man7.org/linux/man-pages/man2/flock.2.html
final class FileLock: Sendable {
    private let descriptor: Int32

    init(path: String) throws {
        var descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 { FileOwner.inherit(path) }
        // Root must not open the target of a link that the owner of the directory put here.
        if descriptor < 0, errno == EEXIST { descriptor = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC) }
        self.descriptor = descriptor
        guard descriptor >= 0 else { throw EmbeddedPostgresError.system(.directoryUnusable, "cannot open \(path)") }
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
