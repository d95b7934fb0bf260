import ArchiveReader
import Digests

/// Computes fingerprints of files and directories without reading all their bytes.
enum ExportFingerprint {
    /// Bytes of each piece that is read. 64 KiB.
    private static let pieceBytes = 1 << 16
    /// The number of pieces. They have equal distances and include the beginning and the end of the
    /// file. The end of a zip lists the checksums of its entries.
    private static let pieceCount: Int64 = 17

    /// Returns a SHA-256 in hexadecimal digits. It covers the path below the directory, the size
    /// and the modification time of each file, in the order of the tree. If a file is added,
    /// removed or rewritten, the result changes.
    static func of(_ tree: FileTree) -> String {
        var digest = SHA256()
        for file in tree.files {
            let line = Array("\(file.kind.rawValue) \(file.bytes) \(file.modifiedNanoseconds) \(file.path)\0".utf8)
            digest.update(line, count: line.count)
        }
        return hexadecimal(digest.digest())
    }

    /// Returns the SHA-256 of the size, in eight bytes, and of the pieces, in hexadecimal digits.
    ///
    /// - Throws: `ArchiveError` (`notReadable`).
    static func of(_ file: ArchiveReader) throws -> String {
        let size = file.fileBytes
        var bytes = (0..<8).map { UInt8(truncatingIfNeeded: size >> (8 * (7 - $0))) }
        let last = max(0, size - Int64(pieceBytes))
        let distances = pieceCount - 1
        for index in 0..<pieceCount {
            let offset = index < distances ? last / distances * index : last
            bytes += try file.bytes(at: offset, count: pieceBytes)
        }
        return hexadecimal(SHA256.hash(bytes))
    }
}
