import Foundation

/// The body of `POST /v1/batches`, made of records that are JSON already, so that the same bytes are sent each time.
struct BatchBody: Sendable {
    var deleted: [Data]
    var samples: [Data]

    /// Every record is one line of JSON: encoders escape line feeds.
    static func line(_ sample: SampleRecord) throws -> Data {
        try encoder().encode(sample)
    }

    static func line(_ deleted: UUID, type: String?) throws -> Data {
        try encoder().encode(Deletion(uuid: deleted.uuidString.lowercased(), type: type))
    }

    private struct Deletion: Encodable {
        var uuid: String
        var type: String?
    }

    /// Members in order, so that a record is the same bytes each time.
    private static func encoder() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    /// Deletions stand first, as the service does them.
    var json: Data {
        var json = Data(capacity: byteCount)
        json.append(contentsOf: #"{"deleted":["#.utf8)
        BatchBody.append(deleted, to: &json)
        json.append(contentsOf: #"],"samples":["#.utf8)
        BatchBody.append(samples, to: &json)
        json.append(contentsOf: "]}".utf8)
        return json
    }

    /// Of `json`, or a little more.
    var byteCount: Int {
        deleted.reduce(32) { $0 + $1.count + 1 } + samples.reduce(0) { $0 + $1.count + 1 }
    }

    private static func append(_ lines: [Data], to json: inout Data) {
        for (index, line) in lines.enumerated() {
            if index > 0 { json.append(UInt8(ascii: ",")) }
            json.append(line)
        }
    }
}
