import ArchiveReader
import Foundation
import HealthImport
import XMLStream

/// Measures how fast files of an export are decoded, without a database, for `scripts/bench
/// decoding`.
enum Decoding: String, CaseIterable {
    /// Passes the bytes of an XML file through `XMLStream`, to a handler that does nothing.
    case xml
    /// Reads the bytes of all files of an archive.
    case archive
    /// Reads an export to samples.
    case samples

    /// Prints the megabytes per second of decoded bytes. Several rounds are measured, and the
    /// median is printed.
    ///
    /// - Throws: the error of the reader, for a file that cannot be read.
    static func run(_ decoding: Decoding, path: String) throws {
        let rates = try (0..<roundsMax).map { _ in
            let begin = ContinuousClock.now
            let bytes = try decoding.bytes(path)
            return Double(bytes) / 1e6 / ((ContinuousClock.now - begin) / .seconds(1))
        }
        print(Int(rates.sorted()[rates.count / 2]))
    }

    private static let roundsMax = 5

    /// Decodes the file. Returns the number of decoded bytes.
    private func bytes(_ path: String) throws -> Int64 {
        switch self {
        case .xml:
            let stream = XMLStream(vocabulary: [])
            let handler = IdleHandler()
            let bytes = try Decoding.forEachPiece(path) { try stream.parse($0, count: $1).send(to: handler) }
            try stream.finish().send(to: handler)
            return bytes
        case .archive: return try Decoding.forEachPiece(path) { _, _ in }
        case .samples:
            let reader = try ExportReader(try ExportInput(path: path), personUUID: UUID())
            while try reader.next() != nil {}
            return reader.bytesParsed
        }
    }

    private static func forEachPiece(_ path: String, _ body: ([UInt8], Int) throws -> Void) throws -> Int64 {
        let archive = try ArchiveReader(path: path)
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        var bytes: Int64 = 0
        while try archive.nextEntry() != nil {
            while true {
                let count = try archive.read(into: &buffer)
                if count == 0 { break }
                bytes += Int64(count)
                try body(buffer, count)
            }
        }
        return bytes
    }
}

private final class IdleHandler: XMLHandler {
    func startElement(_ element: XMLElement) {}
    func endElement(_ name: Int, line: Int) {}
}
