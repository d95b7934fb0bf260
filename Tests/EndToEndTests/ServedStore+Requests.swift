import Foundation
import HealthDatabase
import Postgres
import TestSupport
import Testing

extension ServedStore {
    /// As `with`, on a store with a person Ada. The test gets her token.
    static func withAda<Value>(
        _ arguments: [String] = [], _ body: (ServedStore, String) async throws -> Value
    ) async throws -> Value {
        try await with(arguments) { store in try await body(store, store.token()) }
    }

    /// As `own`, on a store with a person Ada. The test gets her token.
    static func ownWithAda<Value>(
        _ arguments: [String] = [], _ body: (ServedStore, String) async throws -> Value
    ) async throws -> Value {
        try await own(arguments) { store in try await body(store, store.token()) }
    }

    /// Creates a person and returns a token of the person.
    func token(for name: String = "Ada") throws -> String {
        let session = try Session(conninfo: conninfo)
        return try TokenStore.create(for: try PersonStore.create(name: name, session), name: "test", session).text
    }

    func get(
        _ path: String, _ query: [(String, String)] = [], token: String? = nil, headers: [String] = []
    ) async throws -> RunningService.Answer {
        try await service.send("GET", path, query: query, token: token, headers: headers)
    }

    /// Asks a question, and expects an object.
    func object(
        _ path: String, _ query: [(String, String)] = [], token: String?,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> [String: Any] {
        let answer = try await get(path, query, token: token)
        answer.expect(200, sourceLocation: sourceLocation)
        return try answer.object
    }

    func post(_ body: [String: Any], token: String) async throws -> RunningService.Answer {
        try await service.send("POST", "/v1/batches", token: token, body: json(body))
    }

    /// Uploads an export and waits until it is imported.
    func upload(_ export: String, token: String) async throws {
        let answer = try await service.send(
            "POST", "/v1/imports", token: token, body: export, headers: ["Content-Type: application/xml"])
        answer.expect(202)
        let path = "/v1/imports/\(try answer.object.importID)"
        try await wait(for: "the import ends") {
            try await object(path, token: token)["state"] as? String == "finished"
        }
    }
}

extension RunningService.Answer {
    var object: [String: Any] {
        get throws { try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:] }
    }

    /// The `code` of an error response.
    var code: String? { (try? object)?["code"] as? String }

    /// Expects a status.
    func expect(_ status: Int, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(self.status == status, "\(body.prefix(500))", sourceLocation: sourceLocation)
    }

    /// Expects the status and the code of an error.
    ///
    /// - Parameter request: a part of the request, for the message of a failure.
    func expect(
        _ status: Int, _ code: String?, _ request: String = "", sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let found = "\(self.status) \(self.code ?? "")"
        #expect(found == "\(status) \(code ?? "")", "\(request) \(body.prefix(500))", sourceLocation: sourceLocation)
    }

    /// Expects an error that names a field or parameter of the request. nil expects any code.
    func expect(
        _ status: Int, _ code: String? = nil, _ request: String = "", naming name: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        expect(status, code ?? self.code, request, sourceLocation: sourceLocation)
        #expect((field ?? parameter) == name, "\(request) \(body.prefix(500))", sourceLocation: sourceLocation)
    }
}

/// Returns a value as JSON. Equal values have equal texts.
func json(_ value: Any) throws -> String {
    String(decoding: try JSONSerialization.data(withJSONObject: value, options: .sortedKeys), as: UTF8.self)
}

/// Returns the lines of a person's export.
func exportedLines(_ person: Person, _ session: Session) throws -> [String] {
    var bytes: [UInt8] = []
    _ = try PersonExport(person: person, session: session).write { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
}

/// Returns a step sample as a client posts it.
func step(
    _ uuid: String = UUID().uuidString, start: String = "2024-05-01T10:00:00Z", end: String = "2024-05-01T10:10:00Z",
    value: Double = 100, source: String = "Phone"
) -> [String: Any] {
    clientSample(
        "HKQuantityTypeIdentifierStepCount", ["uuid": uuid, "value": value, "unit": "count"], start: start, end: end,
        source: source)
}

/// Returns a sample as a client posts it. Without an end, it ends when it starts.
///
/// - Parameter members: further members, which replace the others.
func clientSample(
    _ type: String, _ members: [String: Any] = [:], start: String = "2024-05-01T10:00:00Z", end: String? = nil,
    source: String = "Watch"
) -> [String: Any] {
    [
        "uuid": UUID().uuidString, "type": type, "startDate": start, "endDate": end ?? start,
        "source": ["name": source],
    ].merging(members) { $1 }
}
