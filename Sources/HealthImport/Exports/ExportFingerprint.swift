import ArchiveReader
import Digests
import Foundation

/// Tells a file, or the files of a directory, again, without reading all of it.
public enum ExportFingerprint {
    /// Bytes at the beginning, at the end and at each place between that are looked at.
    static let pieceBytes = 1 << 16
    /// Places at equal distances, the beginning and the end included. A zip lists the checksums of its entries at its end.
    static let places: UInt64 = 17

    /// SHA-256 of the path below the directory, the size and the time of the last change of each file, in their order, in
    /// hexadecimal digits. So a file that is added, removed or written again makes another fingerprint.
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
    /// - Throws: `HealthImportError` (`unreadable`).
    public static func of(path: String) throws -> String {
        do {
            let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            defer { try? file.close() }
            let size = try file.seekToEnd()
            var bytes = (0..<8).map { UInt8(truncatingIfNeeded: size >> (8 * (7 - $0))) }
            let last = size - min(size, UInt64(pieceBytes))
            for place in 0..<places {
                try file.seek(toOffset: last / (places - 1) * place + (place == places - 1 ? last % (places - 1) : 0))
                bytes += try file.read(upToCount: pieceBytes) ?? Data()
            }
            return hexadecimal(SHA256.hash(bytes))
        } catch {
            throw HealthImportError(.unreadable, "could not read file \"\(path)\"")
        }
    }
}
