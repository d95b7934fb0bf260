import Foundation

/// Files that are there whole or not at all, whenever the process or the machine stops.
struct DurableDirectory: Sendable {
    let url: URL
    /// Is asked before each step; what it throws ends the work there. For tests, which stop between the steps.
    var willPerform: @Sendable (Step) throws -> Void = { _ in }

    enum Step: Sendable {
        case write(URL, Data)
        case synchronize(URL)
        case rename(URL)
        case synchronizeDirectory(URL)
        case remove(URL)
    }

    private static let temporaryPrefix = "temporary-"

    /// Makes the directory if it is not there, and removes what an earlier process did not finish writing.
    init(_ url: URL, willPerform: @escaping @Sendable (Step) throws -> Void = { _ in }) throws {
        self.url = url
        self.willPerform = willPerform
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        for name in try FileManager.default.contentsOfDirectory(atPath: url.path)
        where name.hasPrefix(DurableDirectory.temporaryPrefix) {
            try FileManager.default.removeItem(at: url.appendingPathComponent(name))
        }
    }

    /// The files, in the order of their names.
    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
    }

    func contains(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: url.appendingPathComponent(name).path)
    }

    func read(_ name: String) throws -> Data {
        try Data(contentsOf: url.appendingPathComponent(name))
    }

    /// At most the first bytes of a file, and how many it has.
    func readStart(_ name: String, byteCount: Int) throws -> (start: Data, fileByteCount: Int) {
        let handle = try FileHandle(forReadingFrom: url.appendingPathComponent(name))
        defer { try? handle.close() }
        let start = try handle.read(upToCount: byteCount) ?? Data()
        return (start, Int(try handle.seekToEnd()))
    }

    /// Writes a new file. When this returns, the file outlasts a failure of power.
    ///
    /// The bytes go into a file of another name, which only gets its own when they are on the disk.
    func write(_ data: Data, as name: String) throws {
        let draft = url.appendingPathComponent(DurableDirectory.temporaryPrefix + name)
        let file = url.appendingPathComponent(name)
        do {
            try willPerform(.write(draft, data))
            try data.write(to: draft)
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

    /// Removes a file. After a failure of power it may be there again.
    func remove(_ name: String) throws {
        let file = url.appendingPathComponent(name)
        try willPerform(.remove(file))
        try FileManager.default.removeItem(at: file)
    }

    /// Also for a directory, whose names are then on the disk.
    private static func synchronize(_ url: URL) throws {
        let handle = try FileHandle(forReadingFrom: url)
        defer { try? handle.close() }
        try handle.synchronize()
    }
}
