import Foundation

/// The folder of uploaded files until they are imported. Only its owner can open it; it is created
/// for the first file.
///
/// Its methods wait for the disk, usually a few milliseconds.
public struct SpoolFolder: Sendable {
    /// Absolute path.
    public let path: String

    /// Bytes that uploads leave free on the disk: the largest write-ahead log of the database and a
    /// margin for other programs. The database may use the same disk, and it stops when its log
    /// finds no room.
    public let reservedBytes: Int64

    /// Bytes that stay free beside the server's `max_wal_size`. 1 GiB.
    public static let marginBytes: Int64 = 1 << 30

    /// - Parameters:
    ///   - path: a directory that several services may share.
    ///   - name: name of the database: the folder inside it.
    ///   - walBytesMax: the server's `max_wal_size`.
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
        // An existing folder may be open to others.
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    }

    public func path(of name: UUID) -> String { path + "/" + name.uuidString.lowercased() }

    public func hasFile(_ name: UUID) -> Bool { FileManager.default.fileExists(atPath: path(of: name)) }

    /// Returns the names of all files in the folder.
    public func names() -> [UUID] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.compactMap { UUID(uuidString: $0) }
    }

    /// Removes a file if it exists.
    public func remove(_ name: UUID) { try? FileManager.default.removeItem(atPath: path(of: name)) }

    /// Returns the bytes that uploads may still take; negative if they take too many.
    ///
    /// - Throws: an error of the file system.
    public func freeBytes() throws -> Int64 {
        try prepare()
        let attributes = try FileManager.default.attributesOfFileSystem(forPath: path)
        let free = (attributes[.systemFreeSize] as? NSNumber)?.int64Value ?? 0
        return free - reservedBytes
    }

    /// Makes the names of new files durable.
    ///
    /// - Throws: an error of the file system.
    public func synchronize() throws {
        let folder = FileHandle(forReadingAtPath: path)
        try folder?.synchronize()
        try folder?.close()
    }
}
