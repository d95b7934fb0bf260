import Foundation
import HealthCore
import HealthDatabase
import JSONReader

/// A record of a batch that is not taken.
struct RejectedRecord: Sendable {
    enum Collection: String, Sendable {
        case samples, deleted
    }

    var collection: Collection
    /// Place in the collection as sent.
    var index: Int
    var refusal: Refusal
}

/// A batch as a client means it, and what of it is refused.
struct ParsedBatch: Sendable {
    var batch = SampleBatch()
    /// The place in `samples` as sent of each record, by ordinal; nil for objects inside a correlation.
    var placeOfOrdinal: [Int64: Int] = [:]
    var sampleCount = 0
    /// The place in `deleted` as sent of each of the batch's deletions.
    var placeOfDeletion: [Int] = []
    var deletionCount = 0
    var rejected: [RejectedRecord] = []
    /// Whether one refused record shall keep all others out.
    var isAtomic: Bool {
        get { batch.isAtomic }
        set { batch.isAtomic = newValue }
    }

    /// The records whose samples were refused when the batch was written, in the order in which they were sent.
    func rejected(_ refused: [Int64: Refusal]) -> [RejectedRecord] {
        refused.compactMap { ordinal, refusal in
            placeOfOrdinal[ordinal].map { RejectedRecord(collection: .samples, index: $0, refusal: refusal) }
        }.sorted { $0.index < $1.index }
    }
}

/// Reads the body of `POST /v1/batches`.
enum BatchParser {
    /// Most records of one batch: samples, objects of correlations and deletions together.
    static let recordsMax = 10_000

    private static let members: Set<String> = ["samples", "deleted", "atomic", "resurrect", "anchor"]

    /// - Throws: `JSONError`, or `APIError` for a body that is no batch. A wrong record is no error.
    static func parse(_ body: [UInt8]) throws -> ParsedBatch {
        try JSONParser(bytesMax: HealthService.bodyBytesMax).parse(body) { root in
            guard root.kind == .object else {
                throw APIError(.malformedBatch, "the body must be an object with samples or deleted")
            }
            try root.forEachMember { name, _ in
                guard members.contains(name) else {
                    throw APIError(
                        .unknownField, "a batch has no such field", key: "field",
                        String(name.prefix(64)),
                        hint: "it has " + members.sorted().joined(separator: ", "))
                }
            }
            // The second of two would be dropped without a word.
            guard !root.hasRepeatedKey else {
                throw APIError(.malformedBatch, "the batch names a field twice")
            }
            let isAtomic = try flag(root["atomic"], "atomic")
            let isResurrecting = try flag(root["resurrect"], "resurrect")
            let anchor = try AnchorRequest.anchor(root["anchor"])
            let samples = try array(root["samples"], "samples")
            let deleted = try array(root["deleted"], "deleted")
            guard samples != nil || deleted != nil else {
                throw APIError(.malformedBatch, "the batch holds neither samples nor deleted")
            }
            let deletedCount = deleted?.count ?? 0
            try checkCount((samples?.count ?? 0) + deletedCount)
            var assembly = BatchAssembly()
            let checksNullCharacters = root.hasNullCharacter
            try samples?.forEachElement { place, value in
                assembly.add(sample: value, place: place, checksNullCharacters: checksNullCharacters)
                try checkCount(assembly.recordCount + deletedCount)
                try checkCount(ofQuantities: assembly.quantityCount)
            }
            try deleted?.forEachElement { place, value in assembly.add(deletion: value, place: place) }
            var parsed = assembly.finish()
            parsed.isAtomic = isAtomic
            parsed.batch.isResurrecting = isResurrecting
            parsed.batch.anchor = anchor
            return parsed
        }
    }

    private static func array(_ value: JSONValue?, _ field: String) throws -> JSONValue? {
        guard let value, !value.isNull else { return nil }
        guard value.kind == .array else {
            throw APIError(.malformedField, "\(field) must be an array", key: "field", field)
        }
        return value
    }

    private static func flag(_ value: JSONValue?, _ field: String) throws -> Bool {
        guard let value, !value.isNull else { return false }
        guard let flag = value.bool else {
            throw APIError(.malformedField, "\(field) must be true or false", key: "field", field)
        }
        return flag
    }

    private static func checkCount(ofQuantities count: Int) throws {
        guard count <= SampleParser.quantitiesMax else {
            throw APIError(
                .tooManyQuantities,
                "the series of a batch may hold at most \(SampleParser.quantitiesMax) quantities together",
                hint: "send several smaller batches")
        }
    }

    private static func checkCount(_ count: Int) throws {
        guard count <= recordsMax else {
            throw APIError(
                .tooManyRecords, "a batch may hold at most \(recordsMax) records",
                hint: "send several smaller batches")
        }
    }
}
