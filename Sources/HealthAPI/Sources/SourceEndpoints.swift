import HTTPServer
import HealthCore
import HealthDatabase
import JSONReader

extension HealthService {
    /// `GET /v1/sources`: the person's sources.
    @Sendable func getSources(_ request: HTTPRequest) async throws -> HTTPResponse {
        let presented = try presentedCredential(of: request)
        _ = try QueryParameters(request, of: .getSources)
        let caller = try await caller(of: presented)
        let person = caller.person
        let sources = try await read(caller) { try SourceReader(person: person, session: $0).sources() }
        var writer = JSONWriter()
        writer.object { writer in
            writer.key("sources")
            writer.array { writer in
                for source in sources { source.append(to: &writer) }
            }
        }
        return HTTPResponse(json: writer)
    }

    /// `PUT /v1/sources/{id}`: `{"joinedTo": id or name}` joins the source to another one, and
    /// `{"joinedTo": null}` separates it.
    @Sendable func putSource(_ request: HTTPRequest) async throws -> HTTPResponse {
        let presented = try presentedCredential(of: request)
        _ = try QueryParameters(request, of: .putSource)
        let caller = try await caller(of: presented)
        try caller.requireSettings()
        let person = caller.person
        let target = try JSONParser(bytesMax: HealthService.bodyBytesMax)
            .parse(try await request.decodedBody(), WantedSource.target)
        let text = request.pathParameters["id"] ?? ""
        let source = try await pool.withSession(for: person) { session in
            let reader = SourceReader(person: person, session: session)
            let known = try reader.sources()
            guard let source = known.first(where: { String($0.publicID) == text }) else {
                throw APIError(
                    .unknownSource, status: .notFound, "the person has no such source",
                    hint: "GET /v1/sources lists the sources")
            }
            let join = SourceJoin(person: person, session: session)
            if let target {
                try join.join(source.id, to: WantedSource.id(of: target, in: "joinedTo", among: known))
            } else {
                try join.separate(source.id)
            }
            return try reader.sources().first { $0.id == source.id } ?? source
        }
        var writer = JSONWriter()
        source.append(to: &writer)
        return HTTPResponse(json: writer)
    }

    /// `GET /v1/sources/priority`: the order of sources, like Data Sources & Access in the Health
    /// app.
    @Sendable func getSourcePriority(_ request: HTTPRequest) async throws -> HTTPResponse {
        let presented = try presentedCredential(of: request)
        let type = try HealthService.type(try QueryParameters(request, of: .getSourcePriority))
        return HTTPResponse(json: try await priority(of: type, try await caller(of: presented)))
    }

    /// `PUT /v1/sources/priority`: `{"sources": [id or name, …]}`, highest priority first. Sources
    /// that are not listed follow in the default order. An empty list restores the default order of
    /// all sources.
    @Sendable func putSourcePriority(_ request: HTTPRequest) async throws -> HTTPResponse {
        let presented = try presentedCredential(of: request)
        let type = try HealthService.type(try QueryParameters(request, of: .putSourcePriority))
        let caller = try await caller(of: presented)
        try caller.requireSettings()
        let person = caller.person
        let wanted = try JSONParser(bytesMax: HealthService.bodyBytesMax)
            .parse(try await request.decodedBody(), WantedSource.list)
        try await pool.withSession(for: person) { session in
            try session.transaction {
                let reader = SourceReader(person: person, session: session)
                let ids = try WantedSource.ids(of: wanted, among: try reader.sources())
                guard let typeID = try SampleTypeReader.id(of: type.identifier, session) else {
                    throw ParameterError(.unknownType, "type", "type is not a sample type of the store")
                }
                try reader.setOrder(ids, sampleTypeID: typeID)
            }
        }
        return HTTPResponse(json: try await priority(of: type, caller))
    }

    private func priority(of type: SampleType, _ caller: Caller) async throws -> JSONWriter {
        let person = caller.person
        let order = try await read(caller) { session in
            let typeID = try SampleTypeReader.id(of: type.identifier, session) ?? 0
            let reader = SourceReader(person: person, session: session)
            let seen = Set(try reader.sources().filter { $0.joinedTo == nil }.map(\.id))
            return try reader.order(sampleTypeID: typeID).filter { seen.contains($0.source.id) }
                .map { RankedSource(source: $0.source, isExplicit: $0.isExplicit) }
        }
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("type", type.identifier)
            writer.key("sources")
            writer.array { writer in
                for ranked in order { ranked.source.append(to: &writer, isExplicit: ranked.isExplicit) }
            }
        }
        return writer
    }

    private struct RankedSource: Sendable {
        var source: Source
        var isExplicit: Bool
    }

    static func type(_ query: QueryParameters) throws(ParameterError) -> SampleType {
        let name = try ParameterText.required(query["type"], "type")
        guard let type = Catalogue.sampleType(named: name) else {
            throw ParameterError(
                .unknownType, "type", "type is not a sample type of the store", hint: "GET /v1/types lists the types")
        }
        return type
    }
}

/// A source as a client names it.
enum WantedSource: Sendable {
    case id(Int32)
    case name(String)

    /// Most sources in one request.
    static let sourcesMax = 10_000

    static func list(_ body: JSONValue) throws -> [WantedSource] {
        guard body.kind == .object, let array = body["sources"], array.kind == .array,
            body.count == 1
        else {
            throw APIError(
                .malformedField, "the body must be {\"sources\": [id or name, …]}", key: "field",
                "sources")
        }
        guard array.count <= sourcesMax else {
            throw APIError(
                .tooManyRecords, status: .badRequest, "sources has more than \(sourcesMax) elements", key: "field",
                "sources"
            )
        }
        var wanted: [WantedSource] = []
        try array.forEachElement { index, value in wanted.append(try WantedSource(value, "sources[\(index)]")) }
        return wanted
    }

    /// Reads `{"joinedTo": id, name or null}`.
    static func target(_ body: JSONValue) throws -> WantedSource? {
        guard body.kind == .object, body.count == 1, let value = body["joinedTo"] else {
            throw APIError(
                .malformedField, "the body must be {\"joinedTo\": id, name or null}", key: "field", "joinedTo")
        }
        return value.kind == .null ? nil : try WantedSource(value, "joinedTo")
    }

    private init(_ value: JSONValue, _ field: String) throws {
        if let id = value.int64, let id = Int32(exactly: id) {
            self = .id(id)
        } else if let name = value.string {
            self = .name(name)
        } else {
            throw APIError(
                .malformedField, "\(field) must be the id or the name of a source", key: "field", field)
        }
    }

    /// Returns the ids of the named sources. A joined source stands for the one it is joined to.
    ///
    /// - Throws: `APIError` for a name that no source or several sources have, and for a repeated
    ///   source.
    static func ids(of wanted: [WantedSource], among sources: [Source]) throws -> [Int32] {
        var ids: [Int32] = []
        for (index, wanted) in wanted.enumerated() {
            let field = "sources[\(index)]"
            let id = try id(of: wanted, in: field, among: sources)
            guard !ids.contains(id) else {
                throw APIError(.repeatedSource, "\(field) repeats a source", key: "field", field)
            }
            ids.append(id)
        }
        return ids
    }

    /// Returns the id of a named source. A joined source stands for the one it is joined to.
    ///
    /// - Throws: `APIError` for a name that no source or several sources have.
    static func id(of wanted: WantedSource, in field: String, among sources: [Source]) throws -> Int32 {
        let found =
            switch wanted {
            case .id(let id): sources.filter { $0.publicID == id }
            case .name(let name): namesakes(name, among: sources)
            }
        guard let source = found.first else {
            throw APIError(
                .unknownSource, "\(field) is not a source of the person", key: "field", field,
                hint: "GET /v1/sources lists the sources")
        }
        guard found.count == 1 else {
            throw APIError(
                .ambiguousSource, "\(field) is the name of several sources", key: "field", field,
                hint: "use the id of the source")
        }
        return source.joinedTo ?? source.id
    }

    /// Returns the sources with this name. The source of data entered by hand has the same name as
    /// the app. A name without further details means the app's source.
    private static func namesakes(_ name: String, among sources: [Source]) -> [Source] {
        let normalized = SourceRevision.normalized(name)
        let all = sources.filter { SourceRevision.normalized($0.name) == normalized }
        let measured = all.filter { !$0.wasUserEntered }
        return measured.isEmpty ? all : measured
    }
}

extension Source {
    /// - Parameter isExplicit: true if the person ranked the source. Nil if the answer has no
    ///   order.
    func append(to writer: inout JSONWriter, isExplicit: Bool? = nil) {
        writer.object { writer in
            appendMembers(to: &writer)
            if let joinedTo { writer.member("joinedTo", Int(joinedTo)) }
            if let joinedByImport { writer.member("joinedByImport", Int(joinedByImport)) }
            if let isExplicit { writer.member("isExplicit", isExplicit) }
        }
    }

    /// Appends the source's members without the braces.
    func appendMembers(to writer: inout JSONWriter) {
        writer.member("id", Int(publicID))
        writer.member("name", name)
        writer.member("bundleIdentifier", bundleIdentifier)
        writer.member("wasUserEntered", wasUserEntered)
        writer.member("class", sourceClass.rawValue)
    }
}
