import ArchiveReader
import Digests

/// Recognises a file, or the files of a directory, without reading all of it.
enum ExportFingerprint {
    /// Bytes of each piece that is read. 64 KiB.
    private static let pieceBytes = 1 << 16
    /// Pieces at equal distances, the beginning and the end of the file included. A zip lists the
    /// checksums of its entries at its end.
    private static let pieceCount: Int64 = 17

    /// SHA-256 of the path below the directory, the size and the time of the last change of each
    /// file, in their order, in hexadecimal digits. A file that is added, removed or written again
    /// changes it.
    static func of(_ tree: FileTree) -> String {
        var digest = SHA256()
        for file in tree.files {
            let line = Array("\(file.kind.rawValue) \(file.bytes) \(file.modifiedNanoseconds) \(file.path)\0".utf8)
            digest.update(line, count: line.count)
        }
        return hexadecimal(digest.digest())
    }

    /// SHA-256 of the size, in eight bytes, and of the pieces, in hexadecimal digits.
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
