import Foundation

#if canImport(Darwin)
    import Darwin
#endif

/// A directory in which each file is complete or missing, even if the process or the machine stops
/// at any moment.
struct DurableDirectory: Sendable {
    let url: URL
    /// Called before each step. An error that it throws ends the work. Tests use it to stop between
    /// steps.
    var willPerform: @Sendable (Step) throws -> Void = { _ in }

    enum Step: Sendable {
        case write(URL, Data)
        case synchronize(URL)
        case rename(URL)
        case synchronizeDirectory(URL)
        case remove(URL)
    }

    private static let temporaryPrefix = "temporary-"

    /// Creates the directory if it does not exist. Removes files that an earlier process did not
    /// finish.
    init(_ url: URL, willPerform: @escaping @Sendable (Step) throws -> Void = { _ in }) throws {
        self.url = url
        self.willPerform = willPerform
        try DurableDirectory.create(url)
        for name in try FileManager.default.contentsOfDirectory(atPath: url.path)
        where name.hasPrefix(DurableDirectory.temporaryPrefix) {
            try FileManager.default.removeItem(at: url.appendingPathComponent(name))
        }
    }

    /// The names of the files, sorted.
    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
    }

    /// Returns a number with zeros before it, so that names are in the order of their numbers.
    static func name(_ number: some BinaryInteger, digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    func contains(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: url.appendingPathComponent(name).path)
    }

    func read(_ name: String) throws -> Data {
        try Data(contentsOf: url.appendingPathComponent(name))
    }

    /// Returns the first bytes of a file, at most `byteCount`, and the file's size.
    func readStart(_ name: String, byteCount: Int) throws -> (start: Data, fileByteCount: Int) {
        let handle = try FileHandle(forReadingFrom: url.appendingPathComponent(name))
        defer { try? handle.close() }
        let start = try handle.read(upToCount: byteCount) ?? Data()
        return (start, Int(try handle.seekToEnd()))
    }

    /// Writes a new file. The file survives a power failure after this method has returned.
    ///
    /// The bytes are first written to a file with a temporary name. When they are on disk, the file
    /// is renamed.
    func write(_ data: Data, as name: String) throws {
        let draft = url.appendingPathComponent(DurableDirectory.temporaryPrefix + name)
        let file = url.appendingPathComponent(name)
        do {
            try willPerform(.write(draft, data))
            #if canImport(Darwin)
                try data.write(to: draft, options: .completeFileProtectionUntilFirstUserAuthentication)
            #else
                try data.write(to: draft)
            #endif
            try willPerform(.synchronize(draft))
            try DurableDirectory.synchronize(draft)
            try willPerform(.rename(file))
            try FileManager.default.moveItem(at: draft, to: file)
        } catch {
            try? remove(draft.lastPathComponent)
            throw error
        }
        try willPerform(.synchronizeDirectory(url))
        try DurableDirectory.synchronize(url)
    }

    /// Removes a file. After a power failure it may exist again.
    func remove(_ name: String) throws {
        let file = url.appendingPathComponent(name)
        try willPerform(.remove(file))
        try FileManager.default.removeItem(at: file)
    }

    /// Creates a directory if it does not exist. On Apple's platforms its files are encrypted until
    /// the device is first unlocked after a start. Launches in the background can then read them,
    /// also while the phone is locked.
    static func create(_ url: URL) throws {
        #if canImport(Darwin)
            let protection = FileProtectionType.completeUntilFirstUserAuthentication
            try FileManager.default.createDirectory(
                at: url, withIntermediateDirectories: true, attributes: [.protectionKey: protection])
            // The attributes have no effect on a directory that exists.
            try FileManager.default.setAttributes([.protectionKey: protection], ofItemAtPath: url.path)
        #else
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        #endif
    }

    /// Writes a file's bytes, or a directory's names, to disk.
    ///
    /// On Apple's platforms `fsync` leaves the bytes in the cache of the drive. `F_FULLFSYNC`
    /// writes the cache, too. A file system that lacks it gets `fsync`.
    private static func synchronize(_ url: URL) throws {
        let handle = try FileHandle(forReadingFrom: url)
        defer { try? handle.close() }
        #if canImport(Darwin)
            if fcntl(handle.fileDescriptor, F_FULLFSYNC) == 0 { return }
        #endif
        try handle.synchronize()
    }
}
