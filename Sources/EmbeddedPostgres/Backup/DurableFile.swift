import Foundation
import Postgres

/// Writes of files and folders that survive a power cut. What root makes belongs to the owner of
/// the folder (`FileOwner`).
enum DurableFile {
    /// Writes a file under a name that ends with `.new`, and renames it when the disk has it.
    ///
    /// - Parameter write: writes to the descriptor.
    /// - Throws: `EmbeddedPostgresError` (`backupFailed`), or the error of `write`. No file is left
    ///   behind.
    static func create(_ path: String, _ write: (Int32) throws -> Void) throws {
        let draft = path + ".new"
        // Root must not open the target of a link that the owner of the folder put here.
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("create", draft) }
        FileOwner.inherit(draft)
        do {
            try write(descriptor)
            guard fsync(descriptor) == 0 else { throw failure("write", path) }
        } catch {
            close(descriptor)
            unlink(draft)
            throw error
        }
        close(descriptor)
        guard rename(draft, path) == 0 else {
            unlink(draft)
            throw failure("create", path)
        }
        try synchronize(URL(fileURLWithPath: path).deletingLastPathComponent().path)
    }

    /// Writes a text completely or not at all.
    ///
    /// - Throws: `EmbeddedPostgresError` (`backupFailed`).
    static func create(_ path: String, bytes: [UInt8]) throws {
        try create(path) { descriptor in
            do { try FileHandle(fileDescriptor: descriptor).write(contentsOf: bytes) } catch {
                throw failure("write", path)
            }
        }
    }

    /// Waits until the disk has the names of a folder.
    ///
    /// - Throws: `EmbeddedPostgresError` (`backupFailed`).
    static func synchronize(_ folder: String) throws {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("open", folder) }
        defer { close(descriptor) }
        // A file system without this operation, such as some of networks, reports EINVAL.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw failure("write", folder) }
    }

    /// Creates a folder that only its owner may enter, and the missing folders above it, which
    /// others may enter.
    ///
    /// - Throws: `EmbeddedPostgresError` (`backupFailed`).
    static func makeFolder(_ path: String) throws {
        do {
            let files = FileManager.default
            try files.createDirectory(
                at: URL(fileURLWithPath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
            try files.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch { throw EmbeddedPostgresError(.backupFailed, "cannot create the folder \(path)") }
        FileOwner.inherit(path)
    }

    static func failure(_ verb: String, _ path: String) -> EmbeddedPostgresError {
        .system(.backupFailed, "cannot \(verb) \(path)")
    }
}
