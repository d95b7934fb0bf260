import ArchiveReader

extension ArchiveReader {
    /// The rest of the current entry, read with a buffer of `bufferBytes`.
    func readAll(bufferBytes: Int = 1 << 16) throws -> [UInt8] {
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: bufferBytes)
        while case let count = try read(into: &buffer), count > 0 { all += buffer[..<count] }
        return all
    }

    /// The remaining entries.
    func entries() throws -> [ArchiveEntry] {
        var entries: [ArchiveEntry] = []
        while let entry = try nextEntry() { entries.append(entry) }
        return entries
    }
}
