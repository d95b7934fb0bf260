import HealthCore
import JSON

/// Reads the body of `POST /v1/batches`.
public enum BatchParser {
    /// Longest body in bytes. 16 MiB.
    public static let bytesMax = 16 << 20
    /// Longest body in bytes after decompression. 64 MiB.
    public static let decodedBytesMax = 4 * bytesMax
    /// Most records of one batch: samples, objects of correlations and deletions together.
    public static let recordsMax = 10_000
    /// Most quantities of all series of one batch together. They do not count as records.
    public static let quantitiesMax = 200_000

    private static let members: Set<String> = ["samples", "deleted", "atomic", "resurrect", "anchor", "complete"]

    /// Reads a batch. A record with an error becomes one of `ParsedBatch.rejected`.
    ///
    /// - Throws: `JSONError` for malformed JSON; `Refusal` for a body that is not a batch or
    ///   exceeds a limit.
    public static func parse(_ body: [UInt8]) throws -> ParsedBatch {
        try JSONParser(bytesMax: decodedBytesMax).parse(body) { root in
            guard root.kind == .object else {
                throw malformed("the body must be an object with samples, deleted or complete")
            }
            try root.forEachMember { name, _ in
                guard members.contains(name) else {
                    throw Refusal(
                        .unknownField, field: String(name.prefix(64)), "a batch has no such field",
                        hint: "it has " + members.sorted().joined(separator: ", "))
                }
            }
            // Without this check, the second value would be dropped silently.
            guard !root.hasRepeatedKey else { throw malformed("the batch names a field twice") }
            let isAtomic = try flag(root["atomic"], "atomic")
            let isResurrecting = try flag(root["resurrect"], "resurrect")
            let anchor = try ClientAnchor(json: root["anchor"])
            let samples = try array(root["samples"], "samples")
            let deleted = try array(root["deleted"], "deleted")
            let complete = try array(root["complete"], "complete")
            guard samples != nil || deleted != nil || complete != nil else {
                throw malformed("the batch holds neither samples nor deleted nor complete")
            }
            let deletedCount = deleted?.count ?? 0
            try checkCount((samples?.count ?? 0) + deletedCount)
            var parser = RecordParser()
            parser.checksNullCharacters = root.hasNullCharacter
            try samples?.forEachElement { index, value in
                parser.add(sample: value, index: index)
                try checkCount(parser.recordCount + deletedCount)
                try checkCount(ofQuantities: parser.quantityCount)
            }
            deleted?.forEachElement { index, value in parser.add(deletion: value, index: index) }
            if let complete { try parser.add(complete: complete) }
            var parsed = parser.finish()
            // A range is not complete without a record that is refused.
            parsed.batch.isAtomic = isAtomic || complete.map { $0.count > 0 } ?? false
            parsed.batch.isResurrecting = isResurrecting
            parsed.batch.anchor = anchor
            return parsed
        }
    }

    private static func array(_ value: JSONValue?, _ field: String) throws(Refusal) -> JSONValue? {
        guard let value = value.present else { return nil }
        guard value.kind == .array else {
            throw Refusal(.malformedField, field: field, "\(field) must be an array")
        }
        return value
    }

    private static func flag(_ value: JSONValue?, _ field: String) throws(Refusal) -> Bool {
        guard let value = value.present else { return false }
        guard let flag = value.bool else {
            throw Refusal(.malformedField, field: field, "\(field) must be true or false")
        }
        return flag
    }

    private static func malformed(_ message: String) -> Refusal { Refusal(.malformedBatch, field: "", message) }

    private static func checkCount(ofQuantities count: Int) throws(Refusal) {
        guard count <= quantitiesMax else {
            throw Refusal(
                .tooManyQuantities, field: "",
                "the series of a batch may hold at most \(quantitiesMax) quantities together",
                hint: "send several smaller batches")
        }
    }

    private static func checkCount(_ count: Int) throws(Refusal) {
        guard count <= recordsMax else {
            throw Refusal(
                .tooManyRecords, field: "", "a batch may hold at most \(recordsMax) records",
                hint: "send several smaller batches")
        }
    }
}
