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

    public func hasFile(_ name: UUID) -> Bool { bytes(of: name) != nil }

    /// Returns the size of a file in bytes; nil if the folder does not have the file.
    public func bytes(of name: UUID) -> Int64? {
        (try? FileManager.default.attributesOfItem(atPath: path(of: name)))
            .flatMap { $0[.size] as? NSNumber }?.int64Value
    }

    /// The name of the folder itself, by which services find out whether they share it.
    public struct Identity: Sendable, Hashable {
        /// The host of the service that made the folder, a slash, and eight hexadecimal digits.
        public let text: String

        public init(text: String) { self.text = text }

        public var host: String { String(text.prefix { $0 != "/" }) }
        /// A number that only folders with the same name have. Never 0.
        public var number: Int32 {
            UInt32(text.suffix(8), radix: 16).map { Int32(bitPattern: max(1, $0)) } ?? 1
        }
    }

    private static let identityFile = "folder"

    /// Reads the name of the folder, or gives it one. The name is the target of a link, because a
    /// link is made in one step, also on a disk that several machines share.
    ///
    /// - Throws: an error of the file system.
    public func identity() throws -> Identity {
        let link = path + "/" + SpoolFolder.identityFile
        if let known = try? FileManager.default.destinationOfSymbolicLink(atPath: link) { return Identity(text: known) }
        try prepare()
        let digits = String(UInt32.random(in: 1...UInt32.max), radix: 16)
        let name = ProcessInfo.processInfo.hostName + "/" + String(repeating: "0", count: 8 - digits.count) + digits
        // Another service may have made the link meanwhile.
        try? FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: name)
        return Identity(text: try FileManager.default.destinationOfSymbolicLink(atPath: link))
    }

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
