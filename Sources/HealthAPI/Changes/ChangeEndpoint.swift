import HTTPServer
import HealthCore
import HealthDatabase
import JSON
import Postgres

extension Endpoint {
    static let getChanges = Endpoint(
        .get, "/v1/changes", "What changed since an anchor",
        notes: """
            HealthKit's `HKAnchoredObjectQuery`: each sample, deletion and preference once, at the position of its latest change. \
            Values are in canonical units. A page ends before the change with which it would be longer than 16 MiB.
            """,
        tag: .changes,
        parameters: [
            changedTypes,
            EndpointParameter(
                name: "anchor", schema: .string,
                meaning: "The `anchor` of the page before; without it the feed is read from its beginning.",
                example: "", errors: [.malformedAnchor, .foreignAnchor, .anchorExpired]),
            .limit(ChangeReader.limitMax, default: ChangeReader.limitDefault, of: "changes"),
        ],
        takes: .parameters { parameters in
            let types = try ChangeResponse.types(parameters["types"])
            let limit = try parameters.limit(ChangeReader.limitMax, default: ChangeReader.limitDefault)
            if let anchor = parameters["anchor"] { try ChangeAnchor.checked(anchor) }
            return (types: types, limit: limit, anchor: parameters["anchor"])
        },
        gives: .response(
            .ok(
                "A page of changes.",
                .json(
                    .object(required: [
                        "changes": .array(of: .change), "anchor": .string,
                        "hasMore": Schema.boolean.described("Whether the next page has changes already."),
                    ]))))
    ) { call in
        let (types, limit, anchor) = call.taken
        return try await call.withSession { session in
            try HealthService.readFeed(call.caller, session) { seal in
                let page = try ChangeReader(person: call.person, session: session, positionsMax: .positionsMax(seal))
                    .page(after: try anchor.map { try ChangeAnchor($0, seal) }, types: types, limit: limit)
                return HTTPResponse(json: try ChangeResponse.json(page, seal))
            }
        }
    }

    static let changedTypes = EndpointParameter(
        name: "types", schema: .string(pattern: "^[^,]+(,[^,]+)*$"),
        meaning: "At most \(ChangeReader.typesMax) names of types, separated by commas; without it all types.",
        example: "stepCount", errors: [.unknownType, .outOfRange])
}

extension Schema {
    private static var position: Schema.Members {
        ["position": Schema.integer.described("Missing for a token that may not read everything.")]
    }

    fileprivate static let change = Schema.anyOf([
        .object(required: ["change": .choice(["saved"]), "sample": ShownSample.schema], optional: position),
        .object(
            required: [
                "change": .choice(["deleted"]), "uuid": .uuid, "type": Schema.string.orNull, "deletedAt": .time,
            ], optional: position),
        .object(
            required: ["change": .choice(["element"]), "uuid": .uuid, "name": .string, "element": .any],
            optional: position),
        .object(
            required: ["change": .choice(["preference"]), "preference": .string, "type": Schema.string.orNull],
            optional: position),
    ]).named("Change")
}

extension HealthService {
    /// Runs `body` on one snapshot of the database, with only the rows that the caller may read.
    /// `body` receives the seal of the caller's anchors, which is nil for a caller who may read
    /// everything.
    static func readFeed<Value>(
        _ caller: Caller, _ session: Session, _ body: (AnchorSeal?) throws -> Value
    ) throws -> Value {
        // A follower that read a change that is lost later would differ for good.
        try session.confirmVisible()
        let seal = try AnchorSeal.read(for: caller, session)
        return try session.reading(as: caller.access) { try body(seal) }
    }
}

extension Int64 {
    /// The number of positions that one page searches. It has no limit for a caller who may not
    /// read everything. Otherwise a page that ends early would show hidden changes.
    static func positionsMax(_ seal: AnchorSeal?) -> Int64 { seal == nil ? ChangeReader.positionsMax : .max }
}

/// Writes changes as JSON. Samples are in canonical units, so the person's
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

    /// - Parameter seal: nil for a caller who may read everything. Only such a caller gets
    ///   positions.
    /// - Throws: `DigestsError`.
    static func json(_ page: ChangePage, _ seal: AnchorSeal?) throws -> JSONWriter {
        let anchor = try page.anchor.text(seal)
        var writer = JSONWriter(capacity: 256 + page.changes.count * 512)
        writer.object { writer in
            writer.array("changes") { writer in
                for change in page.changes { append(change, showsPosition: seal == nil, to: &writer) }
            }
            writer.member("anchor", anchor)
            writer.member("hasMore", page.hasMore)
        }
        writer.rowCount = page.changes.count
        return writer
    }

    static func append(_ change: Change, showsPosition: Bool, to writer: inout JSONWriter) {
        let position = showsPosition ? change.position : nil
        writer.object { writer in
            switch change.content {
            case .saved(let sample, let type):
                append("saved", position, to: &writer)
                writer.member("sample", ShownSample(sample: sample, terms: SampleTerms(type: type)))
            case .deleted(let uuid, let type, let time):
                append("deleted", position, to: &writer)
                writer.member("uuid", uuid.uuidString.lowercased())
                writer.member("type", type)
                writer.member("deletedAt", time.rfc3339)
            case .element(let uuid, let name, let json):
                append("element", position, to: &writer)
                writer.member("uuid", uuid.uuidString.lowercased())
                writer.member("name", name)
                writer.member("element", json: json)
            case .preference(let preference, let type):
                append("preference", position, to: &writer)
                writer.member("preference", preference.rawValue)
                writer.member("type", type)
            }
        }
    }

    private static func append(_ change: String, _ position: Int64?, to writer: inout JSONWriter) {
        writer.member("change", change)
        if let position { writer.member("position", position) }
    }
}
