import Foundation

/// Where uploaded files are kept until they are imported: a folder that nobody else can open, made for the first of them.
///
/// Its methods block, for some milliseconds as a rule.
public struct SpoolFolder: Sendable {
    /// Absolute.
    public let path: String

    /// Bytes that uploads leave free on the disk: what the database's write-ahead log may take, and a margin for other programs. The
    /// disk may be the database's, which stops when its log finds no room.
    public let reservedBytes: Int64

    /// Bytes that stay free beside `max_wal_size` of the server. 1 GiB.
    public static let marginBytes: Int64 = 1 << 30

    /// - Parameters:
    ///   - name: of the database, since one folder may be that of several services.
    ///   - walBytesMax: `max_wal_size` of the server.
    public init(path: String, name: String, walBytesMax: Int64) {
        self.path = URL(fileURLWithPath: path).standardizedFileURL.appendingPathComponent(name).path
        reservedBytes = walBytesMax + SpoolFolder.marginBytes
    }

    /// Makes the folder where it is missing.
    func prepare() throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        // What was there already may be open to others.
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    }

    func path(of name: UUID) -> String { path + "/" + name.uuidString.lowercased() }

    func hasFile(_ name: UUID) -> Bool { FileManager.default.fileExists(atPath: path(of: name)) }

    /// Names of all files here.
    func names() -> [UUID] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.compactMap { UUID(uuidString: $0) }
    }

    /// Removes a file, unless it is gone.
    func remove(_ name: UUID) { try? FileManager.default.removeItem(atPath: path(of: name)) }

    /// Bytes that uploads may still take; less than 0 where they should have taken less.
    func freeBytes() throws -> Int64 {
        try prepare()
        let attributes = try FileManager.default.attributesOfFileSystem(forPath: path)
        let free = (attributes[.systemFreeSize] as? NSNumber)?.int64Value ?? 0
        return free - reservedBytes
    }

    /// Makes the names of new files last.
    func synchronize() throws {
        let folder = FileHandle(forReadingAtPath: path)
        try folder?.synchronize()
        try folder?.close()
    }
}
