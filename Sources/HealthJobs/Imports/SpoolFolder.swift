import Foundation

/// The folder that holds uploaded files until they are imported. Only the service's user can open
/// it. It is created for the first file.
///
/// The methods block on disk access, usually for a few milliseconds.
public struct SpoolFolder: Sendable {
    /// The absolute path of the folder.
    public let path: String

    /// Bytes that uploads leave free on the disk. They are the database's largest write-ahead log
    /// and a margin for other programs. The database may use the same disk, and it stops if it
    /// cannot write its log.
    public let reservedBytes: Int64

    /// The margin beside the server's `max_wal_size`. 1 GiB.
    public static let marginBytes: Int64 = 1 << 30

    /// - Parameters:
    ///   - path: a directory that several services may share.
    ///   - name: the name of this folder in the directory, which is the name of the database.
    ///   - walBytesMax: the server's `max_wal_size` in bytes.
    public init(path: String, name: String, walBytesMax: Int64) {
        self.path = URL(fileURLWithPath: path).standardizedFileURL.appendingPathComponent(name).path
        reservedBytes = walBytesMax + SpoolFolder.marginBytes
    }

    /// Creates the folder if it is missing.
    ///
    /// - Throws: an error of the file system.
    public func prepare() throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        // An existing folder may be accessible to other users.
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    }

    public func path(of name: UUID) -> String { path + "/" + name.uuidString.lowercased() }

    public func hasFile(_ name: UUID) -> Bool { FileManager.default.fileExists(atPath: path(of: name)) }

    /// Returns the names of all uploaded files in the folder.
    public func names() -> [UUID] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.compactMap { UUID(uuidString: $0) }
    }

    /// Removes a file if it exists.
    public func remove(_ name: UUID) { try? FileManager.default.removeItem(atPath: path(of: name)) }

    /// Returns the number of bytes that further uploads may use. Negative if the disk has less free
    /// space than `reservedBytes`.
    ///
    /// - Throws: an error of the file system.
    public func freeBytes() throws -> Int64 {
        try prepare()
        let attributes = try FileManager.default.attributesOfFileSystem(forPath: path)
        let free = (attributes[.systemFreeSize] as? NSNumber)?.int64Value ?? 0
        return free - reservedBytes
    }

    /// Flushes the folder's directory to disk, so that new files survive a crash.
    ///
    /// - Throws: an error of the file system.
    public func synchronize() throws {
        let folder = FileHandle(forReadingAtPath: path)
        try folder?.synchronize()
        try folder?.close()
    }
}
