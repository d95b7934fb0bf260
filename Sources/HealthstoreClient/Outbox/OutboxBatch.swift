import Foundation
import GzipWriter

/// A page of changes in a file. It contains the records that are sent with one idempotency key, and
/// the anchor after them.
///
/// The file is text. Its first line contains a checksum and the length of the rest. The second line
/// is the `Header`. Each further line is one record as JSON, deletions first.
struct OutboxBatch: Sendable {
    struct Header: Codable, Hashable, Sendable {
        /// The idempotency key.
        var id: UUID
        var type: String
        /// The anchor from which the store was read. Nil for the beginning.
        var after: Data?
        /// The anchor after the changes. Nil if the batch moves no anchor, as in a comparison or
        /// after quarantine.
        var anchor: Data?
        var deletedCount: Int
        var sampleCount: Int
    }

    var header: Header
    /// The records as JSON, first deletions and then samples.
    var lines: [Data]

    init(id: UUID = UUID(), type: String, after: Data?, anchor: Data?, deleted: [Data], samples: [Data]) {
        header = Header(
            id: id, type: type, after: after, anchor: anchor, deletedCount: deleted.count, sampleCount: samples.count)
        lines = deleted + samples
    }

    /// Returns the body with the records of a range.
    func body(_ range: Range<Int>) -> BatchBody {
        let border = min(max(header.deletedCount, range.lowerBound), range.upperBound)
        return BatchBody(
            deleted: Array(lines[range.lowerBound..<border]), samples: Array(lines[border..<range.upperBound]))
    }

    /// Returns the batch's uuid. For some of the records, adds their range, because requests with
    /// the same key must have the same bytes.
    func idempotencyKey(_ range: Range<Int>) -> String {
        let id = header.id.uuidString.lowercased()
        return range == lines.indices ? id : "\(id)-\(range.lowerBound)-\(range.upperBound)"
    }

    /// Returns a batch with the records of a range. It moves no anchor.
    func part(_ range: Range<Int>) -> OutboxBatch {
        let body = body(range)
        return OutboxBatch(type: header.type, after: nil, anchor: nil, deleted: body.deleted, samples: body.samples)
    }

    /// Returns the uuid of a record.
    func uuid(at index: Int) -> UUID? {
        struct Named: Decodable {
            var uuid: UUID
        }
        guard lines.indices.contains(index) else { return nil }
        return try? JSONDecoder().decode(Named.self, from: lines[index]).uuid
    }

    // MARK: The file

    private static let mark = "healthstore-batch-1"
    private static let lineFeed = UInt8(ascii: "\n")
    /// More bytes than the first two lines of any file, because anchors have some hundred bytes. 64
    /// KiB.
    static let startBytesMax = 1 << 16

    func encoded() throws -> Data {
        var rest = try JSONEncoder.sorted.encode(header)
        rest.append(OutboxBatch.lineFeed)
        for line in lines {
            rest.append(line)
            rest.append(OutboxBatch.lineFeed)
        }
        var data = Data("\(OutboxBatch.mark) \(String(GzipWriter.crc32(rest), radix: 16)) \(rest.count)\n".utf8)
        data.append(rest)
        return data
    }

    /// - Throws: `HealthstoreError` `damaged` if any byte has changed since the file was written.
    init(encoded data: Data) throws {
        let (header, checksum, rest) = try OutboxBatch.start(data, fileByteCount: data.count)
        guard GzipWriter.crc32(data[rest...]) == checksum else { throw OutboxBatch.damage }
        let all = data[rest...].split(separator: OutboxBatch.lineFeed).map { Data($0) }
        guard all.count == 1 + header.deletedCount + header.sampleCount else { throw OutboxBatch.damage }
        self.header = header
        lines = Array(all.dropFirst())
    }

    /// Reads the header from the first bytes of a file. Checks only the length of the rest.
    static func header(_ start: Data, fileByteCount: Int) throws -> Header {
        try OutboxBatch.start(start, fileByteCount: fileByteCount).header
    }

    private static func start(
        _ data: Data, fileByteCount: Int
    ) throws -> (header: Header, checksum: UInt32, rest: Data.Index) {
        guard let first = data.firstIndex(of: lineFeed) else { throw damage }
        let rest = first + 1
        let words = String(decoding: data[..<first], as: UTF8.self).split(separator: " ")
        guard words.count == 3, words[0] == mark, let checksum = UInt32(words[1], radix: 16),
            let count = Int(words[2]), rest - data.startIndex + count == fileByteCount,
            let second = data[rest...].firstIndex(of: lineFeed),
            let header = try? JSONDecoder().decode(Header.self, from: data[rest..<second])
        else { throw damage }
        return (header, checksum, rest)
    }

    private static let damage = HealthstoreError(.damaged, "a file of the outbox is damaged")
}
