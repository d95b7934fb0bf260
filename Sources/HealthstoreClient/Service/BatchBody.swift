import Foundation

/// The body of `POST /v1/batches`. It is built from records that are already JSON, so that the same
/// bytes are sent each time.
struct BatchBody: Sendable {
    var deleted: [Data]
    var samples: [Data]
    var complete: [Data] = []

    /// Returns a record as one line of JSON. Encoders escape line feeds.
    static func line(_ sample: SampleRecord) throws -> Data { try JSONEncoder.sorted.encode(sample) }

    static func line(_ deleted: UUID, type: String?) throws -> Data {
        try JSONEncoder.sorted.encode(Deletion(uuid: deleted, type: type))
    }

    static func line(_ range: CompleteRange) throws -> Data { try JSONEncoder.sorted.encode(range) }

    private struct Deletion: Encodable {
        var uuid: UUID
        var type: String?
    }

    /// The body as JSON. Deletions come first, because the service applies them first.
    var json: Data {
        var json = Data(capacity: byteCount)
        json.append(contentsOf: #"{"deleted":["#.utf8)
        BatchBody.append(deleted, to: &json)
        json.append(contentsOf: #"],"samples":["#.utf8)
        BatchBody.append(samples, to: &json)
        if !complete.isEmpty {
            json.append(contentsOf: #"],"complete":["#.utf8)
            BatchBody.append(complete, to: &json)
        }
        json.append(contentsOf: "]}".utf8)
        return json
    }

    /// The size of `json` in bytes, or slightly more.
    var byteCount: Int {
        [deleted, samples, complete].joined().reduce(48) { $0 + $1.count + 1 }
    }

    private static func append(_ lines: [Data], to json: inout Data) {
        for (index, line) in lines.enumerated() {
            if index > 0 { json.append(UInt8(ascii: ",")) }
            json.append(line)
        }
    }
}

extension JSONEncoder {
    /// An encoder that sorts members, so that a value has the same bytes each time.
    static var sorted: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}
