import HTTPServer
import HealthCore
import HealthDatabase
import JSONReader

extension HealthService {
    /// `GET /v1/changes`: the counterpart of HealthKit's `HKAnchoredObjectQuery`.
    @Sendable func getChanges(_ request: HTTPRequest) async throws -> HTTPResponse {
        let token = try bearerToken(of: request)
        let query = try QueryParameters(request, of: .getChanges)
        let types = try ChangeResponse.types(query["types"])
        let limit = try ParameterText.integer(query["limit"], "limit", in: 1...ChangeReader.limitMax)
        let anchor = try query["anchor"].map { try ChangeAnchor($0) }
        let caller = try await caller(of: token)
        let person = caller.person
        return try await pool.withSession(for: person) { session in
            let page = try ChangeReader(person: person, session: session)
                .page(after: anchor, types: types, limit: limit ?? ChangeReader.limitDefault)
            return HTTPResponse(json: ChangeResponse.json(page))
        }
    }
}

/// Writes changes as JSON. `SampleResponse` writes the samples in canonical units, so the person's
/// choice of units has no effect.
enum ChangeResponse {
    /// Reads the parameter `types`, which is a list of names separated by commas. Returns nil if it
    /// is missing.
    static func types(_ text: String?) throws(ParameterError) -> [String]? {
        guard let text else { return nil }
        let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard !names.contains("") else {
            throw ParameterError(.malformed, "types", "types must be names of sample types, separated by commas")
        }
        guard names.count <= ChangeReader.typesMax else {
            throw ParameterError(.outOfRange, "types", "types must have at most \(ChangeReader.typesMax) names")
        }
        return names
    }

    static func json(_ page: ChangePage) -> JSONWriter {
        var writer = JSONWriter(capacity: 256 + page.changes.count * 512)
        writer.object { writer in
            writer.key("changes")
            writer.array { writer in
                for change in page.changes { append(change, to: &writer) }
            }
            writer.member("anchor", page.anchor.text)
            writer.member("hasMore", page.hasMore)
        }
        return writer
    }

    static func append(_ change: Change, to writer: inout JSONWriter) {
        writer.object { writer in
            switch change.content {
            case .saved(let sample, let type):
                append("saved", change.position, to: &writer)
                writer.key("sample")
                SampleResponse(type: type).append(sample, to: &writer)
            case .deleted(let uuid, let type, let time):
                append("deleted", change.position, to: &writer)
                writer.member("uuid", uuid.uuidString.lowercased())
                writer.member("type", type)
                writer.member("deletedAt", time.rfc3339)
            case .element(let uuid, let name, let json):
                append("element", change.position, to: &writer)
                writer.member("uuid", uuid.uuidString.lowercased())
                writer.member("name", name)
                writer.key("element")
                writer.raw(json)
            case .preference(let preference, let type):
                append("preference", change.position, to: &writer)
                writer.member("preference", preference.rawValue)
                writer.member("type", type)
            }
        }
    }

    private static func append(_ change: String, _ position: Int64, to writer: inout JSONWriter) {
        writer.member("change", change)
        writer.member("position", position)
    }
}
